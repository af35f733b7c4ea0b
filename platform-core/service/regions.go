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

// correctSuggestions changes the suggestions in an adapter's findings. A suggestion for a
// fact becomes an example. It replaces a region that the installation does not allow, because that region
// would lead to the next denial.
// The replacement is the first allowed region that satisfies the same rule; there may be none.
func correctSuggestions(
	ctx context.Context, impl adapter.Adapter, input adapter.Input, profile profile.Profile, native adapter.Evaluation,
) (err error) {
	for _, found := range [][]request.Violation{native.Violations, native.Advisories} {
		for i := range found {
			v := &found[i]
			v.Suggest(v.Suggestion)
			if v.Field != request.RegionField || v.Suggestion.IsZero() ||
				slices.Contains(profile.AllowedRegions, v.Suggestion.Text) {
				continue
			}
			if v.Suggestion, err = satisfyingRegion(ctx, impl, input, profile, v.PolicyID); err != nil {
				return err
			}
		}
	}
	return nil
}

// satisfyingRegion returns the first allowed region in which the adapter's rule with the ID is not
// broken. It returns no value if there is none.
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

// comparing returns the input for a request that is only compared with others. It leaves out the
// resources, because no view shows them.
func comparing(req request.Request, profile profile.Profile) adapter.Input {
	in := adapter.NewInput(req, profile)
	in.WithoutResources = true
	return in
}

// finds reports whether the adapter's rule with the ID is broken.
func finds(native adapter.Evaluation, rule string) bool {
	broken := func(v request.Violation) bool { return v.PolicyID == rule }
	return slices.ContainsFunc(native.Violations, broken) || slices.ContainsFunc(native.Advisories, broken)
}

// maxRegions limits the regions in a message.
const maxRegions = 12

// nameRegions adds the allowed regions to the violation of [policy.RegionRule], and the nearest name to an
// unknown region. A rule cannot do it, because rules do not read the provider's regions.
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

// allowedRegions returns the expected regions in words.
func allowedRegions(allowed []string) string {
	switch {
	case len(allowed) == 1:
		return allowed[0] + ", the only region that the installation allows"
	case len(allowed) > maxRegions:
		return fmt.Sprintf("one of the installation's %d allowed regions, such as %s", len(allowed),
			strings.Join(allowed[:maxRegions], ", "))
	default:
		return "one of the installation's allowed regions: " + strings.Join(allowed, ", ")
	}
}
