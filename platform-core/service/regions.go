package service

import (
	"context"
	"slices"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// suggestAllowedRegions changes the suggested regions of an adapter's findings to those
// that the installation allows. An adapter knows its regions and not which of them
// are allowed: one that is not would only lead to the next denial. In place of
// such a suggestion comes the first allowed region that satisfies the same rule,
// and none where no allowed region does.
func suggestAllowedRegions(
	ctx context.Context, adapter adapter.Adapter, input adapter.Input, profile profile.Profile, native adapter.Evaluation,
) error {
	for _, found := range [][]request.Violation{native.Violations, native.Advisories} {
		for i, v := range found {
			if v.Field != request.RegionField || v.Suggestion.IsZero() || slices.Contains(profile.AllowedRegions, v.Suggestion.Text) {
				continue
			}
			region, err := satisfyingRegion(ctx, adapter, input, profile, v.PolicyID)
			if err != nil {
				return err
			}
			found[i].Suggestion = region
		}
	}
	return nil
}

// satisfyingRegion returns the first allowed region in which an adapter does not
// find what the rule of that ID finds, or no value.
func satisfyingRegion(
	ctx context.Context, impl adapter.Adapter, input adapter.Input, profile profile.Profile, rule string,
) (request.Value, error) {
	for _, name := range profile.AllowedRegions {
		region := request.Text(name)
		req, err := input.Request.With(request.RegionField, region)
		if err != nil || req == input.Request {
			continue
		}
		there, err := impl.Evaluate(ctx, comparing(req, profile))
		if err != nil {
			return request.Value{}, err
		}
		if !finds(there, rule) {
			return region, nil
		}
	}
	return request.Value{}, nil
}

// comparing returns the input for a request that is only compared with others: no
// view shows its resources.
func comparing(req request.Request, profile profile.Profile) adapter.Input {
	in := adapter.NewInput(req, profile)
	in.WithoutResources = true
	return in
}

// finds reports whether an adapter's own rule of that ID is broken.
func finds(native adapter.Evaluation, rule string) bool {
	broken := func(v request.Violation) bool { return v.PolicyID == rule }
	return slices.ContainsFunc(native.Violations, broken) || slices.ContainsFunc(native.Advisories, broken)
}
