package policy

import (
	"context"
	"fmt"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types/ref"
)

// Steps that evaluations may take together. A step takes some 0.2 µs at most: see
// BenchmarkStep.
const (
	// RequestSteps bounds the rules that are evaluated for one request, and again the search
	// for its fix: so what a search found accepted is accepted by an evaluation too.
	RequestSteps = 2_000_000
	// ProfileSteps bounds what is evaluated to check the rules of a profile.
	ProfileSteps = 20_000_000
)

// Budget bounds the steps of many evaluations together. It is spent, too, once its context
// has ended: what is evaluated then fails, so callers look at the context before they use
// a result. It may not be used from many goroutines.
type Budget struct {
	ctx         context.Context
	whole       *Budget // that this is a part of; nil for none
	total, left int
}

// NewBudget returns a budget of steps, which ends with the context.
func NewBudget(ctx context.Context, steps int) *Budget { return &Budget{ctx, nil, steps, steps} }

// Part returns a budget of that many of the steps, or of what is left of them. What is
// spent of it is spent of b too.
func (b *Budget) Part(steps int) *Budget {
	steps = min(steps, b.Left())
	return &Budget{b.ctx, b, steps, steps}
}

// Spend takes steps from the budget.
func (b *Budget) Spend(steps int) {
	for ; b != nil; b = b.whole {
		b.left -= steps
	}
}

// Err returns nil while there is something left: else the error of the context, or one
// that names the bound.
func (b *Budget) Err() error {
	if err := b.ctx.Err(); err != nil {
		return err
	}
	if b.left <= 0 {
		return fmt.Errorf("all rules together take more than %d steps", b.total)
	}
	return nil
}

// Left returns how many steps are left; 0 once the context has ended.
func (b *Budget) Left() int {
	if b.Err() != nil {
		return 0
	}
	return b.left
}

// run evaluates a program, and spends the steps that it takes. Those of the platform's own
// rules, which have no bounds, are not counted but for the start.
func (b *Budget) run(program cel.Program, vars cel.Activation) (ref.Val, error) {
	if err := b.Err(); err != nil {
		return nil, err
	}
	value, details, err := program.Eval(vars)
	const start = 5
	b.Spend(start)
	if counted := details.ActualCost(); counted != nil {
		b.Spend(int(*counted)) // #nosec G115 -- little more than maxSteps
	}
	return value, bound(err)
}
