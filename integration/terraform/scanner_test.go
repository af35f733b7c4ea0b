package terraform_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
)

// finding is what a scanner says of one place of a root.
type finding struct {
	Rule, Severity string
	Line           int
}

// grave reports whether nothing like it may be in a bundle: everything but what a
// scanner calls low or a hint.
func (f finding) grave() bool {
	return !slices.Contains([]string{"LOW", "INFO", "TRACE", "notice"}, f.Severity)
}

// results are what scanners found, for a table: by tool, cloud, mode and environment,
// and for each the number of scans, of findings that no bundle may have, and of
// others.
type results map[string][3]int

func (r results) add(tool, bundle string, found []finding) {
	parts := strings.Fields(bundle)
	row := fmt.Sprintf("%-7s %-8s %-11s %-12s", tool, parts[0], parts[1], parts[2])
	counts := r[row]
	counts[0]++
	for _, f := range found {
		if f.grave() {
			counts[1]++
		} else {
			counts[2]++
		}
	}
	r[row] = counts
}

// String returns the table.
func (r results) String() string {
	table := fmt.Sprintf("\n%-7s %-8s %-11s %-12s %6s %8s %6s\n", "tool", "cloud", "mode", "environment", "scans", "MEDIUM+", "lower")
	for _, row := range slices.Sorted(maps.Keys(r)) {
		table += fmt.Sprintf("%s %6d %8d %6d\n", row, r[row][0], r[row][1], r[row][2])
	}
	return table
}

// scanner finds faults in the Terraform root of a folder. It gets the bundle's own
// inputs, and those of files.
type scanner func(t *testing.T, folder string, files ...string) []finding

// removedBlock is a block of Terraform 1.7, which lets go of a resource. tfsec 1.28 is older and refuses the file.
var removedBlock = regexp.MustCompile(`(?m)^removed \{\n(.*\n)*?\}$`)

// tfsec does not find the inputs by itself. It gets main.tf with empty lines in place of removed blocks, which declare
// nothing.
func tfsec(t *testing.T, folder string, files ...string) []finding {
	t.Helper()
	main := filepath.Join(folder, "main.tf")
	text, err := os.ReadFile(main)
	require.NoError(t, err)
	write(t, main, removedBlock.ReplaceAllFunc(text, func(block []byte) []byte {
		return bytes.Repeat([]byte("\n"), bytes.Count(block, []byte("\n")))
	}))
	arguments := []string{folder, "--format", "json", "--no-colour", "--soft-fail", "--no-module-downloads"}
	for _, file := range append([]string{filepath.Join(folder, "terraform.tfvars.json")}, files...) {
		arguments = append(arguments, "--tfvars-file", file)
	}
	var report struct {
		Results []struct {
			Rule     string `json:"long_id"`
			Severity string `json:"severity"`
			Location struct {
				Line int `json:"start_line"`
			} `json:"location"`
		} `json:"results"`
	}
	output(t, &report, "tfsec", arguments...)
	var found []finding
	for _, r := range report.Results {
		found = append(found, finding{r.Rule, r.Severity, r.Location.Line})
	}
	return found
}

// output runs a tool and decodes what it prints. A tool that finds something ends
// well; any other exit is a failure.
func output(t *testing.T, report any, name string, arguments ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), tool(t, name), arguments...)
	var failure bytes.Buffer
	cmd.Stderr = &failure
	out, err := cmd.Output()
	require.NoError(t, err, "%s: %s", name, failure.String())
	require.NoError(t, json.Unmarshal(out, report), "%s: %s", name, out)
}

// withWorkflow returns an input's values with those of the protected workflow.
func (c cloud) withWorkflow(t *testing.T, inputs []byte, more ...map[string]any) []byte {
	t.Helper()
	values := map[string]any{}
	require.NoError(t, json.Unmarshal(inputs, &values))
	for _, extra := range append([]map[string]any{c.workflow}, more...) {
		for name, value := range extra {
			values[name] = value
		}
	}
	return encoded(t, values)
}

// TestScannersFindNothingInABundle scans the bytes of bundles as they are handed
// out, each with its own inputs, and again with those that only the workflow has.
func TestScannersFindNothingInABundle(t *testing.T) {
	for _, c := range clouds {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			workflow := filepath.Join(t.TempDir(), "workflow.tfvars.json")
			write(t, workflow, c.withWorkflow(t, []byte("{}"), c.branches))
			table := results{}
			for name, p := range c.bundles(t) {
				folder := unpack(t, p, t.TempDir())
				for tool, scan := range scanners {
					found := scan(t, folder)
					if whole || p.Mode == profile.Enterprise {
						found = append(found, scan(t, folder, workflow)...)
					}
					for _, f := range found {
						assert.False(t, f.grave(), "%s: %s: %+v", tool, name, f)
					}
					table.add(tool, c.name+" "+name, found)
				}
			}
			t.Log(table)
		})
	}
}

// mark is a comment that excuses what a scanner finds on its line or on the next.
var mark = regexp.MustCompile(`#\s*(kics-scan ignore-\S+)?\s*(tfsec:ignore:\S+)?$`)

// TestExcusesHaveAReasonAndAreNeeded takes each of tfsec's excuses out of main.tf:
// tfsec then finds that, and nothing else. The lines above an excuse say why.
func TestExcusesHaveAReasonAndAreNeeded(t *testing.T) {
	for _, c := range clouds {
		root, inputs := c.files(t, c.enterprise(t))
		lines := strings.Split(string(root), "\n")
		for i, line := range lines {
			_, rule, excused := strings.Cut(line, "tfsec:ignore:")
			if !excused {
				continue
			}
			assert.Regexp(t, `^\s*# \S+ \S+`, lines[i-1], "line %d of %s has no reason", i+1, c.name)
			without := slices.Clone(lines)
			without[i] = mark.ReplaceAllString(line, "")
			folder := t.TempDir()
			write(t, filepath.Join(folder, "main.tf"), []byte(strings.Join(without, "\n")))
			write(t, filepath.Join(folder, "terraform.tfvars.json"), inputs)
			found := tfsec(t, folder)
			assert.NotEmpty(t, found, "line %d of %s excuses nothing", i+1, c.name)
			for _, f := range found {
				assert.Equal(t, rule, f.Rule)
			}
		}
	}
}

// TestScannersFindWhatIsWrong spoils a root at a time: a scanner that read nothing
// would find nothing either.
func TestScannersFindWhatIsWrong(t *testing.T) {
	spoilt := []struct {
		cloud          cloud
		good, bad, old string
	}{
		{clouds[0], "endpoint_public_access  = false", "endpoint_public_access  = true", "aws-eks-no-public-cluster-access"},
		{clouds[0], "enable_key_rotation     = true", "enable_key_rotation     = false", "aws-kms-auto-rotate-keys"},
		{clouds[0], `http_tokens                 = "required"`, `http_tokens                 = "optional"`, "aws-ec2-enforce-launch-config-http-token-imds"},
		{clouds[1], `    default_action = "Deny"
    bypass         = ["AzureServices"]`, `    default_action = "Allow"
    bypass         = ["AzureServices"]`, "azure-storage-default-action-deny"},
		{clouds[1], "purge_protection_enabled      = true", "purge_protection_enabled      = false", "azure-keyvault-no-purge"},
		{clouds[1], `destination_port_ranges    = ["443", "4443"]
    source_address_prefix      = var.node_subnet_cidr`, `destination_port_ranges    = ["443", "4443"]
    source_address_prefix      = "*"`, "azure-network-no-public-ingress"},
	}
	for _, c := range spoilt {
		root, inputs := c.cloud.files(t, c.cloud.enterprise(t))
		require.Equal(t, 1, strings.Count(string(root), c.good), c.good)
		folder := t.TempDir()
		write(t, filepath.Join(folder, "main.tf"), []byte(strings.Replace(string(root), c.good, c.bad, 1)))
		write(t, filepath.Join(folder, "terraform.tfvars.json"), c.cloud.withWorkflow(t, inputs, c.cloud.branches))
		var rules []string
		for _, f := range tfsec(t, folder) {
			rules = append(rules, f.Rule)
		}
		assert.Contains(t, rules, c.old, c.bad)
	}
}

// TestTheReviewCountsExcuses compares the review page with main.tf.
func TestTheReviewCountsExcuses(t *testing.T) {
	for _, c := range clouds {
		g := c.generation(t, c.input(t, profile.Sandbox, c.request(t)))
		root := string(g.Files[0].Content)
		text := "main.tf excuses no finding of tfsec or KICS."
		if n, m := strings.Count(root, "tfsec:ignore"), strings.Count(root, "kics-scan ignore"); n+m > 0 {
			text = fmt.Sprintf("main.tf excuses %d finding of tfsec and %d of KICS. The line above each says why.", n, m)
		}
		assert.Contains(t, g.Needs, adapter.Need{Kind: adapter.NeedStep, Name: "scan main.tf", Text: text}, c.name)
	}
}
