package profile

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
)

// Resolve checks the draft against its provider and returns the profile with all defaults. It fails with
// [problem.InstallationRejected] and every fault. compile returns the faults of the draft's policies in its mode.
func (d Draft) Resolve(p Provider, compile func(Mode, []Rule) []problem.Fault) (Profile, error) {
	d.reading = d.reading.Clone()
	d.checkSchema()
	mode := d.checkMode()
	profile := Profile{
		Schema:         ProfileSchema,
		Provider:       p.ID,
		Mode:           mode,
		AllowedRegions: d.checkRegions(p, mode),
		Boundaries:     d.checkBoundaries(p, mode),
		PolicyDate:     d.checkPolicyDate(),
		Unpriced:       d.checkUnpriced(),
		Policies:       d.policies(),
		Exceptions:     d.checkExceptions(),
		Settings:       d.checkSettings(p, mode),
	}
	d.checkPolicies(mode, compile)
	if rejected := d.rejection(); rejected != nil {
		return Profile{}, rejected
	}
	return profile, nil
}

// Reject returns the rejection of a resolved draft, for faults that its provider or its rules have.
func (d Draft) Reject(faults []problem.Fault) *problem.Problem {
	d.reading = d.reading.Clone()
	for _, f := range faults {
		d.addFault(f)
	}
	return d.rejection()
}

func (d Draft) checkRegions(p Provider, mode Mode) []string {
	if d.in.AllowedRegions == nil {
		return []string{p.DefaultRegion}
	}
	if !d.checkRegionCount(mode) {
		return nil
	}
	regions := make([]string, 0, len(d.in.AllowedRegions))
	for i, raw := range d.in.AllowedRegions {
		name := clean(&raw)
		d.checkRegion(fmt.Sprintf("allowed_regions[%d]", i), name, p, regions)
		regions = append(regions, name)
	}
	return regions
}

// maxRegions bounds the list of regions.
const maxRegions = 200

// checkRegionCount records a fault if the list is too short or too long. It reports whether to check the entries.
func (d Draft) checkRegionCount(mode Mode) bool {
	const field = "allowed_regions"
	switch n := len(d.in.AllowedRegions); {
	case d.in.AllowedRegions != nil && n == 0:
		d.reading.Add(field, problem.FaultForm, "must name at least one region; leave it out for the provider's default")
	case n > maxRegions:
		d.reading.Add(field, problem.FaultForm, "must name at most %d regions, not %d", maxRegions, n)
	case mode == Sandbox && n > 1:
		d.reading.Add(field, problem.FaultContradiction, "must name exactly one region in sandbox mode, not %d", n)
		return true
	default:
		return true
	}
	return false
}

func (d Draft) checkRegion(path, name string, p Provider, earlier []string) {
	switch {
	case d.reading.Faulty(path):
	case !p.HasRegion(name):
		d.reading.Add(
			path,
			problem.FaultUnsupported,
			"is not a region of %s (%q); %s",
			p.ID,
			problem.Excerpt(name, maxShown),
			regionHint(name, p),
		)
	case slices.Contains(earlier, name):
		d.reading.Add(path, problem.FaultRepeated, "names %s twice; name each region once", name)
	}
}

// maxShown bounds what a message repeats of the input, in characters.
const maxShown = 40

// regionHint offers the regions of the same part of the world, or the default.
func regionHint(name string, p Provider) string {
	var near []string
	for _, r := range p.Regions {
		if len(name) >= 2 && strings.HasPrefix(r.Name, name[:2]) {
			near = append(near, r.Name)
		}
	}
	if len(near) == 0 {
		near = []string{p.DefaultRegion}
	}
	return "write a region such as " + strings.Join(near[:min(len(near), 4)], ", ")
}

// checkBoundaries returns an identifier for each boundary that the mode needs.
func (d Draft) checkBoundaries(p Provider, mode Mode) map[string]string {
	needed := p.BoundariesOf(mode)
	if len(d.in.Boundaries) == 0 || d.reading.Faulty("mode") {
		return placeholders(needed)
	}
	d.checkUnknownBoundaries(needed, mode)
	given := make(map[string]string, len(needed))
	for _, b := range needed {
		given[b.Name] = d.checkBoundary(b)
	}
	d.checkSeparate(needed, given)
	return given
}

func placeholders(needed []Boundary) map[string]string {
	ids := make(map[string]string, len(needed))
	for _, b := range needed {
		ids[b.Name] = b.Placeholder
	}
	return ids
}

func (d Draft) checkUnknownBoundaries(needed []Boundary, mode Mode) {
	names := make([]string, len(needed))
	for i, b := range needed {
		names[i] = b.Name
	}
	advice := "the boundaries of " + string(mode) + " mode are " + strings.Join(names, ", ")
	if len(names) == 0 {
		advice = string(mode) + " mode takes no boundaries; leave them out"
	}
	for _, name := range slices.Sorted(maps.Keys(d.in.Boundaries)) {
		if !slices.Contains(names, name) {
			d.reading.Add("boundaries."+name, problem.FaultUnknown, "is not a boundary here; %s", advice)
		}
	}
}

func (d Draft) checkBoundary(b Boundary) string {
	path := "boundaries." + b.Name
	raw, ok := d.in.Boundaries[b.Name]
	if !ok {
		if !d.reading.Faulty(path) {
			d.reading.Add(path, problem.FaultMissing, "is missing; write %s", b.Form)
		}
		return ""
	}
	id := strings.TrimSpace(raw)
	if b.FoldCase {
		id = strings.ToLower(id)
	}
	if form, err := document.NewForm(b.Pattern); err != nil || !form.Has(id) {
		d.reading.Add(path, problem.FaultForm, "must be %s", b.Form)
		return ""
	}
	return id
}

// checkSeparate records each separate boundary that shares its identifier with an
// earlier one.
func (d Draft) checkSeparate(needed []Boundary, given map[string]string) {
	first := map[string]string{}
	for _, b := range needed {
		id := given[b.Name]
		if !b.Separate || id == "" {
			continue
		}
		if other, taken := first[id]; taken {
			d.reading.Add("boundaries."+b.Name, problem.FaultCollapsed,
				"has the same identifier as %s; write another one, because the two must be separate", other)
			continue
		}
		first[id] = b.Name
	}
}
