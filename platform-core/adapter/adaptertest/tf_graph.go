package adaptertest

import (
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// target is what a reference names: an address and, for a resource or data
// source, the attribute that is read; empty for none.
type reference struct{ address, attribute string }

func targetOf(t hcl.Traversal) reference {
	var names []string
	for _, step := range t {
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
	return reference{strings.Join(names[:own], "."), append(names, "")[own]}
}

// builtIn are the roots of references that Terraform itself answers.
var builtIn = []string{"count", "each", "path", "self", "terraform"}

// references returns what a body refers to, however deep, but for what Terraform
// itself answers.
func bodyReferences(body *hclsyntax.Body, iterators ...string) []reference {
	var found []reference
	for name, a := range body.Attributes {
		if name != "provider" { // a provider's alias is no reference to a value
			found = append(found, expressionReferences(a.Expr, iterators)...)
		}
	}
	for _, b := range body.Blocks {
		switch b.Type {
		case "lifecycle":
			found = append(found, lifecycleReferences(b.Body)...)
		case "dynamic":
			found = append(found, bodyReferences(b.Body, append(slices.Clone(iterators), iterator(b))...)...)
		default:
			found = append(found, bodyReferences(b.Body, iterators...)...)
		}
	}
	return found
}

func expressionReferences(expression hclsyntax.Expression, iterators []string) []reference {
	var found []reference
	for _, t := range expression.Variables() {
		if root := t.RootName(); !slices.Contains(builtIn, root) && !slices.Contains(iterators, root) {
			found = append(found, targetOf(t))
		}
	}
	return found
}

// lifecycleReferences leaves out what a lifecycle ignores: names of the
// resource's own arguments.
func lifecycleReferences(body *hclsyntax.Body) []reference {
	rest := &hclsyntax.Body{Attributes: maps.Clone(body.Attributes), Blocks: body.Blocks}
	delete(rest.Attributes, "ignore_changes")
	return bodyReferences(rest)
}

// iterator returns the name under which the content of a dynamic block reads
// its element.
func iterator(b *hclsyntax.Block) string {
	if a := b.Body.Attributes["iterator"]; a != nil {
		return hcl.ExprAsKeyword(a.Expr)
	}
	return strings.Join(b.Labels, "")
}

// graph is what each named thing of main.tf refers to, by its address. The type
// of a variable is no reference.
type graph map[string][]reference

func (r *Root) graph() graph {
	g := graph{}
	for _, b := range r.Blocks() {
		switch b.Type() {
		case "locals":
			for name, a := range b.syntax.Body.Attributes {
				g["local."+name] = expressionReferences(a.Expr, nil)
			}
		case "variable":
			rest := &hclsyntax.Body{Blocks: b.syntax.Body.Blocks}
			g[b.Address()] = bodyReferences(rest)
		default:
			g[b.Address()] = append(g[b.Address()], bodyReferences(b.syntax.Body)...)
		}
	}
	return g
}

// addresses returns the addresses, sorted.
func (g graph) addresses() []string { return slices.Sorted(maps.Keys(g)) }
