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
	"platform.internal/platform-core/terminal"
	"platform.internal/platform-core/wire"
)

type summary struct {
	Files    int `json:"files"`
	Accepted int `json:"accepted"`
	// Excepted counts the accepted that break a rule with an exception.
	Excepted  int `json:"excepted,omitempty"`
	Denied    int `json:"denied"`
	Malformed int `json:"malformed"`
	// Failed counts the files that could not be evaluated at all.
	Failed int `json:"failed"`
	// NotEvaluated counts the files that were not evaluated when the command was interrupted.
	NotEvaluated int `json:"not_evaluated,omitempty"`
}

// fileResult has either a problem or a record with its decision.
type fileResult struct {
	File     string           `json:"file"`
	Decision request.Decision `json:"decision,omitempty"`
	Record   json.RawMessage  `json:"record,omitempty"`
	// Fix has the changes with which policy accepts a denied request. Where a person has to
	// choose or to confirm besides, Open and Confirm say what, and Changes has the others.
	Fix     []request.Change      `json:"fix,omitempty"`
	Changes []request.Change      `json:"changes,omitempty"`
	Open    []wire.OpenField      `json:"open,omitempty"`
	Confirm []wire.ConfirmedField `json:"confirm,omitempty"`
	// Bounded, Contradicting and Nearest are as in Fixes.
	Bounded       bool             `json:"bounded,omitempty"`
	Contradicting []string         `json:"contradicting,omitempty"`
	Nearest       *wire.Nearest    `json:"nearest,omitempty"`
	Problem       *problem.Problem `json:"problem,omitempty"`
}

// collected is what the command keeps of the outcomes: no more than what it cannot write yet,
// since there may be many.
type collected struct {
	inv *host.Invocation
	// text is set where text is printed, reported where a report is written, onlyFailures where
	// nobody wants to read of what is accepted.
	text, reported, onlyFailures bool
	// all is how many files there are; 0 for one, of which all is kept.
	all int

	summary  summary
	exit     int
	last     outcome
	accepted [][]string    // what a person reads of the first that are accepted
	files    []report.File // of the reports
}

// maxAccepted bounds how many accepted files a person reads of: what failed comes first, and
// must not be lost among them.
const maxAccepted = 20

func (c *collected) add(o outcome) {
	c.last = o
	c.summary.count(o)
	c.exit = max(c.exit, o.exit()) // the codes rise with the severity
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
		c.inv.ShowProgress(fmt.Sprintf("%d of %s, %d denied, %d malformed", c.summary.Files, terminal.Count(c.all, "file"), c.summary.Denied, c.summary.Malformed))
	}
}

// read shows what is wrong with a file at once, and keeps what is accepted for the end.
func (c *collected) read(o outcome) {
	if o.exit() == problem.ExitDone {
		if !c.onlyFailures && len(c.accepted) < maxAccepted {
			c.accepted = append(c.accepted, o.Text())
		}
		return
	}
	if c.text {
		c.inv.ShowPart(&host.Result{Text: o.text()})
	} else {
		c.inv.ShowPart(&host.Result{Notes: o.lines()})
	}
}

// left notes that a file was not evaluated, because the command was interrupted.
func (c *collected) left() { c.summary.NotEvaluated++ }

// single returns the Result of a file that was the only one.
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

// result returns what is left of the report of several files.
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
