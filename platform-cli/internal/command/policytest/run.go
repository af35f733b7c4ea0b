package policytest

import (
	"context"

	"platform.internal/platform-cli/internal/fileio"
	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-cli/internal/report"
	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
)

// caseRun is the document of a run of cases.
type caseRun struct {
	Schema  string       `json:"schema"`
	Summary summary      `json:"summary"`
	Results []caseResult `json:"results"`
	// Coverage is the coverage of the organisation's rules by the cases.
	Coverage []policy.RuleCoverage `json:"coverage"`
}

type summary struct {
	Files  int `json:"files"`
	Cases  int `json:"cases"`
	Passed int `json:"passed"`
	Failed int `json:"failed"`
	// Rules counts the organisation's rules. Covered counts those without a gap.
	Rules   int `json:"rules"`
	Covered int `json:"covered"`
}

type caseResult struct {
	File        string           `json:"file"`
	Line        int              `json:"line,omitempty"`
	Name        string           `json:"name"`
	Passed      bool             `json:"passed"`
	Decision    request.Decision `json:"decision"`
	EvaluatedOn request.Date     `json:"evaluated_on"`
	Broken      []string         `json:"broken"`
	Failures    []failure        `json:"failures"`
}

// runCases runs the cases of files, several at the same time.
func runCases(ctx context.Context, s *host.Session, files int, cases []policyCase) (caseRun, error) {
	run := caseRun{Schema: "platform.policy-case-run/v1", Summary: summary{Files: files}}
	coverage, err := s.Coverage(ctx)
	if err != nil {
		return run, err
	}
	type outcome struct {
		caseResult
		err error
	}
	fileio.Each(cases, func(c policyCase) outcome {
		result, err := runCase(ctx, s, &c, coverage)
		return outcome{result, err}
	}, func(o outcome) {
		if err == nil {
			err = o.err
		}
		run.add(o.caseResult)
	})
	run.Coverage = coverage.Rules()
	for _, r := range run.Coverage {
		run.Summary.Rules++
		if len(r.Gaps) == 0 {
			run.Summary.Covered++
		}
	}
	return run, err
}

func runCase(ctx context.Context, s *host.Session, c *policyCase, coverage *policy.Coverage) (caseResult, error) {
	e, err := s.Evaluate(ctx, c.request, service.EvaluateOptions{On: c.date, Brief: true})
	if err != nil {
		return caseResult{}, err
	}
	e.Cover(coverage)
	out := caseResult{
		File:        c.file,
		Line:        c.line,
		Name:        c.name,
		Decision:    e.Decision,
		EvaluatedOn: e.EvaluatedOn,
		Broken:      []string{},
		Failures:    judge(c, e),
	}
	out.Passed = len(out.Failures) == 0
	for _, r := range e.Rules() {
		if isBroken(r.Outcome) {
			out.Broken = append(out.Broken, r.PolicyID)
		}
	}
	return out, nil
}

func (r *caseRun) add(c caseResult) {
	r.Results = append(r.Results, c)
	r.Summary.Cases++
	if c.Passed {
		r.Summary.Passed++
	} else {
		r.Summary.Failed++
	}
}

// exit returns the exit code. If covering is true, gaps in the coverage count as failures.
func (r *caseRun) exit(covering bool) int {
	return host.ExitCode(r.Summary.Failed == 0 && (!covering || r.Summary.NotCovered() == 0))
}

// NotCovered returns the number of the organisation's rules with a gap.
func (s summary) NotCovered() int { return s.Rules - s.Covered }

// GapLines returns the gaps of a rule as [gapLines] does.
func (caseRun) GapLines(covered policy.RuleCoverage) []string { return gapLines(covered) }

// gapLines returns the gaps of a rule without duplicates, since an expression may repeat a
// condition.
func gapLines(covered policy.RuleCoverage) (lines []string) {
	listed := map[string]bool{}
	for _, g := range covered.Gaps {
		if line := g.String(); !listed[line] {
			listed[line] = true
			lines = append(lines, line)
		}
	}
	return lines
}

// junit returns the run as JUnit XML with a suite for each file. If covering is true, another suite
// has the rules.
func (r *caseRun) junit(covering bool) ([]byte, error) {
	var suites []report.Suite
	for _, c := range r.Results {
		if len(suites) == 0 || suites[len(suites)-1].Name != c.File {
			suites = append(suites, report.Suite{Name: c.File})
		}
		one := report.Case{Name: c.Name}
		for _, f := range c.Failures {
			one.Wrong = append(one.Wrong, f.Expectation+": "+f.Message)
		}
		last := &suites[len(suites)-1]
		last.Cases = append(last.Cases, one)
	}
	if covering {
		rules := report.Suite{Name: "coverage"}
		for _, covered := range r.Coverage {
			rules.Cases = append(rules.Cases, report.Case{Name: covered.PolicyID, Wrong: gapLines(covered)})
		}
		suites = append(suites, rules)
	}
	return report.Cases(suites)
}
