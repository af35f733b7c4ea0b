package kit_test

import (
	"encoding/json"
	"encoding/xml"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/integration/build"
	"platform.internal/platform-core/adapter/adaptertest"
)

func TestMain(m *testing.M) { os.Exit(build.Main(m)) }

// tested runs "platform provider test" and returns the certificate, the JUnit
// file and the exit code.
func tested(t *testing.T, platform, adapter string) (certificate adaptertest.Report, junit string, exit int) {
	t.Helper()
	junit = filepath.Join(t.TempDir(), "adapter.xml")
	cmd := exec.CommandContext(t.Context(), platform, "provider", "test", adapter, "--junit", junit)
	var words strings.Builder
	cmd.Stderr = &words
	out, _ := cmd.Output()
	require.NoError(t, json.Unmarshal(out, &certificate), words.String())
	return certificate, junit, cmd.ProcessState.ExitCode()
}

// TestTheReleasedAdaptersConform judges both binaries as they are released.
func TestTheReleasedAdaptersConform(t *testing.T) {
	if testing.Short() {
		t.Skip("short: the adapters' own tests run the suite in their process")
	}
	layout := build.Binaries(t)
	for _, id := range []string{"provider_a", "provider_b"} {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			binary := filepath.Join(layout.AdaptersDir, "platform-"+strings.ReplaceAll(id, "_", "-"))
			certificate, junit, exit := tested(t, layout.Platform, binary)
			assert.Zero(t, exit)
			assert.True(t, certificate.Conforms)
			assert.Equal(t, id, certificate.Adapter.ID)
			assert.Regexp(t, "^sha256:[0-9a-f]{64}$", certificate.Adapter.Digest)
			assert.Zero(t, certificate.Summary.Failed)
			for _, p := range certificate.Properties {
				assert.NotEqual(t, adaptertest.Failed, p.Outcome, "%s: %s", p.Name, p.CounterExample)
			}
			checkJUnit(t, junit, certificate)
		})
	}
}

// checkJUnit reads the file as the systems that show it do.
func checkJUnit(t *testing.T, path string, certificate adaptertest.Report) {
	t.Helper()
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	var read struct {
		XMLName xml.Name `xml:"testsuites"`
		Suites  []struct {
			Tests    int `xml:"tests,attr"`
			Failures int `xml:"failures,attr"`
			Skipped  int `xml:"skipped,attr"`
			Cases    []struct {
				Name string `xml:"name,attr"`
			} `xml:"testcase"`
		} `xml:"testsuite"`
	}
	require.NoError(t, xml.Unmarshal(data, &read))
	require.Len(t, read.Suites, 1)
	suite := read.Suites[0]
	assert.Equal(t, len(adaptertest.Properties()), suite.Tests)
	assert.Equal(t, certificate.Summary.Failed, suite.Failures)
	assert.Equal(t, certificate.Summary.Skipped, suite.Skipped)
	require.Len(t, suite.Cases, suite.Tests)
	for i, p := range adaptertest.Properties() {
		assert.Equal(t, p.Name, suite.Cases[i].Name)
	}
}
