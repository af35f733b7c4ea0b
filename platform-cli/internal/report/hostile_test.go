package report_test

import (
	"encoding/json"
	"encoding/xml"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-cli/internal/report"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
)

// TestHostileTextInEveryReport checks that texts of a file and its name cannot change a report.
// They end no line or element, hide nothing and make no link.
func TestHostileTextInEveryReport(t *testing.T) {
	const hostile = "a\x1b[31m\x00 \u202e\u200b]]> <b>&\"'</failure> [d](http://e.example) %0A::error::x \xff\r\n| # @team"
	v := request.Violation{PolicyID: "acme.a", Field: "owner", Message: hostile, Remediation: hostile}
	x := request.ExceptedViolation{PolicyID: "acme.b", Field: "owner", Message: hostile, Owner: hostile, Reason: hostile}
	src := document.Source{Format: document.YAML, Data: []byte("owner: \"" + hostile + "\"\n")}
	files := []report.File{
		{Path: hostile, Source: src,
			Record: &request.Record{Decision: request.Denied, Violations: []request.Violation{v},
				Advisories: []request.Violation{v}, Exceptions: []request.ExceptedViolation{x}}},
		{Path: hostile, Source: src,
			Problem: &problem.Problem{Code: problem.InvalidRequest, Detail: hostile,
				Faults: []problem.Fault{{Field: hostile, Message: hostile, Line: 1}}}},
	}
	sarif, err := report.SARIF(files, rules())
	require.NoError(t, err)
	require.True(t, json.Valid(sarif))
	assert.NotContains(t, string(sarif), "d](http")
	junit, err := report.JUnit(files)
	require.NoError(t, err)
	var suites struct {
		Suite struct {
			Cases []struct {
				Failure *struct{} `xml:"failure"`
				Error   *struct{} `xml:"error"`
			} `xml:"testcase"`
		} `xml:"testsuite"`
	}
	require.NoError(t, xml.Unmarshal(junit, &suites))
	require.Len(t, suites.Suite.Cases, 2)
	for name, text := range map[string]string{"SARIF": string(sarif), "JUnit": string(junit),
		"Markdown": string(report.Markdown(files))} {
		for line := range strings.Lines(text) {
			assert.NotContains(t, strings.TrimSuffix(line, "\n"), "\r", name)
			assert.False(t, strings.ContainsFunc(strings.TrimRight(line, "\n"),
				func(r rune) bool { return !unicode.IsPrint(r) && r != '\uFFFD' }), "%s: %q", name, line)
		}
	}
}
