package adaptertest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// Root is a parsed main.tf.
type Root struct {
	text   []byte
	blocks hclsyntax.Blocks
}

// ParseRoot reads the text of a main.tf. The error names the first line that is
// no HCL.
func ParseRoot(text []byte) (*Root, error) {
	file, diags := hclsyntax.ParseConfig(text, "main.tf", hcl.InitialPos)
	if diags.HasErrors() {
		return nil, diags
	}
	return &Root{text, file.Body.(*hclsyntax.Body).Blocks}, nil
}

// ReadRoot returns the main.tf with the text. One that is not HCL ends the test.
func ReadRoot(t testing.TB, text []byte) *Root {
	t.Helper()
	root, err := ParseRoot(text)
	if err != nil {
		t.Fatal(err)
	}
	return root
}

// Blocks returns the blocks at the top of main.tf that have one of the types,
// such as "resource" or "variable", in the sequence of the text; all of them
// without a type.
func (r *Root) Blocks(types ...string) []Block { return ofType(r.blocks, r.text, types) }

// ResourceBlocks returns the resource blocks of a type. The test ends where
// there is none: a check of nothing would pass.
func ResourceBlocks(t testing.TB, root *Root, kind string) []Block {
	t.Helper()
	found := slices.DeleteFunc(root.Blocks("resource"), func(b Block) bool { return b.Labels()[0] != kind })
	if len(found) == 0 {
		t.Fatalf("main.tf has no %s", kind)
	}
	return found
}

// ResourceBlock returns the resource block at an address such as "aws_vpc.this".
// The test ends where there is none.
func ResourceBlock(t testing.TB, root *Root, address string) Block {
	t.Helper()
	for _, b := range root.Blocks("resource") {
		if b.Address() == address {
			return b
		}
	}
	t.Fatalf("main.tf has no %s", address)
	return Block{}
}

// NestedBlock returns the one nested block at a path of block types. The test
// ends where there is none, or more than one.
func NestedBlock(t testing.TB, b Block, path ...string) Block {
	t.Helper()
	for _, kind := range path {
		found := b.Nested(kind)
		if len(found) != 1 {
			t.Fatalf("%s has %d blocks %s instead of one", b.Address(), len(found), kind)
		}
		b = found[0]
	}
	return b
}

// CheckPlain checks arguments of a block: each must be written as the plain
// value that is wanted, whatever the inputs are.
func CheckPlain(t testing.TB, b Block, want map[string]string) {
	t.Helper()
	for name, value := range want {
		if found := b.Plain(name); found != value {
			t.Errorf("%s of %s is %q instead of %q", name, b.Address(), found, value)
		}
	}
}

// Block is one block of main.tf as it is written, at the top or nested.
type Block struct {
	syntax *hclsyntax.Block
	text   []byte
}

// Type returns the block's type, such as "resource" or "lifecycle".
func (b Block) Type() string { return b.syntax.Type }

// Labels returns the block's labels: for a resource its type and its name.
func (b Block) Labels() []string { return b.syntax.Labels }

// Address returns what references call the block, such as "aws_vpc.this",
// "data.aws_region.current", "var.region" or "output.request"; of a nested block
// its type.
func (b Block) Address() string {
	path := append([]string{b.syntax.Type}, b.syntax.Labels...)
	switch b.syntax.Type {
	case "resource":
		path = path[1:]
	case "variable":
		path[0] = "var"
	}
	return strings.Join(path, ".")
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

// References returns the first two names of what the block refers to, sorted,
// each once: "var.region", "local.tags", "aws_vpc.this", "each.key".
func (b Block) References() []string {
	found := references(b.syntax.Body)
	slices.Sort(found)
	return slices.Compact(found)
}

func references(body *hclsyntax.Body) (found []string) {
	for _, a := range body.Attributes {
		for _, t := range a.Expr.Variables() {
			found = append(found, reference(t))
		}
	}
	for _, b := range body.Blocks {
		found = append(found, references(b.Body)...)
	}
	return found
}

// reference returns the first two names of a reference.
func reference(t hcl.Traversal) string {
	if len(t) > 1 {
		if attribute, is := t[1].(hcl.TraverseAttr); is {
			return t.RootName() + "." + attribute.Name
		}
	}
	return t.RootName()
}

// CheckVariables checks that each variable of main.tf is read outside of its own
// block, and those of outputOnly by outputs only, so that a free text decides
// nothing. The error names the first that is not.
func CheckVariables(root *Root, outputOnly ...string) error {
	read, decides := map[string]bool{}, map[string]bool{}
	for _, b := range root.Blocks() {
		for _, address := range b.References() {
			if address != b.Address() {
				read[address] = true
				decides[address] = decides[address] || b.Type() != "output"
			}
		}
	}
	for _, b := range root.Blocks("variable") {
		if !read[b.Address()] {
			return fmt.Errorf("nothing reads %s", b.Address())
		}
	}
	for _, name := range outputOnly {
		if decides["var."+name] {
			return fmt.Errorf("not only outputs read var.%s", name)
		}
	}
	return nil
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
// deep.
func (b Block) Names() []string {
	var names []string
	for name := range b.syntax.Body.Attributes {
		names = append(names, name)
	}
	for _, nested := range b.Nested() {
		names = append(append(names, nested.Type()), nested.Names()...)
	}
	return names
}
