package scripts_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gotest.tools/v3/golden"

	"platform.internal/integration/build"
)

// screens are documents by file. Each shows a kind of diagnostic; its output is in testdata/screens, under the
// file's name.
var screens = map[string]string{
	"misspelt.yaml":    "onwer: x@example.com\napplication: checkout\nenvironment: prdouction\ncost_center: CC-1\ndata_classification: internal\nregion: eu-west-1\nnetwork_cidr: 10.20.0.0/33\ncluster_size: smal\nmonthly_budget: \"500\"\nbusiness_justification: For the shop.\nexpiry_date: 2027-02-30\n",
	"region.yaml":      "application: checkout\nenvironment: production\nowner: x@example.com\ncost_centre: CC-1\ndata_classification: internal\nregion: eu-wst-1\nnetwork_cidr: 10.20.0.0/20\ncluster_size: small\nmonthly_budget: 500\nbusiness_justification: For the shop.\n",
	"missing.yaml":     "application: checkout\nowner:\n",
	"twice.yaml":       "application: checkout\napplication: shop\n",
	"minified.json":    `{"application":"checkout","environment":"test","business_justification":"` + strings.Repeat("long ", 60) + `","region":3,"clustersize":"small"}`,
	"wide.yaml":        "application: \"日本語\"\nenvironment: e\u0301te\u0301\t # 長い\n",
	"hostile.yaml":     "application: \"\\e[31m\u200b\u202e\"\nenviron\u009bment: test\n",
	"tab.yaml":         "application: checkout\n\towner: x@example.com\n",
	"indented.yaml":    "application: checkout\n region: eu-west-1\n",
	"quote.yaml":       "application: \"checkout\nowner: x@example.com\n",
	"bracket.yaml":     "application: [checkout\nowner: x@example.com\n",
	"comma.json":       "{\n  \"application\": \"checkout\",\n}\n",
	"empty.yaml":       "",
	"many.yaml":        strings.Repeat("a: 1\n", 30),
	"profile-for.yaml": "provider: provider_a\nmode: simulation\n",
}

// TestScreens: what a person reads of each, in 80 columns.
func TestScreens(t *testing.T) {
	platform, dir := build.Binaries(t).Platform, t.TempDir()
	require.NoError(t, os.CopyFS(dir, os.DirFS(filepath.Join("testdata", "shared"))))
	lines := map[string][]string{
		"denied.txt": {"denied.yaml"}, "accepted.txt": {"request.yaml"}, "several.txt": {"denied.yaml", "malformed.yaml", "request.yaml"},
	}
	for name, text := range screens {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
		lines[strings.TrimSuffix(name, filepath.Ext(name))+".txt"] = []string{name}
	}
	for name, files := range lines {
		t.Run(name, func(t *testing.T) {
			cmd := exec.Command(platform, append([]string{"request", "validate", "--profile", "profile.yaml", "-o", "text"}, files...)...)
			cmd.Dir = dir
			out, err := cmd.Output()
			assert.Equal(t, name == "accepted.txt", err == nil)
			for line := range strings.SplitSeq(string(out), "\n") {
				assert.LessOrEqual(t, utf8.RuneCountInString(line), 80, line)
			}
			golden.Assert(t, string(out), filepath.Join("screens", name))
		})
	}
}
