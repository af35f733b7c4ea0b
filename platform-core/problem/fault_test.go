package problem_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// faultCodes returns the values of the constants of fault.go.
func faultCodes(t *testing.T) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "fault.go", nil, 0)
	require.NoError(t, err)
	var codes []string
	ast.Inspect(file, func(n ast.Node) bool {
		if literal, ok := n.(*ast.BasicLit); ok && literal.Kind == token.STRING && !strings.HasPrefix(literal.Value, "`") {
			code, err := strconv.Unquote(literal.Value)
			require.NoError(t, err)
			codes = append(codes, code)
		}
		return true
	})
	return codes
}

// TestTheAPIPageListsEveryFaultCode: whoever meets a code finds it there, and
// finds no code that nobody sends.
func TestTheAPIPageListsEveryFaultCode(t *testing.T) {
	page, err := os.ReadFile("../../docs/api.md")
	require.NoError(t, err)
	var listed []string
	inTable := false
	for line := range strings.Lines(string(page)) {
		first, _, isRow := strings.Cut(strings.TrimPrefix(line, "|"), "|")
		switch {
		case strings.HasPrefix(line, "| `errors["):
			inTable = true
		case !strings.HasPrefix(line, "|") || !isRow:
			inTable = false
		case inTable:
			for _, code := range regexp.MustCompile("`([a-z_]+)`").FindAllStringSubmatch(first, -1) {
				listed = append(listed, code[1])
			}
		}
	}
	codes := faultCodes(t)
	require.Greater(t, len(codes), 60)
	assert.ElementsMatch(t, codes, listed)
}
