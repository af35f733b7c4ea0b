package portfolio_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"net/netip"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/portfolio"
	"platform.internal/platform-core/request"
)

func record(application, cidr string, cents int64) request.Record {
	r := request.Template("north-1")
	r.Application, r.NetworkCIDR = application, netip.MustParsePrefix(cidr)
	return request.Record{
		RequestID: "req-" + application, Provider: "provider_t", Request: r, Decision: request.Accepted,
		Estimate: request.Estimate{KnownTotal: request.Cents(cents), MonthlyTotal: request.Cents(cents)},
	}
}

func built(q portfolio.Question, records ...request.Record) portfolio.Portfolio {
	var b portfolio.Builder
	for _, r := range records {
		b.Add(r, r.Decision == request.Accepted, nil)
	}
	return b.Build(q)
}

func TestOverlaps(t *testing.T) {
	hub := []portfolio.Range{
		{Name: "hub_cidrs", CIDR: netip.MustParsePrefix("10.0.0.0/8")},
		{Name: "pod_range", CIDR: netip.MustParsePrefix("100.64.0.0/16")},
		{Name: "runner_cidrs", CIDR: netip.MustParsePrefix("10.9.1.0/24")},
	}
	for _, test := range []struct {
		name  string
		cidrs []string
		pairs []string
	}{
		{"apart", []string{"10.0.0.0/20", "10.0.16.0/20"}, nil},
		{"equal", []string{"10.0.0.0/20", "10.0.0.0/20"}, []string{"req-0 10.0.0.0/20 req-1 10.0.0.0/20"}},
		{"one inside the other", []string{"10.0.4.0/22", "10.0.0.0/20"}, []string{"req-0 10.0.4.0/22 req-1 10.0.0.0/20"}},
		{"one with two apart", []string{"10.0.0.0/22", "10.0.0.0/20", "10.0.8.0/22"},
			[]string{"req-0 10.0.0.0/22 req-1 10.0.0.0/20", "req-1 10.0.0.0/20 req-2 10.0.8.0/22"}},
		{"a range of the profile inside", []string{"10.9.0.0/20"}, []string{"req-0 10.9.0.0/20 runner_cidrs 10.9.1.0/24"}},
		{"pods inside, in 100.64.0.0/10", []string{"100.64.0.0/10"}, []string{"req-0 100.64.0.0/10 pod_range 100.64.0.0/16"}},
		{"inside the pods, which then take another range", []string{"100.64.16.0/20"}, nil},
		{"three of one network, and one inside", []string{"10.0.0.0/20", "10.0.0.0/20", "10.0.0.0/20", "10.0.1.0/24"},
			[]string{"req-0 10.0.0.0/20 req-1 10.0.0.0/20", "req-0 10.0.0.0/20 req-2 10.0.0.0/20", "req-0 10.0.0.0/20 req-3 10.0.1.0/24",
				"req-1 10.0.0.0/20 req-2 10.0.0.0/20", "req-1 10.0.0.0/20 req-3 10.0.1.0/24", "req-2 10.0.0.0/20 req-3 10.0.1.0/24"}},
		{"all pods", []string{"100.64.0.0/16"}, []string{"req-0 100.64.0.0/16 pod_range 100.64.0.0/16"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			var records []request.Record
			for i, cidr := range test.cidrs {
				records = append(records, record(fmt.Sprint(i), cidr, 1))
			}
			p := built(portfolio.Question{Ranges: hub}, records...)
			var pairs []string
			for _, o := range p.Overlaps {
				pairs = append(pairs, fmt.Sprint(o.A, " ", o.ACIDR, " ", o.B, " ", o.BCIDR))
			}
			assert.Equal(t, test.pairs, pairs)
			assert.Equal(t, len(test.pairs) > 0, p.Fails())
		})
	}
}

// TestManyOverlaps has more overlaps than a portfolio lists.
func TestManyOverlaps(t *testing.T) {
	var records []request.Record
	for i := range 300 {
		records = append(records, record(fmt.Sprintf("%03d", i), "10.0.0.0/20", 1))
	}
	p := built(portfolio.Question{}, records...)
	require.Len(t, p.Overlaps, portfolio.MaxOverlaps)
	assert.Equal(t, 300*299/2-portfolio.MaxOverlaps, p.MoreOverlaps)
	assert.Equal(t, "req-001", p.Overlaps[299].A, "the first overlaps are listed")
}

func TestFree(t *testing.T) {
	for _, test := range []struct {
		name, pool string
		taken      []string
		ranges     []string
		want       map[int]string // "" for none
	}{
		{"empty", "10.0.0.0/16", nil, nil, map[int]string{16: "10.0.0.0/16", 20: "10.0.0.0/20", 15: ""}},
		{"a gap that is too small", "10.0.0.0/16", []string{"10.0.4.0/22"}, nil,
			map[int]string{22: "10.0.0.0/22", 20: "10.0.16.0/20", 16: ""}},
		{"full", "10.0.0.0/23", []string{"10.0.0.0/24", "10.0.1.0/24"}, nil, map[int]string{24: "", 23: ""}},
		{"inside a network", "10.0.4.0/22", []string{"10.0.0.0/16"}, nil, map[int]string{24: ""}},
		{"inside the hub", "10.0.4.0/22", nil, []string{"10.0.0.0/8"}, map[int]string{24: "10.0.4.0/24"}},
		{"with the hub inside", "10.0.0.0/16", nil, []string{"10.0.0.0/17"}, map[int]string{24: "10.0.128.0/24"}},
		{"a small range inside a larger one", "10.0.0.0/16", []string{"10.0.0.0/17", "10.0.1.0/24"}, nil, map[int]string{24: "10.0.128.0/24"}},
		{"the end of all addresses", "255.255.255.0/24", []string{"255.255.255.0/25"}, nil,
			map[int]string{25: "255.255.255.128/25", 24: ""}},
	} {
		t.Run(test.name, func(t *testing.T) {
			q := portfolio.Question{Pool: netip.MustParsePrefix(test.pool), Lengths: slices.Sorted(maps.Keys(test.want))}
			for _, r := range test.ranges {
				q.Ranges = append(q.Ranges, portfolio.Range{Name: "hub", CIDR: netip.MustParsePrefix(r)})
			}
			var records []request.Record
			for i, cidr := range test.taken {
				records = append(records, record(fmt.Sprint(i), cidr, 1))
			}
			got := map[int]string{}
			for _, f := range built(q, records...).Free {
				if got[f.PrefixLength] = ""; f.CIDR != nil {
					got[f.PrefixLength] = f.CIDR.String()
				}
			}
			assert.Equal(t, test.want, got)
		})
	}
}

// TestDuplicates asks for one environment with two requests: both block a free range, and neither is in a total.
func TestDuplicates(t *testing.T) {
	first, second, other := record("a", "10.0.0.0/24", 100), record("a", "10.0.1.0/24", 200), record("b", "10.0.0.0/23", 400)
	second.RequestID = "req-aa"
	p := built(portfolio.Question{Pool: netip.MustParsePrefix("10.0.0.0/22"), Lengths: []int{24}}, second, other, first, first)
	assert.Equal(t, []portfolio.Duplicate{{EnvironmentID: first.Request.EnvironmentID("provider_t"),
		RequestIDs: []string{"req-a", "req-aa"}}}, p.Duplicates)
	assert.Len(t, p.Environments, 3)
	assert.Empty(t, p.Overlaps)
	assert.Equal(t, "10.0.2.0/24", p.Free[0].CIDR.String())
	assert.Equal(t, portfolio.Total{Count: 1, KnownTotal: request.Cents(400)}, p.Totals.All)
}

func TestTotals(t *testing.T) {
	priced, partly, unpriced, denied := record("a", "10.0.0.0/24", 100), record("b", "10.0.1.0/24", 20),
		record("c", "10.0.2.0/24", 0), record("d", "10.0.3.0/24", 1000)
	partly.Estimate.MonthlyTotal = request.Money{}
	unpriced.Estimate = request.Estimate{}
	priced.Request.CostCentre = "CC-9"
	denied.Decision = request.Denied
	p := built(portfolio.Question{}, denied, unpriced, partly, priced)
	assert.Equal(t, portfolio.Total{Count: 3, KnownTotal: request.Cents(120), AtLeast: true}, p.Totals.All)
	assert.Equal(t, []portfolio.Total{
		{Key: partly.Request.CostCentre, Count: 2, KnownTotal: request.Cents(20), AtLeast: true},
		{Key: "CC-9", Count: 1, KnownTotal: request.Cents(100)},
	}, p.Totals.CostCentre)
	assert.Len(t, p.Environments, 4)
}

func TestEnds(t *testing.T) {
	var b portfolio.Builder
	for day, stands := range map[request.Date]bool{
		"2026-11-20": true, "2026-11-19": false, "2026-11-30": true, "2026-12-01": true, "": true,
	} {
		r := record("on"+strings.ReplaceAll(string(day), "-", ""), "10.0.0.0/24", 1)
		r.Request.ExpiryDate = day
		if day != "" && day < "2026-11-24" {
			r.Decision = request.Denied
		}
		b.Add(r, stands, nil)
	}
	p := b.Build(portfolio.Question{On: "2026-11-24", Until: "2026-11-30"})
	assert.Equal(t, []portfolio.End{
		{RequestID: "req-on20261120", ExpiryDate: "2026-11-20", Ended: true},
		{RequestID: "req-on20261130", ExpiryDate: "2026-11-30"},
	}, p.Ends)
}

// TestThePortfolioDoesNotDependOnOrder adds random requests in two orders.
func TestThePortfolioDoesNotDependOnOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(36, 1))
	for range 20 {
		var records []request.Record
		for i := range 40 {
			r := record(fmt.Sprintf("a%d", random.IntN(30)), fmt.Sprintf("10.0.%d.0/%d", 16*random.IntN(16), 20+random.IntN(4)), int64(i))
			r.RequestID += fmt.Sprint("-", i)
			records = append(records, r)
		}
		q := portfolio.Question{Pool: netip.MustParsePrefix("10.0.0.0/16"), Lengths: []int{20, 24}}
		want, err := document.Encode(built(q, records...))
		require.NoError(t, err)
		random.Shuffle(len(records), func(i, j int) { records[i], records[j] = records[j], records[i] })
		got, err := document.Encode(built(q, records...))
		require.NoError(t, err)
		require.Equal(t, string(want), string(got))
	}
}
