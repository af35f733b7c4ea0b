package cli

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"slices"
	"strings"

	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-cli/internal/prose"
	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/adapterhost"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// adapterAnswer is the document of `platform provider ask`.
type adapterAnswer struct {
	Schema  string `json:"schema"`
	Adapter struct {
		ID      string `json:"id"`
		Version string `json:"version"`
		Digest  string `json:"digest"`
	} `json:"adapter"`
	Mode       profile.Mode        `json:"mode"`
	Violations []request.Violation `json:"violations"`
	Advisories []request.Violation `json:"advisories"`
	Resources  []request.Resource  `json:"resources"`
	Estimate   request.Estimate    `json:"estimate"`
	// Inputs is terraform.tfvars.json. Inputs and the fields after it are null if there are violations.
	Inputs       json.RawMessage       `json:"inputs"`
	Placement    map[string]string     `json:"placement"`
	Rationale    map[string]string     `json:"rationale"`
	Replacements []adapter.Replacement `json:"replacements"`
	Needs        []adapter.Need        `json:"needs"`
}

// ask returns the function that asks an adapter's binary about a request. The lines that the adapter prints go to w.
func ask(w io.Writer) func(context.Context, string, profile.Mode, request.Request, host.Adapters) (*host.Result, error) {
	return func(
		ctx context.Context, path string, mode profile.Mode, r request.Request, a host.Adapters,
	) (*host.Result, error) {
		run, err := adapterhost.Start(ctx, path, adapterhost.ProcessEnvironment{},
			adapterhost.Options{Logger: loggerFrom(slog.LevelInfo, w, a.Quiet, nil), RequireConfinement: a.Confined})
		if err != nil {
			return nil, err
		}
		defer run.Close()
		d := run.Status.Description
		answer := adapterAnswer{Schema: "platform.adapter-answer/v1", Mode: mode}
		answer.Adapter.ID, answer.Adapter.Version, answer.Adapter.Digest = d.ID, d.Version, run.Status.Digest
		if !slices.ContainsFunc(d.Regions, func(offered profile.Region) bool { return offered.Name == r.Region }) {
			return nil, problem.Invalid(problem.InvalidRequest, "request", []problem.Fault{{
				Field: request.RegionField, Code: problem.FaultUnsupported, Message: "must be a region of " + d.ID + ", such as " + d.DefaultRegion,
			}})
		}
		in := adaptertest.Input(d, mode, r)
		e, err := run.Evaluate(ctx, in)
		if err != nil {
			return nil, err
		}
		answer.Violations, answer.Advisories = e.Violations, e.Advisories
		answer.Resources, answer.Estimate = e.Resources, e.Estimate
		if len(e.Violations) == 0 {
			g, err := run.Generate(ctx, in)
			if err != nil {
				return nil, err
			}
			answer.generated(g)
		}
		result, err := host.Encoded(answer, host.ExitCode(len(e.Violations) == 0), prose.Lines("answer", &answer)...)
		result.Text = prose.Lines("whole answer", &answer)
		return result, err
	}
}

func (a *adapterAnswer) generated(g adapter.Generation) {
	a.Inputs = adaptertest.Answer{Generation: g}.Inputs()
	a.Placement, a.Rationale = map[string]string{}, map[string]string{}
	for _, p := range g.Placement {
		a.Placement[p.Name] = p.Holds
	}
	for _, r := range g.Rationale {
		a.Rationale[r.Field] = r.Text
	}
	a.Replacements, a.Needs = g.Replacements, g.Needs
}

// InputLines returns the lines of the inputs.
func (a *adapterAnswer) InputLines() []string {
	return strings.Split(strings.TrimSpace(string(a.Inputs)), "\n")
}
