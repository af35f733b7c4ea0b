package convert

import (
	"maps"
	"slices"

	"platform.internal/platform-core/internal/providerv1"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// ProfileToMessage returns p as a message, its boundaries sorted by name.
func ProfileToMessage(p profile.Profile) *providerv1.Profile {
	return &providerv1.Profile{
		Schema: p.Schema, Provider: p.Provider, Mode: string(p.Mode), AllowedRegions: p.AllowedRegions,
		Boundaries: identifiersToMessage(p.Boundaries), PolicyDate: string(p.PolicyDate),
		Policies: each(p.Policies, organisationRuleToMessage),
	}
}

// ProfileFromMessage returns the profile that m carries; nil carries the zero
// one.
func ProfileFromMessage(m *providerv1.Profile) profile.Profile {
	return profile.Profile{
		Schema: m.GetSchema(), Provider: m.GetProvider(), Mode: profile.Mode(m.GetMode()),
		AllowedRegions: same(m.GetAllowedRegions()),
		Boundaries:     identifiersFromMessage(m.GetBoundaries()),
		PolicyDate:     request.Date(m.GetPolicyDate()),
		Policies:       each(m.GetPolicies(), organisationRuleFromMessage),
	}
}

func identifiersToMessage(boundaries map[string]string) []*providerv1.Boundary {
	return each(slices.Sorted(maps.Keys(boundaries)), func(name string) *providerv1.Boundary {
		return &providerv1.Boundary{Name: name, Id: boundaries[name]}
	})
}

func identifiersFromMessage(list []*providerv1.Boundary) map[string]string {
	boundaries := make(map[string]string, len(list))
	for _, b := range list {
		boundaries[b.GetName()] = b.GetId()
	}
	return boundaries
}

func organisationRuleToMessage(r profile.Rule) *providerv1.OrganisationRule {
	return &providerv1.OrganisationRule{
		Id: r.ID, Title: r.Title, Field: r.Field, Level: string(r.Level), When: r.When,
		Require: r.Require, Message: r.Message, MessageExpression: r.MessageExpression,
		Remediation: r.Remediation, Expected: r.Expected, Suggest: r.Suggest,
	}
}

func organisationRuleFromMessage(m *providerv1.OrganisationRule) profile.Rule {
	return profile.Rule{
		ID: m.GetId(), Title: m.GetTitle(), Field: m.GetField(), Level: profile.Level(m.GetLevel()),
		When: m.GetWhen(), Require: m.GetRequire(), Message: m.GetMessage(),
		MessageExpression: m.GetMessageExpression(), Remediation: m.GetRemediation(),
		Expected: m.GetExpected(), Suggest: m.GetSuggest(),
	}
}

// ChecksToMessage returns checks as messages.
func ChecksToMessage(checks []profile.Check) []*providerv1.Check {
	return each(checks, func(c profile.Check) *providerv1.Check {
		return &providerv1.Check{
			Id: c.ID, Title: c.Title, Status: string(c.Status), Message: c.Message, Remediation: c.Remediation,
		}
	})
}

// ChecksFromMessage returns the checks that list carries.
func ChecksFromMessage(list []*providerv1.Check) []profile.Check {
	return each(list, func(m *providerv1.Check) profile.Check {
		return profile.Check{
			ID: m.GetId(), Title: m.GetTitle(), Status: profile.CheckStatus(m.GetStatus()),
			Message: m.GetMessage(), Remediation: m.GetRemediation(),
		}
	})
}
