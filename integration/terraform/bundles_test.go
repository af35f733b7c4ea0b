package terraform_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
)

// proposalOf returns the proposal that an input becomes.
func (c cloud) proposalOf(t testing.TB, in adapter.Input) proposal.Proposal {
	t.Helper()
	d := c.describe(t)
	e, err := c.adapter.Evaluate(t.Context(), in)
	require.NoError(t, err)
	require.Empty(t, e.Violations)
	g, err := c.adapter.Generate(t.Context(), in)
	require.NoError(t, err)
	made := proposal.Input{
		Request: in.Request, Profile: profile.Profile{Provider: d.ID, Mode: in.Mode},
		PolicyDigest: strings.Repeat("0", 64), Resources: e.Resources, Estimate: e.Estimate, Root: g.Files[0].Content, Inputs: g.Files[1].Content,
		Adapter: proposal.Adapter{ID: d.ID, DisplayName: d.DisplayName, Version: d.Version, ContractVersion: 1},
	}
	for _, part := range g.Placement {
		made.Placement = append(made.Placement, proposal.PlacementPart(part))
	}
	for _, reason := range g.Rationale {
		made.Rationale = append(made.Rationale, proposal.Reason(reason))
	}
	p, err := proposal.Build(made)
	require.NoError(t, err)
	return p
}

// bundle writes every byte of a proposal under a folder, and returns the folder of
// its Terraform root.
func bundle(t testing.TB, p proposal.Proposal, folder string) string {
	t.Helper()
	for _, file := range append([]proposal.Artifact{p.SafetyMarker}, p.Artifacts...) {
		path := filepath.Join(folder, filepath.FromSlash(file.Path))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		write(t, path, []byte(file.Content))
	}
	return filepath.Join(folder, filepath.Dir(filepath.FromSlash(p.Artifacts[1].Path)))
}

// accepted are the inputs that any profile's common and mode rules take, of every
// mode, environment and classification.
func (c cloud) accepted(t testing.TB) map[string]adapter.Input {
	t.Helper()
	all := map[string]adapter.Input{}
	for _, mode := range []profile.Mode{profile.Simulation, profile.Sandbox, profile.Enterprise} {
		for _, environment := range request.Environments() {
			for _, classification := range request.Classifications() {
				production := environment == request.Production
				if classification == request.Restricted && !production || mode == profile.Sandbox && production {
					continue
				}
				req := c.request(t, func(r *request.Request) {
					r.Environment, r.DataClassification = environment, classification
				})
				all[fmt.Sprintf("%s/%s/%s", mode, environment, classification)] = c.input(t, mode, req)
			}
		}
	}
	return all
}
