package request_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/request"
)

func TestDatesReachFromYear1To9999(t *testing.T) {
	for _, text := range []string{"0000-01-01", "2027-02-29", "10000-01-01", "2027-1-1", ""} {
		_, err := request.ParseDate(text)
		assert.Error(t, err, text)
	}
	first, err := request.ParseDate("0001-01-01")
	require.NoError(t, err)
	last, err := request.ParseDate("9999-12-31")
	require.NoError(t, err)
	const all = 3652058 // days between the two
	for _, c := range []struct {
		from, to request.Date
		days     int
	}{{first, last, all}, {last, first, -all}, {last, last, 0}} {
		days, err := c.from.DaysUntil(c.to)
		require.NoError(t, err)
		assert.Equal(t, c.days, days)
	}
	for days, want := range map[int]request.Date{all: last, all + 1: last, -1: ""} {
		moved, err := first.AddDays(days)
		require.NoError(t, err)
		assert.Equal(t, want, moved)
	}
	_, err = request.ParseDate("20.1.2027")
	require.EqualError(t, err, "must be a real date as YYYY-MM-DD, such as 2027-03-31; write 2027-01-20")
	_, err = request.Date("").DaysUntil(last)
	require.Error(t, err)
	_, err = last.DaysUntil("2027-02-29")
	require.Error(t, err)
	_, err = request.Date("soon").AddDays(1)
	require.Error(t, err)
}
