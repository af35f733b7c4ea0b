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

// ContradictionCheck is the ID of the warning of rules that leave no request.
const ContradictionCheck = "installation.rules-contradict"

// stuckCheck returns the warning of rules, with one of the organisation among them, for
// which the request of the template has no fix; none where it has one, or is accepted, and
// of a single rule that has a warning of its own.
func (s *Service) stuckCheck(ctx context.Context, in *installed) ([]profile.Check, error) {
	if !slices.ContainsFunc(in.policies.Compiled(), (*policy.CompiledRule).IsOrganisation) {
		return nil, nil // others do not contradict each other
	}
	template, err := s.evaluate(ctx, in, comparing(request.Template(in.Profile.AllowedRegions[0]), in.Profile), s.date(in.Profile))
	if err != nil {
		return nil, err
	}
	fixes, err := s.fixes(ctx, template, 1)
	if err != nil || len(fixes.Contradicting) == 0 && fixes.Nearest == nil {
		return nil, err
	}
	rules, message, remediation := fixes.Contradicting, "No request satisfies these rules together: %s.", "Correct one, or limit it with when."
	if len(rules) == 0 {
		message, remediation = "No request that was tried satisfies all rules; the nearest breaks %s.", "Correct it, limit it with when, or have it suggest a value that satisfies the others too."
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
		ID: ContradictionCheck, Title: "Rules that leave no request", Status: profile.Warning, Message: fmt.Sprintf(message, strings.Join(rules, ", ")),
		Remediation: remediation,
	}}, nil
}
