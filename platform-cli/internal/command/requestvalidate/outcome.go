package requestvalidate

import (
	"encoding/json"
	"fmt"

	"platform.internal/platform-cli/internal/decision"
	"platform.internal/platform-cli/internal/result"
	"platform.internal/platform-cli/internal/terminal"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
)

// outcome is the result for one file: a record, or an error.
type outcome struct {
	decision.Evaluated
	err error
}

// single returns the Result of a file that was the only one.
func (o outcome) single() (result.Result, error) {
	if o.err != nil {
		return result.Result{}, o.err
	}
	return o.Result(), nil
}

func (o outcome) exit() int {
	if o.err != nil {
		return result.Problem(o.err).Code.Exit()
	}
	return o.Evaluated.Exit()
}

func (o outcome) lines() []string {
	if o.err != nil {
		return result.ProblemLines(result.Problem(o.err))
	}
	return o.Lines()
}

// validationReport is the document of several files.
type validationReport struct {
	Schema  string       `json:"schema"`
	Summary summary      `json:"summary"`
	Results []fileResult `json:"results"`
}

type summary struct {
	Files     int `json:"files"`
	Accepted  int `json:"accepted"`
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
	Fix      []request.Change `json:"fix,omitempty"`
	Problem  *problem.Problem `json:"problem,omitempty"`
}

func reportOf(outcomes []outcome) (result.Result, error) {
	report := validationReport{Schema: "platform.validation-report/v1"}
	exit := problem.ExitDone
	var notes []string
	for _, o := range outcomes {
		report.Summary.count(o.exit())
		report.Results = append(report.Results, o.result())
		notes = append(notes, o.lines()...)
		exit = max(exit, o.exit()) // the codes rise with the severity
	}
	return result.Encoded(report, exit, append(notes, report.Summary.line())...)
}

func (s *summary) count(exit int) {
	s.Files++
	switch exit {
	case problem.ExitDone:
		s.Accepted++
	case problem.ExitDenied:
		s.Denied++
	case problem.ExitUsage:
		s.Malformed++
	default:
		s.Failed++
	}
}

func (s *summary) line() string {
	return fmt.Sprintf("%s: %d accepted, %d denied, %d malformed, %d failed",
		terminal.Count(s.Files, "file"), s.Accepted, s.Denied, s.Malformed, s.Failed)
}

func (o outcome) result() fileResult {
	if o.err != nil {
		return fileResult{File: o.File, Problem: result.Problem(o.err)}
	}
	return fileResult{File: o.File, Decision: o.Record.Decision, Record: o.Record.JSON, Fix: o.Fix}
}
