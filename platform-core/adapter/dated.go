package adapter

import (
	"fmt"
	"time"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// SupportRule returns the advisory rule kubernetes.supported. It ends on the last day on which the
// provider supports the Kubernetes version of new clusters. providerID is the prefix of its ID.
func SupportRule(providerID, version string, until request.Date) NativeRule {
	return NativeRule{
		ID: providerID + ".kubernetes.supported", Field: request.SizeField, Level: profile.Advisory,
		Title:    "The provider supports Kubernetes " + version,
		Expected: "a Kubernetes version with the provider's standard support",
		Reads:    []string{request.SizeField},
		Until:    until,
		Late: Finding{
			Message: fmt.Sprintf("The provider's standard support of Kubernetes %s, which the cluster gets, ended on %s.",
				version, until),
			Remediation: "Ask the platform operators for a release of the adapter with a supported version; " +
				"a later request for the environment upgrades its cluster.",
		},
	}
}

// LifespanRule returns the advisory rule kubernetes.lifespan. A request breaks it if its last day is later than the
// last day on which the provider supports the Kubernetes version of new clusters. providerID is the prefix of its ID.
func LifespanRule(providerID, version string, until request.Date) NativeRule {
	return NativeRule{
		ID: providerID + ".kubernetes.lifespan", Field: request.ExpiryField, Level: profile.Advisory,
		Title:    "The environment ends while the provider supports Kubernetes " + version,
		Expected: fmt.Sprintf("a last day until %s, or an upgrade until then", until),
		Reads:    []string{request.ExpiryField},
		Check: func(req request.Request) *Finding {
			if req.ExpiryDate <= until {
				return nil
			}
			return &Finding{
				Message: fmt.Sprintf("The environment runs until %s, and the provider's standard support of Kubernetes %s ends on %s.",
					req.ExpiryDate, version, until),
				Remediation: fmt.Sprintf("Plan the upgrade for %s at the latest: the same request, proposed with a newer release of the adapter.",
					until),
			}
		},
	}
}

// CurrentRule returns the advisory rule prices.current. It ends when the oldest price of the table is two years old.
// providerID is the prefix of its ID. CurrentRule panics if the table has no valid month: see [LastDay].
func (t PriceTable) CurrentRule(providerID string) NativeRule {
	return NativeRule{
		ID: providerID + ".prices.current", Field: request.BudgetField, Level: profile.Advisory,
		Title:    "The oldest price is at most two years old",
		Expected: "prices of the last two years",
		Reads:    []string{request.BudgetField},
		Until:    LastDay(t.oldest(), 24),
		Late: Finding{
			Message:     fmt.Sprintf("The oldest prices of estimates are of %s, more than two years ago.", t.oldest()),
			Remediation: "Ask the platform operators for a release of the adapter with current prices, and check the cost before the review.",
		},
	}
}

// LastDay returns the last day of the month that is later months after a month YYYY-MM. It panics if
// the month is not valid, because the month is part of the adapter's program.
func LastDay(month string, later int) request.Date {
	first, err := time.Parse("2006-01", month)
	if err != nil {
		panic(err)
	}
	return request.DateOf(first.AddDate(0, later+1, -1))
}
