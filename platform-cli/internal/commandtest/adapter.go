package commandtest

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// written has the manifest and the answers of the fake adapter.
//
//go:embed adapter.json
var written []byte

// fake is a small adapter that fulfils the contract.
type fake struct {
	Description adapter.Description
	Evaluation  adapter.Evaluation
}

func newFake() (f fake) {
	if err := json.Unmarshal(written, &f); err != nil {
		panic(err)
	}
	return f
}

func (f fake) Describe(context.Context) (adapter.Description, error) { return f.Description, nil }

func (fake) CheckInstallation(_ context.Context, p profile.Profile) ([]profile.Check, error) {
	check := profile.Check{ID: "provider_t.quota", Title: "Quota", Status: profile.Passed, Message: "Enough."}
	if len(p.AllowedRegions) > 1 {
		check.Status, check.Message, check.Remediation = profile.Failed, "Too little.", "Allow one region."
	}
	checks := []profile.Check{check}
	if p.Settings["egress"] == "hub" && p.Settings["dns_servers"] == "" {
		checks = append(checks, profile.Check{
			ID: "provider_t.settings.dns_servers", Field: "settings.dns_servers", Title: "DNS", Status: profile.Failed,
			Message: "is missing; egress hub needs it", Remediation: "Change it.",
		})
	}
	return checks, nil
}

func (f fake) Evaluate(_ context.Context, in adapter.Input) (adapter.Evaluation, error) {
	network := f.Evaluation.Resources[0]
	network.Name, network.Region, network.Controls = in.Request.Application, in.Request.Region, request.AllControls()
	f.Evaluation.Resources = []request.Resource{network}
	return f.Evaluation, nil
}

func (fake) Generate(_ context.Context, in adapter.Input) (adapter.Generation, error) {
	return adapter.Generation{Files: []adapter.File{
		{Name: adapter.RootFile, Content: []byte("# root\n")},
		{Name: adapter.InputsFile, Content: fmt.Appendf(nil, "{%q:%q}\n", request.ApplicationField, in.Request.Application)},
	}}, nil
}

// catalog is a catalog with the fake.
type catalog struct{}

func (catalog) Providers() []string { return []string{"provider_t"} }

func (catalog) Adapter(_ context.Context, id string) (adapter.Adapter, error) {
	if id != "provider_t" {
		return nil, problem.New(problem.AdapterUnavailable, "No adapter %s.", id)
	}
	return adapter.Checked(id, newFake()), nil
}

func (catalog) Status(context.Context, string) (adapter.Status, error) {
	return adapter.Status{
		Description: newFake().Description, ContractVersion: 1, Digest: "sha256:00", Verified: true,
	}, nil
}
