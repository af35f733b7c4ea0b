// Package service is the service object behind every view: the API, the CLI and
// the portal call the same operations and hand out the same bytes. It holds the
// one installation, the records, the proposals and the idempotency bindings, in
// memory and under one lock. Calls to an adapter are made outside the lock.
package service
