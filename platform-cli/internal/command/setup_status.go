package command

import (
	"context"

	"github.com/spf13/cobra"

	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
)

type setupStatus struct{ app *app }

func newSetupStatus(a *app) *cobra.Command {
	o := &setupStatus{a}
	c := &cobra.Command{
		Use:   "status PROFILE",
		Short: "Report what an installation profile allows and what is open",
		Long: `Rebuild the installation of a profile (JSON or YAML; - for standard input) and
report its provider, mode, regions, rules, checks and the stages that are guarded
and not executed.`,
		Example:           "  platform setup status profile.json",
		Args:              exactly("PROFILE"),
		ValidArgsFunction: documentArguments,
	}
	return a.runs(c, o.run)
}

// installationStatus is the document of `setup status`.
type installationStatus struct {
	Schema        string                      `json:"schema"`
	Provider      string                      `json:"provider"`
	Mode          profile.Mode                `json:"mode"`
	Description   string                      `json:"mode_description"`
	Regions       []string                    `json:"allowed_regions"`
	Ready         bool                        `json:"ready"`
	Checks        map[profile.CheckStatus]int `json:"checks"`
	Open          []profile.Check             `json:"open"`
	Rules         map[request.Source]int      `json:"rules"`
	Resources     bool                        `json:"returns_simulated_resources"`
	ProposalOnly  bool                        `json:"proposal_only"`
	GuardedStages []proposal.Stage            `json:"guarded_stages"`
	CloudChanges  int                         `json:"cloud_changes"`
	Adapter       profile.AdapterFacts        `json:"adapter"`
	Profile       profile.Profile             `json:"profile"`
}

func (o *setupStatus) run(ctx context.Context, args []string) (Result, error) {
	s, err := o.app.session(ctx, args[0])
	if err != nil {
		return Result{}, err
	}
	defer s.close()
	readiness, err := s.Validate(ctx, s.draft)
	if err != nil {
		return Result{}, err
	}
	rules, err := s.Policies()
	if err != nil {
		return Result{}, err
	}
	return encoded(statusOf(readiness, rules), problem.ExitDone, readinessLines(readiness)...)
}

func statusOf(r profile.Readiness, rules []policy.SourcedRule) installationStatus {
	mode, _ := r.Mode.Describe()
	status := installationStatus{
		Schema: "platform.installation-status/v1", Provider: r.Provider, Mode: r.Mode, Description: mode.Description,
		Regions: r.Profile.AllowedRegions,
		Ready:   r.Ready, Checks: allStatuses(r.Checks), Open: []profile.Check{}, Rules: map[request.Source]int{},
		Resources: mode.ReturnsResources, ProposalOnly: mode.ProposalOnly,
		GuardedStages: proposal.GuardedStages(), Adapter: r.Adapter, Profile: r.Profile,
	}
	for _, c := range r.Checks {
		if c.Status != profile.Passed {
			status.Open = append(status.Open, c)
		}
	}
	for _, rule := range rules {
		status.Rules[rule.Source]++
	}
	return status
}

// allStatuses counts checks by status, with a zero where there are none.
func allStatuses(checks []profile.Check) map[profile.CheckStatus]int {
	counts := tally(checks)
	for _, s := range []profile.CheckStatus{profile.Passed, profile.Warning, profile.Failed} {
		counts[s] += 0
	}
	return counts
}
