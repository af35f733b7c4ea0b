package providera

import (
	"context"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// ID is the provider's ID, and the prefix of its rules and checks.
const ID = "provider_a"

// Version is the adapter's release.
const Version = "1.0.0"

// New returns the adapter. It holds no state and is safe for concurrent use.
func New() adapter.Adapter { return theAdapter{} }

type theAdapter struct{}

// Describe returns what the provider offers.
func (theAdapter) Describe(ctx context.Context) (adapter.Description, error) {
	if err := ctx.Err(); err != nil {
		return adapter.Description{}, err
	}
	return adapter.Description{
		Provider: profile.Provider{
			ID:            ID,
			DisplayName:   "Provider A",
			DefaultRegion: defaultRegion,
			Regions:       regions(),
			Boundaries:    boundaries(),
		},
		Version:      Version,
		Capabilities: []string{"estimate", "infrastructure", "native-rules", "readiness"},
		Rules:        declaredRules(),
	}, nil
}

// CheckInstallation returns the provider's readiness checks of the profile.
func (theAdapter) CheckInstallation(ctx context.Context, profile profile.Profile) ([]profile.Check, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return readinessChecks(profile), nil
}

// Evaluate returns what the provider's rules find, and the resources and the
// estimate of an order that can be sized.
func (theAdapter) Evaluate(ctx context.Context, order adapter.Input) (adapter.Evaluation, error) {
	if err := ctx.Err(); err != nil {
		return adapter.Evaluation{}, err
	}
	evaluation := adapter.Evaluation{
		Violations: findings(order.Request, profile.Mandatory),
		Advisories: findings(order.Request, profile.Advisory),
		Resources:  []request.Resource{},
	}
	if p, err := planFor(order); err == nil {
		evaluation.Estimate = estimateOf(p)
		evaluation.Resources = priced(resourcesOf(p), evaluation.Estimate)
	}
	return evaluation, nil
}

// Generate returns the Terraform of the order. An order that cannot be sized is
// an error: the platform asks only for accepted ones.
func (theAdapter) Generate(ctx context.Context, order adapter.Input) ([]adapter.File, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	p, err := planFor(order)
	if err != nil {
		return nil, err
	}
	return filesOf(p)
}
