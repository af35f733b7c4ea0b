// Package adaptertest is for the tests of an adapter's author: Run judges an
// adapter in the test's own process, RunProcess the binary that a platform
// would start. Each promise of the contract is a sub-test with the name of its
// property; one that does not hold fails with a counter-example.
//
//	func TestConformance(t *testing.T) { adaptertest.Run(t, providera.New) }
//
// What is judged, and how, stands in package conformance, which the command
// line runs too: platform provider test ./adapter.
//
// The packages below are for what an author knows more of than the contract: a
// schema, limits, prices, a posture.
//
//	orders    requests and orders: every combination, and the ends of each field
//	answers   one answer: costs, names, networks, placement, readiness
//	rules     the provider's own rules: each alone, and the way out of each
//	terraform main.tf: schema, references, cycles, inventory; without *testing.T
//	posture   assertions on main.tf as it is written
//	golden    files that a person has read
package adaptertest
