package policy

import (
	"fmt"
	"slices"
	"strings"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
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
			faults = append(faults, part.ordered(r, known)...)
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
	method string
	// ranked is set where it asks what is more or less.
	ranked  bool
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
		case operators.Equals, operators.NotEquals, operators.In:
			list = append(list, e.compared(n, args[0], args[1])...)
			list = append(list, e.compared(n, args[1], args[0])...)
		case operators.Less, operators.LessEquals, operators.Greater, operators.GreaterEquals:
			for _, c := range append(e.compared(n, args[0], args[1]), e.compared(n, args[1], args[0])...) {
				c.ranked = true
				list = append(list, c)
			}
		case operators.Index:
			list = append(list, e.compared(n, args[1], args[0])...)
		case ByStart, ByEnd, ByPart, ByPattern:
			if call.IsMemberFunction() {
				for _, c := range e.compared(n, call.Target(), args[0]) {
					c.method = call.FunctionName()
					list = append(list, c)
				}
			}
		}
	}
	return list
}

// compared returns the comparisons of what is at a path with the texts that another
// expression may come to, or may have as entries or keys.
func (e *expression) compared(at ast.NavigableExpr, of, with ast.Expr) (list []comparison) {
	path, is := pathOf(of)
	if !is || path != dateVariable && !strings.Contains(path, ".") {
		return nil
	}
	for _, literal := range e.literalsOf(at, with) {
		if text, is := literal.AsLiteral().(types.String); is {
			list = append(list, comparison{path: path, text: string(text), literal: literal.ID()})
		}
	}
	return list
}

// literalsOf returns the literals that an expression may come to.
func (e *expression) literalsOf(at ast.NavigableExpr, of ast.Expr) []ast.Expr {
	return slices.DeleteFunc(e.resultsOf(at, of), func(one ast.Expr) bool { return one.Kind() != ast.LiteralKind })
}

// maxResults bounds what an expression is looked through for: loops in loops multiply.
const maxResults = 1_000

// resultsOf returns what an expression may come to: the elements of a list, the keys of a
// map, what is chosen from, and what a loop goes through; as far as that is found in
// maxResults places.
func (e *expression) resultsOf(at ast.NavigableExpr, of ast.Expr) (results []ast.Expr) {
	left := maxResults
	return e.resultsIn(at, of, &left)
}

func (e *expression) resultsIn(at ast.NavigableExpr, of ast.Expr, left *int) (results []ast.Expr) {
	if *left--; *left < 0 {
		return nil
	}
	var sources []ast.Expr
	switch of.Kind() {
	case ast.LiteralKind, ast.SelectKind:
		return []ast.Expr{of}
	case ast.ListKind:
		sources = of.AsList().Elements()
	case ast.MapKind:
		for _, entry := range of.AsMap().Entries() {
			sources = append(sources, entry.AsMapEntry().Key())
		}
	case ast.CallKind:
		sources = e.sources(of)
	case ast.IdentKind:
		for loop, in := at.Parent(); in; loop, in = loop.Parent() {
			if loop.Kind() == ast.ComprehensionKind && loop.AsComprehension().IterVar() == of.AsIdent() {
				return e.resultsIn(loop, loop.AsComprehension().IterRange(), left)
			}
		}
	}
	for _, s := range sources {
		results = append(results, e.resultsIn(at, s, left)...)
	}
	return results
}

// sources returns what a call comes to one of: what ?: chooses from, the values of a map
// or a list that is asked for one, and lists that are added.
func (e *expression) sources(call ast.Expr) (list []ast.Expr) {
	args := call.AsCall().Args()
	switch call.AsCall().FunctionName() {
	case operators.Conditional:
		return args[1:]
	case operators.Add:
		if e.checked().GetType(call.ID()).Kind() == types.ListKind { // a sum of texts is another text
			return args
		}
	case operators.Index:
		switch of := args[0]; of.Kind() {
		case ast.ListKind:
			return of.AsList().Elements()
		case ast.MapKind:
			for _, entry := range of.AsMap().Entries() {
				list = append(list, entry.AsMapEntry().Value())
			}
		}
	}
	return list
}

// impossible says what is wrong with a comparison that always comes out the same; nothing
// where it may come out either way.
func (k Known) impossible(c comparison) string {
	values, wrong := k.values(c.path)
	switch {
	case c.method != "":
		return c.nowhere(values)
	case c.isNoDay():
		return fmt.Sprintf("compares %s with %q, which is no day; it %s", c.path, problem.Excerpt(c.text, maxQuoted), c.dateFault())
	case c.ranked || c.path == dateVariable || c.path == regionPath && values == nil:
		return ""
	}
	normal := c.normal()
	switch {
	case values != nil && slices.Contains(values, c.text):
		return ""
	case values != nil && slices.Contains(values, normal):
	case values != nil:
		normal = document.Nearest(c.text, values)
	case normal == c.text || c.text == "":
		return ""
	}
	message := fmt.Sprintf("compares %s with %q, %s", c.path, problem.Excerpt(c.text, maxQuoted), wrong)
	switch {
	case normal != "":
		return fmt.Sprintf("%s; write %q", message, normal)
	case values == nil:
		return c.formless(message)
	}
	return message + "; write one of " + listed(c.text, values)
}

// formless says what form a text must have that no request has; nothing where what is at
// the path has none.
func (c comparison) formless(message string) string {
	f, is := request.FieldNamed(strings.TrimPrefix(c.path, requestVariable+"."))
	if err := f.Set(&request.Request{}, request.Text(c.text)); is && f.Kind == request.TextValue && err != nil {
		return message + "; it " + problem.From(err).Faults[0].Message
	}
	return ""
}

// yearStart is how the text of a day, or the start of one, begins.
var yearStart = form(`^([0-9]{1,4}$|[0-9]{4}-)`)

// isNoDay reports whether the text is compared with a day, and is no day. What is more or
// less may be compared with the start of one, such as "2027-01".
func (c comparison) isNoDay() bool {
	const day = len("2027-01-31")
	switch {
	case c.path != dateVariable && (c.path != expiryPath || !c.ranked), c.dateFault() == "", c.text == "":
		return false
	case !c.ranked:
		return true
	}
	return len(c.text) == day || !yearStart().MatchString(c.text)
}

func (c comparison) dateFault() string {
	if _, err := request.ParseDate(c.text); err != nil {
		return err.Error()
	}
	return ""
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
	expiryPath  = requestVariable + "." + request.ExpiryField
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
