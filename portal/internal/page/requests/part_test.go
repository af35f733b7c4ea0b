package requests

import (
	"net/url"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestParts(t *testing.T) {
	for want, part := range map[string]part{
		"12 requests":                       {First: 1, Rows: 12, All: 12},
		"1 request":                         {First: 1, Rows: 1},
		"1–50 of 2,000 requests":            {First: 1, Rows: 50, More: true, All: 2000},
		"1–50 of more than 50 requests":     {First: 1, Rows: 50, More: true},
		"51–100 of more than 100 requests":  {First: 51, Rows: 50, More: true, All: 99},
		"1,951–2,000 of 2,000 requests":     {First: 1951, Rows: 50, All: 1},
		"51 of 51 requests":                 {First: 51, Rows: 1},
		"The next 50 requests; more follow": {Rows: 50, More: true, All: 2000},
		"The last 1 request":                {Rows: 1},
	} {
		require.Equal(t, want, part.String())
	}
}

// TestTheFirstRowIsInTheAddress checks that a number which no link can contain counts as unknown.
func TestTheFirstRowIsInTheAddress(t *testing.T) {
	read := func(query url.Values, rows int, next, previous string) part {
		return newPart(query).read(rows, next, previous)
	}
	first := read(url.Values{}, 50, "req-1", "")
	require.Equal(t, 1, first.First)
	require.Equal(t, url.Values{"after": {"req-1"}, "at": {"51"}}, first.next("req-1"))
	second := read(first.next("req-1"), 50, "req-3", "req-2")
	require.Equal(t, 51, second.First)
	require.Equal(t, url.Values{"before": {"req-2"}, "at": {"51"}}, second.previous("req-2"))
	require.Equal(t, 1, read(second.previous("req-2"), 50, "req-1", "").First)
	third := read(second.next("req-3"), 50, "", "req-4")
	require.Equal(t, 101, third.First)
	require.Equal(t, 51, read(third.previous("req-4"), 50, "req-5", "req-6").First)
	require.Equal(t, 1, read(url.Values{"before": {"req-2"}, "at": {"7"}}, 3, "req-2", "").First, "what came first left the filter")
	for _, at := range []string{"", "0", "1", "-5", "1e3", "99999999999999999999", "1000000000"} {
		for _, side := range []string{"after", "before"} {
			part := read(url.Values{side: {"req-1"}, "at": {at}}, 50, "req-2", "req-3")
			require.Zero(t, part.First, at)
			require.Equal(t, url.Values{"after": {"req-2"}}, part.next("req-2"))
		}
	}
}
