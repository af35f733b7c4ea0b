// Package store keeps the state of a service: one installation, the records and proposals, the
// idempotency keys that are bound to them, and the counts.
//
// [NewMemory] returns a store in the memory of one process:
//
//	s := store.NewMemory(0)
//	_, _, err := s.Install(ctx, store.InstalledProfile{Profile: profileJSON, Platform: version})
//	canonical, err := s.Records().Commit(ctx, key, store.NewRecord(record, entry, time.Now()))
//	list, err := s.ListRecords(ctx, store.RecordFilter{Search: "checkout"}, store.Page{Limit: 50})
//
// [Store] is the interface for other implementations. They use [Index] for the lists, filters,
// counts and limits, and run the tests of package storetest.
//
// Entries never change and are never removed, and an evaluation always has the same result. If
// services race to store an entry, the first one to commit it wins, and each of them can use that
// entry. So a store needs one transaction, and no locks or leases.
package store
