package service_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
	"platform.internal/platform-core/store"
)

func TestCapacity(t *testing.T) {
	s := installedWith(t, service.Options{Adapters: catalogOf{impl: &scripted{}}, MaxRecords: 2}, simulation)
	for i := range 2 {
		submitted(t, s, store.Key(fmt.Sprint(i)), theRequest(t, fmt.Sprintf("app-%d", i)))
	}
	_, err := s.Submit(t.Context(), "2", theRequest(t, "app-2"))
	require.Equal(t, problem.CapacityExhausted, code(err))
	for i := range 6 { // two keys are bound; six more reach the limit of eight
		_, err := s.Submit(t.Context(), store.Key(fmt.Sprintf("more-%d", i)), theRequest(t, "app-1"))
		require.NoError(t, err, "what exists is still served")
	}
	_, err = s.Submit(t.Context(), "one-more", theRequest(t, "app-1"))
	assert.Equal(t, problem.CapacityExhausted, code(err))
	_, err = s.Submit(t.Context(), "more-0", theRequest(t, "app-1"))
	assert.NoError(t, err)
}

// TestNewestListsAreInTheOrderOfArrival lists pages while requests arrive. A new request comes before the
// current page, so that no request is listed twice or is missing.
func TestNewestListsAreInTheOrderOfArrival(t *testing.T) {
	s := installed(t, &scripted{}, simulation)
	var arrived []string
	submit := func(i int) {
		r := theRequest(t, fmt.Sprintf("app-%02d", i))
		if i%3 == 0 {
			r.MonthlyBudget = 1
		}
		record := submitted(t, s, store.Key(fmt.Sprint(i)), r)
		arrived = append([]string{record.RequestID}, arrived...)
	}
	for i := range 9 {
		submit(i)
	}
	newest := func(filter store.RecordFilter, page store.Page) (ids []string, next string) {
		page.Order = store.Newest
		records, err := s.Records(t.Context(), filter, page)
		require.NoError(t, err)
		for _, r := range records.Items {
			ids = append(ids, r.RequestID)
		}
		return ids, records.Next
	}
	all, next := newest(store.RecordFilter{}, store.Page{})
	assert.Equal(t, arrived, all)
	assert.Empty(t, next)
	assert.False(t, slices.IsSorted(all), "the order of arrival is not that of IDs")

	first, next := newest(store.RecordFilter{}, store.Page{Limit: 4})
	submit(9)
	rest, end := newest(store.RecordFilter{}, store.Page{Limit: 5, After: next})
	assert.Equal(t, all, append(first, rest...))
	assert.Empty(t, end)
	denied, next := newest(store.RecordFilter{Decision: request.Denied}, store.Page{Limit: 2})
	assert.Equal(t, []string{arrived[0], arrived[3]}, denied)
	assert.Equal(t, arrived[3], next)

	_, err := s.Records(t.Context(), store.RecordFilter{}, store.Page{Order: store.Newest, After: "req-0"})
	assert.Equal(t, problem.InvalidRequest, code(err), "nothing is older than what never arrived")
	submitted(t, s, "again", theRequest(t, "app-01"))
	same, _ := newest(store.RecordFilter{}, store.Page{})
	assert.Equal(t, arrived, same, "a retry does not arrive a second time")
}
