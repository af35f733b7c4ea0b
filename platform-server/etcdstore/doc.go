// Package etcdstore is a store.Store in etcd, which several services share. It survives the end of
// each of them, and of a minority of etcd's members.
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
// Every value begins with the SHA-256 of its key and content, which is checked at each read. The log has the digest
// of each entry that it lists. A digest shows an accident, and an edit that leaves it out. It does not show a forgery:
// whoever can write to etcd can write a digest too.
//
// An entry, its key and its place in the log are put in one transaction, which happens
// only while the entry and the key are absent. So each can be repeated: where its answer
// was lost, the next attempt finds what the first has put. Nothing is changed or removed
// later but the number of the segment.
//
// Each service keeps an index of the log in memory. Before it answers with a list or a count
// it asks etcd for what was put since, in one linearizable read. That is possible because
// segments are small, and because a transaction also compares the number of the segment: a
// segment that is left is complete for good. The order of arrival is etcd's order of
// transactions.
package etcdstore
