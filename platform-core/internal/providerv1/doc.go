// Package providerv1 has version 1 of the contract between the platform and an adapter process. It is the
// code that buf generates from provider.proto.
//
// Package rpc does not use the generated messages. It encodes the domain types of package adapter itself,
// and takes only the field numbers of a request from here. Its tests compare it with the generated code.
//
// After a change of provider.proto, run "make generate".
//
// released.binpb is the last released contract. "make release-contract" writes it. A change that breaks
// it needs a new version of the contract, in a package of its own beside this one. The testdata of package
// adapterhost contain the first released contract, which never changes. A test runs the current host with
// an adapter that knows only that contract.
package providerv1

//go:generate buf lint
//go:generate buf breaking --against released.binpb
//go:generate buf generate
