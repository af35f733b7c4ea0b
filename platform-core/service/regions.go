package service

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/policy"
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

// maxRegions bounds the regions that a message lists.
const maxRegions = 12

// nameRegions says in the violation of [policy.RegionRule] which regions are allowed, and of a region that
// the provider does not have which one was probably meant. What rules read does not have these regions.
func nameRegions(in *installed, found []request.Violation) {
	i := slices.IndexFunc(found, func(v request.Violation) bool { return v.PolicyID == policy.RegionRule })
	if i < 0 {
		return
	}
	v, allowed := &found[i], in.Profile.AllowedRegions
	v.Expected = allowedRegions(allowed)
	known, provider := regionNames(in.status.Description.Provider), in.Profile.Provider
	if asked := v.Actual.Text; asked != "" && !slices.Contains(known, asked) {
		v.Message = fmt.Sprintf("%s has no region %s.", provider, asked)
		if near := document.Nearest(asked, allowed); near != "" {
			v.Message += fmt.Sprintf(" Did you mean %s?", near)
			v.Suggestion = request.Text(near)
		} else if near := document.Nearest(asked, known); near != "" {
			v.Message += fmt.Sprintf(" The nearest is %s, which this installation does not allow.", near)
		}
	}
}

// allowedRegions says what a region has to be.
func allowedRegions(allowed []string) string {
	switch {
	case len(allowed) == 1:
		return allowed[0] + ", the only region that the installation allows"
	case len(allowed) > maxRegions:
		return fmt.Sprintf("one of the installation's %d allowed regions, such as %s", len(allowed), strings.Join(allowed[:maxRegions], ", "))
	default:
		return "one of the installation's allowed regions: " + strings.Join(allowed, ", ")
	}
}
