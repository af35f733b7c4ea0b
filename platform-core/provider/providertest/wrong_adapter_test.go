package providertest

import (
	"context"

	"platform.internal/platform-core/environment"
	"platform.internal/platform-core/installation"
	"platform.internal/platform-core/provider"
	"platform.internal/platform-core/provider/providertest/skeleton/template"
)

// wrong is the skeleton's adapter with a fault in one place.
type wrong struct {
	provider.Adapter
	describe func(*provider.Description)
	before   func(context.Context, provider.Order) error
	evaluate func(provider.Order, *provider.Evaluation)
	generate func(provider.Order, []provider.File) error
	check    func(installation.Profile)
	deaf     bool
}

// of returns what makes an adapter that has the fault.
func of(w wrong) func() provider.Adapter {
	return func() provider.Adapter {
		made := w
		made.Adapter = template.New()
		return made
	}
}

func (w wrong) Describe(ctx context.Context) (provider.Description, error) {
	d, err := w.Adapter.Describe(w.heard(ctx))
	if err == nil && w.describe != nil {
		w.describe(&d)
	}
	return d, err
}

func (w wrong) Evaluate(ctx context.Context, order provider.Order) (provider.Evaluation, error) {
	if w.before != nil {
		if err := w.before(ctx, order); err != nil {
			return provider.Evaluation{}, err
		}
	}
	e, err := w.Adapter.Evaluate(w.heard(ctx), order)
	if err == nil && w.evaluate != nil {
		w.evaluate(order, &e)
	}
	return e, err
}

func (w wrong) Generate(ctx context.Context, order provider.Order) ([]provider.File, error) {
	files, err := w.Adapter.Generate(w.heard(ctx), order)
	if err == nil && w.generate != nil {
		err = w.generate(order, files)
	}
	return files, err
}

func (w wrong) CheckInstallation(ctx context.Context, p installation.Profile) ([]installation.Check, error) {
	if w.check != nil {
		w.check(p)
	}
	return w.Adapter.CheckInstallation(w.heard(ctx), p)
}

// heard returns the context that the adapter listens to.
func (w wrong) heard(ctx context.Context) context.Context {
	if w.deaf {
		return context.WithoutCancel(ctx)
	}
	return ctx
}

// noting writes a text into the network's properties, where it disturbs
// nothing else.
func noting(text func() string) wrong {
	return wrong{evaluate: func(_ provider.Order, e *provider.Evaluation) {
		for i, r := range e.Resources {
			if r.Address == "terraform_data.network" {
				e.Resources[i].Properties["note"] = text()
			}
		}
	}}
}

// setting changes a property of the resource at an address.
func setting(e *provider.Evaluation, address, name, value string) {
	for _, r := range e.Resources {
		if r.Address == address {
			r.Properties[name] = value
		}
	}
}

// root changes main.tf.
func root(change func(text []byte, order provider.Order) []byte) wrong {
	return wrong{generate: func(o provider.Order, files []provider.File) error {
		files[0].Content = change(files[0].Content, o)
		return nil
	}}
}

func violation(field string, suggestion environment.Value) environment.Violation {
	return environment.Violation{
		PolicyID: template.ID + ".extra", Source: environment.SourceProvider, Field: field, Message: "It is not wanted.",
		Remediation: "Write another one.", Expected: "another one", Suggestion: suggestion,
	}
}

// extra declares one more rule, which never lets go of a region.
func extra(field string) func(*provider.Description) {
	return func(d *provider.Description) {
		rule := provider.Rule{ID: template.ID + ".extra", Title: "Extra", Field: field, Level: installation.Mandatory, Expected: "another one"}
		d.Rules = append(d.Rules, rule)
	}
}
