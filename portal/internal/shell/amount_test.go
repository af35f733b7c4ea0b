package shell_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/portal/internal/shell"
)

func TestNumbers(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 1000000: "1,000,000"} {
		require.Equal(t, want, shell.Grouped(n))
	}
	require.Equal(t, "1 thing", shell.Count(1, "thing"))
	require.Equal(t, "0 things", shell.Count(0, "thing"))
}
