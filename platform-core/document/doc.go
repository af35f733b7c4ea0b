// Package document reads JSON and YAML strictly. A document is one value with
// known fields, each written once and in its own case; everything else is a
// fault. All faults of a document are found in one reading, each with the path
// of its field and, for a file, its line.
//
// encoding/json and yaml.v3 decode leniently (duplicate keys, names in another
// case, trailing data, replaced invalid UTF-8), so this package walks their
// tokens and nodes itself and decodes only what it has checked.
package document
