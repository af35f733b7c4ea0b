// Package orders makes the requests and orders that tests of an adapter ask
// with: Request one good request with changes, In its order in a mode, All
// every combination of the adapter's own description, and others at the ends of
// what a request may be. All of it is the same on every run, in the same order.
package orders
