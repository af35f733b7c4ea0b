package setup

import (
	"context"

	"github.com/spf13/cobra"

	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
)

// NewStatus returns the command `platform setup status`.
func NewStatus(inv *host.Invocation) *cobra.Command {
	c := inv.Command("setup status", status)
	return c
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
	ProfileDigest string                      `json:"profile_digest"`
	Settings      []profile.SettingInForce    `json:"settings,omitempty"`
}

func status(ctx context.Context, inv *host.Invocation, args []string) (*host.Result, error) {
	inv.Profile = args[0]
	s, err := inv.Session(ctx)
	if err != nil {
		return nil, err
	}
	found, err := s.Validate(ctx, s.Draft)
	if err != nil {
		return nil, err
	}
	policies, err := s.Policies(ctx)
	if err != nil {
		return nil, err
	}
	found = found.AdviseConfinement()
	return host.Encoded(statusOf(found, policies.Items), problem.ExitDone, readinessLines(found)...)
}

func statusOf(r profile.Readiness, rules []profile.SourcedRule) installationStatus {
	mode, _ := r.Mode.Describe()
	status := installationStatus{
		Schema:        "platform.installation-status/v1",
		Provider:      r.Provider,
		Mode:          r.Mode,
		Description:   mode.Description,
		Regions:       r.Profile.AllowedRegions,
		Ready:         r.Ready,
		Checks:        tally(r.Checks),
		Open:          []profile.Check{},
		Rules:         map[request.Source]int{},
		Resources:     mode.ReturnsResources,
		ProposalOnly:  mode.ProposalOnly,
		GuardedStages: proposal.GuardedStages(),
		Adapter:       r.Adapter,
		Profile:       r.Profile,
		ProfileDigest: r.ProfileDigest,
		Settings:      r.Settings,
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
