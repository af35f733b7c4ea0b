package requestvalidate

import (
	"encoding/json"
	"fmt"

	"platform.internal/platform-cli/internal/report"
	"platform.internal/platform-cli/internal/result"
	"platform.internal/platform-cli/internal/terminal"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
)

// validationReport is the document of several files.
type validationReport struct {
	Schema  string       `json:"schema"`
	Summary summary      `json:"summary"`
	Results []fileResult `json:"results"`
}

type summary struct {
	Files    int `json:"files"`
	Accepted int `json:"accepted"`
	// Excepted counts the accepted that break a rule with an exception.
	Excepted  int `json:"excepted,omitempty"`
	Denied    int `json:"denied"`
	Malformed int `json:"malformed"`
	// Failed counts the files that could not be evaluated at all.
	Failed int `json:"failed"`
}

// fileResult has either a problem or a record with its decision.
type fileResult struct {
	File     string           `json:"file"`
	Decision request.Decision `json:"decision,omitempty"`
	Record   json.RawMessage  `json:"record,omitempty"`
	// Fix has the changes with which policy accepts a denied request. Where a person has to
	// choose besides, Open says what, and Changes has the others.
	Fix     []request.Change    `json:"fix,omitempty"`
	Changes []request.Change    `json:"changes,omitempty"`
	Open    []service.OpenField `json:"open,omitempty"`
	// Bounded and Contradicting are as in Fixes.
	Bounded       bool             `json:"bounded,omitempty"`
	Contradicting []string         `json:"contradicting,omitempty"`
	Problem       *problem.Problem `json:"problem,omitempty"`
}

// collected is what the command keeps of the outcomes: no more than what it prints
// and writes, since there may be many.
type collected struct {
	// text is set where text is printed, reported where a report is written.
	text, reported bool

	summary summary
	exit    int
	last    outcome
	results []fileResult  // of the document
	lines   []string      // for a person
	files   []report.File // of the reports
}

func (c *collected) add(o outcome) {
	c.last = o
	c.summary.count(o)
	c.exit = max(c.exit, o.exit()) // the codes rise with the severity
	if c.reported {
		c.files = append(c.files, o.reported())
	}
	if c.text {
		c.lines = append(c.lines, o.text()...)
		return
	}
	c.lines = append(c.lines, o.lines()...)
	c.results = append(c.results, o.entry())
}

// single returns the Result of a file that was the only one.
func (c *collected) single() (result.Result, error) {
	switch {
	case c.last.err != nil:
		return result.Result{}, c.last.err
	case c.text:
		return result.Result{Text: c.lines, Exit: c.exit}, nil
	default:
		return c.last.Result(), nil
	}
}

// result returns the report of several files.
func (c *collected) result() (result.Result, error) {
	lines := append(c.lines, c.summary.line())
	if c.text {
		return result.Result{Text: lines, Exit: c.exit}, nil
	}
	return result.Encoded(validationReport{"platform.validation-report/v1", c.summary, c.results}, c.exit, lines...)
}

func (s *summary) count(o outcome) {
	s.Files++
	switch o.exit() {
	case problem.ExitDone:
		s.Accepted++
		if len(o.Record.Exceptions) > 0 {
			s.Excepted++
		}
	case problem.ExitDenied:
		s.Denied++
	case problem.ExitUsage:
		s.Malformed++
	default:
		s.Failed++
	}
}

func (s *summary) line() string {
	excepted := ""
	if s.Excepted > 0 {
		excepted = fmt.Sprintf(" (%d with an exception)", s.Excepted)
	}
	return fmt.Sprintf("%s: %d accepted%s, %d denied, %d malformed, %d failed",
		terminal.Count(s.Files, "file"), s.Accepted, excepted, s.Denied, s.Malformed, s.Failed)
}
