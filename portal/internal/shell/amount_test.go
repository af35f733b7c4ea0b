package shell_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/request"
	"platform.internal/portal/internal/shell"
)

func TestNumbers(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 1000000: "1,000,000"} {
		require.Equal(t, want, shell.Grouped(n))
	}
	require.Equal(t, "1,260.34", shell.Dollars(request.Cents(126034)))
	require.Equal(t, "0.05", shell.Dollars(request.Cents(5)))
	require.Equal(t, "unknown", shell.Dollars(request.Money{}), "unknown is never zero")
	require.Equal(t, "1 thing", shell.Count(1, "thing"))
	require.Equal(t, "0 things", shell.Count(0, "thing"))
}
