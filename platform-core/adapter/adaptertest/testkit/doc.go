// Package testkit is what an adapter's own tests begin with.
//
// [Run] checks an adapter in the test's own process, [RunProcess] the binary that a
// platform would start. Each promise of the contract is a sub-test with the name of
// its property; one that the adapter breaks fails with a counter-example:
//
//	func TestConformance(t *testing.T) { testkit.Run(t, providera.New) }
//
// The rest is for what an author knows more of than the contract. [CheckRules]
// checks the provider's own rules, [NameLimits] names, [CheckLayout] networks, and
// [ReadRoot] and the functions beside it read main.tf. [Facts] has what is known of
// a provider, and checks all of it. Package adaptertest makes the requests.
package testkit
