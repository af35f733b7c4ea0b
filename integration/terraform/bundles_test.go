package terraform_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/integration/providers"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
)

// platform returns the service as it is installed for a cloud in a mode.
func (c cloud) platform(t *testing.T, mode profile.Mode) *service.Service {
	t.Helper()
	return c.installed(t, fmt.Sprintf("provider: %s\nmode: %s\npolicy_date: \"2027-01-10\"\n", c.id, mode))
}

// installed returns the service with a profile.
func (c cloud) installed(t *testing.T, text string) *service.Service {
	t.Helper()
	return providers.Installed(t, service.Options{Adapters: providers.Adapters, Now: time.Now}, text)
}

// bundles returns the proposals that the platform makes in every mode, of every
// environment and classification that it accepts there, by these names: the strictest
// classification unless they are asked for whole, and in a short test one of each
// mode.
func (c cloud) bundles(t *testing.T) map[string]proposal.Proposal {
	t.Helper()
	made := map[string]proposal.Proposal{}
	for _, mode := range []profile.Mode{profile.Simulation, profile.Sandbox, profile.Enterprise} {
		platform := c.platform(t, mode)
		for _, environment := range request.Environments() {
			for _, classification := range request.Classifications() {
				production, strictest := environment == request.Production, request.Confidential
				if production {
					strictest = request.Restricted
				}
				switch {
				case classification == request.Restricted && !production, mode == profile.Sandbox && production: // denied
					continue
				case !whole && classification != strictest, testing.Short() && (environment == request.Test || production != (mode == profile.Enterprise)):
					continue
				}
				record, err := platform.Evaluate(t.Context(), c.request(t, func(r *request.Request) {
					r.Environment, r.DataClassification, r.MonthlyBudget = environment, classification, 1000
					if mode != profile.Sandbox {
						r.MonthlyBudget = 20000
					}
				}), service.EvaluateOptions{})
				require.NoError(t, err)
				derived, err := platform.Derive(t.Context(), record)
				require.NoError(t, err, "%s %s %s", mode, environment, classification)
				made[fmt.Sprintf("%s %s %s", mode, environment, classification)] = derived.Proposal
			}
		}
	}
	return made
}

// unpack writes every byte of a proposal under a folder, and returns the folder of
// its Terraform root.
func unpack(t *testing.T, p proposal.Proposal, folder string) string {
	t.Helper()
	for _, file := range append([]proposal.Artifact{p.SafetyMarker}, p.Artifacts...) {
		path := filepath.Join(folder, filepath.FromSlash(file.Path))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		write(t, path, []byte(file.Content))
	}
	return filepath.Join(folder, filepath.Dir(filepath.FromSlash(p.Artifacts[1].Path)))
}

// TestProfilesWithoutSettingsAreStillValid installs a profile that has every field of
// the time before settings, and makes a proposal: it is that of empty settings.
func TestProfilesWithoutSettingsAreStillValid(t *testing.T) {
	for _, c := range clouds {
		d := c.describe(t)
		text := fmt.Sprintf("schema: platform.installation-profile/v1\nprovider: %s\nmode: enterprise\nallowed_regions: [%s]\npolicy_date: \"2027-01-10\"\nunpriced: advise\npolicies: []\nboundaries:\n",
			d.ID, d.DefaultRegion)
		for _, b := range d.Boundaries {
			if b.Mode == profile.Enterprise {
				text += fmt.Sprintf("  %s: %q\n", b.Name, b.Placeholder)
			}
		}
		made := map[string]string{}
		for _, profile := range []string{text, text + "settings: {}\n"} {
			platform := c.installed(t, profile)
			record, err := platform.Evaluate(t.Context(), c.request(t, func(r *request.Request) { r.MonthlyBudget = 20000 }), service.EvaluateOptions{})
			require.NoError(t, err)
			derived, err := platform.Derive(t.Context(), record)
			require.NoError(t, err)
			made[derived.ContentHash] = profile
		}
		assert.Len(t, made, 1, c.name)
	}
}
