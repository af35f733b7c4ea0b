// Package history records what concurrent clients did and saw, and checks that it
// could have happened one call after another: that keys, records, proposals, lists
// and counts are linearizable as a whole. The checker is
// github.com/anishathalye/porcupine; the order that it looks for is one of a simple
// model of the service.
//
// Each run has a fresh seed, which it prints. A failure is run again with it:
//
//	go test ./integration/history -run TestTheService -seed=S -histories=1
package history
