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

// Definition is an adapter as data: the facts and rules of one provider. [New] returns its [Adapter],
// which keeps the rest of the contract: it stops when its context is done, sorts lists, adds prices and
// returns copies.
type Definition struct {
	// ID is the provider's ID, such as "provider_a".
	ID string `json:"id"`
	// DisplayName is the provider's name for people.
	DisplayName string `json:"display_name"`
	// Version is the version of the adapter, such as "1.0.0".
	Version string `json:"version"`
	// DefaultRegion is the region of an installation whose profile names no region.
	DefaultRegion string `json:"default_region"`
	// Regions are the regions that requests may name, in any order.
	Regions []profile.Region
	// Boundaries are the boundaries that a profile may name, in the order of forms.
	Boundaries []profile.Boundary `json:"boundaries"`
	// Settings are the settings that a profile may choose, in the order of forms.
	Settings []profile.Setting `json:"settings"`
	// CheckSettings returns the settings of a profile that conflict with each other; nil for none. A
	// conflict rejects the profile. The profile has the normal form of each setting, or its default.
	// Defaults must not conflict.
	CheckSettings func(profile.Profile) []SettingFault
	// ResourceKinds say what types of resources are for, in any order. Views use them to draw resources.
	// Each type should have one. With them, resources must name what upholds each control: see
	// [Inventory.Uphold].
	ResourceKinds []profile.ResourceKind `json:"resource_kinds"`
	// Writes says what proposals contain, such as "Terraform for AWS".
	Writes string `json:"writes"`
	// Choices say what the values of the fields of a request lead to, in any order.
	Choices []profile.Choice
	// Rules are the provider's own rules, in any order.
	Rules []NativeRule
	// Readiness are the provider's own checks of an installation, in the order of pages. The profile has
	// the default of each setting that it does not name.
	Readiness []ReadinessCheck
	// EstimateReads are the names of the request fields that the charges of a plan depend on, in any order.
	// If it is empty, they may depend on every field.
	EstimateReads []string `json:"estimate_reads"`
	// Prices has the prices of the charges.
	Prices PriceTable
	// Placement says what each boundary holds.
	Placement Placement `json:"placement"`
	// Root is main.tf, which is the same for every request.
	Root []byte
	// Replacements has properties of each type of resource. If such a property changes, Terraform
	// replaces the resource. The names are those of the inventory, or [NameProperty], in any order. It
	// leaves out types that always change in place.
	Replacements map[string][]string `json:"replacements"`
	// Plan returns what to build for a request.
	//
	// If nothing can be built, it returns an error: for example, the network is too small. The request
	// then has no resources. A plan that is returned with the error is used only for its Charges. Without a plan, the
	// request has no estimate.
	//
	// The input has an identity and each boundary of Placement, and may break any rule. In simulation, it
	// has the placeholders of all boundaries, so that no simulated proposal names a real boundary.
	// [Input.Setting] returns the default of each setting that the profile does not name.
	Plan func(Input) (Plan, error)
}

// Plan is what to build for a request. All methods describe the same plan, so that their results agree.
type Plan interface {
	// Resources returns the resources that main.tf declares with Inputs; see [Inventory].
	Resources() []request.Resource
	// Charges returns the costs of the resources; see [Charge]. [PriceTable].NotIncluded names costs that no
	// estimate includes.
	Charges() []Charge
	// Inputs returns the values of the variables of main.tf by name; see [WithTags]. They become JSON, so
	// a text is always a string and never an expression.
	Inputs() map[string]any
	// Rationale returns what each field of the request decided, and what "mode" decided, for the
	// reviewer. See [Reason].
	Rationale() map[string]string
	// Needs returns what the workflow that plans and applies the Terraform must bring. Steps are in the
	// order of their execution; other needs are in any order. See [Need].
	Needs() []Need
}

// ChoicesOf returns a choice for each value of a field of a request. text returns the text of one value.
// A field without a list of values has no choices.
func ChoicesOf(field string, text func(value string) string) []profile.Choice {
	f, _ := request.FieldNamed(field)
	return each(f.Values, func(value string) profile.Choice {
		return profile.Choice{Field: field, Value: value, Text: text(value)}
	})
}

// New returns the adapter of a definition. The adapter has no state, and is safe for concurrent use.
func New(d Definition) Adapter {
	d.Regions = sortedBy(d.Regions, func(r profile.Region) string { return r.Name })
	d.ResourceKinds = sortedBy(d.ResourceKinds, func(k profile.ResourceKind) string { return k.Resource })
	d.Choices = sortedBy(d.Choices, choiceKey)
	d.Rules = sortedBy(d.Rules, func(r NativeRule) string { return r.ID })
	placeholders := each(d.Boundaries,
		func(b profile.Boundary) Boundary { return Boundary{Name: b.Name, ID: b.Placeholder} })
	return defined{d, sortedBy(placeholders, func(b Boundary) string { return b.Name })}
}

// sortedBy returns a copy of items, sorted by their texts.
func sortedBy[T any](items []T, text func(T) string) []T {
	return slices.SortedStableFunc(slices.Values(items), func(a, b T) int { return strings.Compare(text(a), text(b)) })
}

type defined struct {
	Definition
	// placeholders are the boundaries of an input in simulation.
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
				s.Choices, s.Modes = slices.Clone(s.Choices), slices.Clone(s.Modes)
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
				ID: r.ID, Title: r.Title, Field: r.Field, Level: r.Level, Expected: r.Expected, Reads: slices.Sorted(slices.Values(r.Reads)),
				Until: r.Until, Message: r.Late.Message, Remediation: r.Late.Remediation,
			}
		}),
		EstimateReads: slices.Sorted(slices.Values(d.EstimateReads)),
	}, nil
}

// capabilities returns the sorted capabilities of the definition.
func (d defined) capabilities() []string {
	has := []string{CapabilityEstimate, CapabilityInfrastructure}
	if len(d.ResourceKinds) > 0 {
		has = append([]string{CapabilityClaims}, has...)
	}
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
	return append(each(d.Readiness,
		func(check ReadinessCheck) profile.Check { return check(p) }), d.settingChecks(p)...), nil
}

func (d defined) Evaluate(ctx context.Context, in Input) (Evaluation, error) {
	if err := ctx.Err(); err != nil {
		return Evaluation{}, err
	}
	in = d.complete(in)
	e := Evaluation{Resources: []request.Resource{}}
	e.Violations, e.Advisories = findings(d.Rules, in)
	plan, _, unbuildable := d.plan(in) // rules explain the error to the requester
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

// replacements returns the replacements, sorted by type.
func replacements(properties map[string][]string) []Replacement {
	return each(slices.Sorted(maps.Keys(properties)), func(kind string) Replacement {
		return Replacement{Type: kind, Properties: slices.Sorted(slices.Values(properties[kind]))}
	})
}

// compareNeeds compares needs by kind and name. All steps are equal, so that a stable sort keeps their
// order.
func compareNeeds(a, b Need) int {
	if a.Kind != b.Kind || a.Kind == NeedStep {
		return cmp.Compare(a.Kind, b.Kind)
	}
	return cmp.Compare(a.Name, b.Name)
}

// rationale returns the reasons, sorted by field.
func rationale(reasons map[string]string) []Reason {
	return each(slices.Sorted(maps.Keys(reasons)),
		func(field string) Reason { return Reason{Field: field, Text: reasons[field]} })
}

// complete returns the input with all settings. In simulation, it also has the placeholders of all
// boundaries.
func (d defined) complete(in Input) Input {
	if in.Mode == profile.Simulation {
		in.Boundaries = d.placeholders
	}
	in.Settings = d.settings(in.Mode, in.Setting)
	return in
}

// plan returns the plan of a complete input and the boundary of each part. It fails if the input has no
// valid IDs, if it lacks a boundary, or if nothing can be built.
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
