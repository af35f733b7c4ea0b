// Package providertest is for the tests of an adapter's author: Run judges an
// adapter in the test's own process, RunProcess the binary that a platform
// would start. Each promise of the contract is a sub-test with the name of its
// property; one that does not hold fails with a counter-example.
//
//	func TestConformance(t *testing.T) { providertest.Run(t, providera.New) }
//
// What is judged, and how, stands in package conformance, which the command
// line runs too: platform provider test ./adapter.
package providertest
