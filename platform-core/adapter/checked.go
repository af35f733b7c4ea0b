package adapter

import (
	"context"

	"platform.internal/platform-core/profile"
)

// Checked returns adapter with each answer checked against the contract: a
// breach comes back as a *problem.Problem with code adapter_contract_violation
// instead of the answer. id is the provider that the host expects. A Catalog hands out
// adapters that are Checked.
func Checked(id string, adapter Adapter) Adapter { return checked{id, adapter} }

type checked struct {
	id string
	Adapter
}

func (c checked) Describe(ctx context.Context) (Description, error) {
	d, err := c.Adapter.Describe(ctx)
	if err != nil {
		return Description{}, err
	}
	return d, CheckDescription(c.id, d)
}

func (c checked) CheckInstallation(ctx context.Context, p profile.Profile) ([]profile.Check, error) {
	checks, err := c.Adapter.CheckInstallation(ctx, p)
	if err != nil {
		return nil, err
	}
	return checks, CheckChecks(c.id, checks)
}

func (c checked) Evaluate(ctx context.Context, in Input) (Evaluation, error) {
	d, err := c.Adapter.Describe(ctx)
	if err != nil {
		return Evaluation{}, err
	}
	e, err := c.Adapter.Evaluate(ctx, in)
	if err != nil {
		return Evaluation{}, err
	}
	return e, CheckEvaluation(d, in, e)
}

func (c checked) Generate(ctx context.Context, in Input) (Generation, error) {
	g, err := c.Adapter.Generate(ctx, in)
	if err != nil {
		return Generation{}, err
	}
	return g, CheckGeneration(c.id, g)
}
