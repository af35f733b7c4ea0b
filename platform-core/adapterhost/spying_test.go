package adapterhost

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/request"
)

// seen returns what a spying adapter can see of its host.
func seen(t *testing.T, adapter adapter.Adapter) []string {
	t.Helper()
	generation, err := adapter.Generate(t.Context(), sampleOrder(request.Small))
	require.NoError(t, err)
	return strings.Split(string(generation.Files[1].Content), "\n")
}

// having returns the rest of the lines that start with prefix, sorted.
func having(lines []string, prefix string) []string {
	var found []string
	for _, line := range lines {
		if rest, ok := strings.CutPrefix(line, prefix); ok {
			found = append(found, rest)
		}
	}
	slices.Sort(found)
	return found
}
