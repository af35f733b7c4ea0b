// Package store keeps what a service holds: the one installation, the records and
// proposals with the idempotency keys that are bound to them, and the figures.
//
// Store is the interface. Memory is the implementation that the specification
// describes; package storetest checks any. Index is what implementations share: the
// lists, the filters, the counts and the bounds.
//
// Entries never change and are never removed, and evaluation is pure: services that
// race for one entry make the same, or one that is as good, and the first to commit it wins.
// So a store needs one transaction, and neither locks nor leases.
package store
