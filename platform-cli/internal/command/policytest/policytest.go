// Package policytest is the command `platform policy test`.
package policytest

import (
	"context"

	"github.com/spf13/cobra"

	"platform.internal/platform-cli/internal/decision"
	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-cli/internal/result"
	"platform.internal/platform-cli/internal/usage"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
)

type options struct {
	inv     *host.Invocation
	profile string
}

// New returns the command.
func New(inv *host.Invocation) *cobra.Command {
	o := &options{inv: inv}
	c := &cobra.Command{
		Use:   "test REQUEST --profile PROFILE",
		Short: "Show how every rule comes out for a request",
		Long: `Show every rule in force with its outcome for a request (JSON or YAML; - for
standard input): satisfied, violated, not_applicable, excepted (violated, with
an exception of the profile) or failed, where failed means that the rule could
not be evaluated, which denies.`,
		Example:           "  platform policy test request.yaml --profile profile.json",
		Args:              usage.Exactly("REQUEST"),
		ValidArgsFunction: usage.DocumentArguments,
	}
	usage.ProfileFlag(c, &o.profile, usage.ProfileUsage)
	return inv.Runs(c, o.run)
}

// policyOutcomes is the document of `policy test`.
type policyOutcomes struct {
	Schema      string                 `json:"schema"`
	RequestID   string                 `json:"request_id"`
	Fingerprint string                 `json:"fingerprint"`
	Decision    request.Decision       `json:"decision"`
	EvaluatedOn request.Date           `json:"evaluated_on"`
	Rules       []proposal.RuleOutcome `json:"rules"`
	Violations  []request.Violation    `json:"violations"`
	Advisories  []request.Violation    `json:"advisories"`
	Exceptions  []request.Exception    `json:"exceptions,omitempty"`
}

func (o *options) run(ctx context.Context, args []string) (result.Result, error) {
	s, e, err := decision.EvaluateOne(ctx, o.inv, o.profile, args[0])
	if err != nil {
		return result.Result{}, err
	}
	defer s.Close()
	r := e.Record
	outcomes := policyOutcomes{
		Schema: "platform.policy-test/v1", RequestID: r.RequestID, Fingerprint: r.Fingerprint, Decision: r.Decision,
		EvaluatedOn: r.EvaluatedOn, Rules: r.Rules(), Violations: r.Violations, Advisories: r.Advisories, Exceptions: r.Exceptions,
	}
	return result.Encoded(outcomes, e.Exit(), append(outcomeLines(outcomes.Rules), e.Lines()...)...)
}

func outcomeLines(rules []proposal.RuleOutcome) []string {
	lines := make([]string, len(rules))
	for i, r := range rules {
		lines[i] = string(r.Outcome) + ": " + r.PolicyID
	}
	return lines
}
