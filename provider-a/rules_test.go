package providera

import (
	"net/netip"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/environment"
	"platform.internal/platform-core/installation"
)

func TestAGoodRequestBreaksNoRule(t *testing.T) {
	e := evaluated(t, orderOf(installation.Simulation, goodRequest()))
	assert.Empty(t, e.Violations)
	assert.Empty(t, e.Advisories)
}

// TestEachRuleAlone breaks one rule at a time.
func TestEachRuleAlone(t *testing.T) {
	covered := map[string]bool{}
	for name, c := range brokenRules {
		t.Run(name, func(t *testing.T) {
			request := goodRequest(c.changes...)
			e := evaluated(t, orderOf(installation.Enterprise, request))
			found := append(e.Violations, e.Advisories...)
			require.Len(t, found, 1)
			assert.Equal(t, ID+"."+c.rule, found[0].PolicyID)
			assert.Equal(t, c.message, found[0].Message)
			assert.Equal(t, c.suggestion, found[0].Suggestion.String())
			assert.Equal(t, request.Value(found[0].Field), found[0].Actual)
		})
		covered[ID+"."+c.rule] = true
	}
	for _, r := range nativeRules {
		assert.True(t, covered[r.ID], "no case breaks %s alone", r.ID)
	}
}

// TestSuggestionsSatisfyTheirRule follows every suggestion that any of many bad
// requests gets.
func TestSuggestionsSatisfyTheirRule(t *testing.T) {
	followed := 0
	for request := range badRequests(t) {
		for _, r := range nativeRules {
			f := r.check(request)
			if f == nil || f.suggestion.IsZero() {
				continue
			}
			changed := with(t, request, r.Field, f.suggestion)
			require.Nil(t, r.check(changed), "%s suggests %s for %+v", r.ID, f.suggestion, request)
			require.Contains(t, f.remediation, f.suggestion.String(), "%s says what to type", r.ID)
			followed++
		}
	}
	assert.Greater(t, followed, 1000)
}

// badRequests crosses networks, regions, sizes, environments and names.
func badRequests(t *testing.T) func(yield func(environment.Request) bool) {
	t.Helper()
	d := described(t)
	return func(yield func(environment.Request) bool) {
		for request := range requests(d) {
			for _, cidr := range []string{"0.0.0.0/0", "10.0.0.0/8", "10.0.0.0/30", "169.254.8.0/24", "172.16.0.0/12", "172.31.0.0/16",
				"192.0.2.0/26", "198.19.0.0/32", "255.255.255.255/32"} {
				for _, application := range []string{"default", "kube-a2345678901234567890123456-8z", "my-micro-soft-app", "windows"} {
					request.NetworkCIDR, request.Application = netip.MustParsePrefix(cidr), application
					if !yield(request) {
						return
					}
				}
			}
		}
	}
}

// with returns the request with one field changed.
func with(t *testing.T, request environment.Request, field string, value environment.Value) environment.Request {
	t.Helper()
	switch field {
	case "application":
		request.Application = value.Text
	case "cluster_size":
		request.ClusterSize = value.Text
	case "network_cidr":
		request.NetworkCIDR = netip.MustParsePrefix(value.Text)
		require.Equal(t, request.NetworkCIDR.Masked(), request.NetworkCIDR, "a suggested network has no host bits")
	case "region":
		request.Region = value.Text
	default:
		require.Fail(t, "a rule suggests a value for "+field)
	}
	return request
}

func TestSuggestedNamesAreLegal(t *testing.T) {
	for _, application := range []string{"default", "kube-a2345678901234567890123456-8z", "kube-system"} {
		suggested := applicationNamespace.check(goodRequest(called(application))).suggestion.Text
		assert.Regexp(t, `^[a-z][a-z0-9-]{1,30}[a-z0-9]$`, suggested)
	}
}

// TestFollowingEverySuggestionEnds applies suggestions until none is left: two
// rules must not send a request back and forth.
func TestFollowingEverySuggestionEnds(t *testing.T) {
	for request := range badRequests(t) {
		for range 8 {
			found := findings(request, installation.Mandatory)
			if len(found) == 0 {
				break
			}
			for _, v := range found {
				require.False(t, v.Suggestion.IsZero(), "%s", v.PolicyID)
				request = with(t, request, v.Field, v.Suggestion)
			}
		}
		require.Empty(t, findings(request, installation.Mandatory), "%+v", request)
	}
}
