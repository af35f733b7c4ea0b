package report_test

import (
	"encoding/json"
	"encoding/xml"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-cli/internal/edit"
	"platform.internal/platform-cli/internal/report"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// source returns a document with the region in line 3.
func source() document.Source {
	return document.Source{Format: document.YAML, Data: []byte("# one\n# two\nregion: x\n")}
}

// outcomes returns one file of each kind, with text that XML and URIs must escape.
func outcomes() []report.File {
	finding := request.Violation{
		PolicyID: "common.region.allowed", Field: "region", Message: "Not <here> & now\x07.", Remediation: "Go there.",
	}
	return []report.File{
		{Path: "a.yaml", Record: &request.Record{Decision: request.Accepted}, Source: source()},
		{Path: "b c.yaml", Source: source(), Record: &request.Record{
			Decision: request.Denied, Violations: []request.Violation{finding}, Advisories: []request.Violation{finding},
		}, Fix: []report.Replacement{{Region: edit.Region{StartLine: 3, StartColumn: 9, EndLine: 3, EndColumn: 9},
			Text: "eu-west-1"}}},
		{Path: "/root/d.yaml", Source: source(), Problem: &problem.Problem{
			Code: problem.InvalidRequest, Detail: "Two things.",
			Faults: []problem.Fault{{Field: "owner", Message: "is missing"}, {Message: "is bad", Line: 7}},
		}},
		{Path: "e.yaml", Source: source(), Problem: problem.New(problem.AdapterUnavailable, "Gone.")},
	}
}

func rules() []profile.SourcedRule {
	return []profile.SourcedRule{{Rule: profile.Rule{
		ID: "common.region.allowed", Title: "Allowed regions", Level: profile.Mandatory, Remediation: "Go there.",
	}}}
}

func TestSARIF(t *testing.T) {
	data, err := report.SARIF(outcomes(), rules())
	require.NoError(t, err)
	var log struct {
		Version string
		Runs    []struct {
			Tool struct {
				Driver struct{ Rules []struct{ ID string } }
			}
			Invocations []struct{ ExecutionSuccessful bool }
			Results     []struct {
				RuleID    string
				RuleIndex int
				Level     string
				Message   struct{ Text string }
				Fixes     []json.RawMessage

				PartialFingerprints map[string]string
				Locations           []struct {
					PhysicalLocation struct {
						ArtifactLocation struct{ URI string }
						Region           struct {
							StartLine int
							Snippet   struct{ Text string }
						}
					}
				}
			}
		}
	}
	require.NoError(t, json.Unmarshal(data, &log))
	assert.Equal(t, "2.1.0", log.Version)
	require.Len(t, log.Runs, 1)
	run := log.Runs[0]
	assert.False(t, run.Invocations[0].ExecutionSuccessful, "one file could not be evaluated")
	type brief struct {
		rule, level, uri string
		line             int
	}
	var found []brief
	for _, r := range run.Results {
		assert.Equal(t, r.RuleID, run.Tool.Driver.Rules[r.RuleIndex].ID)
		at := r.Locations[0].PhysicalLocation
		found = append(found, brief{r.RuleID, r.Level, at.ArtifactLocation.URI, at.Region.StartLine})
	}
	assert.Equal(t, []brief{
		{"common.region.allowed", "error", "b%20c.yaml", 3},
		{"common.region.allowed", "note", "b%20c.yaml", 3},
		{"input.invalid_request", "error", "file:///root/d.yaml", 1},
		{"input.invalid_request", "error", "file:///root/d.yaml", 7},
		{"input.adapter_unavailable", "error", "e.yaml", 1},
	}, found)
	require.Len(t, run.Results[0].Fixes, 1)
	assert.JSONEq(t, `{"description":{"text":"The least changes with which policy accepts the request."},"artifactChanges":[{
		"artifactLocation":{"uri":"b%20c.yaml"},
		"replacements":[{"deletedRegion":{"startLine":3,"startColumn":9,"endLine":3,"endColumn":9},"insertedContent":{"text":"eu-west-1"}}]}]}`, string(run.Results[0].Fixes[0]))
	assert.Empty(t, run.Results[1].Fixes, "an advisory needs none")
	assert.Equal(t, "region: Not <here> & now\ufffd. Go there.", run.Results[0].Message.Text)
}

func TestJUnit(t *testing.T) {
	data, err := report.JUnit(outcomes())
	require.NoError(t, err)
	type reason struct {
		Type    string `xml:"type,attr"`
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
	var suites struct {
		Suite struct {
			Tests    int `xml:"tests,attr"`
			Failures int `xml:"failures,attr"`
			Errors   int `xml:"errors,attr"`
			Cases    []struct {
				Name    string  `xml:"name,attr"`
				Failure *reason `xml:"failure"`
				Error   *reason `xml:"error"`
				Output  string  `xml:"system-out"`
			} `xml:"testcase"`
		} `xml:"testsuite"`
	}
	require.NoError(t, xml.Unmarshal(data, &suites))
	s := suites.Suite
	assert.Equal(t, []int{4, 1, 2}, []int{s.Tests, s.Failures, s.Errors})
	require.Len(t, s.Cases, 4)
	assert.Nil(t, s.Cases[0].Failure)
	assert.Equal(t, "1 violation", s.Cases[1].Failure.Message)
	assert.Contains(t, s.Cases[1].Failure.Text, "region: Not <here> & now\ufffd. Go there. (common.region.allowed)")
	assert.NotEmpty(t, s.Cases[1].Output)
	assert.Equal(t, "invalid_request", s.Cases[2].Error.Type)
	assert.Contains(t, s.Cases[2].Error.Text, "line 7: is bad")
	assert.Equal(t, "Gone.", s.Cases[3].Error.Message)
}

func TestReportsAreDeterministic(t *testing.T) {
	one, err := report.SARIF(outcomes(), rules())
	require.NoError(t, err)
	two, err := report.SARIF(outcomes(), rules())
	require.NoError(t, err)
	assert.Equal(t, string(one), string(two))
}

// TestExceptionsAreSuppressed checks that each result has suppressions if one result has them.
func TestExceptionsAreSuppressed(t *testing.T) {
	files := outcomes()
	plain, err := report.SARIF(files, rules())
	require.NoError(t, err)
	assert.NotContains(t, string(plain), "suppressions")
	files[0].Record.Exceptions = []request.ExceptedViolation{{
		PolicyID: "common.region.allowed",
		Field:    "region",
		Message:  "Not here.",
		Owner:    "a@example.com",
		Reason:   "It moves soon.",
		Until:    "2026-12-31",
	}}
	data, err := report.SARIF(files, rules())
	require.NoError(t, err)
	type suppression struct{ Kind, Status, Justification string }
	var log struct {
		Runs []struct {
			Results []struct {
				Level        string
				Message      struct{ Text string }
				Suppressions *[]suppression
			}
		}
	}
	require.NoError(t, json.Unmarshal(data, &log))
	for i, r := range log.Runs[0].Results {
		require.NotNil(t, r.Suppressions)
		if i > 0 {
			assert.Empty(t, *r.Suppressions)
			continue
		}
		assert.Equal(t, "note", r.Level)
		assert.Equal(t, "region: Not here.", r.Message.Text)
		assert.Equal(t, []suppression{{"external", "accepted",
			"Exception until 31 Dec 2026, of a@example.com: It moves soon."}}, *r.Suppressions)
	}
	xml, err := report.JUnit(files)
	require.NoError(t, err)
	assert.Contains(t, string(xml),
		"exception, region: Not here. Until 31 Dec 2026, of a@example.com: It moves soon. (common.region.allowed)")
}

// TestSARIFPlaces checks the regions, the fingerprints and the help of results.
func TestSARIFPlaces(t *testing.T) {
	files := outcomes()
	moved := outcomes()
	moved[1].Source.Data = append([]byte("\n\n"), moved[1].Source.Data...)
	first, second := places(t, files), places(t, moved)
	assert.Equal(t, "region: x", first.Results[0].snippet())
	assert.Equal(t, 3, first.Results[0].line())
	assert.Equal(t, 5, second.Results[0].line())
	assert.Equal(t, first.Results[0].PartialFingerprints, second.Results[0].PartialFingerprints, "lines move")
	known := map[string]bool{}
	for _, r := range first.Results {
		print := r.PartialFingerprints["primaryLocationLineHash"]
		assert.Regexp(t, `^[0-9a-f]{16}:[1-9]$`, print)
		known[r.RuleID+" "+print] = true
	}
	assert.Len(t, known, len(first.Results), "each is another one")
	assert.Contains(t, second.Tool.Driver.Rules[0].Help.Markdown, "`platform policy explain common.region.allowed`")
}

type run struct {
	Tool struct {
		Driver struct {
			Rules []struct {
				Help struct{ Markdown string }
			}
		}
	}
	Results []sarifResult
}

type sarifResult struct {
	RuleID              string
	Message             struct{ Text string }
	PartialFingerprints map[string]string
	Locations           []struct {
		PhysicalLocation struct {
			Region struct {
				StartLine, StartColumn, EndLine, EndColumn int
				Snippet                                    struct{ Text string }
			}
		}
	}
}

func (r sarifResult) line() int       { return r.Locations[0].PhysicalLocation.Region.StartLine }
func (r sarifResult) snippet() string { return r.Locations[0].PhysicalLocation.Region.Snippet.Text }

func places(t *testing.T, files []report.File) run {
	t.Helper()
	data, err := report.SARIF(files, rules())
	require.NoError(t, err)
	var log struct{ Runs []run }
	require.NoError(t, json.Unmarshal(data, &log))
	return log.Runs[0]
}

// TestFaultsHaveTheirField checks that a fault with a line is at its field. A document that cannot
// be read has only its line.
func TestFaultsHaveTheirField(t *testing.T) {
	fault := problem.Fault{Field: "region", Message: "must be text", Line: 3}
	for name, test := range map[string]struct {
		text    string
		fault   problem.Fault
		column  int
		snippet string
	}{
		"a field":      {"# one\n# two\nregion: [x]\n", fault, 1, "region: [x]"},
		"another line": {"region: [x]\n\nregion_: 1\n", fault, 0, "region_: 1"},
		"no document":  {"a\nb\nregion: [x\n", fault, 0, "region: [x"},
		"with its column": {"# one\n# two\nregion: \tx\n", problem.Fault{Message: "has a tab", Line: 3, Column: 9},
			9, "\tx"},
		"a hidden character": {"# one\n# two\nregion: \u202ex\n", fault, 1, ""},
	} {
		t.Run(name, func(t *testing.T) {
			src := document.Source{Format: document.YAML, Data: []byte(test.text)}
			p := &problem.Problem{Code: problem.InvalidRequest, Faults: []problem.Fault{test.fault}}
			r := places(t, []report.File{{Path: "a.yaml", Source: src, Problem: p}}).Results[0]
			assert.Equal(t, 3, r.line())
			assert.Equal(t, test.column, r.Locations[0].PhysicalLocation.Region.StartColumn)
			assert.Equal(t, test.snippet, r.snippet())
		})
	}
}
