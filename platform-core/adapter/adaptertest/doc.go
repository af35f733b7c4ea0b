// Package adaptertest is the conformance kit for adapters, and what an author's
// own tests begin with.
//
// Run checks an adapter in the test's own process, RunProcess the binary that a
// platform would start. Each promise of the contract is a sub-test with the name
// of its property; one that the adapter breaks fails with a counter-example:
//
//	func TestConformance(t *testing.T) { adaptertest.Run(t, providera.New) }
//
// A host checks one answer at a time; the kit checks what only many answers
// show. It asks for every region, size, environment, classification and mode,
// again, in another sequence, from another process, in another process
// environment, with networks, names and texts that few expect, follows what is
// suggested, and reads the Terraform that comes back.
// Check does the same without a *testing.T, for the command line: platform
// provider test ./adapter. The report of a binary is its certificate.
//
// The rest is for what an author knows more of than the contract. Request makes a
// request and Inputs every combination, CheckAnswer and others verify one answer,
// CheckRules the provider's own rules, Root and Module the generated Terraform;
// Facts has what is known of a provider, and checks all of it.
package adaptertest
