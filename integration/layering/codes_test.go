package layering_test

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	goruntime "runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	gopackages "golang.org/x/tools/go/packages"
)

// codes is the package with the one table of fault codes.
const codes = core + "problem"

// TestFaultCodesAreDeclaredInOneTable: clients switch on the codes, and
// docs/fault-codes.md lists those of the table. So no other package makes a code,
// from a literal or by a conversion, and each code of the table is used.
func TestFaultCodesAreDeclaredInOneTable(t *testing.T) {
	loaded := load(t, "linux", nil, allProduct()...)
	assert.Empty(t, madeCodes(loaded))

	used := map[string]bool{}
	for _, p := range loaded {
		for _, object := range p.TypesInfo.Uses {
			if isCode(object.Type()) {
				used[object.Name()] = true
			}
		}
	}
	for name, code := range declaredCodes(loaded) {
		assert.True(t, used[name], "nothing uses the code %s", code)
	}
}

// TestThePageListsEveryFaultCode checks that docs/fault-codes.md lists each code, and no
// other.
func TestThePageListsEveryFaultCode(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(root, "docs/fault-codes.md"))
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
	declared := declaredCodes(load(t, "linux", nil, codes))
	require.Greater(t, len(declared), 60)
	assert.ElementsMatch(t, slices.Collect(maps.Values(declared)), listed)
}

// declaredCodes returns the codes of the table by the names of their constants.
func declaredCodes(loaded []*gopackages.Package) map[string]string {
	declared := map[string]string{}
	for _, p := range loaded {
		for _, name := range p.Types.Scope().Names() {
			if c, ok := p.Types.Scope().Lookup(name).(*types.Const); ok && p.PkgPath == codes && isCode(c.Type()) {
				declared[name] = constant.StringVal(c.Val())
			}
		}
	}
	return declared
}

// TestFaultCodesMadeElsewhereAreFound adds a file that makes codes in each way.
func TestFaultCodesMadeElsewhereAreFound(t *testing.T) {
	file, err := filepath.Abs(filepath.Join(root, "platform-core/adapter/added.go"))
	require.NoError(t, err)
	source, err := os.ReadFile("testdata/codes.go.txt")
	require.NoError(t, err)
	var want []string
	for i, line := range strings.Split(string(source), "\n") {
		if strings.HasSuffix(line, "// want: a code") {
			want = append(want, fmt.Sprintf("%s:%d", file, i+1))
		}
	}
	require.NotEmpty(t, want)
	assert.ElementsMatch(t, want, madeCodes(load(t, goruntime.GOOS, map[string][]byte{file: source}, core+"adapter")))
}

// madeCodes returns the lines outside of the table on which a fault code is made
// from a text. The empty code, for none, may be written everywhere.
func madeCodes(loaded []*gopackages.Package) []string {
	var found []string
	for _, p := range loaded {
		if p.PkgPath == codes {
			continue
		}
		for expression, value := range p.TypesInfo.Types {
			if value.IsType() || !isCode(value.Type) {
				continue
			}
			switch e := expression.(type) {
			case *ast.BasicLit, *ast.BinaryExpr, *ast.CallExpr:
				if call, ok := e.(*ast.CallExpr); ok && !p.TypesInfo.Types[call.Fun].IsType() {
					continue // a function's result
				}
			case *ast.Ident, *ast.SelectorExpr:
				if object := named(p.TypesInfo, e); object == nil || isCode(object.Type()) {
					continue
				}
			default:
				continue
			}
			if value.Value != nil && constant.StringVal(value.Value) == "" {
				continue
			}
			at := p.Fset.Position(expression.Pos())
			found = append(found, fmt.Sprintf("%s:%d", at.Filename, at.Line))
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// named returns the object that a name means.
func named(info *types.Info, expression ast.Expr) types.Object {
	switch e := expression.(type) {
	case *ast.Ident:
		return info.ObjectOf(e)
	case *ast.SelectorExpr:
		return info.ObjectOf(e.Sel)
	default:
		return nil
	}
}

// isCode reports whether a type is problem.FaultCode.
func isCode(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == "FaultCode" && n.Obj().Pkg().Path() == codes
}
