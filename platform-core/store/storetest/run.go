package storetest

import (
	"bytes"
	"fmt"
	"net/netip"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/portfolio"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/store"
	"platform.internal/platform-core/wire"
)

// Open returns the views of several services on one new store with a limit of records. If only one service
// can use the store, all views are the same.
type Open func(t *testing.T, views, maxRecords int) []store.Store

// Run checks a store.
func Run(t *testing.T, open Open) {
	for name, test := range map[string]func(t *testing.T, open Open){
		"Installation":              testInstallation,
		"Records":                   testRecords,
		"Proposals":                 testProposals,
		"LargestEntries":            testLargestEntries,
		"Keys":                      testKeys,
		"Bounds":                    testBounds,
		"ListsAndCounts":            testListsAndCounts,
		"Environments":              testEnvironments,
		"OneOfManyThatRace":         testRaces,
		"OnePayloadForAKeyInARace":  testRacesForAKey,
		"ListsCompleteWhileWritten": testPagesWhileWritten,
	} {
		t.Run(name, func(t *testing.T) { test(t, open) })
	}
}

// view returns the n-th view, from any number on.
func view(views []store.Store, n int) store.Store { return views[n%len(views)] }

func testInstallation(t *testing.T, open Open) {
	views := open(t, 3, 10)
	_, found, err := views[0].Installation(t.Context())
	require.NoError(t, err)
	assert.False(t, found)
	var created sync.Map
	var installing sync.WaitGroup
	for i := range 12 {
		installing.Go(func() {
			own := store.InstalledProfile{Profile: fmt.Appendf(nil, "{\"n\": %d}\n", i%2), Platform: "1", Adapter: "a",
				AdapterVersion: "2", AdapterDigest: "sha256:1"}
			current, is, err := view(views, i).Install(t.Context(), own)
			assert.NoError(t, err)
			if is {
				assert.Equal(t, own, current)
				created.Store(i, current)
			}
		})
	}
	installing.Wait()
	var winners []store.InstalledProfile
	created.Range(func(_, won any) bool { winners = append(winners, won.(store.InstalledProfile)); return true })
	require.Len(t, winners, 1, "one of them is the installation")
	for _, v := range views {
		in, found, err := v.Installation(t.Context())
		require.NoError(t, err)
		assert.True(t, found)
		assert.Equal(t, winners[0], in)
	}
}

func testRecords(t *testing.T, open Open) {
	views := opened(t, open, 3, 10)
	_, found, err := views[0].Records().Bind(t.Context(), "k", fingerprint(1))
	require.NoError(t, err)
	assert.False(t, found)
	absent, err := views[0].Records().Get(t.Context(), requestID(1))
	require.NoError(t, err)
	assert.Equal(t, []*store.Record{nil}, absent)

	made := record(1)
	stored, err := views[1].Records().Commit(t.Context(), "k", made)
	require.NoError(t, err)
	sameRecord(t, made, stored)
	for _, v := range views {
		found, err := v.Records().Get(t.Context(), requestID(2), requestID(1))
		require.NoError(t, err)
		require.Len(t, found, 2)
		assert.Nil(t, found[0])
		sameRecord(t, made, found[1])
		bound, is, err := v.Records().Bind(t.Context(), "k", fingerprint(1))
		require.NoError(t, err)
		assert.True(t, is)
		sameRecord(t, made, bound)
	}
	second := record(1) // as a service makes it that did not know of the first
	second.ReceivedAt = second.ReceivedAt.Add(time.Hour)
	stored, err = views[2].Records().Commit(t.Context(), "other", second)
	require.NoError(t, err)
	sameRecord(t, made, stored)
	list := records(t, views[0], store.RecordFilter{}, store.Page{})
	assert.Equal(t, []store.RecordSummary{made.RecordSummary}, list.Items)
}

func sameRecord(t testing.TB, want, have *store.Record) {
	t.Helper()
	require.NotNil(t, have)
	assert.Equal(t, want.RecordSummary, have.RecordSummary)
	assert.Equal(t, want.Fingerprint, have.Fingerprint)
	assert.True(t, bytes.Equal(want.Entry, have.Entry), "the bytes of %s", want.RequestID)
}

func testProposals(t *testing.T, open Open) {
	views := opened(t, open, 2, 10)
	for n := 1; n <= 2; n++ {
		addRecord(t, views[0], n)
		made := proposal(n, 0)
		whole := slices.Concat(made.Entry()...)
		stored, err := view(views, n).Proposals().Commit(t.Context(), key(n), made)
		require.NoError(t, err, "the keys of records and proposals are apart")
		assert.Equal(t, string(whole), string(slices.Concat(stored.Entry()...)))
		for _, v := range views {
			found, err := v.Proposals().Get(t.Context(), made.ProposalID)
			require.NoError(t, err)
			require.NotNil(t, found[0])
			assert.Equal(t, string(whole), string(slices.Concat(found[0].Entry()...)))
			assert.Equal(t, string(made.Summary), string(found[0].Summary))
			assert.Equal(t, made.Listed(), found[0].Listed())
			assert.Equal(t, []any{made.RequestID, made.Status, made.Placeholders},
				[]any{found[0].RequestID, found[0].Status, found[0].Placeholders})
		}
		list := records(t, view(views, n+1), store.RecordFilter{Search: requestID(n)}, store.Page{})
		require.Len(t, list.Items, 1)
		assert.Equal(t, made.ProposalID, list.Items[0].ProposalID)
	}
	list, err := views[1].ListProposals(t.Context(), store.ProposalFilter{RequestID: requestID(2)}, store.Page{})
	require.NoError(t, err)
	want := proposal(2, 0).Listed()
	want.Brief, want.KnownTotal, want.AtLeast = record(2).Brief, record(2).KnownTotal, true
	assert.Equal(t, []store.ProposalSummary{want}, list.Items)
}

// testLargestEntries stores entries as large as any, which do not compress.
func testLargestEntries(t *testing.T, open Open) {
	views := opened(t, open, 2, 100)
	r := record(1)
	r.Entry = incompressible(store.MaxRecordSize)
	r.Size = len(r.Entry)
	_, err := views[0].Records().Commit(t.Context(), "k", r)
	require.NoError(t, err)
	found, err := views[1].Records().Get(t.Context(), r.RequestID)
	require.NoError(t, err)
	sameRecord(t, r, found[0])

	p := proposal(1, store.MaxProposalSize-10_000)
	whole := slices.Concat(p.Entry()...)
	_, err = views[0].Proposals().Commit(t.Context(), "k", p)
	require.NoError(t, err)
	again, err := views[1].Proposals().Get(t.Context(), p.ProposalID)
	require.NoError(t, err)
	assert.True(t, bytes.Equal(whole, slices.Concat(again[0].Entry()...)))
}

func testKeys(t *testing.T, open Open) {
	views := opened(t, open, 2, 10)
	for n := 1; n <= 2; n++ {
		addRecord(t, view(views, n), n)
	}
	strange := store.Key("!~/\"%\\<>" + string(bytes.Repeat([]byte{'k'}, store.MaxKey-8)))
	for _, test := range []struct {
		key     store.Key
		payload int
		want    problem.Code
	}{
		{key(1), 1, ""}, {key(1), 2, problem.IdempotencyKeyReused}, {"new", 1, ""}, {"new", 1, ""},
		{"new", 2, problem.IdempotencyKeyReused},
		{strange, 2, ""}, {strange, 1, problem.IdempotencyKeyReused}, {strange[:store.MaxKey-1], 1, ""},
	} {
		for _, v := range views {
			_, _, err := v.Records().Bind(t.Context(), test.key, fingerprint(test.payload))
			assert.Equal(t, test.want, code(err), "%s for %d", test.key, test.payload)
		}
	}
	_, found, err := views[0].Records().Bind(t.Context(), "nothing", fingerprint(3))
	require.NoError(t, err)
	assert.False(t, found)
	_, _, err = views[1].Records().Bind(t.Context(), key(1), fingerprint(3))
	assert.Equal(t, problem.IdempotencyKeyReused, code(err), "also where there is no entry")
	_, err = views[1].Records().Commit(t.Context(), key(1), record(3))
	assert.Equal(t, problem.IdempotencyKeyReused, code(err))
	_, err = views[1].Records().Commit(t.Context(), "nothing", record(3))
	require.NoError(t, err, "what was refused bound nothing")
}

func testBounds(t *testing.T, open Open) {
	views := opened(t, open, 2, 2)
	for n := 1; n <= 2; n++ {
		require.NoError(t, view(views, n).Records().Capacity(t.Context()))
		addRecord(t, view(views, n), n)
	}
	for _, v := range views {
		assert.Equal(t, problem.CapacityExhausted, code(v.Records().Capacity(t.Context())))
		_, err := v.Records().Commit(t.Context(), "third", record(3))
		assert.Equal(t, problem.CapacityExhausted, code(err))
		assert.NoError(t, v.Proposals().Capacity(t.Context()))
	}
	for n := range 6 { // two keys are bound; six more reach the limit of eight
		_, found, err := view(views, n).Records().Bind(t.Context(), key(10+n), fingerprint(1))
		require.NoError(t, err)
		assert.True(t, found)
	}
	for _, v := range views {
		_, _, err := v.Records().Bind(t.Context(), "one more", fingerprint(1))
		assert.Equal(t, problem.CapacityExhausted, code(err))
		_, found, err := v.Records().Bind(t.Context(), key(10), fingerprint(1))
		require.NoError(t, err, "what is bound is still served")
		assert.True(t, found)
	}
}

func testListsAndCounts(t *testing.T, open Open) {
	views := opened(t, open, 3, 100)
	memory := store.NewMemory(100)
	all := append(slices.Clone(views), memory)
	for n := 1; n <= 20; n++ {
		for _, s := range []store.Store{view(views, n), memory} {
			addRecord(t, s, n)
			if n%3 == 0 && n%4 != 0 {
				_, err := s.Proposals().Commit(t.Context(), key(n), proposal(n, 0))
				require.NoError(t, err)
			}
		}
	}
	for _, page := range []store.Page{
		{}, {Order: store.Newest}, {Limit: 7}, {Limit: 7, Order: store.Newest},
		{Limit: 3, After: requestID(9), Order: store.Newest},
		{Limit: 3, Before: requestID(9), Order: store.Newest}, {After: "req-8"}, {After: "unknown", Order: store.Newest},
	} {
		for _, filter := range []store.RecordFilter{
			{}, {Decision: request.Denied}, {Application: "app-7"}, {Policy: brokenRule}, {Search: "APP-1 cc-"},
			{Needs: store.Correction}, {Needs: store.Renewal, Today: "2026-12-01"}, {Needs: store.Budget},
		} {
			sameAnswers(t, all, func(s store.Store) (any, error) { return s.ListRecords(t.Context(), filter, page) })
		}
		sameAnswers(t, all, func(s store.Store) (any, error) {
			return s.ListProposals(t.Context(), store.ProposalFilter{Search: "app"},
				store.Page{Limit: page.Limit, Order: page.Order})
		})
	}
	sameAnswers(t, all, func(s store.Store) (any, error) {
		counts, err := s.Counts(t.Context())
		counts.DatabaseUsage = store.Usage{}
		return counts, err
	})
	counts, err := views[0].Counts(t.Context())
	require.NoError(t, err)
	assert.Equal(t, []int{20, 5}, []int{counts.RecordUsage.Entries, counts.ProposalUsage.Entries})
	assert.Positive(t, counts.RecordUsage.Used())
	// Sizes in bytes depend on the implementation.
	counts.RecordUsage, counts.ProposalUsage, counts.DatabaseUsage = store.Usage{}, store.Usage{}, store.Usage{}
	assert.Equal(t, store.Counts{
		Requests: map[request.Decision]int{request.Accepted: 15, request.Denied: 5}, Proposals: 5,
		Violations: map[string]int{brokenRule: 5},
	}, counts)
}

// withEnvironments returns the views of a store with three environments, and at the end a store in memory with the same
// entries. The last environment has ten requests.
func withEnvironments(t *testing.T, open Open) []store.Store {
	views := opened(t, open, 3, 100)
	memory := store.NewMemory(100)
	add := func(n int, id, network string, ends request.Date) {
		for _, s := range []store.Store{view(views, n), memory} {
			r := record(n)
			r.EnvironmentID, r.NetworkCIDR, r.ExpiryDate = id, netip.MustParsePrefix(network), ends
			_, err := s.Records().Commit(t.Context(), key(n), r)
			require.NoError(t, err)
		}
	}
	add(1, "env-b", "10.0.0.0/16", "")
	add(2, "env-c", "10.0.4.0/22", "2026-12-01")
	add(3, "env-a", "10.9.0.0/24", "2027-01-01")
	for n := 5; n <= 13; n++ { // some are denied
		add(n, "env-c", "10.0.4.0/22", "2026-12-02")
	}
	add(16, "env-d", "10.0.5.0/24", "") // denied
	for _, s := range []store.Store{views[0], memory} {
		_, err := s.Proposals().Commit(t.Context(), key(3), proposal(3, 0))
		require.NoError(t, err)
	}
	return append(views, memory)
}

// overlaps returns the requests with which each environment overlaps.
func overlaps(list []wire.Environment) [][]string {
	found := make([][]string, len(list))
	for i, e := range list {
		for _, o := range e.OverlapsWith {
			found[i] = append(found[i], o.RequestID)
		}
	}
	return found
}

func testEnvironments(t *testing.T, open Open) {
	all := withEnvironments(t, open)
	for name, test := range map[string]struct {
		filter store.EnvironmentFilter
		page   store.Page
		want   []string
	}{
		"all":     {store.EnvironmentFilter{}, store.Page{}, []string{"env-a", "env-b", "env-c"}},
		"newest":  {store.EnvironmentFilter{}, store.Page{Order: store.Newest}, []string{"env-a", "env-c", "env-b"}},
		"a page":  {store.EnvironmentFilter{}, store.Page{Limit: 1, After: "env-a"}, []string{"env-b"}},
		"by cost": {store.EnvironmentFilter{}, store.Page{Order: store.ByCost}, []string{"env-c", "env-a", "env-b"}},
		"by end":  {store.EnvironmentFilter{}, store.Page{Order: store.ByEnd, Limit: 2}, []string{"env-c", "env-a"}},
		"the next to end": {
			store.EnvironmentFilter{}, store.Page{Order: store.ByEnd, After: "env-c"}, []string{"env-a", "env-b"},
		},
		"ends from":       {store.EnvironmentFilter{EndsFrom: "2026-12-03"}, store.Page{}, []string{"env-a"}},
		"ends":            {store.EnvironmentFilter{EndsBefore: "2027-01-01"}, store.Page{}, []string{"env-c"}},
		"overlapping":     {store.EnvironmentFilter{Overlapping: "true"}, store.Page{}, []string{"env-b", "env-c"}},
		"apart":           {store.EnvironmentFilter{Overlapping: "false"}, store.Page{}, []string{"env-a"}},
		"found by its ID": {store.EnvironmentFilter{Search: "NV-C"}, store.Page{}, []string{"env-c"}},
		"of an owner":     {store.EnvironmentFilter{Owner: "other@example.com"}, store.Page{}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			sameAnswers(t, all, func(s store.Store) (any, error) {
				return s.ListEnvironments(t.Context(), test.filter, test.page)
			})
			list, err := all[0].ListEnvironments(t.Context(), test.filter, test.page)
			require.NoError(t, err)
			var ids []string
			for _, e := range list.Items {
				ids = append(ids, e.EnvironmentID)
			}
			assert.Equal(t, test.want, ids)
		})
	}
	list, err := all[1].ListEnvironments(t.Context(), store.EnvironmentFilter{}, store.Page{})
	require.NoError(t, err)
	last := requestID(13)
	assert.Equal(t, []string{requestID(3), requestID(1), last},
		[]string{list.Items[0].RequestID, list.Items[1].RequestID, list.Items[2].RequestID},
		"the newest accepted request of each")
	assert.Equal(t, [][]string{nil, {last}, {requestID(1)}}, overlaps(list.Items))
	assert.Equal(t, proposalID(3), list.Items[0].ProposalID)
	for _, s := range all {
		networks, err := s.Networks(t.Context())
		require.NoError(t, err)
		assert.ElementsMatch(t, []portfolio.Network{
			{RequestID: requestID(3), CIDR: netip.MustParsePrefix("10.9.0.0/24")},
			{RequestID: last, CIDR: netip.MustParsePrefix("10.0.4.0/22")},
			{RequestID: requestID(1), CIDR: netip.MustParsePrefix("10.0.0.0/16")},
		}, networks)
	}
}

// sameAnswers compares the answers of stores with that of the last one.
func sameAnswers(t *testing.T, stores []store.Store, ask func(store.Store) (any, error)) {
	t.Helper()
	want, refused := ask(stores[len(stores)-1])
	for _, s := range stores {
		have, err := ask(s)
		assert.Equal(t, code(refused), code(err))
		assert.Equal(t, want, have)
	}
}

// testRaces commits one payload from many callers at once: they all get the one that was
// stored, though each made its own.
func testRaces(t *testing.T, open Open) {
	views := opened(t, open, 3, 100)
	const callers = 64
	got := make([]*store.Record, callers)
	var racing sync.WaitGroup
	for i := range callers {
		racing.Go(func() {
			own := record(1)
			own.ReceivedAt = own.ReceivedAt.Add(time.Duration(i) * time.Second)
			var err error
			got[i], err = view(views, i).Records().Commit(t.Context(), key(i), own)
			assert.NoError(t, err)
		})
	}
	racing.Wait()
	for i := range callers {
		sameRecord(t, got[0], got[i])
		_, _, err := view(views, i+1).Records().Bind(t.Context(), key(i), fingerprint(2))
		assert.Equal(t, problem.IdempotencyKeyReused, code(err), "each key is bound")
	}
	counts, err := views[0].Counts(t.Context())
	require.NoError(t, err)
	assert.Equal(t, 1, counts.Requests[request.Accepted])
}

// testRacesForAKey commits many payloads with one key at once.
func testRacesForAKey(t *testing.T, open Open) {
	views := opened(t, open, 3, 100)
	const callers = 24
	errs := make([]error, callers)
	var racing sync.WaitGroup
	for i := range callers {
		racing.Go(func() { _, errs[i] = view(views, i).Records().Commit(t.Context(), "k", record(i+1)) })
	}
	racing.Wait()
	codes := map[problem.Code]int{}
	for _, err := range errs {
		codes[code(err)]++
	}
	assert.Equal(t, map[problem.Code]int{"": 1, problem.IdempotencyKeyReused: callers - 1}, codes)
	list := records(t, views[0], store.RecordFilter{}, store.Page{})
	assert.Len(t, list.Items, 1)
}

// testPagesWhileWritten pages through what was there before, while more arrives.
func testPagesWhileWritten(t *testing.T, open Open) {
	views := opened(t, open, 3, 1000)
	for n := 1; n <= 40; n++ {
		addRecord(t, view(views, n), n)
	}
	var writing sync.WaitGroup
	for i, v := range views {
		writing.Go(func() {
			for n := range 40 {
				_, err := v.Records().Commit(t.Context(), key(100*(i+1)+n), record(100*(i+1)+n))
				assert.NoError(t, err)
			}
		})
	}
	first := records(t, views[0], store.RecordFilter{}, store.Page{Limit: 1, Order: store.Newest})
	found := []string{first.Items[0].RequestID}
	for i, after := 0, first.Next; after != ""; i++ {
		page := records(t, view(views, i), store.RecordFilter{}, store.Page{Limit: 3, After: after, Order: store.Newest})
		for _, r := range page.Items {
			found = append(found, r.RequestID)
		}
		after = page.Next
	}
	writing.Wait()
	all := records(t, views[1], store.RecordFilter{}, store.Page{Order: store.Newest})
	require.Len(t, all.Items, 160)
	var ids []string
	for _, r := range all.Items {
		ids = append(ids, r.RequestID)
	}
	at := slices.Index(ids, found[0])
	assert.Equal(t, ids[at:], found, "each of those before, once")
}
