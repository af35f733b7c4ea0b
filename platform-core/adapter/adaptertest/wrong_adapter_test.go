package adaptertest_test

import (
	"context"
	"slices"
	"strings"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapter/adaptertool/template"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// wrong is the skeleton's adapter with a fault in one place.
type wrong struct {
	adapter.Adapter
	describe func(*adapter.Description)
	before   func(context.Context, adapter.Input) error
	evaluate func(adapter.Input, *adapter.Evaluation)
	generate func(adapter.Input, *adapter.Generation) error
	check    func(profile.Profile)
	checks   func(profile.Profile) []profile.Check
}

// of returns what makes an adapter that has the fault.
func of(w wrong) func() adapter.Adapter {
	return func() adapter.Adapter {
		made := w
		made.Adapter = template.New()
		return made
	}
}

func (w wrong) Describe(ctx context.Context) (adapter.Description, error) {
	d, err := w.Adapter.Describe(ctx)
	if err == nil && w.describe != nil {
		w.describe(&d)
	}
	return d, err
}

func (w wrong) Evaluate(ctx context.Context, in adapter.Input) (adapter.Evaluation, error) {
	if w.before != nil {
		if err := w.before(ctx, in); err != nil {
			return adapter.Evaluation{}, err
		}
	}
	e, err := w.Adapter.Evaluate(ctx, in)
	if err == nil && w.evaluate != nil {
		w.evaluate(in, &e)
	}
	return e, err
}

func (w wrong) Generate(ctx context.Context, in adapter.Input) (adapter.Generation, error) {
	g, err := w.Adapter.Generate(ctx, in)
	if err == nil && w.generate != nil {
		err = w.generate(in, &g)
	}
	return g, err
}

func (w wrong) CheckInstallation(ctx context.Context, p profile.Profile) ([]profile.Check, error) {
	if w.check != nil {
		w.check(p)
	}
	checks, err := w.Adapter.CheckInstallation(ctx, p)
	if err == nil && w.checks != nil {
		checks = append(checks, w.checks(p)...)
	}
	return checks, err
}

// routed declares two settings. One choice of the first setting needs the second setting.
func routed(d *adapter.Description) {
	d.Settings = []profile.Setting{
		{Name: "egress", DisplayName: "Egress", Purpose: "The way out.", Kind: profile.ChoiceSetting, Choices: []string{"own", "hub"}, Default: "own"},
		{Name: "next_hop", DisplayName: "Next hop", Purpose: "Where the hub is.", Kind: profile.AddressSetting, Example: "10.0.0.4"},
	}
}

// refusing is a failed check of a setting.
func refusing(setting string) []profile.Check {
	return []profile.Check{{
		ID: template.ID + ".settings." + setting, Field: "settings." + setting, Title: "T", Status: profile.Failed, Message: "must be another one", Remediation: "r",
	}}
}

// noting writes a text into the network's properties, where it disturbs
// nothing else.
func noting(text func() string) wrong {
	return wrong{evaluate: func(_ adapter.Input, e *adapter.Evaluation) {
		setting(e, "terraform_data.network", "note", text())
	}}
}

// with returns properties with another one, or another value of one.
func with(p request.Properties, name, value string) request.Properties {
	settings := map[string]string{name: value}
	for _, other := range p {
		if other.Name != name {
			settings[other.Name] = other.Value
		}
	}
	return request.NewProperties(settings)
}

// setting changes a property of the resource at an address.
func setting(e *adapter.Evaluation, address, name, value string) {
	for i, r := range e.Resources {
		if r.Address == address {
			e.Resources[i].Properties = with(r.Properties, name, value)
		}
	}
}

// root changes main.tf.
func root(change func(text []byte, in adapter.Input) []byte) wrong {
	return wrong{generate: func(in adapter.Input, g *adapter.Generation) error {
		g.Files[0].Content = change(g.Files[0].Content, in)
		return nil
	}}
}

func violation(field string, suggestion request.Value, more ...string) request.Violation {
	return request.Violation{
		PolicyID: extraID(more), Source: request.SourceProvider, Field: field, Message: "It is not wanted.",
		Remediation: "Write another one: " + suggestion.String(), Expected: "another one", Suggestion: suggestion,
	}
}

// extra declares one more rule, which never lets go of a region.
func extra(field string, more ...string) func(*adapter.Description) {
	return func(d *adapter.Description) {
		rule := adapter.Rule{ID: extraID(more), Title: "Extra", Field: field, Level: profile.Mandatory, Expected: "another one"}
		d.Rules = append(d.Rules, rule)
		slices.SortFunc(d.Rules, func(a, b adapter.Rule) int { return strings.Compare(a.ID, b.ID) })
	}
}

func extraID(more []string) string { return template.ID + ".extra" + strings.Join(more, "") }
