package amount_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/request"
	"platform.internal/portal/internal/amount"
)

func TestNumbers(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 1000000: "1,000,000"} {
		require.Equal(t, want, amount.Grouped(n))
	}
	require.Equal(t, "1,260.34", amount.Dollars(request.Cents(126034)))
	require.Equal(t, "0.05", amount.Dollars(request.Cents(5)))
	require.Equal(t, "unknown", amount.Dollars(request.Money{}), "unknown is never zero")
	require.Equal(t, "1 thing to change", amount.Things(1))
	require.Equal(t, "0 things to change", amount.Things(0))
}
