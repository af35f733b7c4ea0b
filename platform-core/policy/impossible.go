package policy

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/types"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// Known is what a profile may have, as far as it is known when rules are read.
type Known struct {
	// Providers are those that a profile may name.
	Providers []string
	// Regions are those of the profile's provider; none where that is not known.
	Regions []string
}

// Impossible returns the faults of the organisation's rules that compare a field with a
// text that no normalised request, or no profile, has: such a comparison always comes out
// the same, and a rule with a misspelt value lets everybody through.
func (s *Set) Impossible(known Known) (faults []problem.Fault) {
	for i := range s.rules {
		r := &s.rules[i]
		if r.path == "" {
			continue
		}
		texts := known
		if r.readsPath(profileVariable + ".provider") {
			texts.Regions = nil // the rule is for several providers
		}
		for _, part := range r.parts() {
			for _, c := range part.comparisons() {
				if message := texts.impossible(c); message != "" {
					f := part.fault(r, problem.FaultUnsupported, message)
					f.Line, f.Column = part.locate(c.literal)
					faults = append(faults, f)
				}
			}
		}
	}
	return faults
}

// part is an expression of a rule and its name there.
type part struct {
	name string
	*expression
}

// parts are the expressions that a rule has, in the order of documents.
func (r *compiled) parts() []part {
	all := []part{{When, r.when}, {Require, r.require}, {Message, r.message}, {Suggest, r.suggest}}
	return slices.DeleteFunc(all, func(p part) bool { return p.expression == nil })
}

func (p part) fault(r *compiled, code problem.FaultCode, message string) problem.Fault {
	return problem.Fault{Field: r.path + "." + p.name, Code: code, Message: message, Line: 1, Column: 1}
}

// readsPath reports whether the rule reads what is at a path, such as profile.provider.
func (r *compiled) readsPath(path string) bool {
	return slices.ContainsFunc(r.parts(), func(p part) bool {
		return len(ast.MatchDescendants(ast.NavigateAST(p.checked()), func(n ast.NavigableExpr) bool {
			at, is := pathOf(n)
			return is && at == path
		})) > 0
	})
}

// locate returns the line and the column of a node, from 1.
func (e *expression) locate(node int64) (line, column int) {
	at := e.checked().SourceInfo().GetStartLocation(node)
	return at.Line(), at.Column() + 1
}

// comparison is one of what is at a path with a text that is written in the rule.
type comparison struct {
	path string
	// method is that of a text which compares with a part of it; empty for equality.
	method  string
	text    string
	literal int64 // the node of the text
}

// comparisons returns those of an expression.
func (e *expression) comparisons() (list []comparison) {
	root := ast.NavigateAST(e.checked())
	for _, n := range ast.MatchDescendants(root, ast.KindMatcher(ast.CallKind)) {
		call := n.AsCall()
		args := call.Args()
		switch call.FunctionName() {
		case "_==_", "_!=_", "@in":
			list = append(list, compared(n, args[0], args[1])...)
			list = append(list, compared(n, args[1], args[0])...)
		case "_[_]":
			list = append(list, compared(n, args[1], args[0])...)
		case "startsWith", "endsWith", "contains", "matches":
			if call.IsMemberFunction() {
				for _, c := range compared(n, call.Target(), args[0]) {
					c.method = call.FunctionName()
					list = append(list, c)
				}
			}
		}
	}
	return list
}

// compared returns the comparisons of what is at a path with the texts of another
// expression: one, those of a list, the keys of a map, or those that a loop goes through.
func compared(at ast.NavigableExpr, of, with ast.Expr) (list []comparison) {
	path, is := pathOf(of)
	if !is || !strings.Contains(path, ".") {
		return nil
	}
	for _, literal := range literalsOf(at, with) {
		if text, is := literal.AsLiteral().(types.String); is {
			list = append(list, comparison{path: path, text: string(text), literal: literal.ID()})
		}
	}
	return list
}

func literalsOf(at ast.NavigableExpr, e ast.Expr) (literals []ast.Expr) {
	var candidates []ast.Expr
	switch e.Kind() {
	case ast.LiteralKind:
		candidates = []ast.Expr{e}
	case ast.ListKind:
		candidates = e.AsList().Elements()
	case ast.MapKind:
		for _, entry := range e.AsMap().Entries() {
			candidates = append(candidates, entry.AsMapEntry().Key())
		}
	case ast.IdentKind:
		for loop, in := at.Parent(); in; loop, in = loop.Parent() {
			if loop.Kind() == ast.ComprehensionKind && loop.AsComprehension().IterVar() == e.AsIdent() {
				if over := loop.AsComprehension().IterRange(); over.Kind() != ast.IdentKind {
					return literalsOf(loop, over)
				}
			}
		}
	}
	for _, c := range candidates {
		if c.Kind() == ast.LiteralKind {
			literals = append(literals, c)
		}
	}
	return literals
}

// impossible says what is wrong with a comparison that always comes out the same; nothing
// where it may come out either way.
func (k Known) impossible(c comparison) string {
	values, wrong := k.values(c.path)
	if c.method != "" {
		return c.matchesNone(values)
	}
	normal := c.normal()
	switch {
	case values != nil && slices.Contains(values, c.text):
		return ""
	case values != nil && slices.Contains(values, normal):
	case values != nil:
		normal = document.Nearest(c.text, values)
	case normal == c.text || normal == "":
		return "" // other texts have a form only, and one that no rule can have is a fault of nobody else
	}
	message := fmt.Sprintf("compares %s with %q, %s", c.path, problem.Excerpt(c.text, maxQuoted), wrong)
	if normal != "" {
		return fmt.Sprintf("%s; write %q", message, normal)
	}
	return message + "; write one of " + listed(c.text, values)
}

// normal returns the normal form of the text, where the field at the path takes it.
func (c comparison) normal() string {
	f, is := request.FieldNamed(strings.TrimPrefix(c.path, requestVariable+"."))
	var r request.Request
	if !is || f.Kind != request.TextValue || f.Set(&r, request.Text(c.text)) != nil {
		return ""
	}
	return f.Get(&r).Text
}

// matchesNone says that a text is a part of none of the values.
func (c comparison) matchesNone(values []string) string {
	matches := func(string) bool { return true }
	switch c.method {
	case "startsWith":
		matches = func(value string) bool { return strings.HasPrefix(value, c.text) }
	case "endsWith":
		matches = func(value string) bool { return strings.HasSuffix(value, c.text) }
	case "contains":
		matches = func(value string) bool { return strings.Contains(value, c.text) }
	case "matches":
		if pattern, err := regexp.Compile(c.text); err == nil {
			matches = pattern.MatchString
		}
	}
	if len(values) == 0 || slices.ContainsFunc(values, matches) {
		return ""
	}
	return fmt.Sprintf("looks with %s for %q in %s, where it never is; the values are %s",
		c.method, problem.Excerpt(c.text, maxQuoted), c.path, listed(c.text, values))
}

// maxListed bounds how many values a message lists.
const maxListed = 6

// listed lists values, or where there are many those that begin as the text does.
func listed(text string, values []string) string {
	if len(values) <= maxListed {
		return strings.Join(values, ", ")
	}
	var near []string
	for _, v := range values {
		if len(text) >= 2 && strings.HasPrefix(v, strings.ToLower(text[:2])) {
			near = append(near, v)
		}
	}
	if len(near) == 0 {
		near = values
	}
	return strings.Join(near[:min(len(near), maxListed)], ", ") + " and others"
}

// values returns the only texts that there are at a path, and what is wrong with others;
// nil where there are many, or they are not known.
func (k Known) values(path string) (values []string, wrong string) {
	const noProfile, noRegion = "which no profile has", "which is no region of the provider"
	switch path {
	case profileVariable + ".provider":
		return k.Providers, noProfile
	case profileVariable + ".mode":
		return profile.ModeNames(), noProfile
	case profileVariable + ".unpriced":
		return []string{string(profile.AdviseUnpriced), string(profile.DenyUnpriced)}, noProfile
	case regionPath, regionsPath:
		return k.Regions, noRegion
	}
	f, _ := request.FieldNamed(strings.TrimPrefix(path, requestVariable+"."))
	return f.Values, "which no normalised request has"
}

const (
	regionPath  = requestVariable + "." + request.RegionField
	regionsPath = profileVariable + ".allowed_regions"
)

// Regions returns the regions that the rule compares with, sorted.
func (c Check) Regions() (names []string) {
	for _, part := range c.rule.parts() {
		for _, one := range part.comparisons() {
			if one.method == "" && (one.path == regionPath || one.path == regionsPath) {
				names = append(names, one.text)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
