package policyreplay

import (
	"context"
	"slices"

	"platform.internal/platform-cli/internal/command/requestdiff"
	"platform.internal/platform-cli/internal/fileio"
	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-core/difference"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
)

// replayer evaluates files under two installations.
type replayer struct {
	input *fileio.Reader
	both  *service.Pair
	named []string // the files that are arguments
}

// outcome is the result for one file: an error, or the differences. In the Difference, A is under
// the installation before the change, and B under the one after it.
type outcome struct {
	File    string
	err     error
	isExtra bool // the file has no request, and no argument names it
	requestdiff.Difference
	application, environment string
	recorded                 *recorded
	Reworded                 []string // rules that deny as before, with changed texts
}

// recorded is a recorded decision that the installation before the change does not reproduce.
type recorded struct {
	File     string            `json:"file"`
	Kind     difference.Kind   `json:"kind"`
	Provider string            `json:"provider"`
	Mode     string            `json:"mode"`
	Decision request.Decision  `json:"decision"`
	From     request.Decision  `json:"from"`
	Rules    *difference.Rules `json:"rules"`
}

// file evaluates one file under both installations.
func (r replayer) file(ctx context.Context, file string) outcome {
	o := outcome{File: file}
	document, err := fileio.ReadDocument(r.input, file)
	if err != nil {
		o.err = err
		o.isExtra = !slices.Contains(r.named, file) && r.isExtra(file)
		return o
	}
	o.err = r.compare(ctx, document, &o)
	return o
}

func (r replayer) compare(ctx context.Context, document difference.Document, o *outcome) error {
	req := document.Request()
	o.application, o.environment = req.Application, req.Environment
	from, to, err := r.both.Evaluate(ctx, req)
	if err != nil {
		return err
	}
	before, after := difference.FromRecord(from.Record), difference.FromRecord(to.Record)
	o.recorded = notReproduced(o.File, document, before)
	if from.Decision == request.Accepted && to.Decision == request.Accepted && !r.both.Alike() {
		if before, after, err = r.proposals(ctx, from, to, before, after); err != nil {
			return err
		}
	}
	o.Difference.Difference = difference.Compare(o.File, before, o.File, after)
	if from.Decision == request.Denied && to.Decision == request.Denied {
		o.Reworded = reworded(from.Record, to.Record)
	}
	return nil
}

// reworded returns the sorted IDs of rules that are broken at the same level in both records with
// changed texts. The texts are message, remediation, expectation and suggestion.
func reworded(from, to request.Record) (ids []string) {
	compare := func(before, after []request.Violation) {
		for _, a := range before {
			if slices.ContainsFunc(after, func(b request.Violation) bool { return a.PolicyID == b.PolicyID && a != b }) {
				ids = append(ids, a.PolicyID)
			}
		}
	}
	compare(from.Violations, to.Violations)
	compare(from.Advisories, to.Advisories)
	slices.Sort(ids)
	return ids
}

// notReproduced returns the recorded decision of a document if it differs from the new evaluation,
// or nil.
func notReproduced(file string, document, from difference.Document) *recorded {
	if document.Kind() == difference.Request || document.Decision() == from.Decision() {
		return nil
	}
	d := difference.Compare(file, document, file, from)
	return &recorded{file, d.A.Kind, d.A.Provider, d.A.Mode, d.A.Decision, d.B.Decision, d.Rules}
}

// proposals returns the documents with the Terraform of a request that both installations accept. If
// one of them makes no Terraform, it returns the documents unchanged.
func (r replayer) proposals(
	ctx context.Context, from, to *service.Evaluated, before, after difference.Document,
) (difference.Document, difference.Document, error) {
	a, b, err := r.both.Proposals(ctx, from, to)
	if err != nil || a == nil || b == nil {
		return before, after, err
	}
	if before, err = difference.FromProposal(from.Record, *a); err != nil {
		return before, after, err
	}
	after, err = difference.FromProposal(to.Record, *b)
	return before, after, err
}

// exit returns the exit code of the file.
func (o outcome) exit() int {
	switch {
	case o.err != nil:
		return host.AsProblem(o.err).Code.Exit()
	case o.flips():
		return problem.ExitDenied
	}
	return problem.ExitDone
}

// flips reports whether the decision changes.
func (o outcome) flips() bool { return o.A.Decision != o.B.Decision }

// HasOtherPrice reports whether the estimate changes.
func (o outcome) HasOtherPrice() bool {
	return o.Cost != nil && (o.Cost.A != o.Cost.B || len(o.Cost.Resources) > 0)
}

// HasOtherResources reports whether the resources or their inputs change.
func (o outcome) HasOtherResources() bool {
	r := o.Resources
	return r != nil && len(r.Added)+len(r.Changed)+len(r.Replaced)+len(r.Removed)+len(r.Moved) > 0
}

// differs reports whether anything differs that a user sees.
func (o outcome) differs() bool {
	return o.flips() || o.HasOtherPrice() || o.HasOtherResources() || !o.SameEnvironment || len(o.Reworded) > 0 ||
		o.HasOtherRoot() || len(o.Inputs) > 0 ||
		o.Rules != nil && len(o.Rules.Broken)+len(o.Rules.NoLongerBroken) > 0
}
