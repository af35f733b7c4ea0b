package problem_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
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

// TestFaultCodesAreDeclaredHereOnly reads the other packages of the repository.
func TestFaultCodesAreDeclaredHereOnly(t *testing.T) {
	declaration := regexp.MustCompile(`FaultCode\s*=\s*"`)
	files := 0
	err := filepath.WalkDir("../..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".go" || path == filepath.Join("../..", "platform-core", "problem", "fault.go") {
			return err
		}
		source, err := os.ReadFile(path)
		files++
		assert.Empty(t, declaration.FindString(string(source)), path)
		return err
	})
	require.NoError(t, err)
	assert.Greater(t, files, 100)
}
