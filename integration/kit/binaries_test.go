package kit_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/integration/build"
	platformcore "platform.internal/platform-core"
	"platform.internal/platform-core/adapter/adaptertest"
)

func TestMain(m *testing.M) { os.Exit(build.Main(m)) }

// TestTheReleasedAdaptersConform judges each binary as it is released.
func TestTheReleasedAdaptersConform(t *testing.T) {
	if testing.Short() {
		t.Skip("short: the adapters' own tests run the suite in their process")
	}
	layout := build.Binaries(t)
	binaries, err := filepath.Glob(filepath.Join(layout.AdaptersDir, "platform-provider-*"))
	require.NoError(t, err)
	require.NotEmpty(t, binaries)
	for _, binary := range binaries {
		id := strings.ReplaceAll(strings.TrimPrefix(filepath.Base(binary), "platform-"), "-", "_")
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			cmd := exec.CommandContext(t.Context(), layout.Platform, "provider", "test", binary)
			var words strings.Builder
			cmd.Stderr = &words
			out, err := cmd.Output()
			require.NoError(t, err, words.String())
			assert.Regexp(t, id+" .* conforms: [0-9]+ passed, 0 failed", words.String())
			var certificate adaptertest.Report
			require.NoError(t, json.Unmarshal(out, &certificate))
			assert.Equal(t, adaptertest.ReportSchema, certificate.Schema)
			assert.Equal(t, 1, certificate.Adapter.ContractVersion)
			assert.Equal(t, "description", certificate.Properties[0].Name)
			assert.True(t, certificate.Conforms)
			assert.Equal(t, id, certificate.Adapter.ID)
			assert.Equal(t, platformcore.Version, certificate.Adapter.Version, "it is released with the platform")
			assert.Regexp(t, "^sha256:[0-9a-f]{64}$", certificate.Adapter.Digest)
			assert.Zero(t, certificate.Summary.Failed)
			for _, p := range certificate.Properties {
				assert.NotEqual(t, adaptertest.Failed, p.Outcome, "%s: %s", p.Name, p.CounterExample)
			}
		})
	}
}
