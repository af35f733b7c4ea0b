package service

import (
	"context"
	"slices"

	"platform.internal/platform-core/environment"
	"platform.internal/platform-core/installation"
	"platform.internal/platform-core/provider"
)

// inAllowedRegions returns the adapter's findings with suggested regions that
// the installation allows. An adapter knows its regions and not which of them
// are allowed: one that is not would only lead to the next denial. In place of
// such a suggestion comes the first allowed region that satisfies the same rule,
// and none where no allowed region does.
func inAllowedRegions(
	ctx context.Context, adapter provider.Adapter, order provider.Order, profile installation.Profile, found []environment.Violation,
) ([]environment.Violation, error) {
	for i, v := range found {
		if v.Field != "region" || v.Suggestion.IsZero() || slices.Contains(profile.AllowedRegions, v.Suggestion.Text) {
			continue
		}
		region, err := satisfyingRegion(ctx, adapter, order, profile, v.PolicyID)
		if err != nil {
			return nil, err
		}
		found[i].Suggestion = region
	}
	return found, nil
}

// satisfyingRegion returns the first allowed region in which an adapter does not
// find what the rule of that ID finds, or no value.
func satisfyingRegion(
	ctx context.Context, adapter provider.Adapter, order provider.Order, profile installation.Profile, rule string,
) (environment.Value, error) {
	for _, name := range profile.AllowedRegions {
		region := environment.Text(name)
		request, err := order.Request.With("region", region)
		if err != nil || request == order.Request {
			continue
		}
		there, err := adapter.Evaluate(ctx, provider.NewOrder(request, profile))
		if err != nil {
			return environment.Value{}, err
		}
		if !finds(there, rule) {
			return region, nil
		}
	}
	return environment.Value{}, nil
}

// finds reports whether an adapter's own rule of that ID is broken.
func finds(native provider.Evaluation, rule string) bool {
	broken := func(v environment.Violation) bool { return v.PolicyID == rule }
	return slices.ContainsFunc(native.Violations, broken) || slices.ContainsFunc(native.Advisories, broken)
}
