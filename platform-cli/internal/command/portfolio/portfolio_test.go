package portfolio_test

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-cli/internal/command/portfolio"
	"platform.internal/platform-cli/internal/commandtest"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/terminal"
)

// drawn is a request of a random folder. The owner is another one in each, so that it identifies the request.
type drawn struct {
	application, owner, network string
	first, last                 uint32 // addresses
	expiry                      string
}

// denied reports whether policy denies the request on 2026-11-21 for another reason than its end.
func (d drawn) denied() bool { return strings.HasPrefix(d.network, "8.") || d.expiry > "2027-02-19" }

func draw(random *rand.Rand, n int) drawn {
	length := 20 + random.IntN(5)
	size := uint32(1) << (32 - length)
	d := drawn{
		application: []string{"checkout", "billing", "ledger", "search"}[random.IntN(4)],
		owner:       fmt.Sprintf("owner-%d@example.com", n),
		first:       10<<24 | random.Uint32N(1<<14/size)*size,
		expiry:      []string{"2026-11-01", "2026-11-21", "2026-12-01", "2027-02-19", "2027-02-20"}[random.IntN(5)],
	}
	if random.IntN(8) == 0 {
		d.first -= 2 << 24
	}
	d.last = d.first + size - 1
	address := binary.BigEndian.AppendUint32(nil, d.first)
	d.network = fmt.Sprintf("%d.%d.%d.%d/%d", address[0], address[1], address[2], address[3], length)
	return d
}

// seen is what the test reads of the document.
type seen struct {
	Environments []struct {
		RequestID string `json:"request_id"`
		Owner     string `json:"owner"`
		Decision  string `json:"decision"`
	} `json:"environments"`
	Duplicates []struct {
		RequestIDs []string `json:"request_ids"`
	} `json:"duplicates"`
	Overlaps []struct{ A, B string } `json:"overlaps"`
	Free     []struct {
		PrefixLength int     `json:"prefix_length"`
		CIDR         *string `json:"cidr"`
	} `json:"free"`
	Totals struct {
		All struct {
			Count      int    `json:"count"`
			KnownTotal string `json:"known_total"`
		} `json:"all"`
	} `json:"totals"`
	Ends []struct {
		RequestID string `json:"request_id"`
		Ended     bool   `json:"ended"`
	} `json:"ends"`
}

// TestAgainstAPlainScript compares the document of random folders with lists that loops over pairs and addresses make.
func TestAgainstAPlainScript(t *testing.T) {
	for seed := range uint64(300) {
		random := rand.New(rand.NewPCG(seed, 36))
		commandtest.Folder(t)
		var list []drawn
		for n := range 1 + random.IntN(12) {
			d := draw(random, n)
			list = append(list, d)
			text := strings.NewReplacer("checkout", d.application, "payments@example.com", d.owner,
				"10.20.0.0/20", d.network, "2026-12-15", d.expiry).Replace(commandtest.Request)
			file := filepath.Join("requests", fmt.Sprint(random.IntN(3)), fmt.Sprintf("%x.yaml", random.Uint32()))
			require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o750))
			require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
		}
		r := commandtest.Run(t, portfolio.New, "requests", "--profile", "profile.yaml", "--pool", "10.0.0.0/18", "--free", "20,23")
		var got seen
		require.NoError(t, json.Unmarshal(r.JSON, &got), string(r.JSON))
		judge(t, seed, list, got, r.Exit)
	}
}

func judge(t *testing.T, seed uint64, list []drawn, got seen, exit int) {
	t.Helper()
	owner := map[string]string{}
	for _, e := range got.Environments {
		owner[e.RequestID] = e.Owner
	}
	var decisions, duplicates, overlaps, ends []string
	standing := map[string][]drawn{}
	for _, d := range list {
		decision := "accepted"
		if d.denied() || d.expiry <= "2026-11-21" {
			decision = "denied"
		}
		decisions = append(decisions, d.owner+" "+decision)
		if d.denied() {
			continue
		}
		standing[d.application] = append(standing[d.application], d)
		ends = append(ends, fmt.Sprint(d.owner, " ", d.expiry <= "2026-11-21")) // all end within 90 days
	}
	var single, all []drawn
	for _, same := range standing {
		all = append(all, same...)
		if len(same) == 1 {
			single = append(single, same...)
			continue
		}
		for _, d := range same {
			duplicates = append(duplicates, d.owner)
		}
	}
	for i, a := range single {
		for _, b := range single[:i] {
			if a.first <= b.last && b.first <= a.last {
				overlaps = append(overlaps, pair(a.owner, b.owner))
			}
		}
	}
	var said [4][]string
	for _, e := range got.Environments {
		said[0] = append(said[0], e.Owner+" "+e.Decision)
	}
	for _, d := range got.Duplicates {
		for _, id := range d.RequestIDs {
			said[1] = append(said[1], owner[id])
		}
	}
	for _, o := range got.Overlaps {
		said[2] = append(said[2], pair(owner[o.A], owner[o.B]))
	}
	for _, e := range got.Ends {
		said[3] = append(said[3], fmt.Sprint(owner[e.RequestID], " ", e.Ended))
	}
	for i, want := range [][]string{decisions, duplicates, overlaps, ends} {
		assert.ElementsMatch(t, want, said[i], "seed %d", seed)
	}
	assert.Equal(t, len(single), got.Totals.All.Count, "seed %d", seed)
	assert.Equal(t, fmt.Sprintf("%d.%02d", len(single)*20050/100, len(single)*20050%100), got.Totals.All.KnownTotal)
	assert.Equal(t, len(duplicates)+len(overlaps) > 0, exit == problem.ExitDenied, "seed %d", seed)
	for _, f := range got.Free {
		want := "none"
		size := uint32(1) << (32 - f.PrefixLength)
		for at := uint32(10 << 24); at < 10<<24+1<<14 && want == "none"; at += size {
			if !slices.ContainsFunc(all, func(d drawn) bool { return d.first < at+size && at <= d.last }) {
				want = fmt.Sprintf("10.0.%d.0/%d", at>>8&255, f.PrefixLength)
			}
		}
		is := "none"
		if f.CIDR != nil {
			is = *f.CIDR
		}
		assert.Equal(t, want, is, "seed %d, /%d", seed, f.PrefixLength)
	}
}

func pair(a, b string) string { return min(a, b) + " " + max(a, b) }

// TestTextOfManyEnvironments shows long names, an overlap, a duplicate and a rule on dates at 80 columns.
func TestTextOfManyEnvironments(t *testing.T) {
	commandtest.Folder(t, "freeze.yaml", `provider: provider_t
policies: [{id: org.freeze, title: t, field: environment, level: mandatory, message: m, remediation: r, expected: e,
  require: policy_date < "2026-12-10" || policy_date > "2026-12-11"}]
`)
	require.NoError(t, os.Mkdir("requests", 0o750))
	for n := range 25 {
		text := strings.NewReplacer("checkout", fmt.Sprintf("application-with-a-long-name-%02d", n),
			"payments@", strings.Repeat("long-", 9)+"owner@subsidiary.", "10.20.0", fmt.Sprintf("10.20.%d", n/2*16)).Replace(commandtest.Request)
		require.NoError(t, os.WriteFile(fmt.Sprintf("requests/%d.yaml", n), []byte(text), 0o600))
		if n == 24 {
			require.NoError(t, os.WriteFile("requests/again.yaml", []byte(strings.Replace(text, "500", "600", 1)), 0o600))
		}
	}
	r := commandtest.Run(t, portfolio.New, "requests", "--profile", "freeze.yaml", "-o", "text")
	assert.Equal(t, problem.ExitDenied, r.Exit)
	for _, line := range r.Text {
		assert.LessOrEqual(t, terminal.Cells(line), 80, line)
	}
	text := strings.Join(r.Text, "\n")
	for _, part := range []string{
		"on 21 Nov 2026: 26 requests, 0 denied, 4,812.00 USD a month",
		"environments with several requests, in no total; keep one request for each:\n  application-with-a-long-name-24  development  north-1\n    req-",
		"USD a month and count by cost centre:\n  4,812.00  24  CC-4711\n",
		"end until 19 Feb 2027:\n  15 Dec 2026  application-with-a-long-name-00  development  north-1\n" +
			"  15 Dec 2026  application-with-a-long-name-01  development  north-1\n",
		"\n  and 6 more\n",
		"other changes until 19 Feb 2027:\n  10 Dec 2026  denied by org.freeze\n" +
			"               application-with-a-long-name-00 development north-1\n",
		"               and 23 more\n  12 Dec 2026  no longer denied by org.freeze\n",
	} {
		assert.Contains(t, text, part)
	}
	assert.NotContains(t, text, "expiry", "the table of ends has these")
}
