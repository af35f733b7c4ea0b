package template

import (
	"context"

	"platform.internal/platform-core/environment"
	"platform.internal/platform-core/installation"
	"platform.internal/platform-core/provider"
)

// ID is the provider's ID, and the prefix of its rules and checks.
const ID = "provider_template"

// Version is the adapter's release. A release build sets it:
// -ldflags "-X platform.internal/platform-core/provider/providertest/skeleton/template.Version=1.2.0".
var Version = "0.1.0"

// New returns the adapter. It holds no state and is safe for concurrent use.
func New() provider.Adapter { return adapter{} }

type adapter struct{}

// Describe returns what the provider offers.
func (adapter) Describe(ctx context.Context) (provider.Description, error) {
	if err := ctx.Err(); err != nil {
		return provider.Description{}, err
	}
	return provider.Description{
		Provider: installation.Provider{
			ID:            ID,
			DisplayName:   "Provider Template",
			DefaultRegion: defaultRegion,
			Regions:       regions(),
			Boundaries:    boundaries(),
		},
		Version:      Version,
		Capabilities: provider.Capabilities(),
		Rules:        declaredRules(),
	}, nil
}

// CheckInstallation returns the provider's readiness checks of the profile.
func (adapter) CheckInstallation(ctx context.Context, profile installation.Profile) ([]installation.Check, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return readinessChecks(profile), nil
}

// Evaluate returns what the provider's rules find, and the resources and the
// estimate of an order that can be sized.
func (adapter) Evaluate(ctx context.Context, order provider.Order) (provider.Evaluation, error) {
	if err := ctx.Err(); err != nil {
		return provider.Evaluation{}, err
	}
	evaluation := provider.Evaluation{
		Violations: findings(order.Request, installation.Mandatory),
		Advisories: findings(order.Request, installation.Advisory),
		Resources:  []environment.Resource{},
	}
	if p, err := planFor(order); err == nil {
		evaluation.Estimate = estimateOf(p)
		evaluation.Resources = resourcesOf(p, evaluation.Estimate)
	}
	return evaluation, nil
}

// Generate returns the Terraform of the order. An order that cannot be sized is
// an error: the platform asks only for accepted ones.
func (adapter) Generate(ctx context.Context, order provider.Order) ([]provider.File, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	p, err := planFor(order)
	if err != nil {
		return nil, err
	}
	return filesOf(p)
}
