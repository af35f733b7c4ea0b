package requestvalidate

import (
	"platform.internal/platform-cli/internal/decision"
	"platform.internal/platform-cli/internal/edit"
	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-cli/internal/report"
	"platform.internal/platform-core/request"
)

// outcome is the result for one file: a record, or an error.
type outcome struct {
	decision.Evaluated
	err error
}

func (o outcome) exit() int {
	if o.err != nil {
		return host.AsProblem(o.err).Code.Exit()
	}
	return o.Evaluated.Exit()
}

func (o outcome) lines() []string {
	if o.err != nil {
		return host.ProblemLines(host.AsProblem(o.err))
	}
	return o.Lines()
}

// text returns the lines of the output format text.
func (o outcome) text() []string {
	if o.err != nil {
		return host.ProblemLines(host.AsProblem(o.err))
	}
	return o.Text()
}

// entry returns the outcome as an entry of the report of several files.
func (o outcome) entry() fileResult {
	if o.err != nil {
		return fileResult{File: o.File, Problem: host.AsProblem(o.err)}
	}
	r := fileResult{
		File: o.File, Decision: o.Record.Decision, Record: o.Record.JSON,
		Fix: o.Fix, Bounded: o.Bounded, Contradicting: o.Contradicting, Nearest: o.Nearest,
	}
	if len(o.Alternatives) > 0 && len(o.Fix) == 0 {
		first := o.Alternatives[0]
		r.Changes, r.Open, r.Confirm = first.Changes, first.Open, first.Confirm
	}
	return r
}

// reported returns the outcome as a [report.File], without the parts that no report shows.
func (o outcome) reported() report.File {
	f := report.File{Path: o.File, Source: o.Source}
	if o.err != nil {
		f.Problem = host.AsProblem(o.err)
		return f
	}
	r := o.Record
	f.Record = &request.Record{
		Decision:   r.Decision,
		Request:    r.Request,
		Violations: r.Violations,
		Advisories: r.Advisories,
		Exceptions: r.Exceptions,
		Estimate: request.Estimate{Currency: r.Estimate.Currency, KnownTotal: r.Estimate.KnownTotal,
			MonthlyTotal: r.Estimate.MonthlyTotal},
	}
	if r.Decision == request.Denied {
		f.Advice = o.FixLines()
	}
	if len(o.Fix) == 0 {
		return f
	}
	edits, err := edit.Replacements(o.Source, o.Fix, o.Alternatives[0].Request)
	if err != nil { // the form is unusual, so the report has no fix
		return f
	}
	for _, r := range edits {
		f.Fix = append(f.Fix, report.Replacement{Region: r.Region(o.Source.Data), Text: r.Text})
	}
	return f
}
