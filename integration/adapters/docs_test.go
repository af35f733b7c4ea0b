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

// Every code of a contract's rule is listed with what it means; that the other
// codes are, package problem tests.
func TestEveryRuleOfTheContractIsDocumented(t *testing.T) {
	documented := found(t, reference, "`([a-z_]+)`")
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
