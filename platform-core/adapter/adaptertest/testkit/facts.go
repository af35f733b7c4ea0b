package testkit

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// Facts is what an author knows about a provider beyond the contract.
type Facts struct {
	Definition adapter.Definition
	// Scenarios are inputs with different resources.
	Scenarios map[string]adapter.Input
	// Broken has a request for each rule that breaks only this rule.
	Broken map[string]RuleCase
	// Ready has the ID and the status of each readiness check, by the allowed regions, which are
	// separated by spaces. A second status is for the modes other than simulation, without settings.
	Ready map[string][]string
	// Estimates has the monthly total of a request, and then its items or nothing. "at least" comes
	// before the total if a part is unknown.
	Estimates map[request.Request][]string
	Names     NameLimits
	// Inputs returns the inputs of main.tf that a request decides, as text.
	Inputs func(request.Request) map[string]string
	// Workflow is the inputs that only the protected workflow gives, as JSON.
	Workflow string
	// NamedBy are the arguments by which the inventory names a resource.
	NamedBy []string
	// Shape returns a text that is equal for regions with the same resources.
	Shape func(region string) string
}

// Check checks the adapter against the facts, and calls also with each answer.
func (f Facts) Check(ctx context.Context, also func(adaptertest.Answer)) error {
	impl := adapter.New(f.Definition)
	d, err := impl.Describe(ctx)
	if err != nil {
		return err
	}
	return errors.Join(
		checkPlaceholders(d.Boundaries),
		CheckRules(ctx, impl, d, f.Broken),
		f.checkReadiness(ctx, impl),
		f.checkEstimates(ctx, impl, d),
		f.checkAnswers(ctx, impl, d, also),
	)
}

// unreal is the start of a placeholder that nobody takes for an identifier.
var unreal = regexp.MustCompile("^(0{8}|placeholder)")

// checkPlaceholders checks that placeholders are clearly not real, and that no two
// boundaries have the same.
func checkPlaceholders(boundaries []profile.Boundary) error {
	owners := map[string]string{}
	for _, b := range boundaries {
		if !unreal.MatchString(b.Placeholder) {
			return fmt.Errorf("the placeholder %q of the boundary %s does not begin with eight zeros or placeholder",
				b.Placeholder, b.Name)
		}
		if other, taken := owners[b.Placeholder]; taken {
			return fmt.Errorf("the boundaries %s and %s have the placeholder %q", other, b.Name, b.Placeholder)
		}
		owners[b.Placeholder] = b.Name
	}
	return nil
}

// inMode returns the lines of Facts.Ready as they are in a mode.
func inMode(mode profile.Mode, ready []string) []string {
	lines := slices.Clone(ready)
	for i, line := range lines {
		if words := strings.Fields(line); len(words) == 3 && mode == profile.Simulation {
			lines[i] = words[0] + " " + words[1]
		} else if len(words) == 3 {
			lines[i] = words[0] + " " + words[2]
		}
	}
	return lines
}

func (f Facts) checkReadiness(ctx context.Context, impl adapter.Adapter) error {
	for regions, want := range f.Ready {
		for _, mode := range profile.Modes() {
			checks, err := impl.CheckInstallation(ctx, profile.Profile{Mode: mode.Mode, AllowedRegions: strings.Fields(regions)})
			var lines []string
			for _, c := range checks {
				lines = append(lines, c.ID+" "+string(c.Status))
			}
			if err := errors.Join(err, wanted(fmt.Sprintf("the readiness of %s in %s mode", regions, mode.Mode), lines,
				inMode(mode.Mode, want))); err != nil {
				return err
			}
		}
	}
	return nil
}

func (f Facts) checkEstimates(ctx context.Context, impl adapter.Adapter, d adapter.Description) error {
	for r, want := range f.Estimates {
		e, err := impl.Evaluate(ctx, adaptertest.Input(d, profile.Simulation, r))
		lines := []string{e.Estimate.KnownTotal.String()}
		if e.Estimate.AtLeast() {
			lines[0] = "at least " + lines[0]
		}
		for _, item := range e.Estimate.Items {
			if len(want) > 1 {
				lines = append(lines, fmt.Sprint(item))
			}
		}
		if err := errors.Join(err, wanted(fmt.Sprint(r), lines, want)); err != nil {
			return err
		}
	}
	return nil
}

func wanted(what string, got, want []string) error {
	if !slices.Equal(got, want) {
		return fmt.Errorf("%s: %q instead of %q", what, got, want)
	}
	return nil
}

// checkAnswers checks the answers to every scenario and combination, and to unusual
// networks, names and texts. Of regions that main.tf declares the same in it reads one.
func (f Facts) checkAnswers(ctx context.Context, impl adapter.Adapter, d adapter.Description,
	also func(adaptertest.Answer)) error {
	root, err := adaptertest.ParseRoot(f.Definition.Root)
	if err != nil {
		return err
	}
	inputs := slices.Concat(adaptertest.Extremes(d), Sample(adaptertest.Sweep(d)),
		slices.Collect(maps.Values(f.Scenarios)))
	owners, shapes := map[string]string{}, map[string]bool{}
	for _, in := range inputs {
		if e, err := impl.Evaluate(ctx, in); err == nil && len(e.Violations) > 0 && len(e.Resources) == 0 {
			continue // it cannot be sized, and the rules say why
		}
		a, err := adaptertest.Ask(ctx, impl, in)
		if err != nil {
			return err
		}
		err = errors.Join(adaptertest.CheckAnswer(d, a), f.Names.CheckNames(a.Evaluation.Resources),
			f.Names.checkOwners(a, owners), f.checkInputs(a),
			checkPlacement(a))
		r := a.Input.Request
		r.Region = f.Shape(r.Region)
		if shape := fmt.Sprint(r, in.Mode); err == nil && !shapes[shape] {
			shapes[shape] = true
			err = f.checkRoot(root, a)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", a, err)
		}
		also(a)
	}
	return nil
}

// checkPlacement checks that a sandbox has no part but the environment's own, and
// that elsewhere no other part is in the environment's boundary.
func checkPlacement(a adaptertest.Answer) error {
	own := slices.IndexFunc(a.Placement, func(p adapter.PlacementPart) bool { return p.Name == adapter.EnvironmentPart })
	switch {
	case len(a.Placement) == 0:
		return nil
	case own < 0 || a.Input.Mode == profile.Sandbox && len(a.Placement) > 1:
		return fmt.Errorf("the environment has the parts %v", a.Placement)
	}
	for i, part := range a.Placement {
		if i != own && part.ID == a.Placement[own].ID {
			return fmt.Errorf("the part %s is in the environment's own boundary", part.Name)
		}
	}
	return nil
}

// checkInputs checks the inputs that the request decides, and that something of it
// has a price where its region has prices.
func (f Facts) checkInputs(a adaptertest.Answer) error {
	r := a.Input.Request
	if f.Definition.Prices.Covers(r.Region) && !a.Evaluation.Estimate.KnownTotal.Known {
		return errors.New("no part of the estimate is known; a part is where the region has prices")
	}
	var inputs map[string]any
	if err := json.Unmarshal(a.Inputs(), &inputs); err != nil {
		return err
	}
	for name, want := range f.Inputs(r) {
		if got := fmt.Sprint(inputs[name]); got != want {
			return fmt.Errorf("the input %s is %s instead of %s", name, got, want)
		}
	}
	return nil
}

// tagForm is what any provider takes as a tag: its name, a space and its value.
var tagForm = regexp.MustCompile(`^[A-Za-z]{1,127} [A-Za-z0-9 _.:/=+@-]{0,256}$`)

// checkRoot compares main.tf with the inventory, and reads the tags that it makes.
func (f Facts) checkRoot(root *adaptertest.Root, a adaptertest.Answer) error {
	m, err := root.WithAnswer(a, []byte(f.Workflow))
	if err != nil {
		return err
	}
	tags, err := m.Texts("tags")
	if err != nil {
		return err
	}
	for name, value := range tags {
		if !tagForm.MatchString(name + " " + value) {
			return fmt.Errorf("the tag %s has the value %q", name, value)
		}
	}
	return adaptertest.CheckInventory(m, a.Evaluation.Resources, f.NamedBy...)
}
