// Package service is the service object behind every view: the API, the CLI and
// the portal call the same operations and hand out the same bytes. What is stored is in a
// store.Store: one installation, the records, the proposals and the idempotency bindings.
// Calls to an adapter are made outside every lock.
package service
