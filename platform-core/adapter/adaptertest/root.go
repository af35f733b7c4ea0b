package adaptertest

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// Root is a parsed main.tf.
type Root struct {
	text []byte
	body *hclsyntax.Body
}

// ParseRoot reads the text of a main.tf. The error names the first line that is
// no HCL.
func ParseRoot(text []byte) (*Root, error) {
	file, diags := hclsyntax.ParseConfig(text, "main.tf", hcl.InitialPos)
	if diags.HasErrors() {
		return nil, diags
	}
	return &Root{text, file.Body.(*hclsyntax.Body)}, nil
}

// Blocks returns the blocks at the top of main.tf that have one of the types,
// such as "resource" or "variable", in the sequence of the text; all of them
// without a type.
func (r *Root) Blocks(types ...string) []Block { return blocksOf(r.body, r.text, types) }

// Block is one block of main.tf as it is written, at the top or nested.
type Block struct {
	syntax *hclsyntax.Block
	text   []byte
}

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

// Plain returns the expression of an argument of the block without the quotes of
// a text: a text, number or truth value, if it is written as one.
func (b Block) Plain(argument string) string { return strings.Trim(b.Written(argument), `"`) }

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
	return string(hcl.RangeBetween(b.syntax.TypeRange, b.syntax.CloseBraceRange).SliceBytes(b.text))
}

// Comment returns the lines of comment right above the block; empty for none.
func (b Block) Comment() string {
	lines := strings.Split(string(b.text), "\n")[:b.syntax.TypeRange.Start.Line-1]
	from := len(lines)
	for from > 0 && strings.HasPrefix(strings.TrimSpace(lines[from-1]), "#") {
		from--
	}
	return strings.Join(lines[from:], "\n")
}

// Nested returns the blocks right inside the block that have one of the types;
// all of them without a type.
func (b Block) Nested(types ...string) []Block { return blocksOf(b.syntax.Body, b.text, types) }

func blocksOf(body *hclsyntax.Body, text []byte, types []string) (found []Block) {
	for _, b := range body.Blocks {
		if len(types) == 0 || slices.Contains(types, b.Type) {
			found = append(found, Block{b, text})
		}
	}
	return found
}
