// Package document reads JSON and YAML strictly, and encodes JSON.
//
// [Read] decodes a [Source] into a struct, by its json tags. The [Reading] that it returns has every fault of the
// document, each with the path of its field and, for a file, its line. Callers add the faults of their own rules with
// [Reading.Add], and turn all of them into one error with [Reading.Problem]. [Encode] and [Canonical] write JSON.
//
// A document is one object with known fields, each written once and in its own case. Everything else is a fault.
// encoding/json and yaml.v3 accept duplicate keys, names in another case, trailing data and bad UTF-8. So this package
// walks their tokens and nodes, and decodes only what it has checked.
package document
