package policy

import (
	"context"
	"fmt"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types/ref"
)

// Steps of many evaluations together. A step takes at most about 0.2 µs: see BenchmarkStep.
const (
	// RequestSteps is the limit for one evaluation of a request, and again for the search for its fix. An
	// evaluation therefore accepts what the search has found.
	RequestSteps = 2_000_000
	// ProfileSteps is the limit for checking the rules of a profile.
	ProfileSteps = 20_000_000
)

// Budget limits the steps of many evaluations together. It is also spent when its context has ended. Evaluations
// then fail, so callers check the context before they use a result. It may not be used from many goroutines.
type Budget struct {
	ctx         context.Context
	whole       *Budget // the budget that this one is a part of; nil for none
	total, left int
}

// NewBudget returns a budget of steps that ends with the context.
func NewBudget(ctx context.Context, steps int) *Budget { return &Budget{ctx, nil, steps, steps} }

// Part returns a budget with some of the steps, or with those that are left. Its steps are spent from b too.
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

// Err returns nil while steps are left. Otherwise it returns the error of the context, or one that names the limit.
func (b *Budget) Err() error {
	if err := b.ctx.Err(); err != nil {
		return err
	}
	if b.left <= 0 {
		return fmt.Errorf("all rules together take more than %d steps", b.total)
	}
	return nil
}

// Left returns how many steps are left; 0 when the context has ended.
func (b *Budget) Left() int {
	if b.Err() != nil {
		return 0
	}
	return b.left
}

// run evaluates a program and spends its steps. A rule of the platform has no limits and takes only a fixed number.
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
	return value, boundError(err)
}
