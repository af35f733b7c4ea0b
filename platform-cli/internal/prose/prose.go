// Package prose has the sentences of the commands as text/template files. [Lines] returns the lines
// of a template for a terminal, [Page] those of a document, and [Text] its text.
//
// A line of a template is a line of the output, with its indent. Control tags may have their own
// lines, since blank lines are left out. A line with {{whole}} stays and is not wrapped. Values are
// escaped, so that they cannot add a line.
package prose

import (
	"embed"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"
	"text/template"
	"text/template/parse"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/terminal"
)

//go:embed *.tmpl
var files embed.FS

// whole marks a line that is not wrapped. No value can contain it, because [safe] escapes it.
const whole = "\x00"

var functions = template.FuncMap{
	"whole":     func() marker { return whole },
	"safe":      safe,
	"code":      func(text string) string { return proposal.MarkdownCode(terminal.Line(text)) },
	"count":     request.Count,
	"file":      terminal.FileName,
	"excerpt":   problem.Excerpt,
	"either":    Either,
	"join":      join,
	"shortened": func(text string) string { return problem.Excerpt(terminal.Line(text), 200) },
	"has":       slices.Contains[[]string],
	"starts":    strings.HasPrefix,
	"dir":       path.Dir,
	"base":      path.Base,
	"cell":      Cell,
	"markdown":  proposal.MarkdownText,
	"fenced":    func(line string) string { return strings.ReplaceAll(terminal.Line(line), "```", "'''") },
	"lower":     strings.ToLower,
	"less":      func(m request.Money) request.Money { return request.Cents(-m.Cents) },
}

// maxCell is the maximum number of characters of a text in a cell.
const maxCell = 200

// Cell returns a text as a Markdown code span of a limited length, so that it makes no markup.
func Cell(text string) string {
	return proposal.MarkdownCode(terminal.Line(problem.Excerpt(text, maxCell)))
}

// Either joins values for a sentence: "a, b or c".
func Either(values []request.Value) string {
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = v.String()
	}
	return join(texts, "or")
}

type marker string

// safe returns the escaped text of a value, with dates and amounts as people read them.
func safe(v any) string {
	switch v := v.(type) {
	case marker:
		return string(v)
	case request.Date:
		return v.Words()
	case int64: // an amount in whole dollars
		return request.Grouped(v)
	}
	return terminal.Line(fmt.Sprint(v))
}

// join joins texts with commas, and the last two with a word if one is given.
func join(texts []string, last ...string) string {
	if n := len(texts) - 1; len(last) > 0 && n > 0 {
		return strings.Join(texts[:n], ", ") + " " + last[0] + " " + texts[n]
	}
	return strings.Join(texts, ", ")
}

var parsed = sync.OnceValue(func() *template.Template {
	set := template.Must(template.New("").Funcs(functions).ParseFS(files, "*.tmpl"))
	for _, t := range set.Templates() {
		guard(t.Root)
	}
	return set
})

// guard wraps each value below a node in a call of [safe].
func guard(n parse.Node) {
	switch n := n.(type) {
	case *parse.ListNode:
		if n != nil {
			for _, child := range n.Nodes {
				guard(child)
			}
		}
	case *parse.IfNode:
		guard(n.List)
		guard(n.ElseList)
	case *parse.RangeNode:
		guard(n.List)
		guard(n.ElseList)
	case *parse.WithNode:
		guard(n.List)
		guard(n.ElseList)
	case *parse.ActionNode:
		if len(n.Pipe.Decl) == 0 {
			show := &parse.CommandNode{NodeType: parse.NodeCommand, Args: []parse.Node{parse.NewIdentifier("safe")}}
			n.Pipe.Cmds = append(n.Pipe.Cmds, show)
		}
	}
}

// Lines returns the lines of a template for data, wrapped at [terminal.Width]. It panics if the
// template does not fit the data.
func Lines(name string, data any) []string { return lines(name, data, terminal.Wrap) }

// Page returns [Lines] without line wrapping.
func Page(name string, data any) []string {
	return lines(name, data, func(line string) []string { return []string{line} })
}

func lines(name string, data any, wrap func(string) []string) (list []string) {
	for line := range strings.SplitSeq(Text(name, data), "\n") {
		switch text, isWhole := strings.CutPrefix(line, whole); {
		case isWhole:
			list = append(list, text)
		case strings.TrimSpace(line) != "":
			list = append(list, wrap(line)...)
		}
	}
	return list
}

// Text returns the output of a template for data without changes. It panics as [Lines] does.
func Text(name string, data any) string {
	var b strings.Builder
	if err := parsed().ExecuteTemplate(&b, name, data); err != nil {
		panic(err)
	}
	return b.String()
}
