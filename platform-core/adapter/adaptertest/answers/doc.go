// Package answers holds one answer of an adapter to an order: Of asks for it,
// Check holds what must be so for every order that can be sized, and the others
// what an author knows more of, such as the provider's limits of names. A test
// runs them over package orders' combinations.
//
// Each check returns an error that names what is wrong, or nil.
package answers
