package requestdiff_test

import (
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-cli/internal/command/requestdiff"
	"platform.internal/platform-cli/internal/command/requestpropose"
	"platform.internal/platform-cli/internal/command/requestvalidate"
	"platform.internal/platform-cli/internal/commandtest"
	"platform.internal/platform-core/problem"
)

// folder creates a folder with each kind of document for two requests.
func folder(t *testing.T) {
	t.Helper()
	commandtest.Folder(t,
		"spelled.yaml", strings.Replace(commandtest.Request, "environment: development", "environment: DEV", 1),
		"cheaper.yaml", strings.NewReplacer("500", "400", "expiry_date: 2026-12-15\n", "").Replace(commandtest.Request),
		"south.yaml", strings.Replace(commandtest.Request, "north-1", "south-1", 1),
		"range.yaml", strings.Replace(commandtest.Request, "10.20.0.0", "10.40.0.0", 1),
		"larger.yaml", strings.Replace(commandtest.Request, "small", "medium", 1),
		"north.yaml", "provider: provider_t\nallowed_regions: [north-1]\n",
		"both.yaml", "provider: provider_t\nallowed_regions: [north-1, south-1]\n")
	save := func(name string, text []byte) { require.NoError(t, os.WriteFile(name, text, 0o600)) }
	for _, name := range []string{"request", "denied", "larger", "south", "range"} {
		save(name+".record", commandtest.Run(t, requestvalidate.New, name+".yaml", "--profile", "both.yaml").JSON)
		if name == "denied" {
			continue
		}
		if name == "request" {
			save("narrow.proposal", commandtest.Run(t, requestpropose.New, name+".yaml", "--profile", "north.yaml",
				"--output", "narrow").JSON)
		}
		save(name+".proposal", commandtest.Run(t, requestpropose.New, name+".yaml", "--profile", "both.yaml",
			"--output", name).JSON)
	}
}

func TestDiff(t *testing.T) {
	folder(t)
	for name, test := range map[string]struct {
		args    []string
		same    bool
		changes int
		text    []string
	}{
		"spelling": {[]string{"request.yaml", "spelled.yaml"}, true, 0, []string{
			"A: request.yaml (request, req-42d638835451ec7ee6d2)",
			"B: spelled.yaml (request, req-42d638835451ec7ee6d2)", "nothing differs",
			"not compared: rules, resources, inputs of Terraform, cost (A and B: a request", "  document has only its fields)",
		}},
		"two fields": {[]string{"request.yaml", "cheaper.yaml"}, false, 2, []string{
			"fields:", "  monthly_budget: 500 -> 400", "  expiry_date: 2026-12-15 -> (none)",
		}},
		"a proposal and its bundle": {[]string{"request.proposal", "request"}, true, 0, []string{"nothing differs"}},
		"bundles of two profiles": {[]string{"narrow", "request"}, false, 0,
			[]string{"cost a month: 200.50 -> 200.50 USD, the same", "digest of the profile:"}},
		"bundles": {[]string{"request", "larger"}, false, 1, []string{
			"  cluster_size: small -> medium",
			"resources: 0 added (+), 0 changed in place (~), 0 replaced (-/+), 0 removed (-),",
			"tags and labels that have the request's ID change in place too",
			"cost a month: 200.50 -> 200.50 USD, the same",
		}},
		"another range": {[]string{"request", "range"}, false, 1, []string{
			"the range of a network in use cannot change: do not apply B to an environment",
		}},
		"a record that is denied": {[]string{"denied.record", "larger"}, false, 2, []string{
			"decision: denied -> accepted", "rules that only A breaks:",
			"not compared: resources (A: nothing is built for a denied request)",
			"not compared: inputs of Terraform (A: a proposal has it, a record does not)",
		}},
		"another environment": {[]string{"request", "south.record"}, false, 1, []string{
			"another environment (region differs): B is separate from A, with its own cost",
			`      region: "north-1" -> "south-1"`, "cost a month: 200.50 for A and 200.50 for B, in USD",
			"resources: 0 only in B (+), 1 other in B (~), 0 only in A (-), 0 alike",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			r := commandtest.Run(t, requestdiff.New, test.args...)
			assert.Equal(t, problem.ExitDone, r.Exit, "a difference is no failure")
			assert.Equal(t, test.same, commandtest.Member(t, r, "same"))
			assert.Len(t, commandtest.Member(t, r, "changes"), test.changes)
			assert.Contains(t, r.Notes[0]+r.Notes[1], ": "+test.args[0]+" (")
			text := commandtest.Run(t, requestdiff.New, append(test.args, "-o", "text", "--files")...)
			assert.Equal(t, problem.ExitDone, text.Exit)
			assert.Empty(t, text.JSON)
			for _, line := range test.text {
				assert.Contains(t, text.Text, line)
			}
			for _, line := range append(text.Text, r.Notes...) {
				assert.LessOrEqual(t, utf8.RuneCountInString(line), 80, line)
			}
		})
	}
}

func TestDiffOfWhatIsNot(t *testing.T) {
	folder(t)
	for name, test := range map[string]struct {
		args []string
		says string
	}{
		"one argument":       {[]string{"request.yaml"}, "needs B"},
		"a malformed one":    {[]string{"malformed.yaml", "request.yaml"}, "malformed.yaml: missing: owner is missing"},
		"an absent one":      {[]string{"request.yaml", "absent"}, "absent does not exist"},
		"a folder of others": {[]string{"request.yaml", "request/environments"}, "request/environments is no proposal"},
		"another format":     {[]string{"request.yaml", "request.yaml", "-o", "yaml"}, "write json or text"},
	} {
		t.Run(name, func(t *testing.T) {
			r := commandtest.Run(t, requestdiff.New, test.args...)
			assert.Equal(t, problem.ExitUsage, r.Exit)
			assert.Contains(t, strings.Join(r.Notes, "\n"), test.says)
		})
	}
	r := commandtest.Run(t, requestdiff.New, "absent", "absent", "-o", "text")
	assert.Equal(t, []string{"file_not_readable: absent does not exist; check the path."}, r.Text)
	assert.Empty(t, r.JSON)
}
