package adaptertest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/request"
)

// Answer is an adapter's answer to an input that can be sized.
type Answer struct {
	Input      adapter.Input
	Evaluation adapter.Evaluation
	adapter.Generation
}

// Ask calls Evaluate and Generate with the input. The error is the adapter's, or that it took more than 2 s.
func Ask(ctx context.Context, impl adapter.Adapter, in adapter.Input) (Answer, error) {
	a, began := Answer{Input: in}, time.Now()
	var err error
	if a.Evaluation, err = impl.Evaluate(ctx, in); err != nil {
		return Answer{}, fmt.Errorf("evaluate %s: %w", a, err)
	}
	if a.Generation, err = impl.Generate(ctx, in); err != nil {
		return Answer{}, fmt.Errorf("generate %s: %w", a, err)
	}
	if took := time.Since(began); took > defaultCallTime {
		return Answer{}, fmt.Errorf("evaluate and generate %s: took %s; a call may take %s", a, took.Round(time.Second/10),
			defaultCallTime)
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

// String names the input: size, stage, class, region and mode, and other fields that differ from [Request].
func (a Answer) String() string {
	parts := []string{inputName(a.Input)}
	for _, name := range request.Differences(a.Input.Request, Request(a.Input.Request.Region)) {
		if f, _ := request.FieldNamed(name); len(f.Values) == 0 {
			parts = append(parts, fmt.Sprintf("%s %q", name, a.Input.Request.Value(name)))
		}
	}
	return strings.Join(parts, ", ")
}

// CheckAnswer checks an answer as a host does. It also checks that there are resources, and that the
// cost of each resource is that of its items.
func CheckAnswer(d adapter.Description, a Answer) error {
	faults := []error{
		forAuthor(adapter.CheckEvaluation(d, a.Input, a.Evaluation)),
		forAuthor(adapter.CheckGeneration(d.ID, a.Generation)), checkCosts(a.Evaluation),
	}
	if len(a.Evaluation.Resources) == 0 {
		faults = append(faults, errors.New("there are no resources"))
	}
	if err := errors.Join(faults...); err != nil {
		return fmt.Errorf("%s: %w", a, err)
	}
	return nil
}
