package policy

import (
	"math/big"
	"slices"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/common/types/traits"

	"platform.internal/platform-core/request"
)

// Scale is how a rule measures a field that is a number.
type ThresholdFinder struct {
	field       *request.Field
	comparisons [][2]*expression
	// Step is the least common multiple of the whole numbers that the rule divides by: what it
	// says of two numbers that differ by a step is the same, but for its comparisons. It is 1 for
	// a rule that does not divide.
	Step int64
}

// maxStep bounds a Step. A rule with a greater one is looked at in steps of its greatest divisor.
const maxStep = 5_000

// Scale returns how the rule measures the named field, which is a number.
func (r *CompiledRule) ThresholdFinder(field string) ThresholdFinder {
	f, _ := request.FieldNamed(field)
	s := ThresholdFinder{field: &f, Step: 1}
	for _, e := range []*expression{r.when, r.require} {
		if !e.readsField(field) {
			continue
		}
		for _, call := range calls(e.checked()) {
			if isCall(call, operators.Modulo, operators.Divide) {
				s.divide(call.Children()[1])
			}
			if found, ok := comparisonAt(call); ok {
				s.compare(e, field, found)
			}
		}
	}
	return s
}

// divide takes note of a divisor.
func (s *ThresholdFinder) divide(by ast.Expr) {
	if n, ok := by.AsLiteral().(types.Int); ok && n > 1 && n <= maxStep {
		common := new(big.Int).GCD(nil, nil, big.NewInt(s.Step), big.NewInt(int64(n))).Int64()
		if s.Step = s.Step / common * int64(n); s.Step > maxStep {
			s.Step = max(s.Step/int64(n)*common, int64(n))
		}
	}
}

// compare takes note of a comparison of numbers that reads the field. One that reads the variable of
// a loop cannot be evaluated by itself, and a remainder does not grow with the field.
func (s *ThresholdFinder) compare(e *expression, field string, found comparison) {
	var pair [2]*expression
	reads := false
	for i, operand := range []ast.NavigableExpr{found.left, found.right} {
		switch operand.Type().Kind() {
		case types.IntKind, types.UintKind, types.DoubleKind:
		default:
			return
		}
		if len(ast.MatchDescendants(operand, func(n ast.NavigableExpr) bool {
			return n.Kind() == ast.IdentKind && !slices.Contains(variables, n.AsIdent()) || isCall(n, operators.Modulo)
		})) > 0 {
			return
		}
		pair[i] = e.part(operand)
		reads = reads || pair[i].readsField(field)
	}
	if reads {
		s.comparisons = append(s.comparisons, pair)
	}
}

// Turns returns the numbers of the field at which a comparison of the rule comes out otherwise than
// at the number before, with everything else as the candidate has it: for each comparison the
// least one, and the greatest. It finds them for operands that only grow, or only shrink, with the
// field. One that also divides turns at other numbers within a Step.
func (s ThresholdFinder) Thresholds(over *Candidate) (turns []int64) {
	for _, pair := range s.comparisons {
		order := func(n int64) (int, bool) { return s.order(pair, over, n) }
		least, greatest := s.field.Limits.Min, s.field.Limits.Max
		first, ok := order(least)
		last, also := order(greatest)
		if !ok || !also || first == last {
			continue
		}
		turns = append(turns,
			firstWhere(least, greatest, func(n int64) bool { got, _ := order(n); return got != first }),
			firstWhere(least, greatest, func(n int64) bool { got, _ := order(n); return got == last }))
	}
	return turns
}

// turn returns the least number above least, up to greatest, with which there holds what holds from
// some number on.
func firstWhere(least, greatest int64, holds func(int64) bool) int64 {
	for least+1 < greatest {
		if middle := least + (greatest-least)/2; holds(middle) {
			greatest = middle
		} else {
			least = middle
		}
	}
	return greatest
}

// order compares the operands of a comparison for a number of the field: -1 where the left one is
// the lesser. It is not ok where they cannot be evaluated.
func (s ThresholdFinder) order(pair [2]*expression, over *Candidate, n int64) (int, bool) {
	in := over.Input
	s.field.Assign(&in.Request, request.Number(n))
	f := NewCandidate(in)
	var values [2]ref.Val
	for i, e := range pair {
		value, err := e.eval(f)
		if err != nil {
			return 0, false
		}
		values[i] = value
	}
	left, ok := values[0].(traits.Comparer)
	if !ok {
		return 0, false
	}
	order, ok := left.Compare(values[1]).(types.Int)
	return int(order), ok
}
