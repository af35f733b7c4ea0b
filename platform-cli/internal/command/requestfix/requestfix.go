// Package requestfix is the command `platform request fix`, which [New] returns. It finds the least
// changes after which policy accepts a request. It prints them, or writes them to the file. Agents
// get the same answer from [Document].
package requestfix

import (
	"cmp"
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"platform.internal/platform-cli/internal/decision"
	"platform.internal/platform-cli/internal/edit"
	"platform.internal/platform-cli/internal/fileio"
	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
	"platform.internal/platform-core/terminal"
	"platform.internal/platform-core/wire"
)

type options struct {
	alternative int
	confirm     []string
	write       bool
}

// New returns the command.
func New(inv *host.Invocation) *cobra.Command {
	o := &options{}
	c := inv.Command("request fix", o.run)
	inv.TakesProfile(c)
	c.Flags().IntVar(&o.alternative, "alternative", 1, "take the alternative with this `NUMBER`")
	c.Flags().StringArrayVar(&o.confirm, "confirm", nil,
		"declare a fact, as `FACT=VALUE`, and fix the request with it; once for each fact")
	c.Flags().BoolVar(&o.write, "write", false, "write the fix into the file")
	return c
}

func (o *options) run(ctx context.Context, inv *host.Invocation, args []string) (*host.Result, error) {
	found, err := o.fix(ctx, inv, args[0])
	if err != nil {
		return nil, err
	}
	return host.Encoded(found.answer(), found.exit(), found.text()...)
}

// fixed is a request document with the alternatives that policy accepts.
type fixed struct {
	decision.Evaluated
	edits   []edited // the edits of each alternative
	Index   int      // the index of the chosen alternative
	Written bool
}

// edited are the edits of an alternative. If unusual is true, the document has a form that is not
// edited, and a person must write the values.
type edited struct {
	list    []edit.Replacement
	unusual bool
}

func newFixed(e decision.Evaluated) *fixed {
	f := &fixed{Evaluated: e}
	for _, a := range e.Alternatives {
		f.edits = append(f.edits, editsOf(e.Source, a.Changes, a.Request))
	}
	return f
}

// wanted are the options of the evaluation.
var wanted = service.EvaluateOptions{Brief: true, Alternatives: service.MaxAlternatives}

// Document returns the document of the command for a request with a name, and a short form of it.
// It fails if src is not a request.
func Document(ctx context.Context, s *host.Session, name string, src document.Source) (full, short any, err error) {
	e, err := decision.Evaluate(ctx, s, name, src, wanted)
	if err != nil {
		return nil, nil, err
	}
	whole := newFixed(e).answer()
	return whole, whole.short(), nil
}

func editsOf(src document.Source, changes []request.Change, fixed request.Request) edited {
	list, err := edit.Replacements(src, changes, fixed)
	if err != nil { // the request is valid, so the form caused the error
		return edited{unusual: true}
	}
	return edited{list: list}
}

func (o *options) fix(ctx context.Context, inv *host.Invocation, file string) (*fixed, error) {
	if err := o.check(file); err != nil {
		return nil, err
	}
	e, err := decision.EvaluateOne(ctx, inv, file, wanted)
	if err != nil {
		return nil, err
	}
	facts, err := declared(e.Record.Request, o.confirm)
	if err != nil {
		return nil, err
	}
	if len(facts) > 0 {
		if e, err = e.Confirmed(ctx, facts); err != nil {
			return nil, err
		}
	}
	found := newFixed(e)
	found.Index = o.alternative - 1
	switch n := len(found.Alternatives); {
	case n == 1 && o.alternative > 1:
		return nil, problem.New(problem.UsageError,
			"There is only one fix for %s: leave --alternative out.", terminal.FileName(file))
	case n > 1 && o.alternative > n:
		return nil, problem.New(problem.UsageError,
			"There is no alternative %d for %s: write a number from 1 to %d, or leave --alternative out.", o.alternative,
			terminal.FileName(file), n)
	}
	if o.write && found.whole() {
		if err := found.write(); err != nil {
			return nil, err
		}
	}
	return found, nil
}

func (f *fixed) write() error {
	if f.IsUnusual() {
		return f.byHand()
	}
	if err := fileio.Rewrite(f.File, f.Source.Data, f.apply(f.Index)); err != nil {
		return err
	}
	f.Written = true
	return nil
}

// apply returns the document after the edits of an alternative.
func (f *fixed) apply(i int) []byte { return edit.Apply(f.Source.Data, f.edits[i].list) }

// byHand returns an error that lists the values to write by hand.
func (f *fixed) byHand() error {
	p := problem.New(problem.FileProtected,
		"%s has a form that is not edited; write these values by hand.", terminal.FileName(f.File))
	for _, c := range f.Chosen().Changes {
		write := "write " + c.To.String()
		if c.To.IsZero() {
			write = "take it out"
		}
		p.Faults = append(p.Faults, problem.Fault{
			Field:   c.Field,
			Code:    problem.FaultProtected,
			Message: fmt.Sprintf("is %s; %s", cmp.Or(c.From.String(), "none"), write),
			File:    f.File,
		})
	}
	return p
}

// check fails if the flags do not fit the file. The command calls it before its work.
func (o *options) check(file string) error {
	switch {
	case o.write && file == fileio.Stdin:
		return problem.New(problem.UsageError,
			"The flag --write needs a file to write to; for standard input leave it out, and take the member document of the output.")
	case o.alternative < 1:
		return problem.New(problem.UsageError,
			"The flag --alternative does not take %d; write a number from 1.", o.alternative)
	}
	return nil
}

// whole reports whether the alternative needs no choice or confirmation by a person.
func (f *fixed) whole() bool {
	return len(f.Alternatives) > 0 && len(f.Chosen().Open)+len(f.Chosen().Confirm) == 0
}

func (f *fixed) exit() int {
	return host.ExitCode(f.Record.Decision == request.Accepted || f.whole())
}

// answer is the document of `request fix`.
type answer struct {
	Schema        string              `json:"schema"`
	File          string              `json:"file"`
	Decision      request.Decision    `json:"decision"`
	Estimate      wire.Cost           `json:"estimate"`
	Violations    []request.Violation `json:"violations"`
	Alternatives  []alternative       `json:"alternatives,omitempty"`
	Searched      any                 `json:"searched,omitempty"`
	Bounded       bool                `json:"bounded,omitempty"`
	Contradicting []string            `json:"contradicting,omitempty"`
	Nearest       *wire.Nearest       `json:"nearest,omitempty"`
	// Written is the number of the alternative that was written to the file.
	Written int `json:"written,omitempty"`
}

type alternative struct {
	wire.Alternative
	// Document is absent if the document has a form that is not edited.
	Document string `json:"document,omitempty"`
}

func (f *fixed) answer() answer {
	d := answer{
		Schema: "platform.request-fix/v1", File: f.File, Decision: f.Record.Decision, Estimate: f.Before(),
		Violations: f.Record.Violations, Bounded: f.Bounded, Contradicting: f.Contradicting, Nearest: f.Nearest,
	}
	if len(f.Searched) > 0 {
		d.Searched = f.Searched
	}
	for i, a := range f.Alternatives {
		shown := alternative{Alternative: a}
		if !f.edits[i].unusual {
			shown.Document = string(f.apply(i))
		}
		d.Alternatives = append(d.Alternatives, shown)
	}
	if f.Written {
		d.Written = f.Index + 1
	}
	return d
}

// shortAnswer is an [answer] without the changed requests and documents, and without the search.
type shortAnswer struct {
	answer
	Alternatives []shortAlternative `json:"alternatives,omitempty"`
	Searched     *struct{}          `json:"searched,omitempty"`
}

type shortAlternative struct {
	wire.Alternative
	Request *struct{} `json:"request,omitempty"`
}

func (a answer) short() shortAnswer {
	s := shortAnswer{answer: a}
	for _, whole := range a.Alternatives {
		s.Alternatives = append(s.Alternatives, shortAlternative{Alternative: whole.Alternative})
	}
	return s
}
