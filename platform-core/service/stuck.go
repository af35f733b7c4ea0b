package service

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// ContradictionCheck is the ID of the warning about rules that no request satisfies together.
const ContradictionCheck = "installation.rules-contradict"

// stuckCheck returns a warning if the template request is denied and has no fix. It returns none without
// rules of the organisation, or for a single rule that has its own warning.
func (s *Service) stuckCheck(ctx context.Context, in *installed) ([]profile.Check, error) {
	if !slices.ContainsFunc(in.policies.Compiled(), (*policy.CompiledRule).IsOrganisation) {
		return nil, nil // other rules never contradict each other
	}
	template, err := s.evaluate(ctx, in, comparing(request.Template(in.Profile.AllowedRegions[0]), in.Profile),
		s.date(in.Profile))
	if err != nil {
		return nil, err
	}
	fixes, err := s.fixes(ctx, template, 1)
	if err != nil || len(fixes.Contradicting) == 0 && fixes.Nearest == nil {
		return nil, err
	}
	rules, remediation := fixes.Contradicting, "Correct one, or limit it with when."
	message := "No request satisfies these rules together: %s."
	if len(rules) == 0 {
		message = "No request that was tried satisfies all rules; the nearest breaks %s."
		remediation = "Correct it, limit it with when, or have it suggest a value that satisfies the others too."
		for _, v := range fixes.Nearest.Violations {
			rules = append(rules, v.PolicyID)
		}
	} else if len(rules) == 1 {
		message = "No request satisfies the rule %s."
	}
	if slices.ContainsFunc(in.warnings, func(c profile.Check) bool { return len(rules) == 1 && c.ID == rules[0] }) {
		return nil, nil
	}
	return []profile.Check{{
		ID: ContradictionCheck, Title: "Rules that leave no request", Status: profile.Warning,
		Message: fmt.Sprintf(message, strings.Join(rules, ", ")), Remediation: remediation,
	}}, nil
}
