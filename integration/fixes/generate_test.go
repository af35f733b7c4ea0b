package fixes_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// organisationRule is a rule that an organisation might write. When and suggest may be empty.
type organisationRule struct{ field, when, require, suggest string }

// rules are the rules that a profile may have. %[1]s and %[2]s are regions of the provider, %[3]d is a number of dollars.
var organisationRules = []organisationRule{
	// Only a person knows another value.
	{"owner", "", `request.owner.endsWith("@example.com")`, ""},
	{"business_justification", `request.environment == "production"`, `size(request.business_justification) >= 60`, ""},
	{"cost_centre", "", `request.cost_centre.matches("^CC-[0-9]{4}$")`, ""},
	// A person's choice does not help by itself, or at all.
	{"cost_centre", "", `request.cost_centre.startsWith("PROD-") && request.monthly_budget >= %[3]d`, ""},
	{"owner", `request.environment == "production"`, `request.owner.endsWith("@example.com") && request.data_classification != "public"`, ""},
	{"cluster_size", `request.cost_centre == "CC-4711"`, `request.cluster_size == "large"`, ""},
	{"monthly_budget", `request.cost_centre.startsWith("CC-")`, `request.monthly_budget <= %[3]d`, ""},
	{"network_cidr", `request.owner.startsWith("payments")`, `cidr_length(request.network_cidr) <= 20`, ""},
	// A value is written in the rule, or suggested.
	{"owner", `request.data_classification == "restricted"`, `request.owner in ["security-team@example.com", "platform-team@example.com"]`, ""},
	{"owner", "", `request.owner.contains("-team@")`, `request.owner.replace("@", "-team@")`},
	{"cost_centre", "", `request.cost_centre in ["CC-1000", "CC-2000", "PROD-1"]`, ""},
	{"cost_centre", `request.environment == "production"`, `request.cost_centre.startsWith("PROD-")`, ""},
	{"application", "", `request.application.startsWith("team-")`, `"team-" + request.application`},
	{"application", `request.environment == "production"`, `!request.application.contains("test")`, `request.application.replace("test", "live")`},
	// One field.
	{"cluster_size", "", `request.cluster_size != "large"`, ""},
	{"cluster_size", "", `request.cluster_size != "small"`, `"medium"`},
	{"data_classification", "", `request.data_classification != "confidential"`, ""},
	{"data_classification", "", `request.data_classification != "public"`, `"internal"`},
	{"environment", "", `request.environment != "production"`, ""},
	{"environment", "", `request.environment != "development"`, `"test"`},
	{"expiry_date", `request.expiry_date != ""`, `request.expiry_date <= "2026-12-31"`, ""},
	{"expiry_date", `request.expiry_date != ""`, `request.expiry_date >= "2026-12-28"`, ""},
	{"monthly_budget", "", `request.monthly_budget <= %[3]d`, "%[3]d"},
	{"monthly_budget", "", `request.monthly_budget <= %[3]d`, ""},
	{"monthly_budget", "", `request.monthly_budget >= %[3]d`, "%[3]d"},
	{"network_cidr", "", `cidr_length(request.network_cidr) <= 22`, ""},
	{"network_cidr", "", `cidr_within(request.network_cidr, ["10.64.0.0/10"])`, `"10.64.0.0/20"`},
	// Two fields.
	{"cluster_size", `request.environment != "production"`, `request.cluster_size != "large"`, ""},
	{"cluster_size", "", `request.cluster_size != "large" || request.environment == "production"`, ""},
	{"data_classification", `request.environment == "production"`, `request.data_classification in ["confidential", "restricted"]`, `"confidential"`},
	{"expiry_date", `request.environment == "test" && request.expiry_date != ""`, `days(policy_date, request.expiry_date) <= 60`, `date_plus(policy_date, 60)`},
	{"expiry_date", `request.environment != "production" && request.expiry_date != ""`, `days(policy_date, request.expiry_date) >= 14`, ""},
	{"network_cidr", `request.data_classification == "restricted"`, `cidr_length(request.network_cidr) <= 20`, `cidr_resize(request.network_cidr, 20)`},
	{"region", `request.environment == "production"`, `request.region == "%[1]s"`, ""},
	{"region", `request.data_classification == "restricted"`, `request.region in ["%[1]s", "%[2]s"]`, `"%[2]s"`},
	{"region", `request.cluster_size == "small"`, `request.region != "%[1]s"`, ""},
	{"controls", `request.environment == "test"`, `!request.controls.central_logging`, ""},
	// Three fields and more.
	{"environment", `request.environment == "production"`, `request.controls.private_cluster && request.data_classification != "public"`, ""},
	{"cluster_size", `request.environment == "production" && request.data_classification == "restricted"`, `request.cluster_size == "large"`, ""},
	{"network_cidr", `request.cluster_size == "large" && request.environment == "production"`, `cidr_length(request.network_cidr) <= 19`, ""},
	{"data_classification", "", `request.environment == "production" || request.cluster_size == "small" || request.data_classification == "public"`, ""},
	{"expiry_date", "", `request.environment == "production" || request.cluster_size != "large" || request.expiry_date < "2026-12-20"`, ""},
	// The estimate.
	{"cluster_size", "", `estimate.monthly_dollars <= %[3]d`, ""},
	{"monthly_budget", `estimate.sized`, `request.monthly_budget * 5 <= estimate.monthly_dollars * 6`, `estimate.monthly_dollars * 6 / 5`},
	{"monthly_budget", `estimate.sized`, `request.monthly_budget == estimate.monthly_dollars`, `estimate.monthly_dollars`},
	{"region", "", `estimate.known`, ""},
	{"environment", `request.environment == "production"`, `request.monthly_budget >= estimate.monthly_dollars + 200`, ""},
	// Ranges that are reserved, a pool without a part, days of the month and of the week, steps and
	// shares of a budget.
	{"network_cidr", "", `!cidr_within(request.network_cidr, ["10.20.0.0/16", "10.30.0.0/16"])`, ""},
	{"network_cidr", "", `cidr_within(request.network_cidr, ["10.64.0.0/12"]) && !cidr_within(request.network_cidr, ["10.64.0.0/16", "10.65.0.0/17"])`, ""},
	{"network_cidr", "", `request.network_cidr.startsWith("10.7.")`, ""},
	{"network_cidr", `request.environment != "production"`, `cidr_within(request.network_cidr, ["172.16.0.0/14", "192.168.64.0/18"])`, ""},
	{"expiry_date", `request.environment != "production"`, `request.expiry_date.endsWith("-01")`, ""},
	{"expiry_date", "", `!(weekday(request.expiry_date) in ["Saturday", "Sunday"])`, ""},
	{"expiry_date", `request.expiry_date != ""`, `weekday(request.expiry_date) == "Friday"`, ""},
	{"expiry_date", `request.expiry_date != ""`, `days(policy_date, request.expiry_date) % 7 == 0`, ""},
	{"expiry_date", "", `request.expiry_date < "2026-12-10" || request.expiry_date > "2027-01-10"`, ""},
	{"expiry_date", `request.environment == "production"`, `days(policy_date, request.expiry_date) >= 1094`, ""},
	{"monthly_budget", "", `request.monthly_budget % 50 == 0`, ""},
	{"monthly_budget", `request.cluster_size != "large"`, `request.monthly_budget % 7 == 0`, ""},
	{"monthly_budget", "", `request.monthly_budget * 5 >= estimate.monthly_dollars * 6`, ""},
	{"monthly_budget", `estimate.sized`, `request.monthly_budget * 4 <= estimate.monthly_dollars * 5`, ""},
	// One that cannot be evaluated for some requests, and one that only advises.
	{"owner", `request.data_classification == "restricted"`, `100 / (request.cluster_size == "large" ? 0 : 1) > 0`, ""},
	{"region", "", `request.region != "%[1]s"`, ""},
}

// contradicting are pairs of rules that contradict each other in some cases.
var contradicting = [][2]organisationRule{
	{{"cluster_size", `request.cost_centre.startsWith("CC-")`, `request.cluster_size == "small"`, ""}, {"cluster_size", "", `request.cluster_size != "small"`, ""}},
	{{"application", "", `request.application == "alpha"`, `"alpha"`}, {"application", "", `request.application == "beta"`, `"beta"`}},
	{
		{"cluster_size", `request.environment != "production"`, `request.cluster_size == "small"`, `"small"`},
		{"cluster_size", `request.environment != "test"`, `request.cluster_size == "medium"`, `"medium"`},
	},
	{
		{"expiry_date", "", `request.expiry_date != ""`, `date_plus(policy_date, 10)`},
		{"expiry_date", `request.expiry_date != ""`, `days(policy_date, request.expiry_date) < 1`, ""},
	},
	{
		{"environment", `request.data_classification == "internal"`, `request.environment == "production"`, `"production"`},
		{"environment", `request.data_classification == "internal"`, `request.environment != "production"`, `"test"`},
	},
}

// generator makes profiles and requests from a seed.
type generator struct{ *rand.Rand }

func newGenerator(seed, number uint64) generator {
	return generator{rand.New(rand.NewPCG(seed, number))}
}

func one[T any](g generator, list ...T) T { return list[g.IntN(len(list))] }

// profile returns the text of a profile of a provider.
func (g generator) profile(p provider) string {
	mode := one(g, profile.Modes()...).Mode
	regions := append([]string{}, p.regions...)
	g.Shuffle(len(regions), func(i, j int) { regions[i], regions[j] = regions[j], regions[i] })
	regions = regions[:min(len(regions), 1+g.IntN(3))]
	if mode == profile.Sandbox {
		regions = regions[:1]
	}
	switch g.IntN(8) {
	case 0:
		regions[0] = p.unpriced
	case 1:
		if mode != profile.Sandbox {
			regions = append(regions, p.unpriced)
		}
	}
	var text strings.Builder
	fmt.Fprintf(&text, "provider: %s\nmode: %s\nallowed_regions: [%s]\npolicy_date: %q\n", p.id, mode, strings.Join(regions, ", "), today)
	if g.IntN(4) == 0 {
		text.WriteString("unpriced: deny\n")
	}
	text.WriteString("policies:\n")
	for i, r := range g.rules() {
		level := profile.Mandatory
		if g.IntN(12) == 0 {
			level = profile.Advisory
		}
		fmt.Fprintf(&text, "- {id: team.rule-%02d, title: t, field: %s, level: %s, message: m, remediation: r, expected: e", i, r.field, level)
		values := strings.NewReplacer("%[1]s", one(g, p.regions...), "%[2]s", one(g, p.regions...), "%[3]d", fmt.Sprint(one(g, 150, 300, 700, 1000, 1500, 3000)))
		for _, e := range []struct{ name, text string }{{"when", r.when}, {"require", r.require}, {"suggest", r.suggest}} {
			if e.text != "" {
				fmt.Fprintf(&text, ", %s: '%s'", e.name, values.Replace(e.text))
			}
		}
		text.WriteString("}\n")
	}
	return text.String()
}

// rules returns up to eight rules, sometimes with a contradicting pair.
func (g generator) rules() (list []organisationRule) {
	for range g.IntN(8) {
		list = append(list, one(g, organisationRules...))
	}
	if g.IntN(6) == 0 {
		pair := one(g, contradicting...)
		list = append(list, pair[:]...)
	}
	return list
}

// request returns an acceptable request with some changed fields.
func (g generator) request(t testing.TB, p *platform, regions []string) request.Request {
	t.Helper()
	r := request.Template(p.profile.AllowedRegions[0])
	r.Application, r.Owner, r.CostCentre, r.ExpiryDate = "team-checkout", "payments-team@example.com", "CC-1000", "2026-12-15"
	r.MonthlyBudget = one(g, int64(400), 900, 2500)
	for range 1 + g.IntN(7) {
		f := one(g, fields...)
		if f.Name == request.BudgetField {
			continue
		}
		v := g.value(f, regions)
		require.NoError(t, r.Set(f.Name, v), "%s", f.Name)
	}
	if g.IntN(2) == 0 {
		r.MonthlyBudget = g.budget(t, p, r)
	}
	return r
}

// budget returns a budget at the edge of what a request costs, to the dollar that covers its last cent.
func (g generator) budget(t testing.TB, p *platform, r request.Request) int64 {
	cost := p.decide(t, r).Estimate.KnownTotal.Dollars()
	return min(max(1, one(g, 1, cost-1, cost, cost+1, cost*6/5, cost*6/5+1, cost/2, 1000, 1001, 20_000)), request.MaxBudget)
}

func (g generator) value(f request.Field, regions []string) request.Value {
	switch f.Name {
	case request.ApplicationField:
		return request.Text(one(g, "checkout", "my-microsoft-app", "billing-test", "a2345678901234567890123456789-1z", "team-login"))
	case request.OwnerField:
		return request.Text(one(g, "o'neil@example.com", "payments@example.com", "someone@example.org", "platform-team@example.com"))
	case request.CostCentreField:
		return request.Text(one(g, "CC-4711", "CC-2000", "PROD-1", "X9"))
	case request.RegionField:
		return request.Text(one(g, regions...))
	case request.NetworkField:
		return request.Text(one(g, "10.30.0.0/22", "10.30.0.0/24", "10.30.0.0/26", "10.30.0.0/28", "11.20.0.0/20", "10.0.0.0/12", "172.17.0.0/16",
			"192.168.1.0/24", "100.64.0.0/18", "8.8.8.0/27", "10.244.0.0/20", "172.20.0.0/16"))
	case request.JustificationField:
		return request.Text(one(g, "Needed soon.", "The team needs an environment in which to show the new checkout to its partners before the season."))
	case request.ExpiryField:
		return request.Text(one(g, "", "2026-11-21", string(today), "2026-11-23", "2026-12-21", "2026-12-22", "2026-12-23", "2027-01-21", "2027-02-20", "2027-02-21", "2027-05-22", "2031-01-01"))
	}
	if f.Kind == request.FlagValue {
		return request.Flag(g.IntN(3) == 0)
	}
	return request.Text(one(g, f.Values...))
}
