package command

import (
	"context"

	"github.com/spf13/cobra"

	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
)

type policyTest struct {
	app     *app
	profile string
}

func newPolicyTest(a *app) *cobra.Command {
	o := &policyTest{app: a}
	c := &cobra.Command{
		Use:   "test REQUEST --profile PROFILE",
		Short: "Show how every rule comes out for a request",
		Long: `Show every rule in force with its outcome for a request (JSON or YAML; - for
standard input): satisfied, violated, not_applicable or failed, where failed
means that the rule could not be evaluated, which denies.`,
		Example:           "  platform policy test request.yaml --profile profile.json",
		Args:              exactly("REQUEST"),
		ValidArgsFunction: documentArguments,
	}
	profileFlag(c, &o.profile, profileUsage)
	return a.runs(c, o.run)
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
}

func (o *policyTest) run(ctx context.Context, args []string) (Result, error) {
	s, e, err := o.app.evaluateOne(ctx, o.profile, args[0])
	if err != nil {
		return Result{}, err
	}
	defer s.close()
	r := e.record
	outcomes := policyOutcomes{
		Schema: "platform.policy-test/v1", RequestID: r.RequestID, Fingerprint: r.Fingerprint, Decision: r.Decision,
		EvaluatedOn: r.EvaluatedOn, Rules: r.Rules(), Violations: r.Violations, Advisories: r.Advisories,
	}
	return encoded(outcomes, e.exit(), append(outcomeLines(outcomes.Rules), decisionLines(e)...)...)
}

func outcomeLines(rules []proposal.RuleOutcome) []string {
	lines := make([]string, len(rules))
	for i, r := range rules {
		lines[i] = r.Outcome + ": " + r.PolicyID
	}
	return lines
}
