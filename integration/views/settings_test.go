package views_test

import (
	"encoding/json"
	"html"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/integration/build"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
)

// hubSettings are those of a landing zone whose hub has the way out. Without the one
// under lacking, the others do not go together.
var hubSettings = map[string]struct {
	chosen  map[string]string
	lacking string
}{
	"provider_a": {map[string]string{
		"egress": "hub", "transit_gateway_id": "tgw-00000000000000001", "hub_cidrs": "10.0.0.0/8",
	}, "transit_gateway_id"},
	"provider_b": {map[string]string{
		"egress": "hub", "egress_next_hop_ip": "10.0.1.4",
		"hub_virtual_network_id": "/subscriptions/00000000-0000-0000-0000-000000000004/resourceGroups/rg-hub/providers/Microsoft.Network/virtualNetworks/vnet-hub",
	}, "egress_next_hop_ip"},
}

// setupInit runs the command with settings, and returns the document that it prints.
func setupInit(t *testing.T, provider string, settings map[string]string) (document string, exit int) {
	t.Helper()
	args := []string{"setup", "init", "--provider", provider, "--mode", string(profile.Enterprise)}
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		args = append(args, "--setting", name+"="+settings[name])
	}
	return cliDriver{dir: t.TempDir()}.run(t, args...)
}

// TestSettingsThroughEveryView chooses settings with the command, in the portal's form
// and through the API: the profile, the readiness and what is refused are the same.
func TestSettingsThroughEveryView(t *testing.T) {
	for provider, c := range hubSettings {
		t.Run(provider, func(t *testing.T) {
			t.Parallel()
			printed, exit := setupInit(t, provider, c.chosen)
			require.Zero(t, exit, printed)
			var p profile.Profile
			require.NoError(t, json.Unmarshal([]byte(printed), &p))
			require.Equal(t, c.chosen, p.Settings)

			wrong := maps.Clone(c.chosen)
			delete(wrong, c.lacking)
			refused, exit := setupInit(t, provider, wrong)
			require.Equal(t, problem.ExitUsage, exit)

			v := newVisitor(t, build.StartServer(t))
			const page = "/setup/boundaries"
			form := formIn(t, v.open(t, page+"?mode=enterprise&provider="+provider), page)
			form.Set("placeholders", "fill")
			for name, value := range wrong {
				form.Set("settings."+name, value)
			}
			status, _, shown := v.post(t, page, form)
			require.Equal(t, http.StatusUnprocessableEntity, status)
			var fault problem.Problem
			require.NoError(t, json.Unmarshal([]byte(refused), &fault))
			require.Len(t, fault.Faults, 1)
			assert.Equal(t, "settings."+c.lacking, fault.Faults[0].Field)
			assert.Contains(t, shown, html.EscapeString(fault.Faults[0].Message))
			assert.Contains(t, shown, `href="#settings.`+c.lacking+`"`)

			form.Set("settings."+c.lacking, c.chosen[c.lacking])
			require.Equal(t, "/setup", v.submit(t, page, form))
			assert.Equal(t, printed, v.save(t, "/readiness/profile.json"))

			file := filepath.Join(t.TempDir(), "profile.json")
			require.NoError(t, os.WriteFile(file, []byte(printed), 0o600))
			validated, exit := cliDriver{dir: t.TempDir()}.run(t, "setup", "validate", file)
			require.Zero(t, exit)
			assert.Equal(t, validated, v.save(t, "/readiness/readiness.json"))
			var r profile.Readiness
			require.NoError(t, json.Unmarshal([]byte(validated), &r))
			assert.Equal(t, c.chosen, chosenOf(r.Settings))
			assert.Greater(t, len(r.Settings), len(c.chosen))
			shown = v.open(t, "/readiness")
			for _, s := range r.Settings {
				assert.Contains(t, shown, "<code>"+s.Name+"</code>")
			}
		})
	}
}

// chosenOf returns the settings in force that are not the defaults.
func chosenOf(inForce []profile.SettingInForce) map[string]string {
	chosen := map[string]string{}
	for _, s := range inForce {
		if !s.Default {
			chosen[s.Name] = s.Value
		}
	}
	return chosen
}

// filledIn replaces what the command proposes from no template.
var filledIn = strings.NewReplacer("my-application", "checkout", "my-team@", "checkout-team@", "CC-0000", "CC-4711",
	"Say in a sentence what the environment is for.", "The checkout of the web shop.")

// TestSettingsAreOnTheReviewPage, beside the word on placeholders.
func TestSettingsAreOnTheReviewPage(t *testing.T) {
	for provider, c := range hubSettings {
		t.Run(provider, func(t *testing.T) {
			t.Parallel()
			d := cliDriver{dir: t.TempDir()}
			printed, _ := setupInit(t, provider, c.chosen)
			profile, request := filepath.Join(d.dir, "profile.json"), filepath.Join(d.dir, "request.json")
			require.NoError(t, os.WriteFile(profile, []byte(printed), 0o600))
			template, exit := d.run(t, "request", "template", "--profile", profile)
			require.Zero(t, exit)
			require.NoError(t, os.WriteFile(request, []byte(filledIn.Replace(template)), 0o600))
			proposed, exit := d.run(t, "request", "propose", request, "--profile", profile)
			require.Zero(t, exit, proposed)
			var p struct {
				Placeholders []string `json:"placeholders"`
				Artifacts    []struct{ Path, Content string }
			}
			require.NoError(t, json.Unmarshal([]byte(proposed), &p))
			require.NotEmpty(t, p.Placeholders)
			for _, a := range p.Artifacts {
				if !strings.HasSuffix(a.Path, ".md") {
					continue
				}
				assert.Contains(t, a.Content, " until values replace the placeholders for `")
				for name, value := range c.chosen {
					assert.Contains(t, a.Content, "| `"+name+"` | `"+value+"` |")
				}
			}
		})
	}
}
