package adaptertest

import (
	"context"
	"errors"
	"fmt"

	"platform.internal/platform-core/adapter"
)

// Answer is an adapter's answer to an input that can be sized.
type Answer struct {
	Input      adapter.Input
	Evaluation adapter.Evaluation
	adapter.Generation
}

// Ask calls Evaluate and Generate with the input. The error is the adapter's.
func Ask(ctx context.Context, impl adapter.Adapter, in adapter.Input) (Answer, error) {
	a := Answer{Input: in}
	var err error
	if a.Evaluation, err = impl.Evaluate(ctx, in); err != nil {
		return Answer{}, fmt.Errorf("evaluate %s: %w", a, err)
	}
	if a.Generation, err = impl.Generate(ctx, in); err != nil {
		return Answer{}, fmt.Errorf("generate %s: %w", a, err)
	}
	return a, nil
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

// String returns the mode and the request.
func (a Answer) String() string { return fmt.Sprintf("%s %+v", a.Input.Mode, a.Input.Request) }

// CheckAnswer checks an answer as a host does. It also checks that there are resources, and that the
// cost of each resource is that of its items.
func CheckAnswer(d adapter.Description, a Answer) error {
	faults := []error{
		adapter.CheckEvaluation(d, a.Input, a.Evaluation), adapter.CheckGeneration(d.ID, a.Generation),
		checkCosts(a.Evaluation),
	}
	if len(a.Evaluation.Resources) == 0 {
		faults = append(faults, errors.New("there are no resources"))
	}
	if err := errors.Join(faults...); err != nil {
		return fmt.Errorf("%s: %w", a, err)
	}
	return nil
}
