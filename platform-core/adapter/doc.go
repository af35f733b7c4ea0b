// Package adapter is what a provider team imports, and nothing else: the
// contract of an adapter in domain types, and helpers to build one.
//
// An adapter describes one provider, checks installations, evaluates requests
// against the provider's own rules, and generates the Terraform of an accepted
// request. It reaches no cloud and decides nothing that is common to all
// providers. Every answer is a pure function of the input: no clock, no
// environment variable, no file, no network, no randomness; what is a list is
// sorted; the same input gives the same bytes from any process.
//
// To write one, fill in a Definition and hand it to New. Its Plan decides what is
// built for a request; around it these help:
//
//	MustDecode           the tables that an adapter embeds
//	Regions              regions and zones from such a table
//	PriceTable, Charge   exact prices, and estimates from charges
//	NativeRule, Finding  the provider's own rules, as a table
//	NameLimit            names within limits, and unique
//	Networks, Subnet     networks that a provider takes, and cutting one
//	IsPrivate, Inside    which ranges are private, or inside others
//	Inventory            the resources of a request
//	BoundaryForm         the accounts that a profile fills in
//	Placement            which of them holds what
//	Need                 what the workflow must bring
//	RegionCheck          readiness checks of the allowed regions
//	WithTags             the inputs of Terraform that tags are made of
//
// Package plugin serves the Adapter as a process; package adaptertest tests it.
package adapter
