package decision

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-cli/internal/fileio"
	"platform.internal/platform-cli/internal/prose"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
	"platform.internal/platform-core/terminal"
	"platform.internal/platform-core/wire"
)

// source returns a request that has a cost_centre and no owner.
func source(format document.Format) document.Source {
	text := "application: checkout\ncost_centre: CC-1 # old\n"
	if format == document.JSON {
		text = `{"application": "checkout", "cost_centre": "CC-1"}`
	}
	return document.Source{Name: "request.yaml", Format: format, Data: []byte(text)}
}

func denied(format document.Format) Evaluated {
	r := &service.Evaluated{}
	r.Decision, r.RequestID = request.Denied, "req-1"
	r.Violations = []request.Violation{
		{PolicyID: "team.open", Field: "cost_centre", Message: "It is closed.", Remediation: "Ask for another.",
			Suggestion: request.Text("0012")},
		{PolicyID: "team.owner", Field: "owner", Message: "Nobody answers.", Remediation: "Find one who does."},
	}
	return Evaluated{
		File: "request.yaml", Source: source(format), Record: r,
		Fixes: wire.Fixes{Alternatives: []wire.Alternative{{Changes: []request.Change{
			{Field: "controls.private_cluster", To: request.Flag(true)},
			{Field: "cost_centre", To: request.Text("0012")},
			{Field: "monthly_budget", To: request.Number(500)},
			{Field: "network_cidr", To: request.Text("10.0.0.0/20")},
		}}}},
	}
}

// afterDenial returns the lines of [Evaluated.Lines] that follow the violations.
func afterDenial(e Evaluated) []string { return prose.Lines("fix", shown{Evaluated: e, Inline: true}) }

func TestDenialInYAML(t *testing.T) {
	assert.Equal(t, []string{
		"denied: request.yaml breaks 2 rules (req-1)",
		"",
		"request.yaml:2:14: team.open: It is closed.",
		"  2 | cost_centre: CC-1 # old",
		"    |              ^^^^",
		`  write: cost_centre: "0012"`,
		"",
		"request.yaml: team.owner: owner: Nobody answers.",
		"",
		"With these values too, policy accepts it:",
		"  monthly_budget: 500",
		"  network_cidr: 10.0.0.0/20",
		"  controls:",
		"    private_cluster: true",
	}, denied(document.YAML).Lines())
}

// TestExceptionsAreShown checks the exceptions of a denied and of an accepted request.
func TestExceptionsAreShown(t *testing.T) {
	e := denied(document.YAML)
	e.Record.Exceptions = []request.ExceptedViolation{{
		PolicyID: "common.network.size", Field: "network_cidr", Message: "It is small.", Owner: "net@example.com",
		Reason: strings.TrimSpace(strings.Repeat("word ", 20)), Until: "2026-12-31",
	}}
	shown := append([]string{"  exception, network_cidr: It is small."},
		terminal.Wrap("    from common.network.size, until 31 Dec 2026, of net@example.com: "+
			e.Record.Exceptions[0].Reason)...)
	assert.Equal(t, shown, e.Lines()[9:13])
	e.Record.Decision = request.Accepted
	assert.Equal(t, append([]string{"accepted with 1 exception: request.yaml (req-1), estimate unknown"}, shown...),
		e.Lines())
	for _, line := range append(e.Lines(), e.Exceptions()...) {
		assert.LessOrEqual(t, len(line), 80)
	}
}

func TestTextWrapsSentences(t *testing.T) {
	e := denied(document.YAML)
	long := strings.TrimSpace(strings.Repeat("word ", 20))
	e.Record.Violations[1].Message = long
	e.Alternatives[0].Changes = []request.Change{{Field: "business_justification", To: request.Text(long)}}
	text := e.Text()
	assert.Contains(t, text, "  business_justification: "+long)
	assert.Contains(t, text, "request.yaml: team.owner: owner: "+long[:len("word ")*9-1])
	assert.Contains(t, text, "  "+long[len("word ")*9:])
}

func TestDenialInJSON(t *testing.T) {
	assert.Equal(t, []string{
		"With these values too, policy accepts it:",
		`  "monthly_budget": 500,`,
		`  "network_cidr": "10.0.0.0/20",`,
		`  "controls": {`,
		`    "private_cluster": true`,
		`  }`,
	}, afterDenial(denied(document.JSON)))
}

// TestWhatAPersonHasToChoose checks that the choices come before the lines to write.
func TestWhatAPersonHasToChoose(t *testing.T) {
	e := denied(document.YAML)
	a := &e.Alternatives[0]
	a.Changes, a.Open = a.Changes[1:2],
		[]wire.OpenField{{Field: "owner", Expected: "a team", Remediation: "Find one who answers."}}
	assert.Equal(t, []string{
		"Policy accepts it once a person chooses:",
		"  owner: a team",
		"    Find one who answers.",
	}, afterDenial(e))
	a.Changes = nil
	assert.Len(t, afterDenial(e), 3)
}

func TestDenialWithoutAFix(t *testing.T) {
	e := denied(document.YAML)
	e.Fixes = wire.Fixes{Bounded: true}
	assert.Len(t, afterDenial(e), 1)
	assert.Contains(t, e.Lines(), "  Ask for another.")
}

// TestFixLinesReadBack checks that the parser reads the lines of a fix.
func TestFixLinesReadBack(t *testing.T) {
	yaml := `application: checkout
environment: development
owner: a@example.com
cost_centre: "0012"
data_classification: internal
region: eu-west-1
network_cidr: 10.20.0.0/20
cluster_size: small
monthly_budget: 500
business_justification: Integration tests.
` + request.Assignment{Field: "expiry_date", Value: request.Text("2026-12-15")}.Line(document.YAML)
	req, err := request.Parse(fileio.SourceOf("a.yaml", []byte(yaml)))
	require.NoError(t, err)
	assert.Equal(t, request.Date("2026-12-15"), req.ExpiryDate)
}
