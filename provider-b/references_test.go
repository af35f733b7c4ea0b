package providerb

import (
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// references are what each named thing of main.tf refers to: variables, locals,
// data sources and resources, by their address.
func references(t *testing.T) map[string][]hcl.Traversal {
	t.Helper()
	named := map[string][]hcl.Traversal{}
	for _, b := range readRoot(t) {
		if b.Type != "locals" {
			named[addressOf(b)] = traversals(b.Body)
			continue
		}
		for name, a := range b.Body.Attributes {
			named["local."+name] = a.Expr.Variables()
		}
	}
	return named
}

func addressOf(b *hclsyntax.Block) string {
	prefix := map[string]string{"variable": "var.", "data": "data."}[b.Type]
	if b.Type == "provider" || b.Type == "output" || b.Type == "terraform" {
		prefix = b.Type + "."
	}
	return prefix + strings.Join(b.Labels, ".")
}

// traversals returns every reference in a body. What a lifecycle block ignores
// are names of the resource's own arguments.
func traversals(body *hclsyntax.Body) []hcl.Traversal {
	var found []hcl.Traversal
	for _, a := range body.Attributes {
		found = append(found, a.Expr.Variables()...)
	}
	for _, b := range body.Blocks {
		if b.Type != "lifecycle" {
			found = append(found, traversals(b.Body)...)
		}
	}
	return found
}

// target returns the address that a reference names and, for a resource or data
// source, the attribute that it reads; empty for none.
func target(reference hcl.Traversal) (address, attribute string) {
	var names []string
	for _, step := range reference {
		switch s := step.(type) {
		case hcl.TraverseRoot:
			names = append(names, s.Name)
		case hcl.TraverseAttr:
			names = append(names, s.Name)
		}
	}
	own := 2
	if names[0] == "data" {
		own = 3
	}
	own = min(own, len(names))
	return strings.Join(names[:own], "."), append(names, "")[own]
}

// builtIn are references that Terraform itself answers.
var builtIn = map[string]bool{"each.key": true, "each.value": true, "count.index": true, "self.names": true}

// TestReferencesExist finds references to what main.tf does not declare, and to
// attributes that the provider does not have.
func TestReferencesExist(t *testing.T) {
	named, schema := references(t), readSchema(t)
	for from, list := range named {
		for _, reference := range list {
			address, attribute := target(reference)
			if builtIn[address] || isType(reference) {
				continue
			}
			_, declared := named[address]
			assert.True(t, declared, "%s refers to %s", from, address)
			assert.True(t, schema.reads(address, attribute), "%s reads %s of %s", from, attribute, address)
		}
	}
}

// isType reports whether a name is the type of a variable.
func isType(reference hcl.Traversal) bool {
	return len(reference) == 1 && map[string]bool{"string": true, "number": true, "bool": true}[reference.RootName()]
}

// reads reports whether the thing at the address has the attribute.
func (s providerSchema) reads(address, attribute string) bool {
	parts := strings.Split(address, ".")
	types := s.Resources
	if parts[0] == "data" {
		types, parts = s.Data, parts[1:]
	}
	kind, ofProvider := types[parts[0]]
	_, has := kind.Block.Attributes[attribute]
	return !ofProvider || attribute == "" || has
}

// TestNoCycles finds things that would wait for each other.
func TestNoCycles(t *testing.T) {
	named := references(t)
	done := map[string]bool{}
	for address := range named {
		visit(t, named, address, nil, done)
	}
}

func visit(t *testing.T, named map[string][]hcl.Traversal, address string, path []string, done map[string]bool) {
	t.Helper()
	require.NotContains(t, path, address, "a cycle")
	if done[address] || strings.HasPrefix(address, "var.") {
		return
	}
	for _, reference := range named[address] {
		if next, _ := target(reference); named[next] != nil {
			visit(t, named, next, append(path, address), done)
		}
	}
	done[address] = true
}

// TestNothingIsDeclaredInVain finds locals and data sources without a reader.
func TestNothingIsDeclaredInVain(t *testing.T) {
	named := references(t)
	read := map[string]bool{}
	for _, list := range named {
		for _, reference := range list {
			address, _ := target(reference)
			read[address] = true
		}
	}
	for address := range named {
		if strings.HasPrefix(address, "local.") || strings.HasPrefix(address, "data.") {
			assert.True(t, read[address], "nothing reads %s", address)
		}
	}
}
