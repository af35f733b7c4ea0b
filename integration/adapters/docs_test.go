package adapters_test

import (
	"os"
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter"
)

// found returns what the pattern's group finds in a file, sorted, each once.
func found(t *testing.T, file, pattern string) []string {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	var words []string
	for _, match := range regexp.MustCompile(pattern).FindAllStringSubmatch(string(text), -1) {
		words = append(words, match[1])
	}
	slices.Sort(words)
	return slices.Compact(words)
}

const (
	plugins   = "../../platform-core/adapterhost/"
	contract  = "../../platform-core/adapter/contract.go"
	reference = "../../docs/api.md"
)

// Whoever meets a code finds what to do about it.
func TestEveryFaultOfAnAdapterIsDocumented(t *testing.T) {
	documented := found(t, reference, "`([a-z_]+)`")
	codes := found(t, plugins+"codes.go", `problem\.FaultCode = "([a-z_]+)"`)
	require.Greater(t, len(codes), 15)
	for _, code := range codes {
		assert.Contains(t, documented, code)
	}
	for _, rule := range adapter.ContractRules() {
		assert.Contains(t, documented, string(adapter.BreachCode(rule)))
	}
}

func TestTheContractsRulesAreListed(t *testing.T) {
	rules := append(found(t, contract, `fault\("([a-z-]+)"`), found(t, plugins+"failure.go", `breach\("([a-z-]+)"`)...)
	rules = append(rules, found(t, plugins+"remote.go", `breach\("([a-z-]+)"`)...)
	slices.Sort(rules)
	assert.Equal(t, slices.Compact(rules), adapter.ContractRules())
}
