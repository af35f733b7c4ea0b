package adapter

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// Definition is an adapter as data: what is the provider's own. New makes an
// Adapter of it, which keeps the rest of the contract: it ends when its context
// is done, sorts, prices, and hands out copies.
type Definition struct {
	// ID is the provider's ID, such as "provider_a".
	ID string `json:"id"`
	// DisplayName is the provider's name for people.
	DisplayName string `json:"display_name"`
	// Version is the adapter's own release, such as "1.0.0".
	Version string `json:"version"`
	// DefaultRegion is the region of an installation that names none.
	DefaultRegion string `json:"default_region"`
	// Regions are the regions that requests may name, in any order.
	Regions []profile.Region
	// Boundaries are those that a profile fills in, in the order of forms.
	Boundaries []profile.Boundary `json:"boundaries"`
	// Settings are those that an enterprise may choose, in the order of forms.
	Settings []profile.Setting `json:"settings"`
	// CheckSettings returns what of a profile's settings does not go together; nil where
	// all do. The profile has a value for each setting that has one, in normal form, and
	// what is returned rejects it. Defaults go together.
	CheckSettings func(profile.Profile) []SettingFault
	// ResourceKinds say what resources are for, in any order, so that views can draw
	// them; each resource should have one.
	ResourceKinds []profile.ResourceKind `json:"resource_kinds"`
	// Writes says what proposals hold, such as "Terraform for AWS".
	Writes string `json:"writes"`
	// Choices say what the values of a request's fields lead to, in any order.
	Choices []profile.Choice
	// Rules are the provider's own rules, in any order.
	Rules []NativeRule
	// Readiness are the provider's own checks of an installation, in the order
	// that people read them in. The profile has a value for each setting that has one.
	Readiness []ReadinessCheck
	// EstimateReads are the names of the request fields that the charges of a plan depend
	// on; sorted, empty for all of them.
	EstimateReads []string `json:"estimate_reads"`
	// Prices prices the charges of plans.
	Prices PriceTable
	// Placement says which boundary holds what.
	Placement Placement `json:"placement"`
	// Root is main.tf: the same text for every request.
	Root []byte
	// Replacements are, for a type of resource, the names of its properties in the
	// inventory, or NameProperty, a change of which makes Terraform replace it, in any
	// order. Types of which each change is in place are left out.
	Replacements map[string][]string `json:"replacements"`
	// Plan decides what is built for a request. The error is why nothing can be
	// built, such as a network that is too small: the request then has no resources. A
	// plan beside the error reports its Charges, and nothing else is asked of it; without
	// one the request has no estimate either. The input has an
	// identity and each boundary of Placement, and may break any rule. In simulation,
	// which configures no boundary, it has the placeholders of all, so that no real
	// account is ever in a simulated proposal. Input.Setting has a value for each
	// setting that has one.
	Plan func(Input) (Plan, error)
}

// Plan is what is built for a request. Its methods write down the same plan in
// several ways, so that these agree.
type Plan interface {
	// Resources returns what main.tf declares with Inputs; see Inventory.
	Resources() []request.Resource
	// Charges returns what the resources cost by list price; see Charge.Basis for what
	// depends on use. PriceTable.NotIncluded names what no resource has.
	Charges() []Charge
	// Inputs returns the values of main.tf's variables by name; see WithTags. They
	// are written as JSON: a text is only ever a string in it and never an expression.
	Inputs() map[string]any
	// Rationale returns what each field of the request, and "mode", decided: what a
	// reviewer should know of it. See Reason.
	Rationale() map[string]string
	// Needs returns what whoever plans and applies the Terraform must bring: steps in
	// the order in which they are done, all else in any order. See Need.
	Needs() []Need
}

// Count returns a number and a noun, such as "1 node" and "3 nodes".
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// ChoicesOf returns what each value of a field of a request leads to: text returns it
// of one value. The field is one that has a list of values.
func ChoicesOf(field string, text func(value string) string) []profile.Choice {
	f, _ := request.FieldNamed(field)
	return each(f.Values, func(value string) profile.Choice {
		return profile.Choice{Field: field, Value: value, Text: text(value)}
	})
}

// New returns the adapter of a definition. It holds no state and is safe for
// concurrent use.
func New(d Definition) Adapter {
	d.Regions = sortedBy(d.Regions, func(r profile.Region) string { return r.Name })
	d.ResourceKinds = sortedBy(d.ResourceKinds, func(k profile.ResourceKind) string { return k.Resource })
	d.Choices = sortedBy(d.Choices, choiceKey)
	d.Rules = sortedBy(d.Rules, func(r NativeRule) string { return r.ID })
	placeholders := each(d.Boundaries, func(b profile.Boundary) Boundary { return Boundary{Name: b.Name, ID: b.Placeholder} })
	return defined{d, sortedBy(placeholders, func(b Boundary) string { return b.Name })}
}

// sortedBy returns the items in the order of their texts.
func sortedBy[T any](items []T, text func(T) string) []T {
	return slices.SortedStableFunc(slices.Values(items), func(a, b T) int { return strings.Compare(text(a), text(b)) })
}

type defined struct {
	Definition
	// placeholders are the boundaries that an input has in simulation.
	placeholders []Boundary
}

func (d defined) Describe(ctx context.Context) (Description, error) {
	if err := ctx.Err(); err != nil {
		return Description{}, err
	}
	return Description{
		Provider: profile.Provider{
			ID:            d.ID,
			DisplayName:   d.DisplayName,
			DefaultRegion: d.DefaultRegion,
			Regions: each(d.Regions, func(r profile.Region) profile.Region {
				return profile.Region{Name: r.Name, DisplayName: r.DisplayName, Zones: append([]string{}, r.Zones...)}
			}),
			Boundaries: slices.Clone(d.Boundaries),
			Settings: each(d.Settings, func(s profile.Setting) profile.Setting {
				s.Choices = slices.Clone(s.Choices)
				return s
			}),
			ResourceKinds: slices.Clone(d.ResourceKinds),
			Writes:        d.Writes,
			Choices:       slices.Clone(d.Choices),
		},
		Version:      d.Version,
		Capabilities: d.capabilities(),
		Rules: each(d.Rules, func(r NativeRule) Rule {
			return Rule{
				ID: r.ID, Title: r.Title, Field: r.Field, Level: r.Level, Expected: r.Expected, Reads: slices.Clone(r.Reads),
				Until: r.Until, Message: r.Late.Message, Remediation: r.Late.Remediation,
			}
		}),
		EstimateReads: slices.Clone(d.EstimateReads),
	}, nil
}

// capabilities returns the features of the contract that a definition has,
// sorted.
func (d defined) capabilities() []string {
	has := []string{CapabilityEstimate, CapabilityInfrastructure}
	if len(d.Rules) > 0 {
		has = append(has, CapabilityNativeRules)
	}
	if len(d.Readiness) > 0 || d.CheckSettings != nil {
		has = append(has, CapabilityReadiness)
	}
	return has
}

func (d defined) CheckInstallation(ctx context.Context, p profile.Profile) ([]profile.Check, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	p = d.settled(p)
	return append(each(d.Readiness, func(check ReadinessCheck) profile.Check { return check(p) }), d.settingChecks(p)...), nil
}

func (d defined) Evaluate(ctx context.Context, in Input) (Evaluation, error) {
	if err := ctx.Err(); err != nil {
		return Evaluation{}, err
	}
	in = d.complete(in)
	e := Evaluation{Resources: []request.Resource{}}
	e.Violations, e.Advisories = findings(d.Rules, in)
	plan, _, unbuildable := d.plan(in) // the rules say why
	if plan == nil {
		return e, nil
	}
	var err error
	if e.Estimate, err = d.Prices.Estimate(in.Request.Region, plan.Charges()); err != nil {
		return Evaluation{}, err
	}
	if unbuildable == nil && !in.WithoutResources {
		e.Resources = withCosts(plan.Resources(), e.Estimate)
	}
	return e, nil
}

func (d defined) Generate(ctx context.Context, in Input) (Generation, error) {
	if err := ctx.Err(); err != nil {
		return Generation{}, err
	}
	plan, parts, err := d.plan(d.complete(in))
	if err != nil {
		return Generation{}, err
	}
	inputs, err := document.Encode(plan.Inputs())
	if err != nil {
		return Generation{}, fmt.Errorf("write %s: %w", InputsFile, err)
	}
	return Generation{
		Files:        []File{{Name: RootFile, Content: slices.Clone(d.Root)}, {Name: InputsFile, Content: inputs}},
		Placement:    parts,
		Rationale:    rationale(plan.Rationale()),
		Replacements: replacements(d.Replacements),
		Needs:        slices.SortedStableFunc(slices.Values(plan.Needs()), compareNeeds),
	}, nil
}

// replacements returns what a change replaces, sorted by type.
func replacements(properties map[string][]string) []Replacement {
	return each(slices.Sorted(maps.Keys(properties)), func(kind string) Replacement {
		return Replacement{Type: kind, Properties: slices.Sorted(slices.Values(properties[kind]))}
	})
}

// compareNeeds sorts needs by kind and name, and leaves steps in their order.
func compareNeeds(a, b Need) int {
	if a.Kind != b.Kind || a.Kind == NeedStep {
		return cmp.Compare(a.Kind, b.Kind)
	}
	return cmp.Compare(a.Name, b.Name)
}

// rationale returns the reasons, sorted by field.
func rationale(reasons map[string]string) []Reason {
	return each(slices.Sorted(maps.Keys(reasons)), func(field string) Reason { return Reason{Field: field, Text: reasons[field]} })
}

// complete returns the input with a value for every setting and, in simulation, with
// placeholders of all boundaries.
func (d defined) complete(in Input) Input {
	if in.Mode == profile.Simulation {
		in.Boundaries = d.placeholders
	}
	in.Settings = d.settings(in.Mode, in.Setting)
	return in
}

// plan returns the plan of a complete input and which boundary each of its parts is for,
// or an error for an input of which nothing can be built.
func (d defined) plan(in Input) (Plan, []PlacementPart, error) {
	if !request.IsRequestID(in.Identity.RequestID) {
		return nil, nil, errors.New("the input has no request ID")
	}
	if !request.IsEnvironmentID(in.EnvironmentID) {
		return nil, nil, errors.New("the input has no environment ID")
	}
	parts, err := d.Placement.parts(in)
	if err != nil {
		return nil, nil, err
	}
	plan, err := d.Plan(in)
	return plan, parts, err
}
