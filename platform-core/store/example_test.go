package store_test

import (
	"context"
	"fmt"
	"time"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/store"
)

// A store in memory keeps one record for each request, and binds keys to it.
func ExampleNewMemory() {
	ctx, s := context.Background(), store.NewMemory(0)
	r := request.Template("eu-west-1")
	r.Application = "checkout"
	id := r.Identify()
	record := request.Record{RequestID: id.RequestID, Fingerprint: id.Fingerprint, Decision: request.Accepted, Request: r}
	entry, err := document.EncodeEntry(record)
	if err != nil {
		fmt.Println(err)
		return
	}
	stored, err := s.Records().Commit(ctx, "key-1", store.NewRecord(record, entry, time.Unix(0, 0)))
	if err != nil {
		fmt.Println(err)
		return
	}
	bound, ok, err := s.Records().Bind(ctx, "key-2", id.Fingerprint)
	fmt.Println(bound == stored, ok, err)

	list, err := s.ListRecords(ctx, store.RecordFilter{Search: "checkout"}, store.Page{Limit: 10})
	fmt.Println(len(list.Items), list.Items[0].Decision, err)
	// Output:
	// true true <nil>
	// 1 accepted <nil>
}
