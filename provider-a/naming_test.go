package providera

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/environment"
	"platform.internal/platform-core/installation"
)

// awkwardApplications are legal names at the edges of what a name may be.
var awkwardApplications = []string{
	"app", "a-b", "a--b", "a1234567890123456789012", "sg-checkout", "aws", "azure", "login", "xn--checkout",
	"a-----------------------------9z", "abcdefghijklmnopqrstuv---------z", "z2345678901234567890123456789012",
}

func TestNamesKeepEveryLimit(t *testing.T) {
	for _, application := range awkwardApplications {
		for _, stage := range environment.Environments() {
			request := goodRequest(called(application), func(r *environment.Request) { r.Environment = stage })
			order := orderOf(installation.Simulation, request)
			for _, r := range evaluated(t, order).Resources {
				if limit, limited := nameLimits[r.Type]; limited {
					assert.Regexp(t, limit.pattern, r.Name, r.Address)
					assert.LessOrEqual(t, len(r.Name), limit.longest, r.Address)
					assert.False(t, limit.reserved != "" && strings.Contains(r.Name, limit.reserved), r.Name)
				}
			}
		}
	}
}

// TestEveryLimitIsTested finds limits of types that no order makes.
func TestEveryLimitIsTested(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range evaluated(t, orderOf(installation.Simulation, goodRequest())).Resources {
		seen[r.Type] = true
	}
	for kind := range nameLimits {
		assert.True(t, seen[kind], "%s is limited but never made", kind)
	}
}

func TestNamesThatAreCutStayApart(t *testing.T) {
	names := map[string]string{}
	stem := "a-rather-long-application-name"
	for _, application := range []string{stem, stem + "-1", stem + "-2", stem + "z", "a-rather-long-application-nam"} {
		p, err := planFor(orderOf(installation.Simulation, goodRequest(called(application))))
		require.NoError(t, err)
		assert.LessOrEqual(t, len(p.name), maxName)
		for _, name := range uniqueNames(p) {
			assert.Empty(t, names[name], "%s and %s share a name", application, names[name])
			names[name] = application
		}
	}
}

func TestNamesTellRequestsOfOneApplicationApart(t *testing.T) {
	one, other := goodRequest(), goodRequest(sized(environment.Medium))
	require.NotEqual(t, environmentName(one, one.Identify()), environmentName(other, other.Identify()))
}
