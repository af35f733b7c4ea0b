// Package providerv1 is version 1 of the contract between the platform and an
// adapter process: the messages of provider.proto, generated. What speaks the
// protocol encodes the domain types of package adapter itself (package convert), and
// takes from here only the numbers of a request's fields; tests hold it to the
// generated code.
//
// After a change of the proto run make generate.
//
// released.binpb is the contract as it was last released: "make
// release-contract" writes it, and a change that breaks it needs a new version
// of the contract, a package beside this one. The host's testdata keep the contract as
// it was first released; it never changes, and a test runs today's host with an
// adapter that knows nothing else.
package providerv1

//go:generate buf lint
//go:generate buf breaking --against released.binpb
//go:generate buf generate
