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

// ParseRoot reads the text of a main.tf. It fails if the text is not HCL, and the error names the first
// wrong line.
func ParseRoot(text []byte) (*Root, error) {
	file, diags := hclsyntax.ParseConfig(text, "main.tf", hcl.InitialPos)
	if diags.HasErrors() {
		return nil, diags
	}
	return &Root{text, file.Body.(*hclsyntax.Body)}, nil
}

// Blocks returns the top-level blocks of main.tf with one of the types, such as "resource" or "variable",
// in the order of the text. Without types, it returns all blocks.
func (r *Root) Blocks(types ...string) []Block { return blocksOf(r.body, r.text, types) }

// Block is one block of the text of main.tf, at the top level or nested.
type Block struct {
	syntax *hclsyntax.Block
	text   []byte
}

// Labels returns the labels of the block. A resource has its type and its name.
func (b Block) Labels() []string { return b.syntax.Labels }

// Address returns the name of the block in references, such as "aws_vpc.this",
// "data.aws_region.current", "var.region" or "output.request". The address of a nested block is its type.
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

// Plain returns the expression of an argument without quotes. Use it for a literal text, number or truth
// value. It returns "" if the block has no such argument.
func (b Block) Plain(argument string) string { return strings.Trim(b.Written(argument), `"`) }

// Written returns the expression of an argument as main.tf has it; "" if the block has no such argument.
func (b Block) Written(argument string) string {
	if a := b.syntax.Body.Attributes[argument]; a != nil {
		return string(a.Expr.Range().SliceBytes(b.text))
	}
	return ""
}

// Text returns the block as main.tf has it.
func (b Block) Text() string {
	return string(hcl.RangeBetween(b.syntax.TypeRange, b.syntax.CloseBraceRange).SliceBytes(b.text))
}

// Comment returns the lines of comment directly above the block; "" for none.
func (b Block) Comment() string {
	lines := strings.Split(string(b.text), "\n")[:b.syntax.TypeRange.Start.Line-1]
	from := len(lines)
	for from > 0 && strings.HasPrefix(strings.TrimSpace(lines[from-1]), "#") {
		from--
	}
	return strings.Join(lines[from:], "\n")
}

// Nested returns the blocks directly inside the block with one of the types. Without types, it returns all
// of them.
func (b Block) Nested(types ...string) []Block { return blocksOf(b.syntax.Body, b.text, types) }

func blocksOf(body *hclsyntax.Body, text []byte, types []string) (found []Block) {
	for _, b := range body.Blocks {
		if len(types) == 0 || slices.Contains(types, b.Type) {
			found = append(found, Block{b, text})
		}
	}
	return found
}
