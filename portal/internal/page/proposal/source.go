package proposal

import (
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// line is one line of a file.
type line struct {
	// Number is counted from 1.
	Number int
	Parts  []part
}

// part is text of one kind within a [line].
type part struct {
	// Kind is the syntax class, and the name of a CSS class; empty for other text.
	Kind string
	Text string
}

// The kinds of a [part].
const (
	comment      = "comment"
	argumentName = "name"
	blockType    = "block"
	literal      = "literal"
)

// newLines returns the lines of a text with Terraform syntax marked. JSON is similar enough to
// Terraform. The parts, joined, are the text without its line ends.
func newLines(text string) []line {
	lines := []line{{Number: 1}}
	for _, p := range tokenParts(text) {
		for i, piece := range strings.Split(p.Text, "\n") {
			if i > 0 {
				lines = append(lines, line{Number: len(lines) + 1})
			}
			last := &lines[len(lines)-1]
			if piece != "" {
				last.Parts = append(last.Parts, part{p.Kind, piece})
			}
		}
	}
	if last := len(lines) - 1; last > 0 && len(lines[last].Parts) == 0 {
		lines = lines[:last] // behind the last line end
	}
	return lines
}

// tokenParts returns the text in parts; two consecutive parts have different kinds.
func tokenParts(text string) []part {
	tokens, _ := hclsyntax.LexConfig([]byte(text), "", hcl.InitialPos)
	var found []part
	add := func(of, piece string) {
		if last := len(found) - 1; last >= 0 && found[last].Kind == of {
			found[last].Text += piece
			return
		}
		found = append(found, part{of, piece})
	}
	end := 0
	for i, token := range tokens {
		from, to := token.Range.Start.Byte, token.Range.End.Byte
		if from > end {
			add("", text[end:from])
		}
		if to > max(from, end) {
			add(kind(tokens, i), text[max(from, end):to])
			end = to
		}
	}
	if end < len(text) {
		add("", text[end:])
	}
	return found
}

// kind returns the kind of the token at index i.
func kind(tokens hclsyntax.Tokens, i int) string {
	switch tokens[i].Type {
	case hclsyntax.TokenComment:
		return comment
	case hclsyntax.TokenOQuote, hclsyntax.TokenOHeredoc, hclsyntax.TokenCQuote, hclsyntax.TokenCHeredoc,
		hclsyntax.TokenQuotedLit, hclsyntax.TokenStringLit, hclsyntax.TokenNumberLit:
		return literal
	case hclsyntax.TokenIdent:
		return kindOfName(tokens, i)
	}
	return ""
}

// kindOfName returns the kind of an identifier. At the start of a line it names an argument or a
// block.
func kindOfName(tokens hclsyntax.Tokens, i int) string {
	following := tokens[min(i+1, len(tokens)-1)].Type
	first := i == 0 || tokens[i-1].Type == hclsyntax.TokenNewline || tokens[i-1].Type == hclsyntax.TokenComment
	switch {
	case first && following == hclsyntax.TokenEqual:
		return argumentName
	case first && (following == hclsyntax.TokenOQuote || following == hclsyntax.TokenOBrace):
		return blockType
	}
	return ""
}
