//go:build scan

package terraform_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// make scan runs this package whole, with the scanners that take minutes to build,
// and with Terraform in OpenTofu's place.
const (
	planner = "terraform"
	whole   = true
)

var scanners = map[string]scanner{"tfsec": tfsec, "tflint": tflint}

// tflint has every rule of its own but the one that asks for three files, where a
// proposal has two.
func tflint(t *testing.T, folder string, files ...string) []finding {
	t.Helper()
	settings, err := filepath.Abs(filepath.Join("testdata", "tflint.hcl"))
	require.NoError(t, err)
	arguments := []string{"--chdir", folder, "--config", settings, "--format", "json", "--force"}
	for _, file := range files {
		arguments = append(arguments, "--var-file", file)
	}
	var report struct {
		Issues []struct {
			Rule struct {
				Name     string `json:"name"`
				Severity string `json:"severity"`
			} `json:"rule"`
			Range struct {
				Start struct {
					Line int `json:"line"`
				} `json:"start"`
			} `json:"range"`
		} `json:"issues"`
		Errors []struct {
			Message string `json:"message"`
		} `json:"errors"`
	}
	output(t, &report, "tflint", arguments...)
	require.Empty(t, report.Errors)
	var found []finding
	for _, i := range report.Issues {
		found = append(found, finding{i.Rule.Name, i.Rule.Severity, i.Range.Start.Line})
	}
	return found
}

// TestTflintFindsWhatIsWrong adds what its rules are against.
func TestTflintFindsWhatIsWrong(t *testing.T) {
	for _, c := range clouds {
		root, _ := c.files(t, c.enterprise(t))
		folder := t.TempDir()
		write(t, filepath.Join(folder, "main.tf"), append(root, "\nlocals {\n  unused = \"${var.name}\"\n}\n"...))
		var rules []string
		for _, f := range tflint(t, folder) {
			rules = append(rules, f.Rule)
		}
		assert.ElementsMatch(t, []string{"terraform_deprecated_interpolation", "terraform_unused_declarations"}, rules)
	}
}

// kics returns what KICS finds in the files of folders, by folder. It reads no inputs.
func kics(t *testing.T, folders map[string]string) map[string][]finding {
	t.Helper()
	list := exec.CommandContext(t.Context(), "go", "-C", "../../tools/kics", "list", "-m", "-f", "{{.Dir}}", "github.com/Checkmarx/kics/v2")
	list.Env = append(os.Environ(), "GOWORK=off")
	module, err := list.Output()
	require.NoError(t, err)
	assets := filepath.Join(strings.TrimSpace(string(module)), "assets")
	var paths []string
	for _, folder := range folders {
		paths = append(paths, folder)
	}
	slices.Sort(paths)
	to := t.TempDir()
	out, err := exec.CommandContext(t.Context(), tool(t, "kics"), "scan", "--path", strings.Join(paths, ","), "--queries-path", filepath.Join(assets, "queries"),
		"--libraries-path", filepath.Join(assets, "libraries"), "--output-path", to, "--report-formats", "json", "--ignore-on-exit", "results", "--ci", "--no-color").CombinedOutput()
	require.NoError(t, err, string(out))
	text, err := os.ReadFile(filepath.Join(to, "results.json"))
	require.NoError(t, err)
	var report struct {
		Parsed  int `json:"files_parsed"`
		Failed  int `json:"queries_failed_to_execute"`
		Queries []struct {
			Name     string `json:"query_name"`
			Severity string `json:"severity"`
			Files    []struct {
				Name string `json:"file_name"`
				Line int    `json:"line"`
			} `json:"files"`
		} `json:"queries"`
	}
	require.NoError(t, json.Unmarshal(text, &report))
	require.GreaterOrEqual(t, report.Parsed, len(folders), "each main.tf is read")
	require.Zero(t, report.Failed)
	found := map[string][]finding{}
	for _, q := range report.Queries {
		for _, file := range q.Files {
			absolute, err := filepath.Abs(file.Name)
			require.NoError(t, err)
			for name, folder := range folders {
				if strings.HasPrefix(file.Name, folder+"/") || strings.HasPrefix(absolute, folder+"/") {
					found[name] = append(found[name], finding{q.Name, q.Severity, file.Line})
				}
			}
		}
	}
	return found
}

// TestKICSFindsNothingInABundle scans every file of every kind of bundle at once.
func TestKICSFindsNothingInABundle(t *testing.T) {
	folders := map[string]string{}
	for _, c := range clouds {
		for name, p := range c.bundles(t) {
			folder := t.TempDir()
			unpack(t, p, folder)
			folders[c.name+" "+name] = folder
		}
	}
	found := kics(t, folders)
	table := results{}
	for name := range folders {
		table.add("kics", name, found[name])
		for _, f := range found[name] {
			assert.False(t, f.grave(), "%s: %+v", name, f)
		}
	}
	t.Log(table)
}

// TestKICSNeedsItsExcuses takes each of KICS's excuses out of main.tf, which then
// finds something there.
func TestKICSNeedsItsExcuses(t *testing.T) {
	folders := map[string]string{}
	for _, c := range clouds {
		root, _ := c.files(t, c.enterprise(t))
		lines := strings.Split(string(root), "\n")
		for i, line := range lines {
			if !strings.Contains(line, "kics-scan") {
				continue
			}
			assert.Regexp(t, `^\s*# \S+ \S+`, lines[i-1], "line %d of %s has no reason", i+1, c.name)
			without, folder := slices.Clone(lines), t.TempDir()
			without[i] = mark.ReplaceAllString(line, "#")
			write(t, filepath.Join(folder, "main.tf"), []byte(strings.Join(without, "\n")))
			folders[fmt.Sprintf("line %d of %s", i+1, c.name)] = folder
		}
	}
	require.NotEmpty(t, folders, "KICS finds something that is excused in each cloud")
	for name, found := range kics(t, folders) {
		assert.True(t, slices.ContainsFunc(found, finding.grave), "%s excuses nothing", name)
		for _, f := range found {
			if f.grave() {
				t.Logf("%s excuses %s (%s)", name, f.Rule, f.Severity)
			}
		}
		delete(folders, name)
	}
	assert.Empty(t, folders, "these excuse nothing")
}
