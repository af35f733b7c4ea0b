package adaptertest

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// Block is one block of main.tf as it is written, at the top or nested.
type Block struct {
	syntax *hclsyntax.Block
	text   []byte
}

// Type returns the block's type, such as "resource" or "lifecycle".
func (b Block) Type() string { return b.syntax.Type }

// Labels returns what stands in quotes behind the type: for a resource its type
// and its name.
func (b Block) Labels() []string { return b.syntax.Labels }

// Address returns what references and faults call the block, such as
// "aws_vpc.this", "data.aws_region.current", "var.region" or "output.request".
func (b Block) Address() string {
	name := strings.Join(b.syntax.Labels, ".")
	switch b.syntax.Type {
	case "resource":
		return name
	case "variable":
		return "var." + name
	default:
		return b.syntax.Type + "." + name
	}
}

// Plain returns an argument of the block that is written as a plain value, as
// text; empty for any other. What inputs decide is not plain.
func (b Block) Plain(argument string) string {
	if a := b.syntax.Body.Attributes[argument]; a != nil {
		if value, diags := a.Expr.Value(nil); !diags.HasErrors() {
			text, _ := scalar(value)
			return text
		}
	}
	return ""
}

// Written returns the expression of an argument of the block as it is written;
// empty for none.
func (b Block) Written(argument string) string {
	if a := b.syntax.Body.Attributes[argument]; a != nil {
		return string(a.Expr.Range().SliceBytes(b.text))
	}
	return ""
}

// Text returns the block as it is written.
func (b Block) Text() string {
	whole := hcl.RangeBetween(b.syntax.TypeRange, b.syntax.CloseBraceRange)
	return string(whole.SliceBytes(b.text))
}

// RefersTo reports whether an argument of the block refers to something of a
// type of resource, or to "var", "local" or "data".
func (b Block) RefersTo(argument, root string) bool {
	a := b.syntax.Body.Attributes[argument]
	return a != nil && slices.ContainsFunc(a.Expr.Variables(), func(t hcl.Traversal) bool { return t.RootName() == root })
}

// References returns the addresses that the block refers to, sorted, each once:
// "var.region", "local.tags", "aws_vpc.this".
func (b Block) References() []string {
	var found []string
	for _, t := range bodyReferences(b.syntax.Body) {
		found = append(found, t.address)
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// Comment returns the lines of comment right above the block; empty for none.
func (b Block) Comment() string {
	lines := strings.Split(string(b.text), "\n")[:b.syntax.Range().Start.Line-1]
	from := len(lines)
	for from > 0 && strings.HasPrefix(strings.TrimSpace(lines[from-1]), "#") {
		from--
	}
	return strings.Join(lines[from:], "\n")
}

// Nested returns the blocks right inside the block that have one of the types;
// all of them without a type.
func (b Block) Nested(types ...string) []Block { return ofType(b.syntax.Body.Blocks, b.text, types) }

func ofType(blocks hclsyntax.Blocks, text []byte, types []string) []Block {
	var found []Block
	for _, b := range blocks {
		if len(types) == 0 || slices.Contains(types, b.Type) {
			found = append(found, Block{b, text})
		}
	}
	return found
}

// Names returns the names of all arguments and blocks in the block, however
// deep, sorted, each once.
func (b Block) Names() []string {
	names := namesIn(b.syntax.Body)
	slices.Sort(names)
	return slices.Compact(names)
}

func namesIn(body *hclsyntax.Body) []string {
	var names []string
	for name := range body.Attributes {
		names = append(names, name)
	}
	for _, b := range body.Blocks {
		names = append(append(names, b.Type), namesIn(b.Body)...)
	}
	return names
}
