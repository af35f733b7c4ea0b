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
	s := service.New(service.Options{Adapters: one{&scripted{}}, Now: clock, MaxRecords: 2})
	_, _, err := s.Install(t.Context(), draft(t, simulation))
	require.NoError(t, err)
	for i := range 2 {
		_, err := s.Submit(t.Context(), store.Key(fmt.Sprint(i)), theRequest(t, fmt.Sprintf("app-%d", i)))
		require.NoError(t, err)
	}
	_, err = s.Submit(t.Context(), "2", theRequest(t, "app-2"))
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

func TestListsAreInOrderAndPaged(t *testing.T) {
	s := installed(t, &scripted{}, simulation)
	for i := range 25 {
		application := fmt.Sprintf("app-%02d", i)
		if i%5 == 0 {
			application = fmt.Sprintf("reserved-%d", i)
		}
		r := theRequest(t, application)
		if i%5 == 0 {
			r.MonthlyBudget = 1
		}
		_, err := s.Submit(t.Context(), store.Key(fmt.Sprint(i)), r)
		require.NoError(t, err)
	}
	list, err := s.Records(t.Context(), store.RecordFilter{}, store.Page{})
	require.NoError(t, err)
	all := list.Items
	require.Len(t, all, 25)
	assert.Empty(t, list.Next)
	assert.Empty(t, list.Previous)
	var paged []store.RecordSummary
	for after := ""; ; {
		page, err := s.Records(t.Context(), store.RecordFilter{}, store.Page{Limit: 10, After: after})
		require.NoError(t, err)
		paged = append(paged, page.Items...)
		if after = page.Next; after == "" {
			break
		}
	}
	assert.Equal(t, all, paged)
	for i := 1; i < len(all); i++ {
		assert.Less(t, all[i-1].RequestID, all[i].RequestID)
	}
	denied, _ := s.Records(t.Context(), store.RecordFilter{Decision: request.Denied}, store.Page{})
	assert.Len(t, denied.Items, 5)
	one, _ := s.Records(t.Context(), store.RecordFilter{Application: "app-01"}, store.Page{})
	assert.Len(t, one.Items, 1)
	assert.Equal(t, 5, counts(t, s).Violations["common.budget.covers-estimate"])
}

// TestNewestListsAreInTheOrderOfArrival lists pages while requests arrive. A new request comes before the
// current page, so that no request is listed twice or is missing.
func TestNewestListsAreInTheOrderOfArrival(t *testing.T) {
	s := installed(t, &scripted{}, simulation)
	var arrived []string
	submit := func(i int) {
		application := fmt.Sprintf("app-%02d", i)
		if i%3 == 0 {
			application = fmt.Sprintf("reserved-%d", i)
		}
		r := theRequest(t, application)
		if i%3 == 0 {
			r.MonthlyBudget = 1
		}
		record, err := s.Submit(t.Context(), store.Key(fmt.Sprint(i)), r)
		require.NoError(t, err)
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
	_, err = s.Submit(t.Context(), "again", theRequest(t, "app-01"))
	require.NoError(t, err)
	same, _ := newest(store.RecordFilter{}, store.Page{})
	assert.Equal(t, arrived, same, "a retry does not arrive a second time")
}
