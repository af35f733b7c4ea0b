package command

import (
	"encoding/json"
	"fmt"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
)

// outcome is what came of one file: a record, or an error.
type outcome struct {
	evaluated
	err error
}

// alone returns the Result of a file that was the only one.
func (o outcome) alone() (Result, error) {
	if o.err != nil {
		return Result{}, o.err
	}
	return Result{JSON: o.record.JSON, Notes: decisionLines(o.evaluated), Exit: o.exit()}, nil
}

func (o outcome) exit() int {
	if o.err != nil {
		return refused(o.err).Code.Exit()
	}
	return o.evaluated.exit()
}

func (o outcome) lines() []string {
	if o.err != nil {
		return problemLines(refused(o.err))
	}
	return decisionLines(o.evaluated)
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

func reportOf(outcomes []outcome) (Result, error) {
	report := validationReport{Schema: "platform.validation-report/v1"}
	exit := problem.ExitDone
	var notes []string
	for _, o := range outcomes {
		report.Summary.count(o.exit())
		report.Results = append(report.Results, o.result())
		notes = append(notes, o.lines()...)
		exit = max(exit, o.exit()) // the codes rise with the severity
	}
	return encoded(report, exit, append(notes, report.Summary.line())...)
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
		count(s.Files, "file"), s.Accepted, s.Denied, s.Malformed, s.Failed)
}

func (o outcome) result() fileResult {
	if o.err != nil {
		return fileResult{File: o.file, Problem: refused(o.err)}
	}
	return fileResult{File: o.file, Decision: o.record.Decision, Record: o.record.JSON, Fix: o.fix}
}
