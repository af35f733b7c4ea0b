package terraform_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/request"
)

// testFile is where an adapter has the tests of its main.tf.
func (c cloud) testFile() string {
	return filepath.Join("..", "..", strings.ReplaceAll(c.id, "_", "-"), "terraform", "tests", "environment.tftest.hcl")
}

// TestNativeTests runs the adapters' own tests of main.tf, in the root of a bundle
// and with mocked providers, as the receiver of a bundle can.
func TestNativeTests(t *testing.T) {
	for _, c := range clouds {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := of(t, c)
			text, err := os.ReadFile(c.testFile())
			require.NoError(t, err)
			tests := filepath.Join(w.folder, "tests")
			require.NoError(t, os.MkdirAll(tests, 0o700))
			write(t, filepath.Join(tests, filepath.Base(c.testFile())), text)
			_, inputs := c.files(t, c.enterprise(t, func(r *request.Request) { r.Environment = request.Production }))
			out, err := w.run(t, append([]string{"test", "-no-color"}, w.files(t, [][]byte{inputs})...)...)
			assert.NoError(t, err, out)
		})
	}
}

// TestNativeTestsCoverEachCondition compares main.tf with its tests: the condition of
// each variable, resource and data source fails somewhere, and each output is read.
func TestNativeTestsCoverEachCondition(t *testing.T) {
	for _, c := range clouds {
		root, _ := c.files(t, c.enterprise(t))
		text, err := os.ReadFile(c.testFile())
		require.NoError(t, err)
		failing := references(t, text, func(attribute string) bool { return attribute == "expect_failures" })
		read := references(t, text, func(attribute string) bool { return attribute == "condition" })
		for _, address := range conditional(t, root) {
			covered := failing
			if strings.HasPrefix(address, "output.") {
				covered = read
			}
			assert.True(t, covered[address], "%s tests nothing of %s", c.testFile(), address)
		}
	}
}

// conditional returns the addresses of what has a condition, and of all outputs.
func conditional(t *testing.T, root []byte) []string {
	t.Helper()
	var addresses []string
	for _, b := range body(t, root).Blocks {
		prefix := map[string]string{"variable": "var.", "output": "output.", "data": "data."}[b.Type]
		for i, label := range b.Labels {
			if i > 0 {
				prefix += "."
			}
			prefix += label
		}
		if b.Type == "output" || hasCondition(b.Body) {
			addresses = append(addresses, prefix)
		}
	}
	require.NotEmpty(t, addresses)
	return addresses
}

func hasCondition(body *hclsyntax.Body) bool {
	for _, b := range body.Blocks {
		switch b.Type {
		case "validation", "precondition", "postcondition":
			return true
		}
		if hasCondition(b.Body) {
			return true
		}
	}
	return false
}

// references returns what some of the attributes refer to, as addresses of
// resources, data sources, variables and outputs.
func references(t *testing.T, text []byte, of func(attribute string) bool) map[string]bool {
	t.Helper()
	found := map[string]bool{}
	var visit func(*hclsyntax.Body)
	visit = func(body *hclsyntax.Body) {
		for name, attribute := range body.Attributes {
			if !of(name) {
				continue
			}
			for _, traversal := range attribute.Expr.Variables() {
				address := ""
				for i, step := range traversal {
					switch step := step.(type) {
					case hcl.TraverseRoot:
						address = step.Name
					case hcl.TraverseAttr:
						address += "." + step.Name
					}
					if i > 0 {
						found[address] = true
					}
				}
			}
		}
		for _, b := range body.Blocks {
			visit(b.Body)
		}
	}
	visit(body(t, text))
	return found
}

func body(t *testing.T, text []byte) *hclsyntax.Body {
	t.Helper()
	file, diagnostics := hclsyntax.ParseConfig(text, "", hcl.InitialPos)
	require.False(t, diagnostics.HasErrors(), diagnostics.Error())
	return file.Body.(*hclsyntax.Body)
}
