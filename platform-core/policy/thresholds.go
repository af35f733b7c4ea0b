package policy

import (
	"math/big"
	"slices"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/traits"

	"platform.internal/platform-core/request"
)

// ThresholdFinder finds the numbers of a field at which the outcome of a rule changes.
type ThresholdFinder struct {
	field      *request.Field
	operations [][2]*expression // the operands of each comparison that reads the field
	// Step is the least common multiple of the whole numbers by which the rule divides; 1 if it does not divide.
	// For two numbers that differ by a step, only the comparisons may have other results.
	Step int64
}

// maxStep limits a Step. The step of a rule with a greater multiple is its greatest divisor.
const maxStep = 5_000

// ThresholdFinder returns the finder for the named field, which is a number.
func (r *CompiledRule) ThresholdFinder(field string) ThresholdFinder {
	f, _ := request.FieldNamed(field)
	t := ThresholdFinder{field: &f, Step: 1}
	for _, e := range []*expression{r.when, r.require} {
		if !e.readsField(field) {
			continue
		}
		for _, call := range calls(e.checked()) {
			if isCall(call, operators.Modulo, operators.Divide) {
				t.addDivisor(call.Children()[1])
			}
			if o, ok := operationAt(call); ok {
				t.addOperation(e, o)
			}
		}
	}
	return t
}

func (t *ThresholdFinder) addDivisor(by ast.Expr) {
	if n, ok := by.AsLiteral().(types.Int); ok && n > 1 && n <= maxStep {
		common := new(big.Int).GCD(nil, nil, big.NewInt(t.Step), big.NewInt(int64(n))).Int64()
		if t.Step = t.Step / common * int64(n); t.Step > maxStep {
			t.Step = max(t.Step/int64(n)*common, int64(n))
		}
	}
}

// addOperation adds a comparison of numbers that reads the field. It leaves out a comparison that reads the variable
// of a loop, since it cannot be evaluated by itself, and a remainder, since it does not grow with the field.
func (t *ThresholdFinder) addOperation(e *expression, o operation) {
	var pair [2]*expression
	for i, operand := range []ast.NavigableExpr{o.left, o.right} {
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
	}
	if pair[0].readsField(t.field.Name) || pair[1].readsField(t.field.Name) {
		t.operations = append(t.operations, pair)
	}
}

// Thresholds returns the numbers of the field at which the result of a comparison changes, with all other fields as
// in the candidate: the least and the greatest number for each comparison. It finds them for operands that only grow
// or only shrink with the field. If the rule also divides, there may be others within a Step.
func (t ThresholdFinder) Thresholds(c *Candidate) (thresholds []int64) {
	for _, pair := range t.operations {
		order := func(n int64) (int, bool) { return t.order(pair, c, n) }
		least, greatest := t.field.Limits.Min, t.field.Limits.Max
		first, ok := order(least)
		last, lastOK := order(greatest)
		if !ok || !lastOK || first == last {
			continue
		}
		thresholds = append(thresholds,
			firstWhere(least, greatest, func(n int64) bool { got, _ := order(n); return got != first }),
			firstWhere(least, greatest, func(n int64) bool { got, _ := order(n); return got == last }))
	}
	return thresholds
}

// firstWhere returns the least number above least, and at most greatest, for which holds is true. It is a binary
// search: holds has to be true for all greater numbers too.
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

// order compares two operands for a number of the field: -1 if the left one is less. It is not ok if they cannot be
// evaluated.
func (t ThresholdFinder) order(pair [2]*expression, c *Candidate, n int64) (int, bool) {
	in := c.Input
	t.field.Assign(&in.Request, request.Number(n))
	with := NewCandidate(in)
	left, err := pair[0].eval(with)
	if err != nil {
		return 0, false
	}
	right, err := pair[1].eval(with)
	comparer, ok := left.(traits.Comparer)
	if err != nil || !ok {
		return 0, false
	}
	order, ok := comparer.Compare(right).(types.Int)
	return int(order), ok
}
