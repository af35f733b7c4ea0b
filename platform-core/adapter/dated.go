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
				version, until.Words()),
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
		Expected: fmt.Sprintf("a last day until %s, or an upgrade until then", until.Words()),
		Reads:    []string{request.ExpiryField},
		Check: func(req request.Request) *Finding {
			runs := "runs until " + req.ExpiryDate.Words()
			switch {
			case req.ExpiryDate == "":
				runs = "has no last day"
			case req.ExpiryDate <= until:
				return nil
			}
			return &Finding{
				Message: fmt.Sprintf("The environment %s, and the provider's standard support of Kubernetes %s ends on %s.",
					runs, version, until.Words()),
				Remediation: fmt.Sprintf("Plan the upgrade for %s at the latest: the same request, proposed with a newer release of the adapter.",
					until.Words()),
			}
		},
	}
}

// FactMonths is how long prices, and other facts without a known end, count as current: the months after the month
// of their source.
const FactMonths = 12

// CurrentRule returns the advisory rule prices.current. It ends when the oldest price of the table is one year old.
// providerID is the prefix of its ID. CurrentRule panics if the table has no valid month: see [LastDay].
func (t PriceTable) CurrentRule(providerID string) NativeRule {
	return NativeRule{
		ID: providerID + ".prices.current", Field: request.BudgetField, Level: profile.Advisory,
		Title:    "The oldest price is at most one year old",
		Expected: "prices of the last year",
		Reads:    []string{request.BudgetField},
		Until:    LastDay(t.oldest(), FactMonths),
		Late: Finding{
			Message:     fmt.Sprintf("The oldest prices are of %s, over a year old.", request.Date(t.oldest()).Words()),
			Remediation: "Check the cost before the review, or ask the operators for newer prices.",
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
