package adaptertest

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/zclconf/go-cty/cty/function"
)

// Root is a parsed main.tf.
type Root struct {
	text      []byte
	blocks    hclsyntax.Blocks
	functions map[string]function.Function
	locals    map[string]localValue
}

// local is a local value of main.tf, and the names of the locals that its
// expression refers to.
type localValue struct {
	expression hclsyntax.Expression
	needs      []string
}

// ParseRoot reads the text of a main.tf. The error names the first line that is no
// HCL.
func ParseRoot(text []byte) (*Root, error) {
	file, diags := hclsyntax.ParseConfig(text, "main.tf", hcl.InitialPos)
	if diags.HasErrors() {
		return nil, diags
	}
	body := file.Body.(*hclsyntax.Body)
	return &Root{text: text, blocks: body.Blocks, functions: functionsFor(body), locals: localsOf(body)}, nil
}

func localsOf(body *hclsyntax.Body) map[string]localValue {
	found := map[string]localValue{}
	for _, b := range body.Blocks {
		if b.Type != "locals" {
			continue
		}
		for name, a := range b.Body.Attributes {
			l := localValue{expression: a.Expr}
			for _, reference := range a.Expr.Variables() {
				if t := targetOf(reference); reference.RootName() == "local" {
					l.needs = append(l.needs, strings.TrimPrefix(t.address, "local."))
				}
			}
			found[name] = l
		}
	}
	return found
}

// Formatted reports whether the text is as `terraform fmt` leaves it.
func formatted(text []byte) bool { return bytes.Equal(text, hclwrite.Format(text)) }

// Blocks returns the blocks at the top of main.tf that have one of the types,
// such as "resource" or "variable", in the order of the text; all of them
// without a type.
func (r *Root) Blocks(types ...string) []Block { return ofType(r.blocks, r.text, types) }

// of returns the syntax of the blocks of a type.
func (r *Root) of(kind string) []*hclsyntax.Block {
	return slices.DeleteFunc(slices.Clone(r.blocks), func(b *hclsyntax.Block) bool { return b.Type != kind })
}

// faults are what a check finds, in the order in which it looks.
type faults []error

func (f *faults) add(format string, args ...any) { *f = append(*f, fmt.Errorf(format, args...)) }

// joined returns the faults as one error, sorted by their text; nil for none.
func (f *faults) joined() error {
	slices.SortStableFunc(*f, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	return errors.Join(*f...)
}
