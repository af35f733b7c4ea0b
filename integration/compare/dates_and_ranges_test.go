package compare_test

import (
	"net/netip"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/integration/providers"
	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/space"
)

// datedPairs are pairs of rule sets on dates and networks, and whether the comparison is complete.
var datedPairs = []struct {
	name, from, to string
	complete       bool
}{
	{"a shorter life", expires(`days(policy_date, request.expiry_date) <= 90`), expires(`days(policy_date, request.expiry_date) <= 60`), true},
	{"a shorter life of one kind", expires(`days(policy_date, request.expiry_date) <= 90`),
		expires(`days(policy_date, request.expiry_date) <= (request.environment == "test" ? 14 : 90)`), true},
	{"a freeze that moves", expires(`!(request.expiry_date >= "2026-12-18" && request.expiry_date <= "2027-01-04")`),
		expires(`!(request.expiry_date >= "2026-12-20" && request.expiry_date <= "2027-01-06")`), true},
	{"another weekday", expires(`weekday(request.expiry_date) != "Saturday"`), expires(`weekday(request.expiry_date) != "Sunday"`), false},
	{"the first of a month", expires(`true`), expires(`request.expiry_date.endsWith("-01")`), false},
	{"the last day of the horizon", expires(`request.expiry_date <= "2027-11-21"`), expires(`request.expiry_date <= "2027-11-22"`), true},
	{"a pool in a pool", ranged(`cidr_within(request.network_cidr, ["10.0.0.0/8"])`), ranged(`cidr_within(request.network_cidr, ["10.16.0.0/12"])`), true},
	{"a reserved part", ranged(`cidr_within(request.network_cidr, ["10.16.0.0/12"])`),
		ranged(`cidr_within(request.network_cidr, ["10.16.0.0/12"]) && !cidr_within(request.network_cidr, ["10.20.0.0/16"])`), true},
	{"another length in a part", ranged(`cidr_length(request.network_cidr) >= 20`),
		ranged(`cidr_length(request.network_cidr) >= (cidr_within(request.network_cidr, ["10.20.0.0/16"]) ? 22 : 20)`), true},
	{"a network by its text", ranged(`!request.network_cidr.startsWith("10.77.")`), ranged(`!request.network_cidr.startsWith("10.78.")`), false},
}

func expires(require string) string {
	return rules([4]string{"expiry_date", "mandatory", `request.expiry_date != ""`, require})
}

func ranged(require string) string { return rules([4]string{"network_cidr", "mandatory", "", require}) }

// drawnDays returns no date, and days from before the policy date to three years after it: each of 400 days, and later
// every fifth.
func drawnDays(t *testing.T) (values []request.Value) {
	t.Helper()
	values = []request.Value{{}}
	for n := -3; n <= 1100; n++ {
		if n > 400 && n%5 != 0 {
			continue
		}
		day, err := request.Date("2026-11-22").AddDays(n)
		require.NoError(t, err)
		values = append(values, request.Text(string(day)))
	}
	return values
}

// drawnNetworks returns networks of some lengths for each second octet, and some that are not private.
func drawnNetworks() (values []request.Value) {
	for second := range 256 {
		for _, third := range []int{0, 240} {
			for _, length := range []int{19, 20, 22} {
				p := netip.PrefixFrom(netip.AddrFrom4([4]byte{10, byte(second), byte(third), 0}), length).Masked()
				values = append(values, request.Text(p.String()))
			}
		}
	}
	return append(values, request.Texts([]string{"10.0.0.0/8", "10.20.0.0/16", "172.16.0.0/20", "192.168.0.0/20", "11.0.0.0/20", "100.64.0.0/22"})...)
}

// bases returns a request in each environment, with its own budget and with one that covers all costs. Its size is the
// first that the provider accepts in the environment.
func bases(t *testing.T, provider string, plain request.Request) (list []request.Request) {
	t.Helper()
	for _, environment := range request.Environments() {
		r, err := plain.With(request.EnvironmentField, request.Text(environment))
		require.NoError(t, err)
		for _, r.ClusterSize = range request.Sizes() {
			e, err := providers.All[provider].Evaluate(t.Context(), adapter.NewInput(r, profile.Profile{Provider: provider, Mode: profile.Simulation}))
			require.NoError(t, err)
			if len(e.Violations) == 0 {
				break
			}
		}
		for _, r.MonthlyBudget = range []int64{plain.MonthlyBudget, 50_000} {
			list = append(list, r)
		}
	}
	return list
}

// TestComparisonsOfDatesAndRanges compares pairs with the decisions of both installations. The requests differ from the plain one in
// environment, budget and one drawn value.
func TestComparisonsOfDatesAndRanges(t *testing.T) {
	t.Parallel()
	for i, p := range datedPairs {
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			ids := providers.All.Providers()
			provider := ids[i%len(ids)]
			const lines = "mode: simulation\nallowed_regions: [REGION_1]\n"
			c := compared(t, installed(t, provider, lines+p.from), installed(t, provider, lines+p.to))
			brute := bruteForce(t, providers.Remembering(t, providers.All[provider]), lines+p.from, lines+p.to)
			assert.Equal(t, p.complete, len(c.Gaps) == 0, "%+v", c.Gaps)

			field, drawn := request.NetworkField, drawnNetworks()
			if i < 6 {
				field, drawn = request.ExpiryField, drawnDays(t)
			}
			fewest := [2]map[string]int{{}, {}} // fields that have to change, by rule, for a request that only it denies
			count := 0
			for _, base := range bases(t, provider, c.Plain) {
				for _, v := range drawn {
					r, err := base.With(field, v)
					if err != nil {
						continue // no normal form, or no value of the field
					}
					count++
					denied := [2][]string{violated(t, brute[0], r), violated(t, brute[1], r)}
					for by, other := range []int{space.New, space.Old} {
						if len(denied[by]) == 1 && len(denied[other]) == 0 {
							changes := len(request.Differences(c.Plain, r))
							if before, ok := fewest[by][denied[by][0]]; !ok || changes < before {
								fewest[by][denied[by][0]] = changes
							}
						}
					}
				}
			}
			require.Greater(t, count, 2500)
			for by, list := range map[int][]space.Difference{space.New: c.Stricter, space.Old: c.Looser} {
				reported := map[string]int{}
				for _, d := range list {
					reported[d.Rule.ID] = len(d.Changed)
					assert.Contains(t, violated(t, brute[by], d.Request), d.Rule.ID)
					assert.Empty(t, violated(t, brute[1-by], d.Request), d.Rule.ID)
				}
				for id, changes := range fewest[by] {
					assert.Equal(t, changes, reported[id], "%s of %d", id, by)
				}
				assert.Len(t, reported, len(fewest[by]), "%d", by)
			}
			t.Logf("%d requests drawn, %d looked at, differences %v", count, c.Requests, fewest)
		})
	}
}
