package layering_test

import (
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	goruntime "runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	gopackages "golang.org/x/tools/go/packages"
)

// use is a place in the source where a package uses an access.
type use struct {
	pkg    string // without the modules' common prefix
	access access
	what   string // "net/http.Get" or the import's path
	where  token.Position
}

func (u use) String() string {
	return fmt.Sprintf("%s:%d: %s uses %s, which gives access to %s", u.where.Filename, u.where.Line, u.pkg, u.what, u.access)
}

// product are the modules that are delivered; test code is not looked at.
var product = []string{"platform-core", "platform-server", "platform-cli", "portal", "provider-a", "provider-b"}

// allProduct are the patterns of the packages of product.
func allProduct() []string {
	var patterns []string
	for _, module := range product {
		patterns = append(patterns, internal+module+"/...")
	}
	return patterns
}

// load reads packages with their types for a system, such as linux. A file of
// overlay takes the place of the one on disk.
func load(t *testing.T, system string, overlay map[string][]byte, patterns ...string) []*gopackages.Package {
	t.Helper()
	loaded, err := gopackages.Load(&gopackages.Config{
		Context: t.Context(),
		Dir:     root,
		Env:     append(environ(), "GOOS="+system, "CGO_ENABLED=0"),
		Mode: gopackages.NeedName | gopackages.NeedFiles | gopackages.NeedImports | gopackages.NeedSyntax |
			gopackages.NeedTypes | gopackages.NeedTypesInfo,
		Overlay: overlay,
	}, patterns...)
	require.NoError(t, err)
	for _, p := range loaded {
		require.Empty(t, p.Errors, p.PkgPath)
	}
	return loaded
}

// uses returns each place where the packages use more than plain code.
func uses(t *testing.T, loaded []*gopackages.Package) []use {
	t.Helper()
	var found []use
	for _, p := range loaded {
		name := strings.TrimPrefix(p.PkgPath, internal)
		for _, file := range p.OtherFiles {
			found = append(found, use{name, System, "a file that is not Go", token.Position{Filename: file}})
		}
		for _, file := range p.Syntax {
			for _, spec := range file.Imports {
				path, err := strconv.Unquote(spec.Path.Value)
				require.NoError(t, err)
				found = append(found, use{name, ofImport(path), path, p.Fset.Position(spec.Pos())})
			}
		}
		for ident, object := range p.TypesInfo.Uses {
			symbol, a := ofSymbol(object)
			found = append(found, use{name, a, symbol, p.Fset.Position(ident.Pos())})
		}
	}
	return slices.DeleteFunc(found, func(u use) bool { return u.access == Plain })
}

// ofImport returns what an import gives access to. Where a package's symbols
// differ, the import gives none: each use of a symbol counts.
func ofImport(path string) access {
	module, _, _ := strings.Cut(strings.TrimPrefix(path, internal), "/")
	a, ok := packages[path]
	switch {
	case differs[path]:
		return Plain
	case ok:
		return a
	case strings.HasPrefix(path, internal) && module != "platform-core":
		return Plain // a module's own package, which is granted what it uses
	default:
		return Unlisted
	}
}

// ofSymbol returns the name of what an identifier means, such as net/http.Get,
// and what it gives access to. A method counts where it or its type does.
func ofSymbol(object types.Object) (string, access) {
	if _, ok := object.(*types.Builtin); ok && object.Pkg() == nil {
		symbol := "builtin." + object.Name()
		return symbol, bySymbol[symbol]
	}
	if object.Pkg() == nil || !differs[object.Pkg().Path()] {
		return "", Plain
	}
	path := object.Pkg().Path()
	if f, ok := object.(*types.Func); ok && f.Signature().Recv() != nil {
		receiver := types.Unalias(f.Signature().Recv().Type())
		if p, ok := receiver.(*types.Pointer); ok {
			receiver = types.Unalias(p.Elem())
		}
		if named, ok := receiver.(*types.Named); ok {
			receiver := path + "." + named.Obj().Name()
			method := receiver + "." + f.Name()
			return method, cmp.Or(bySymbol[method], bySymbol[receiver])
		}
		return "", Plain
	}
	if object.Parent() != object.Pkg().Scope() {
		return "", Plain // a field
	}
	symbol := path + "." + object.Name()
	if a, ok := bySymbol[symbol]; ok {
		return symbol, a
	}
	return symbol, packages[path]
}

// bySymbol has the access of each symbol, and differs the packages that have such
// symbols.
var bySymbol, differs = func() (map[string]access, map[string]bool) {
	by, differ := map[string]access{}, map[string]bool{}
	for a, list := range symbols {
		for _, symbol := range list {
			by[symbol] = a
			for path := range packages {
				if strings.HasPrefix(symbol, path+".") {
					differ[path] = true
				}
			}
		}
	}
	return by, differ
}()

// isGranted returns the entry of granted that covers a use.
func isGranted(u use) (entry string, ok bool) {
	if granted[u.pkg][u.access] != "" {
		return u.pkg, true
	}
	for folder := filepath.ToSlash(filepath.Dir(u.pkg)); folder != "."; folder = filepath.ToSlash(filepath.Dir(folder)) {
		if granted[folder+"/..."][u.access] != "" {
			return folder + "/...", true
		}
	}
	return "", false
}

// TestPackagesUseWhatTheyAreGranted looks at every package of the product, on
// each system that it is built for: none may use more than granted lists for it,
// and the list holds nothing that is not used.
func TestPackagesUseWhatTheyAreGranted(t *testing.T) {
	systems := []string{"linux", "darwin"}
	if testing.Short() {
		systems = []string{goruntime.GOOS} // what the other tests have compiled already
	}
	used := map[string]map[access]bool{}
	for _, system := range systems {
		for _, u := range uses(t, load(t, system, nil, allProduct()...)) {
			entry, ok := isGranted(u)
			assert.True(t, ok, u.String())
			if used[entry] == nil {
				used[entry] = map[access]bool{}
			}
			used[entry][u.access] = true
		}
	}
	for entry, list := range granted {
		for a, reason := range list {
			assert.NotEmpty(t, reason, entry)
			assert.True(t, used[entry][a] || testing.Short() && goruntime.GOOS != "linux", "%s is granted %s, and does not use it", entry, a)
		}
	}
}

// TestWhatIsNotGrantedIsFound adds a file to the core, a view and an adapter that
// tries each access, in an overlay: the check above must name every line.
func TestWhatIsNotGrantedIsFound(t *testing.T) {
	for folder, pkg := range map[string]string{"platform-core/policy": "policy", "platform-cli/internal/command/schema": "schema", "provider-a": "providera"} {
		t.Run(folder, func(t *testing.T) {
			file, err := filepath.Abs(filepath.Join(root, folder, "added.go"))
			require.NoError(t, err)
			source, err := os.ReadFile("testdata/added.go.txt")
			require.NoError(t, err)
			source = append([]byte("package "+pkg+"\n"), source...)

			found := map[int][]access{}
			for _, u := range uses(t, load(t, goruntime.GOOS, map[string][]byte{file: source}, internal+folder)) {
				_, ok := isGranted(u)
				require.False(t, ok, u.String())
				require.Equal(t, file, u.where.Filename)
				found[u.where.Line] = append(found[u.where.Line], u.access)
			}
			tried := 0
			for i, line := range strings.Split(string(source), "\n") {
				_, want, marked := strings.Cut(line, "// want: ")
				if !marked {
					assert.Empty(t, found[i+1], line)
					continue
				}
				tried++
				assert.Contains(t, found[i+1], access(want), line)
			}
			assert.Greater(t, tried, 20)
		})
	}
}

// environ is the environment of this process without what would change which
// system or workspace is loaded.
func environ() []string {
	return slices.DeleteFunc(os.Environ(), func(v string) bool {
		return strings.HasPrefix(v, "GOWORK=")
	})
}
