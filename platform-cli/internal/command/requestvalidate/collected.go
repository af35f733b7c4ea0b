package requestvalidate

import (
	"encoding/json"
	"fmt"
	"slices"

	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-cli/internal/prose"
	"platform.internal/platform-cli/internal/report"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/wire"
)

type summary struct {
	Files    int `json:"files"`
	Accepted int `json:"accepted"`
	// Excepted counts the accepted files that break a rule with an exception.
	Excepted  int `json:"excepted,omitempty"`
	Denied    int `json:"denied"`
	Malformed int `json:"malformed"`
	// Failed counts the files without an evaluation.
	Failed int `json:"failed"`
	// NotEvaluated counts the files that an interruption left out.
	NotEvaluated int `json:"not_evaluated,omitempty"`
}

// fileResult has a problem, or a record with its decision.
type fileResult struct {
	File     string           `json:"file"`
	Decision request.Decision `json:"decision,omitempty"`
	Record   json.RawMessage  `json:"record,omitempty"`
	// Fix has the changes after which policy accepts a denied request. If a person also has to choose
	// or confirm, Open and Confirm list these fields and Changes has the other changes.
	Fix     []request.Change      `json:"fix,omitempty"`
	Changes []request.Change      `json:"changes,omitempty"`
	Open    []wire.OpenField      `json:"open,omitempty"`
	Confirm []wire.ConfirmedField `json:"confirm,omitempty"`
	// Bounded, Contradicting and Nearest are those of [wire.Fixes].
	Bounded       bool             `json:"bounded,omitempty"`
	Contradicting []string         `json:"contradicting,omitempty"`
	Nearest       *wire.Nearest    `json:"nearest,omitempty"`
	Problem       *problem.Problem `json:"problem,omitempty"`
}

// collected has the parts of the outcomes that cannot be written yet. It drops the rest, since
// there may be many files.
type collected struct {
	inv *host.Invocation
	// text is true if the output is text, and reported if a report is written. The field onlyFailures
	// leaves out the accepted files.
	text, reported, onlyFailures bool
	// all is the number of files. It is 0 for a single file, which is kept completely.
	all int

	summary  summary
	exit     int
	last     outcome
	accepted [][]string    // the lines of the first accepted files
	files    []report.File // files for the reports
}

// maxAccepted bounds the accepted files that are shown. Failures come first and must stay easy to
// find.
const maxAccepted = 20

func (c *collected) add(o outcome) {
	c.last = o
	c.summary.count(o)
	c.exit = max(c.exit, o.exit()) // a higher code is a worse outcome
	if c.reported {
		c.files = append(c.files, o.reported())
	}
	if c.all == 0 {
		return
	}
	c.read(o)
	if !c.text {
		c.inv.ShowPart(&host.Result{JSON: c.entry(o)})
	}
	if c.summary.Files%max(1, c.all/100) == 0 {
		c.inv.ShowProgress(fmt.Sprintf("%d of %s, %d denied, %d malformed", c.summary.Files, request.Count(c.all, "file"),
			c.summary.Denied, c.summary.Malformed))
	}
}

// read shows a failed file at once, and keeps an accepted file for the end.
func (c *collected) read(o outcome) {
	if o.exit() == problem.ExitDone {
		if !c.onlyFailures && len(c.accepted) < maxAccepted {
			c.accepted = append(c.accepted, o.Text())
		}
		return
	}
	if c.text {
		c.inv.ShowPart(&host.Result{Text: append(o.text(), "")})
	} else {
		c.inv.ShowPart(&host.Result{Notes: append(o.lines(), "")})
	}
}

// left counts a file that an interruption left out.
func (c *collected) left() { c.summary.NotEvaluated++ }

// single returns the [host.Result] of a single file.
func (c *collected) single() (*host.Result, error) {
	switch {
	case c.last.err != nil:
		return nil, c.last.err
	case c.text:
		return &host.Result{Text: c.last.Whole(), Exit: c.exit}, nil
	default:
		return c.last.Result(), nil
	}
}

// result returns the end of the report of several files.
func (c *collected) result() *host.Result {
	if c.summary.NotEvaluated > 0 {
		c.exit = problem.ExitInterrupted
	}
	lines := slices.Concat(c.accepted...)
	if more := c.summary.Accepted - len(c.accepted); more > 0 && !c.onlyFailures {
		lines = append(lines, fmt.Sprintf("and %d more accepted", more))
	}
	lines = append(lines, prose.Lines("totals", c.summary)...)
	if c.text {
		return &host.Result{Text: lines, Exit: c.exit}
	}
	return &host.Result{JSON: c.end(), Notes: lines, Exit: c.exit}
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
