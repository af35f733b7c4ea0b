package proposal

import (
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// Line is one line of a file.
type Line struct {
	// Number is counted from 1.
	Number int
	Parts  []Part
}

// Part is text of one [Kind] within a [Line].
type Part struct {
	Kind Kind
	Text string
}

// Kind is the syntax class of a part, and the name of a CSS class; empty for other text.
type Kind string

// The kinds of a [Part].
const (
	Comment Kind = "comment"
	Name    Kind = "name" // of an argument
	Block   Kind = "block"
	Literal Kind = "literal"
)

// Lines returns the lines of a text with Terraform syntax marked. JSON is similar enough to
// Terraform. The parts, joined, are the text without its line ends.
func Lines(text string) []Line {
	lines := []Line{{Number: 1}}
	for _, part := range tokenParts(text) {
		for i, piece := range strings.Split(part.Text, "\n") {
			if i > 0 {
				lines = append(lines, Line{Number: len(lines) + 1})
			}
			last := &lines[len(lines)-1]
			if piece != "" {
				last.Parts = append(last.Parts, Part{part.Kind, piece})
			}
		}
	}
	if last := len(lines) - 1; last > 0 && len(lines[last].Parts) == 0 {
		lines = lines[:last] // behind the last line end
	}
	return lines
}

// tokenParts returns the text in parts; two consecutive parts have different kinds.
func tokenParts(text string) []Part {
	tokens, _ := hclsyntax.LexConfig([]byte(text), "", hcl.InitialPos)
	var found []Part
	add := func(of Kind, piece string) {
		if last := len(found) - 1; last >= 0 && found[last].Kind == of {
			found[last].Text += piece
			return
		}
		found = append(found, Part{of, piece})
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
func kind(tokens hclsyntax.Tokens, i int) Kind {
	switch tokens[i].Type {
	case hclsyntax.TokenComment:
		return Comment
	case hclsyntax.TokenOQuote, hclsyntax.TokenOHeredoc, hclsyntax.TokenCQuote, hclsyntax.TokenCHeredoc,
		hclsyntax.TokenQuotedLit, hclsyntax.TokenStringLit, hclsyntax.TokenNumberLit:
		return Literal
	case hclsyntax.TokenIdent:
		return kindOfName(tokens, i)
	}
	return ""
}

// kindOfName returns the kind of an identifier. At the start of a line it names an argument or a
// block.
func kindOfName(tokens hclsyntax.Tokens, i int) Kind {
	following := tokens[min(i+1, len(tokens)-1)].Type
	first := i == 0 || tokens[i-1].Type == hclsyntax.TokenNewline || tokens[i-1].Type == hclsyntax.TokenComment
	switch {
	case first && following == hclsyntax.TokenEqual:
		return Name
	case first && (following == hclsyntax.TokenOQuote || following == hclsyntax.TokenOBrace):
		return Block
	}
	return ""
}
