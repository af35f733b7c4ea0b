package service_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/difference"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
	"platform.internal/platform-core/store"
	"platform.internal/platform-core/wire"
)

// filled returns a service with requests, and their IDs in the order of arrival. texts have their changed
// fields. Its clock goes back with each call.
func filled(t testing.TB, texts ...string) (s *service.Service, ids []string) {
	t.Helper()
	calls := 0
	s = installedWith(t, service.Options{Adapters: catalogOf{impl: &scripted{}}, Now: func() time.Time {
		calls++
		return clock().Add(-time.Duration(calls) * time.Hour / 10)
	}}, simulation+"policy_date: 2026-11-21\nallowed_regions: [north-1, south-1]\n")
	for i, text := range texts {
		record := submitted(t, s, store.Key(fmt.Sprint(i)), changed(t, text))
		ids = append(ids, record.RequestID)
	}
	return s, ids
}

// changed returns a request with the fields of a text, such as "application=billing monthly_budget=1".
func changed(t testing.TB, text string) request.Request {
	t.Helper()
	r := theRequest(t, "checkout")
	for _, assignment := range strings.Fields(text) {
		field, value, _ := strings.Cut(assignment, "=")
		v := request.Text(value)
		if field == request.BudgetField {
			var budget int64
			_, err := fmt.Sscan(value, &budget)
			require.NoError(t, err)
			v = request.Number(budget)
		}
		require.NoError(t, r.Set(field, v))
	}
	return r
}

func newest(t testing.TB, s *service.Service, filter store.RecordFilter, page store.Page) wire.List[store.RecordSummary] {
	t.Helper()
	page.Order = store.Newest
	found, err := s.Records(t.Context(), filter, page)
	require.NoError(t, err)
	return found
}

// numbers returns the number of each found request. Requests have numbers from 0, in the order of arrival.
func numbers(ids []string, found wire.List[store.RecordSummary]) (all []int) {
	for _, summary := range found.Items {
		all = append(all, slices.Index(ids, summary.RequestID))
	}
	return all
}

func TestWhatAFilterSelects(t *testing.T) {
	s, ids := filled(t,
		"application=billing owner=pay@example.com",
		"application=billing cost_centre=EU-1 monthly_budget=1",
		"application=catalogue region=south-1 owner=growth@example.com",
		"application=reserved monthly_budget=1",
	)
	received := newest(t, s, store.RecordFilter{}, store.Page{}).Items[0].ReceivedAt
	for name, test := range map[string]struct {
		filter store.RecordFilter
		want   []int
	}{
		"all":                    {store.RecordFilter{}, []int{3, 2, 1, 0}},
		"application":            {store.RecordFilter{Application: "billing"}, []int{1, 0}},
		"decision":               {store.RecordFilter{Decision: request.Denied}, []int{3, 1}},
		"region":                 {store.RecordFilter{Region: "south-1"}, []int{2}},
		"cost centre":            {store.RecordFilter{CostCentre: "EU-1"}, []int{1}},
		"policy":                 {store.RecordFilter{Policy: "common.budget.covers-estimate"}, []int{3, 1}},
		"policy of the adapter":  {store.RecordFilter{Policy: "provider_t.application.reserved"}, []int{3}},
		"part of an application": {store.RecordFilter{Search: "ILL"}, []int{1, 0}},
		"part of an owner":       {store.RecordFilter{Search: "growth@"}, []int{2}},
		"part of a cost centre":  {store.RecordFilter{Search: "eu-"}, []int{1}},
		"an ID":                  {store.RecordFilter{Search: strings.ToUpper(ids[2])}, []int{2}},
		"the middle of an ID":    {store.RecordFilter{Search: ids[2][5:]}, []int{2}},
		"a range and a region":   {store.RecordFilter{Search: "10.20.0.0/20 NORTH-1 billing"}, []int{1, 0}},
		"a decision":             {store.RecordFilter{Search: "billing denied"}, []int{1}},
		"a date":                 {store.RecordFilter{Search: "billing 15 dec 2026"}, []int{1, 0}},
		"a date as ISO":          {store.RecordFilter{Search: "2026-12-15 pay@"}, []int{0}},
		"a day and a month":      {store.RecordFilter{Search: "15 Dec pay@"}, []int{0}},
		"another day":            {store.RecordFilter{Search: "20 Dec 2026"}, nil},
		"a part of a day":        {store.RecordFilter{Search: "5 Dec 2026"}, nil},
		"a decision's reason":    {store.RecordFilter{Search: "reserved denied by 2 rules"}, []int{3}},
		"a budget":               {store.RecordFilter{Search: "of 1 denied"}, []int{3, 1}},
		"a time":                 {store.RecordFilter{Search: received.Format("2 Jan 2006, 15:04")}, []int{3}},
		"words":                  {store.RecordFilter{Search: " billing  pay@ "}, []int{0}},
		"no two parts at once":   {store.RecordFilter{Search: "billingpay"}, nil},
		"nothing":                {store.RecordFilter{Search: "\x00"}, nil},
		"all at once":            {store.RecordFilter{Search: "billing", Decision: request.Denied, Policy: "common.budget.covers-estimate", Region: "north-1"}, []int{1}},
	} {
		assert.Equal(t, test.want, numbers(ids, newest(t, s, test.filter, store.Page{})), name)
	}
	assert.Equal(t, 2, counts(t, s).Violations["common.budget.covers-estimate"])
}

func TestWhatAListShows(t *testing.T) {
	s, ids := filled(t, "", "monthly_budget=1")
	made := proposed(t, s, "p", ids[0])
	found := newest(t, s, store.RecordFilter{}, store.Page{}).Items
	require.Len(t, found, 2)
	assert.True(t, found[0].ReceivedAt.Before(found[1].ReceivedAt), "a clock that goes back changes no order")
	assert.Equal(t, time.UTC, found[0].ReceivedAt.Location())
	assert.Equal(t, wire.Summary{
		RequestID: ids[0], EnvironmentID: changed(t, "").EnvironmentID("provider_t"), Brief: changed(t, "").Brief(),
		NetworkCIDR: changed(t, "").NetworkCIDR, Decision: request.Accepted,
		KnownTotal: found[1].KnownTotal, MonthlyTotal: found[1].KnownTotal,
		ViolatedPolicies: []string{}, ProposalID: made.ProposalID, ReceivedAt: found[1].ReceivedAt,
	}, found[1].Summary)
	assert.True(t, found[1].KnownTotal.Known)
	assert.Equal(t, []string{"common.budget.covers-estimate"}, found[0].ViolatedPolicies)
	assert.Empty(t, found[0].ProposalID)

	listed, err := s.Proposals(t.Context(), store.ProposalFilter{}, store.Page{})
	require.NoError(t, err)
	require.Len(t, listed.Items, 1)
	parts, err := made.ListEntry(listed.Items[0])
	require.NoError(t, err)
	var shown struct {
		ProposalID  string        `json:"proposal_id"`
		Application string        `json:"application"`
		KnownTotal  request.Money `json:"known_total"`
		ReceivedAt  time.Time     `json:"received_at"`
		Artifacts   []any         `json:"artifacts"`
	}
	require.NoError(t, json.Unmarshal(slices.Concat(parts...)[1:], &shown), string(slices.Concat(parts...)))
	assert.Equal(t, made.ProposalID, shown.ProposalID)
	assert.Equal(t, "checkout", shown.Application)
	assert.Equal(t, found[1].KnownTotal, shown.KnownTotal)
	assert.True(t, shown.ReceivedAt.Before(found[0].ReceivedAt))
	assert.Len(t, shown.Artifacts, 7)
	for _, document := range [][]byte{made.JSON(), made.Summary} {
		assert.NotContains(t, string(document), "received_at")
	}
}

// TestProposalsOfAnEnvironment checks what each proposal changes since the proposal before it.
func TestProposalsOfAnEnvironment(t *testing.T) {
	s, ids := filled(t, "", "application=ledger", "cluster_size=medium monthly_budget=5000", "cluster_size=medium monthly_budget=5001")
	for i, id := range ids {
		proposed(t, s, store.Key(fmt.Sprint(i)), id)
	}
	list, err := s.Proposals(t.Context(), store.ProposalFilter{}, store.Page{Order: store.Newest})
	require.NoError(t, err)
	same, medium, other, first := list.Items[0], list.Items[1], list.Items[2], list.Items[3]
	for _, p := range []store.ProposalSummary{first, other} {
		assert.Empty(t, p.Follows)
		assert.Positive(t, p.Resources.Added)
		assert.Equal(t, &wire.ResourceCounts{Added: p.Resources.Added}, p.Resources)
		assert.False(t, p.CostChange.Known)
	}
	assert.Equal(t, first.ProposalID, medium.Follows)
	assert.Equal(t, medium.KnownTotal.Minus(first.KnownTotal), medium.CostChange)
	assert.Equal(t, medium.ProposalID, same.Follows)
	assert.Equal(t, request.Cents(0), same.CostChange)
	for _, p := range []store.ProposalSummary{medium, same} {
		a, err := s.Proposal(t.Context(), p.Follows)
		require.NoError(t, err)
		b, err := s.Proposal(t.Context(), p.ProposalID)
		require.NoError(t, err)
		read := func(p *store.Proposal) difference.Document {
			d, err := difference.Read("", document.Source{Format: document.JSON, Data: p.JSON()})
			require.NoError(t, err)
			return d
		}
		r := difference.Compare("", read(a), "", read(b)).Resources
		assert.Equal(t, &wire.ResourceCounts{
			Added: len(r.Added) + len(r.Replaced), Changed: len(r.Changed), Removed: len(r.Removed) + len(r.Replaced),
		}, p.Resources)
	}
}

// TestPagesBothWays checks that the pages have the same entries forward and backward, for every order,
// limit and filter.
func TestPagesBothWays(t *testing.T) {
	var texts []string
	for i := range 23 {
		texts = append(texts, fmt.Sprintf("application=app-%02d monthly_budget=%d", i, 1+500*(i%3)))
	}
	s, _ := filled(t, texts...)
	for _, order := range []store.Order{"", store.ByID, store.Newest} {
		for _, filter := range []store.RecordFilter{{}, {Decision: request.Denied}, {Search: "app-1"}} {
			all, err := s.Records(t.Context(), filter, store.Page{Order: order})
			require.NoError(t, err)
			assert.Empty(t, all.Next+all.Previous)
			assert.NotEqual(t, order == store.Newest, slices.IsSortedFunc(all.Items, func(a, b store.RecordSummary) int {
				return cmp.Compare(a.RequestID, b.RequestID)
			}), "by ID, or in the order of arrival")
			for limit := 1; limit <= len(all.Items)+1; limit++ {
				var on, back []store.RecordSummary
				page := store.Page{Limit: limit, Order: order}
				var last wire.List[store.RecordSummary]
				for {
					last, err = s.Records(t.Context(), filter, page)
					require.NoError(t, err)
					assert.Equal(t, len(on) > 0, last.Previous != "")
					on = append(on, last.Items...)
					if page.After = last.Next; last.Next == "" {
						break
					}
				}
				assert.Equal(t, all.Items, on)
				back = last.Items
				for last.Previous != "" {
					last, err = s.Records(t.Context(), filter, store.Page{Limit: limit, Order: order, Before: last.Previous})
					require.NoError(t, err)
					assert.NotEmpty(t, last.Next)
					back = append(slices.Clone(last.Items), back...)
				}
				assert.Equal(t, all.Items, back)
			}
		}
	}
	for page, field := range map[store.Page]string{
		{Order: store.Newest, Before: "req-0"}: "before",
		{Order: store.Newest, After: "req-0"}:  "after",
		{After: "req-0", Before: "req-1"}:      "before",
	} {
		_, err := s.Records(t.Context(), store.RecordFilter{}, page)
		require.Equal(t, problem.InvalidRequest, code(err))
		assert.Equal(t, field, problem.From(err).Faults[0].Field)
	}
}

func TestWhatNeedsSomebody(t *testing.T) {
	s, ids := filled(t,
		"application=a1a expiry_date=2027-01-02",                    // 0: the last day of the renewal
		"application=b1b expiry_date=2027-01-03",                    // 1: a day later
		"application=c1c monthly_budget=1",                          // 2: corrected by 3
		"application=c1c expiry_date=2027-01-20",                    // 3
		"application=d1d expiry_date=2026-11-30",                    // 4: still runs when 5 is denied
		"application=d1d monthly_budget=1",                          // 5
		"application=e1e expiry_date=2026-11-30",                    // 6: renewed by 7
		"application=e1e expiry_date=2027-01-20",                    // 7
		"application=f1f environment=test expiry_date=2026-11-30",   // 8: not renewed by 9
		"application=f1f region=south-1 expiry_date=2027-01-20",     // 9
		"application=g1g monthly_budget=244 expiry_date=2027-01-20", // 10
	)
	total := newest(t, s, store.RecordFilter{Search: "g1g"}, store.Page{}).Items[0].KnownTotal
	exactly := total.Cents / wire.BudgetPercent // the estimate is 90 % of these dollars, or a little more
	for n, budget := range []int64{exactly, exactly + 1} {
		r := changed(t, fmt.Sprintf("application=h%dh monthly_budget=%d expiry_date=2027-01-20", n, budget))
		record := submitted(t, s, store.Key(fmt.Sprint("budget", n)), r)
		ids = append(ids, record.RequestID)
	}
	needs := func(need store.Need) []int {
		return numbers(ids, newest(t, s, store.RecordFilter{Needs: need}, store.Page{}))
	}
	assert.Equal(t, []int{5}, needs(store.Correction))
	assert.Equal(t, []int{8, 4, 0}, needs(store.Renewal))
	assert.Equal(t, []int{11}, needs(store.Budget))
}

func TestFindingProposals(t *testing.T) {
	s, ids := filled(t, "application=billing", "application=billing environment=test", "application=catalogue")
	var made []string
	for _, id := range ids {
		p := proposed(t, s, store.Key(id), id)
		made = append(made, p.ProposalID)
	}
	for name, test := range map[string]struct {
		filter store.ProposalFilter
		want   []int
	}{
		"application": {store.ProposalFilter{Application: "billing"}, []int{1, 0}},
		"environment": {store.ProposalFilter{Environment: "test"}, []int{1}},
		"part":        {store.ProposalFilter{Search: "cat"}, []int{2}},
		"its ID":      {store.ProposalFilter{Search: made[0][:12]}, []int{0}},
		"request's":   {store.ProposalFilter{Search: ids[1]}, []int{1}},
		"its age":     {store.ProposalFilter{Search: "catalogue 0 minutes old"}, []int{2}},
	} {
		found, err := s.Proposals(t.Context(), test.filter, store.Page{Order: store.Newest})
		require.NoError(t, err)
		var got []int
		for _, p := range found.Items {
			got = append(got, slices.Index(made, p.ProposalID))
		}
		assert.Equal(t, test.want, got, name)
	}
}

// BenchmarkSearch lists a page of fifty out of ten thousand requests. Only the oldest request matches the
// search.
func BenchmarkSearch(b *testing.B) {
	texts := make([]string, 10_000)
	for i := range texts {
		texts[i] = fmt.Sprintf("application=app-%d", i)
	}
	texts[0] = "application=needle"
	s, _ := filled(b, texts...)
	for b.Loop() {
		require.Len(b, newest(b, s, store.RecordFilter{Search: "needle cc-4711"}, store.Page{Limit: 50}).Items, 1)
	}
}
