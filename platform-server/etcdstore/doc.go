// Package etcdstore is a [store.Store] in etcd, which several services share. It survives the loss of any service and
// of a minority of etcd's members. [Open] returns a store for a [Config]; [New] returns one for an existing client.
//
// Keys are below PREFIX/v2/:
//
//	installation            what the store is locked to, as JSON
//	segment                 the number of the segment of the log that is written to
//	log/SEGMENT/…           one key for each record, proposal and further key: what the index needs
//	records/REQUEST_ID      a record
//	proposals/REQUEST_ID    the proposal of a record
//	keys/records/KEY        the fingerprint that an idempotency key is bound to
//	keys/proposals/KEY      the request that a key is bound to
//	texts/SHA256            a text that many proposals have, or a large part of one document
//
// Every value begins with the SHA-256 of its key and content. Each read checks it. The log has the digest of each entry
// that it lists. A digest detects an accident, and an edit without a new digest. It does not detect a forgery: a client
// that can write to etcd can also write a digest.
//
// One transaction puts an entry, its key and its place in the log, and only if the entry and the key are absent. So it
// can be repeated: if its answer was lost, the next attempt finds the entry. Later transactions change only the number
// of the segment.
//
// Each service keeps an index of the log in memory. Before it answers with a list or a count, it reads the new entries
// from etcd in one linearizable read. Segments are small, so this read is fast. A transaction also compares the number
// of the segment, so an earlier segment is complete forever. The order of arrival is etcd's order of transactions.
package etcdstore
