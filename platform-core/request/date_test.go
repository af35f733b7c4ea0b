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
	assert.Equal(t, all, first.DaysUntil(last))
	assert.Equal(t, -all, last.DaysUntil(first))
	assert.Equal(t, last, first.AddDays(all))
	assert.Equal(t, last, first.AddDays(all+1))
	assert.Empty(t, first.AddDays(-1))
	assert.Zero(t, request.Date("").DaysUntil(last))
}
