package providers_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/integration/providers"
)

// TestTheTestsRunEveryAdapterOfTheWorkspace: so that no test leaves out a module provider-* of go.work.
func TestTheTestsRunEveryAdapterOfTheWorkspace(t *testing.T) {
	text, err := os.ReadFile("../../go.work")
	require.NoError(t, err)
	var ids []string
	for _, m := range regexp.MustCompile(`(?m)^\s*\./(provider-\S+)$`).FindAllStringSubmatch(string(text), -1) {
		ids = append(ids, strings.ReplaceAll(m[1], "-", "_"))
	}
	slices.Sort(ids)
	assert.Equal(t, ids, providers.IDs(), "go.work has other modules provider-*: put each adapter into Adapters")
	for id, a := range providers.Adapters {
		d, err := a.Describe(t.Context())
		require.NoError(t, err)
		assert.Equal(t, id, d.ID)
	}
}
