package adaptertest

import (
	"context"
	"errors"
	"fmt"

	"platform.internal/platform-core/adapter"
)

// Answer is what an adapter made of an order that can be sized.
type Answer struct {
	Order      adapter.Input
	Evaluation adapter.Evaluation
	// Files are the generated files: adapter.RootFile, then adapter.InputsFile.
	Files []adapter.File
}

// Ask asks the adapter to evaluate and generate the order. The error is the
// adapter's.
func Ask(ctx context.Context, adapter adapter.Adapter, order adapter.Input) (Answer, error) {
	evaluation, err := adapter.Evaluate(ctx, order)
	if err != nil {
		return Answer{}, fmt.Errorf("evaluate %s: %w", inputName(order), err)
	}
	files, err := adapter.Generate(ctx, order)
	if err != nil {
		return Answer{}, fmt.Errorf("generate %s: %w", inputName(order), err)
	}
	return Answer{order, evaluation, files}, nil
}

// Root returns the text of main.tf.
func (a Answer) Root() []byte { return a.file(adapter.RootFile) }

// Inputs returns the text of terraform.tfvars.json.
func (a Answer) Inputs() []byte { return a.file(adapter.InputsFile) }

func (a Answer) file(name string) []byte {
	for _, f := range a.Files {
		if f.Name == name {
			return f.Content
		}
	}
	return nil
}

// String names the order.
func (a Answer) String() string { return inputName(a.Order) }

func inputName(o adapter.Input) string { return fmt.Sprintf("%s %+v", o.Mode, o.Request) }

// CheckAnswer holds an answer to the contract, by the checks of a host, and to what
// no host checks: there are resources, each lives in the end in none other, and
// the costs agree.
func CheckAnswer(d adapter.Description, a Answer) error {
	faults := []error{
		adapter.CheckEvaluation(d, a.Order, a.Evaluation), adapter.CheckFiles(d.ID, a.Files),
		CheckParents(a.Evaluation.Resources), CheckCosts(a.Evaluation),
	}
	if len(a.Evaluation.Resources) == 0 {
		faults = append(faults, errors.New("there are no resources"))
	}
	if err := errors.Join(faults...); err != nil {
		return fmt.Errorf("%s: %w", a, err)
	}
	return nil
}
