package policy

import (
	"slices"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/types"

	"platform.internal/platform-core/request"
)

// expressions are those that decide how a rule comes out, and what it suggests.
func (r *compiled) expressions() []*expression {
	return slices.DeleteFunc([]*expression{r.when, r.require, r.suggest}, func(e *expression) bool { return e == nil })
}

// Reads returns the names of the fields that Denies depends on, sorted: its suggestion
// too. whole is set where it may depend on any.
func (c Check) Reads() (names []string, whole bool) {
	if names, whole = c.rule.fieldsRead(); whole {
		return nil, true
	}
	names = append(names, c.ExceptedBy()...)
	slices.Sort(names)
	return names, false
}

// fieldsRead returns the names of the fields that the rule's expressions read, sorted;
// whole is set where they may read any.
func (r *compiled) fieldsRead() (names []string, whole bool) {
	for _, e := range r.expressions() {
		for _, path := range e.paths() {
			if path == "" {
				return nil, true
			}
			names = append(names, path)
		}
	}
	slices.Sort(names)
	return slices.Compact(names), false
}

// LiteralsFor returns what the rule may compare a field with: the texts and the whole numbers that are
// written in a rule that reads the field, and in its exceptions, sorted.
func (c Check) LiteralsFor(field string) []request.Value {
	var list []any
	for _, text := range c.rule.exceptionTexts(field) {
		list = append(list, types.String(text))
	}
	if c.rule.when.readsField(field) || c.rule.require.readsField(field) {
		list = append(list, c.rule.literals()...)
	}
	return sortedValues(list)
}

// Literals returns the texts and the whole numbers that are written in the rule, sorted.
func (c Check) Literals() []request.Value { return sortedValues(c.rule.literals()) }

func (r *compiled) literals() (list []any) {
	for _, e := range r.expressions() {
		list = append(list, e.literals()...)
	}
	return list
}

// sortedValues returns the texts of a list, and then its whole numbers, each once.
func sortedValues(list []any) (values []request.Value) {
	var texts []string
	var numbers []int64
	for _, literal := range list {
		switch v := literal.(type) {
		case types.String:
			texts = append(texts, string(v))
		case types.Int:
			numbers = append(numbers, int64(v))
		}
	}
	slices.Sort(texts)
	slices.Sort(numbers)
	for _, text := range slices.Compact(texts) {
		values = append(values, request.Text(text))
	}
	for _, number := range slices.Compact(numbers) {
		values = append(values, request.Number(number))
	}
	return values
}

// literals returns the literals of an expression.
func (e *expression) literals() (list []any) {
	for _, n := range ast.MatchDescendants(ast.NavigateAST(e.checked()), ast.KindMatcher(ast.LiteralKind)) {
		list = append(list, n.AsLiteral())
	}
	return list
}
