// Package adapter is the only package that a provider team imports. It has the contract of an adapter
// in domain types, and helpers to build one.
//
// An [Adapter] describes one provider, checks installations, evaluates requests against the
// provider's own rules, and generates the Terraform of an accepted request. It calls no cloud. Every
// answer is a pure function of the input: no clock, environment variable, file, network or random
// number. Lists are sorted. The same input gives the same bytes in any process.
//
// To write an adapter, fill in a [Definition] and pass it to [New]. Its [Plan] decides what is built
// for a request. These helpers exist:
//
//   - [MustDecode] reads the tables that an adapter embeds, and [NewRegions] its regions.
//   - [PriceTable] and [Charge] make exact estimates.
//   - [NativeRule] is one of the provider's own rules, and [Finding] the reason why a request breaks it.
//   - [NameLimit] makes unique names within limits.
//   - [Networks] has the rules for networks, and [Subnet] cuts one. [IsPrivate] and [Inside] compare ranges.
//   - [Inventory] lists the resources of a request, and [WithTags] adds the inputs for tags.
//   - [BoundaryForm] declares the boundaries that a profile fills in, and [Placement] what each holds.
//   - [Need] is something that the workflow must bring.
//   - [RegionCheck] is the text of a readiness check of the allowed regions.
//
// Package plugin serves an adapter as a process. Package adaptertest tests one.
package adapter
