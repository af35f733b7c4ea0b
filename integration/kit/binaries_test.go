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
	"platform.internal/integration/providers"
	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/adapterhost"
)

func TestMain(m *testing.M) { os.Exit(build.Main(m)) }

// TestTheReleasedAdaptersConform judges each binary as it is released.
func TestTheReleasedAdaptersConform(t *testing.T) {
	if testing.Short() {
		t.Skip("short: the adapters' own tests run the suite in their process")
	}
	layout := build.Binaries(t)
	locked, err := adapterhost.ReadLock(layout.AdaptersDir, "")
	require.NoError(t, err)
	var ids []string
	for _, adapter := range locked {
		ids = append(ids, adapter.ID)
		t.Run(adapter.ID, func(t *testing.T) {
			t.Parallel()
			cmd := exec.CommandContext(t.Context(), layout.Platform, "provider", "test", filepath.Join(layout.AdaptersDir, adapter.File))
			var words strings.Builder
			cmd.Stderr = &words
			out, err := cmd.Output()
			require.NoError(t, err, words.String())
			assert.Regexp(t, adapter.ID+" .* conforms: [0-9]+ passed, 0 failed", words.String())
			var certificate adaptertest.Report
			require.NoError(t, json.Unmarshal(out, &certificate))
			assert.Equal(t, adaptertest.ReportSchema, certificate.Schema)
			assert.Equal(t, 1, certificate.Adapter.ContractVersion)
			assert.Equal(t, "description", certificate.Properties[0].Name)
			assert.True(t, certificate.Conforms)
			assert.Equal(t, adapter.ID, certificate.Adapter.ID)
			assert.Equal(t, adapter.Version, certificate.Adapter.Version)
			assert.Regexp(t, "^sha256:[0-9a-f]{64}$", certificate.Adapter.Digest)
			assert.Zero(t, certificate.Summary.Failed)
			for _, p := range certificate.Properties {
				assert.NotEqual(t, adaptertest.Failed, p.Outcome, "%s: %s", p.Name, p.CounterExample)
			}
		})
	}
	assert.Equal(t, providers.IDs(), ids, "the adapters of the workspace are installed, and no example")
}
