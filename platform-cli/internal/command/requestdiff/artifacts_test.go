package requestdiff_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-cli/internal/command/requestdiff"
	"platform.internal/platform-cli/internal/command/requestpropose"
	"platform.internal/platform-cli/internal/commandtest"
	"platform.internal/platform-cli/internal/fileio"
	"platform.internal/platform-core/difference"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/proposal"
)

// files returns the files of a proposal of the request.
func files(t *testing.T, request string) map[string]string {
	t.Helper()
	commandtest.Folder(t, "of.yaml", request)
	commandtest.Run(t, requestpropose.New, "of.yaml", "--profile", "profile.yaml", "--output", "bundle")
	folder, err := fileio.ReadBundle("bundle")
	require.NoError(t, err)
	return folder.Files
}

func between(t *testing.T, a, b map[string]string) requestdiff.Difference {
	t.Helper()
	from, err := difference.ReadBundle("a", a)
	require.NoError(t, err)
	to, err := difference.ReadBundle("b", b)
	require.NoError(t, err)
	return requestdiff.Compare("a", from, "b", to)
}

const id, other = "req-42d638835451ec7ee6d2", "req-"

// TestFilesOfOneRole checks that files are compared by their role, since the paths of two requests
// differ.
func TestFilesOfOneRole(t *testing.T) {
	a := files(t, commandtest.Request)
	b := files(t, strings.Replace(commandtest.Request, "budget: 500", "budget: 600", 1))
	d := between(t, a, b)
	var changed []string
	for _, f := range d.Artifacts {
		changed = append(changed, filepath.Base(f.PathA))
		assert.Contains(t, f.PathA, id)
		assert.NotContains(t, f.PathB, id)
		assert.Contains(t, f.PathB, other)
		assert.Equal(t, requestdiff.Changed, f.Change)
		assert.Equal(t, external(t, a[f.PathA], b[f.PathB]), headers(f.Unified), f.PathA)
	}
	assert.Equal(t, []string{id + ".yaml", "policy-decision.json", "resource-inventory.json", id + ".md",
		"attestation.intoto.json"}, changed)
	assert.Contains(t, d.Artifacts[0].Unified, "-monthly_budget: 500\n+monthly_budget: 600\n")
	assert.Equal(t, 1, d.Artifacts[0].Added)
	assert.Empty(t, between(t, a, a).Artifacts)
	assert.NotNil(t, between(t, a, a).Artifacts)
}

// external returns the hunk headers of the system's diff.
func external(t *testing.T, a, b string) []string {
	t.Helper()
	folder := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(folder, "a"), []byte(a), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "b"), []byte(b), 0o600))
	// The command diff exits with 1 if the files differ.
	out, _ := exec.CommandContext(t.Context(),
		"diff", "-u", filepath.Join(folder, "a"), filepath.Join(folder, "b")).Output()
	return headers(string(out))
}

func headers(unified string) (found []string) {
	for line := range strings.Lines(unified) {
		if strings.HasPrefix(line, "@@") {
			found = append(found, line)
		}
	}
	return found
}

// TestLongAndHostileLines checks that the output is bounded and escaped, and that the time is
// bounded.
func TestLongAndHostileLines(t *testing.T) {
	a := files(t, commandtest.Request)
	root := proposal.PathsOf(id).Root
	with := func(text string) map[string]string {
		changed := map[string]string{}
		for path, content := range a {
			changed[path] = content
		}
		changed[root] = text
		return changed
	}
	long := strings.Repeat("0123456789", 50_000)
	d := between(t, with(long+"a"+long+"\n"), with(long+"b"+long+"\n"))
	require.Len(t, d.Artifacts, 1)
	lines := d.Artifacts[0].Lines(80)
	assert.Equal(t, []string{"@@ -1 +1 @@",
		"-…678901234567890123456789a0123456789012345678901234567890123456789012345678901…",
		"+…678901234567890123456789b0123456789012345678901234567890123456789012345678901…"}, lines[:3])

	random := rand.New(rand.NewPCG(1, 2))
	var x, y strings.Builder
	for range 100_000 {
		fmt.Fprintf(&x, "%d\n", random.IntN(50))
		fmt.Fprintf(&y, "%d\n", random.IntN(50))
	}
	for name, pair := range map[string][2]string{
		"hostile":          {"plain\n", "\x1b[2J\u202eplain\u200b\x00\xff\r\n--- a\n+++ b\n@@ -1 +1 @@\n"},
		"many other lines": {x.String(), y.String()},
		"no line end":      {"a", "b"},
		"a long line":      {"a\n", long},
	} {
		d := between(t, with(pair[0]), with(pair[1]))
		require.Len(t, d.Artifacts, 1, name)
		for _, line := range d.Text() {
			assert.LessOrEqual(t, utf8.RuneCountInString(line), 80, name)
			for _, r := range line {
				require.True(t, document.Visible(r) || r == ' ', "%s: %q", name, line)
			}
		}
		data, err := document.Encode(d)
		require.NoError(t, err)
		assert.Less(t, len(data), 100_000, name)
		assert.True(t, json.Valid(data))
	}
}

func TestRequestsHaveNoFiles(t *testing.T) {
	a, err := difference.Read("a", document.Source{Format: document.YAML, Data: []byte(commandtest.Request)})
	require.NoError(t, err)
	assert.Nil(t, requestdiff.Compare("a", a, "b", a).Artifacts)
}
