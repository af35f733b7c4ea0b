package policy_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
)

// ruleOn returns a mandatory rule with the ID team.a.
func ruleOn(field, when, require, suggest string) profile.Rule {
	return profile.Rule{
		ID: "team.a", Title: "The title", Field: field, Level: profile.Mandatory, When: when, Require: require, Suggest: suggest,
		Message: "m", Remediation: "r", Expected: "e",
	}
}

// requiring returns a rule on the owner.
func requiring(condition string) profile.Rule { return ruleOn("owner", "", condition, "") }

func aRule(change func(*profile.Rule)) profile.Rule {
	r := requiring("true")
	change(&r)
	return r
}

// faultsOf returns the faults of one rule.
func faultsOf(t *testing.T, rule profile.Rule) []problem.Fault {
	t.Helper()
	_, faults, err := policy.Compile(t.Context(), profile.Simulation, []profile.Rule{rule})
	require.NoError(t, err)
	return faults
}

// messages returns the message of each fault.
func messages(faults []problem.Fault) (list []string) {
	for _, f := range faults {
		list = append(list, f.Message)
	}
	return list
}

// placed returns the faults with their places.
func placed(faults []problem.Fault) string {
	var list []string
	for _, f := range faults {
		list = append(list, fmt.Sprintf("%d:%d %s", f.Line, f.Column, f.Message))
	}
	return strings.Join(list, ";")
}

const functionsListed = "the functions are days, date_plus, date_words, weekday, usd, cidr_length, cidr_within, cidr_resize, cidr_private, besides those of CEL"

// TestFaultsOfExpressions checks that each fault names the mistake, its column, and what to write.
func TestFaultsOfExpressions(t *testing.T) {
	for source, want := range map[string]string{
		`request.onwer == "x"`:                         `1:9 request.onwer is not a field; write request.owner`,
		"true &&\n  request.environmnt == \"test\"":    `2:11 request.environmnt is not a field; write request.environment`,
		`request.budget > 3`:                           `1:9 request.budget is not a field; write request.monthly_budget`,
		`request.controls.encrypt`:                     `1:18 request.controls.encrypt is not a field; write request.controls.encryption_at_rest`,
		`has(request.regio)`:                           `1:13 request.regio is not a field; write request.region`,
		`estimate.dollars > 3`:                         `1:10 estimate.dollars is not a field; write estimate.monthly_dollars`,
		`profile.xyz == ""`:                            `1:9 profile.xyz is not a field; the fields of profile are provider, mode, allowed_regions, unpriced, boundaries`,
		`reqest.owner == "x"`:                          `1:1 there is no variable or function reqest; write request`,
		`policy_dat == "x"`:                            `1:1 there is no variable or function policy_dat; write policy_date`,
		`environment == "x"`:                           `1:1 there is no variable or function environment; write request.environment`,
		`environmnt == "x"`:                            `1:1 there is no variable or function environmnt; write request.environment`,
		`today == "x"`:                                 `1:1 there is no variable or function today; write policy_date`,
		`size(request.owner) > 3 && midweek() == 3`:    `1:28 there is no variable or function midweek; ` + functionsListed,
		`size(midweek) == 3`:                           `1:6 there is no variable or function midweek; the variables are request, profile, estimate, policy_date, and a text is in quotes`,
		`overlaps(request.network_cidr, "10.0.0.0/8")`: `1:1 there is no variable or function overlaps; ` + functionsListed,
		`cidr(request.network_cidr) == "10.0.0.0/8"`:   `1:1 there is no variable or function cidr; ` + functionsListed,
		`cidr == "10.0.0.0/8"`:                         `1:1 there is no variable or function cidr; write request.network_cidr`,
		`request.cluster_size in [small]`:              `1:26 there is no variable or function small; write "small"`,
		`environment() == "x"`:                         `1:1 there is no variable or function environment; ` + functionsListed,
		`length > 3`:                                   `1:1 there is no variable or function length; the variables are request, profile, estimate, policy_date, and a text is in quotes`,
		`today() == "x"`:                               `1:1 there is no variable or function today; write policy_date`,
		`request.owner.length() > 3`:                   `1:15 there is no variable or function length; write size`,
		`len(request.owner) > 3`:                       `1:1 there is no variable or function len; write size`,
		`request.owner.includes("x")`:                  `1:15 there is no variable or function includes; write contains`,
		`request.expiry_date == null`:                  `1:21 cannot apply == to text and null; an absent text is ""`,
		`request.owner.matches("[")`:                   `1:23 is no regular expression: missing closing ]: [`,
		`request.owner.matches("(?=x)")`:               `1:23 is no regular expression: invalid or unsupported Perl syntax: (?=`,
		`cidr_lengh(request.network_cidr) > 3`:         `1:1 there is no variable or function cidr_lengh; write cidr_length`,
		`true && request.owner.startWith("x")`:         `1:23 there is no variable or function startWith; write startsWith`,
		`request.region == eu-central-1`:               `1:19 has the text eu-central-1 without quotes; write "eu-central-1"`,
		`request.region in [eu-central-1]`:             `1:20 has the text eu-central-1 without quotes; write "eu-central-1"`,
		`request.region.startsWith(eu-central)`:        `1:27 has the text eu-central without quotes; write "eu-central"`,
		"true &&\n  request.expiry_date < 2027-01-01":  `2:25 has the text 2027-01-01 without quotes; write "2027-01-01"`,
		`request.environment == Test`:                  `1:24 there is no variable or function Test; write "test"`,
		`request.application == checkout`:              `1:24 there is no variable or function checkout; write "checkout"`,
		`request.owner == “x”`:                         `1:18 is not a CEL expression: write " for “`,
		`request.owner == a@example.com`:               `1:19 is not a CEL expression: @ is not expected here; put the text in quotes`,
		`request.expiry_date.getDayOfWeek() == 6`:      `1:21 cannot apply getDayOfWeek to a text; write weekday(request.expiry_date) == "Monday"`,
		`request.owner == 3`:                           `1:15 cannot apply == to text and a whole number`,
		`request.owner.matches(3)`:                     `1:15 cannot apply matches to text and a whole number`,
		`request == "x"`:                               `1:9 cannot apply == to the whole request and text`,
		`request.monthly_budget > 3.5`:                 `1:24 cannot apply > to a whole number and a number with a fraction`,
		`request.region in [1]`:                        `1:16 cannot apply in to text and a list`,
		`request.owner.name == "x"`:                    `1:14 reads a field of text, which has none`,
		`request.owner = "x"`:                          `1:15 is not a CEL expression: write == for =`,
		`true and false`:                               `1:6 is not a CEL expression: write && for and`,
		`request.owner == "x`:                          `1:18 is not a CEL expression: the text "x has no closing quote on its line`,
		`request.owner ==`:                             `1:17 is not a CEL expression: it ends too early`,
		`(request.owner == "x"`:                        `1:22 is not a CEL expression: missing ')' at 'the end'`,
		`request.owner == "x")`:                        `1:21 is not a CEL expression: ) is not expected here`,
		`request.owner`:                                `1:1 must give true or false, not text`,
		`request.monthly_budget`:                       `1:1 must give true or false, not a whole number`,
	} {
		faults := faultsOf(t, requiring(source))
		require.Len(t, faults, 1, source)
		assert.Equal(t, want, placed(faults), source)
		assert.Equal(t, problem.FaultExpression, faults[0].Code)
		assert.Equal(t, "policies[0].require", faults[0].Field)
	}
}

func TestEveryFaultOfAnExpressionIsListed(t *testing.T) {
	faults := faultsOf(t, ruleOn("environmnt", "", `request.onwer == "x" || reqest.owner == "x"`, "request.monthly_budget"))
	var got []string
	for _, f := range faults {
		got = append(got, f.Field+" "+f.Message)
	}
	assert.Equal(t, []string{
		"policies[0].field must be a field of a request; write environment",
		"policies[0].require request.onwer is not a field; write request.owner",
		"policies[0].require there is no variable or function reqest; write request",
		"policies[0].suggest must give text, not a whole number",
	}, got)
}

// TestOtherFaultsAreShownBesideTextsWithoutQuotes checks that a hint hides no other fault.
func TestOtherFaultsAreShownBesideTextsWithoutQuotes(t *testing.T) {
	const source = `request.region == eu-west-1 && request.ownr == "x" && request.region != eu-west-2 && midweek() == 3-x`
	faults := faultsOf(t, requiring(source))
	assert.Equal(t, []string{
		`has the text eu-west-1 without quotes; write "eu-west-1"`,
		"request.ownr is not a field; write request.owner",
		`has the text eu-west-2 without quotes; write "eu-west-2"`,
		"there is no variable or function midweek; " + functionsListed,
		`has the text 3-x without quotes; write "3-x"`,
	}, messages(faults))
}

// TestTextsWithoutQuotes checks suggestions whose quotes YAML has removed.
func TestTextsWithoutQuotes(t *testing.T) {
	for suggest, quoted := range map[string]bool{
		"eu-central-1": true, "small": true, "2026-12-31": true, "10.20.0.0/20": true, "a@example.com": true, "Ask the team.": true,
		`"eu-central-1"`: false, "request.regin": false, "region": false, "reqest.region": false, "policy_dat": false, "today": false,
	} {
		faults := faultsOf(t, ruleOn("region", "", "true", suggest))
		if quoted {
			assert.Equal(t, []string{`is a text without quotes of its own; write '"` + suggest + `"'`}, messages(faults), suggest)
		} else {
			assert.NotContains(t, placed(faults), "without quotes", suggest)
		}
	}
}

// TestImpossibleComparisons checks comparisons with texts that no request or profile has.
func TestImpossibleComparisons(t *testing.T) {
	known := policy.KnownValues{
		Providers: []string{"provider_a", "provider_b"},
		Regions:   []string{"eu-central-1", "eu-west-1", "eu-west-2", "us-east-1", "us-east-2", "us-west-1", "us-west-2"},
	}
	for source, want := range map[string]string{
		`request.environment == "prod"`:                        `1:24 compares request.environment with "prod", which no normalised request has; write "production"`,
		`"Production" != request.environment`:                  `1:1 compares request.environment with "Production", which no normalised request has; write "production"`,
		`request.environment == "staging"`:                     `1:24 compares request.environment with "staging", which no normalised request has; write one of development, test, production`,
		`request.environment == ""`:                            `1:24 compares request.environment with "", which no normalised request has; write one of development, test, production`,
		`!(request.environment in ["production", "dev"])`:      `1:41 compares request.environment with "dev", which no normalised request has; write "development"`,
		`["prod", "test"].exists(e, e == request.environment)`: `1:2 compares request.environment with "prod", which no normalised request has; write "production"`,
		`{"smal": 1, "large": 2}[request.cluster_size] > 1`:    `1:2 compares request.cluster_size with "smal", which no normalised request has; write "small"`,
		`request.data_classification == "secret"`:              `1:32 compares request.data_classification with "secret", which no normalised request has; write one of public, internal, confidential, restricted`,
		`request.cluster_size.startsWith("xl")`:                `1:33 looks with startsWith for "xl" in request.cluster_size, where it never is; the values are small, medium, large`,
		`matches(request.environment, "^prd")`:                 `1:30 looks with matches for "^prd" in request.environment, where it never is; the values are development, test, production`,
		`request.environment.matches("^prd")`:                  `1:29 looks with matches for "^prd" in request.environment, where it never is; the values are development, test, production`,
		`request.environment.endsWith("s") || request.environment.contains("b")`: `1:30 looks with endsWith for "s" in request.environment, where it never is; the values are development, test, production;` +
			`1:67 looks with contains for "b" in request.environment, where it never is; the values are development, test, production`,
		`request.region == "eu-wst-1"`:            `1:19 compares request.region with "eu-wst-1", which is no region of the provider; write "eu-west-1"`,
		`request.region == "eu-nowhere-7"`:        `1:19 compares request.region with "eu-nowhere-7", which is no region of the provider; write one of eu-central-1, eu-west-1, eu-west-2 and others`,
		`"eu-wst-1" in profile.allowed_regions`:   `1:1 compares profile.allowed_regions with "eu-wst-1", which is no region of the provider; write "eu-west-1"`,
		`profile.provider == "aws"`:               `1:21 compares profile.provider with "aws", which no profile has; write one of provider_a, provider_b`,
		`profile.mode == "sandbx"`:                `1:17 compares profile.mode with "sandbx", which no profile has; write "sandbox"`,
		`profile.unpriced == "reject"`:            `1:21 compares profile.unpriced with "reject", which no profile has; write one of advise, deny`,
		`request.owner == "Payments@Example.com"`: `1:18 compares request.owner with "Payments@Example.com", which no normalised request has; write "payments@example.com"`,
		`request.cost_centre in ["cc-1"]`:         `1:25 compares request.cost_centre with "cc-1", which no normalised request has; write "CC-1"`,
		`request.network_cidr == "10.20.3.4/20"`:  `1:25 compares request.network_cidr with "10.20.3.4/20", which no normalised request has; write "10.20.0.0/20"`,

		`request.data_classification <= "internal"`:                                          `1:29 compares request.data_classification by its letters; write request.data_classification in ["public", "internal"]`,
		`"medium" > request.cluster_size`:                                                    `1:10 compares request.cluster_size by its letters; write request.cluster_size in ["small"]`,
		`request.environment >= "test"`:                                                      `1:21 compares request.environment by its letters; write request.environment in ["test", "production"]`,
		`request.cluster_size > "large"`:                                                     `1:22 compares request.cluster_size by its letters; write request.cluster_size in [the values that you mean]`,
		`!(request.cluster_size < request.owner)`:                                            `1:24 compares request.cluster_size by its letters; write request.cluster_size in [the values that you mean]`,
		`request.region < "eu-west-2"`:                                                       `1:16 compares request.region by its letters; write request.region in [the values that you mean]`,
		`profile.mode <= "sandbox"`:                                                          `1:14 compares profile.mode by its letters; write profile.mode in ["simulation", "sandbox"]`,
		`(policy_date > "2" ? request.cluster_size : "small") < "medium"`:                    `1:54 compares request.cluster_size by its letters; write request.cluster_size in ["small"]`,
		`[request.cluster_size].exists(s, s < "medium")`:                                     `1:36 compares request.cluster_size by its letters; write request.cluster_size in ["small"]`,
		`[[request.cluster_size]].exists(s, s.exists(s, s < "medium"))`:                      `1:50 compares request.cluster_size by its letters; write request.cluster_size in ["small"]`,
		`request.cluster_size.size() < 6 && request.owner < "m"`:                             "",
		`request.data_classification.lowerAscii() <= "internal"`:                             `1:42 compares request.data_classification by its letters; write request.data_classification in ["public", "internal"]`,
		`string(request.data_classification) <= "internal"`:                                  `1:37 compares request.data_classification by its letters; write request.data_classification in ["public", "internal"]`,
		`dyn(request.data_classification) <= "internal"`:                                     `1:34 compares request.data_classification by its letters; write request.data_classification in ["public", "internal"]`,
		`"x" + request.data_classification <= "xinternal"`:                                   `1:35 compares request.data_classification by its letters; write request.data_classification in [the values that you mean]`,
		`profile.allowed_regions[0] < "eu-x"`:                                                `1:28 compares profile.allowed_regions by its letters; write profile.allowed_regions in [the values that you mean]`,
		`request.data_classification.charAt(0) <= "i"`:                                       `1:39 compares request.data_classification by its letters; write request.data_classification in [the values that you mean]`,
		`[request.data_classification].map(c, c)[0] <= "internal"`:                           `1:44 compares request.data_classification by its letters; write request.data_classification in ["public", "internal"]`,
		`[request.data_classification].filter(c, true).all(d, d <= "internal")`:              `1:56 compares request.data_classification by its letters; write request.data_classification in ["public", "internal"]`,
		`request.data_classification.replace("public", "a") <= "b"`:                          `1:52 compares request.data_classification by its letters; write request.data_classification in [the values that you mean]`,
		`[request.data_classification].join() < "test"`:                                      `1:38 compares request.data_classification by its letters; write request.data_classification in [the values that you mean]`,
		`"%s".format([request.data_classification]) < "test"`:                                `1:44 compares request.data_classification by its letters; write request.data_classification in [the values that you mean]`,
		`request.data_classification.split(",")[0] < "test"`:                                 `1:43 compares request.data_classification by its letters; write request.data_classification in [the values that you mean]`,
		`bytes(request.data_classification) < b"test"`:                                       `1:36 compares request.data_classification by its letters; write request.data_classification in [the values that you mean]`,
		`["a"].map(x, request.data_classification)[0] < "b"`:                                 `1:46 compares request.data_classification by its letters; write request.data_classification in [the values that you mean]`,
		`{"a": request.data_classification}.a < "b"`:                                         `1:38 compares request.data_classification by its letters; write request.data_classification in [the values that you mean]`,
		`["", request.data_classification][size(request.owner)] < "b"`:                       `1:56 compares request.data_classification by its letters; write request.data_classification in [the values that you mean]`,
		`[request.environment, request.expiry_date][1] < "2027-01-01"`:                       "",
		`(request.environment == "test" ? "2027-01-01" : policy_date) < request.expiry_date`: "",
		`{"test": "2027-01-01", "development": "2027-01-01", "production": "2030-01-01"}[request.environment] > request.expiry_date`: "",
		`["test"].map(c, request.environment == c ? 1 : 2)[0] < 2`:                                                                   "",
		`[[request.environment].map(c, c.size())].all(l, l[0] < 20)`:                                                                 "",

		`request.application != "payments_api"`: `1:24 compares request.application with "payments_api", which no normalised request has; it must be 3 to 32 characters of a-z, 0-9 and -, start with a letter and not end with -, such as checkout`,
		`request.application in ["api", "ab"]`:  `1:32 compares request.application with "ab", which no normalised request has; it must be 3 to 32 characters of a-z, 0-9 and -, start with a letter and not end with -, such as checkout`,
		`request.owner != "payments team"`:      `1:18 compares request.owner with "payments team", which no normalised request has; it must be one e-mail address of at most 254 characters, such as payments-team@example.com`,
		`request.network_cidr == "10.0.0.0"`:    `1:25 compares request.network_cidr with "10.0.0.0", which no normalised request has; it must be an IPv4 range in CIDR form, such as 10.20.0.0/20`,
		`request.expiry_date != "2026-02-30"`:   `1:24 compares request.expiry_date with "2026-02-30", which no normalised request has; it must be a real date as YYYY-MM-DD, such as 2027-03-31`,
		`request.expiry_date < "31.12.2026"`:    `1:23 compares request.expiry_date with "31.12.2026", which is no day; it must be a real date as YYYY-MM-DD, such as 2027-03-31; write "2026-12-31"`,
		`"2026-02-30" <= request.expiry_date`:   `1:1 compares request.expiry_date with "2026-02-30", which is no day; it must be a real date as YYYY-MM-DD, such as 2027-03-31; write "2026-02-28"`,
		`policy_date >= "1 March 2027"`:         `1:16 compares policy_date with "1 March 2027", which is no day; it must be a real date as YYYY-MM-DD, such as 2027-03-31; write "2027-03-01"`,
		`policy_date == "2027"`:                 `1:16 compares policy_date with "2027", which is no day; it must be a real date as YYYY-MM-DD, such as 2027-03-31`,

		`request.cluster_size in {"production": ["medium", "lage"]}[request.environment]`:           `1:51 compares request.cluster_size with "lage", which no normalised request has; write "large"`,
		`request.cluster_size in (policy_date > "2" ? ["medium", "lage"] : ["small"])`:              `1:57 compares request.cluster_size with "lage", which no normalised request has; write "large"`,
		`request.region == {"production": "eu-wst-1"}[request.environment]`:                         `1:34 compares request.region with "eu-wst-1", which is no region of the provider; write "eu-west-1"`,
		`request.region in ["eu-west-1"] + ["eu-wst-2"]`:                                            `1:36 compares request.region with "eu-wst-2", which is no region of the provider; write "eu-west-2"`,
		`{"test": ["eu-wst-1"]}[request.environment].exists(r, r == request.region)`:                `1:11 compares request.region with "eu-wst-1", which is no region of the provider; write "eu-west-1"`,
		`request.owner.contains(" ")`:                                                               `1:24 looks with contains for " " in request.owner, where it never is`,
		`!request.owner.endsWith("@Freelance.example")`:                                             `1:25 looks with endsWith for "@Freelance.example" in request.owner, where it never is; write "@freelance.example"`,
		`["CC-", "ops-"].exists(p, request.cost_centre.startsWith(p))`:                              `1:9 looks with startsWith for "ops-" in request.cost_centre, where it never is; write "OPS-"`,
		`request.application.contains(policy_date > "2" ? "Pay" : "pay")`:                           `1:50 looks with contains for "Pay" in request.application, where it never is; write "pay"`,
		`request.owner.matches("^(Team|ops)-")`:                                                     `1:23 looks with matches for "Team-" in request.owner, where it never is; write "team-"`,
		`!request.data_classification.matches("^(restricted|confidental)$")`:                        `1:38 looks with matches for "confidental" in request.data_classification, where it never is; the values are public, internal, confidential, restricted`,
		`["eu-", "uk-"].exists(p, request.region.startsWith(p)) && !request.region.contains("gov")`: "",
		`!request.region.startsWith("cn-") && !request.region.matches("^(us-gov|cn)-")`:             "",
		`request.owner.matches("(?i)^Team") && request.owner.matches("[A-Za-z]+@")`:                 "",
		`request.owner.upperAscii().startsWith("TEAM") && request.owner.endsWith("@x.example")`:     "",
		`request.business_justification.contains("JIRA-  ")`:                                        "",
		`weekday(request.expiry_date) in ["6", "Sat"]`: `1:34 compares weekday(...) with "6", which is no day of the week; write one of Monday, Tuesday, Wednesday, Thursday, Friday, Saturday and others;` +
			`1:39 compares weekday(...) with "Sat", which is no day of the week; write "Saturday"`,
		`weekday(policy_date) == "sunday"`:                                                   `1:25 compares weekday(...) with "sunday", which is no day of the week; write "Sunday"`,
		`weekday(request.expiry_date).startsWith("s")`:                                       `1:41 looks with startsWith for "s" in weekday(...), where it never is; the values are Monday, Tuesday, Wednesday, Thursday, Friday, Saturday and others`,
		`weekday(request.expiry_date) in ["", "Monday"] && weekday(policy_date) != "Friday"`: "",

		`request.region == "eu-" + "west-1" && request.cost_centre.matches("^CC-[a-z]?")`: "",

		`request.environment in ["development", "test", "production"] && request.region == "us-east-1"`: "",
		`request.expiry_date != "" && request.owner != "" && request.application != ""`:                 "",
		`request.expiry_date < "2027" || request.expiry_date >= "2027-01" || policy_date > "2"`:         "",
		`request.expiry_date == "2027-01-31" || policy_date < "2027-02-01"`:                             "",
		`request.monthly_budget > 5 || policy_date < request.expiry_date`:                               "",
		`request.environment.matches("^(prod|test)") || request.region.startsWith("eu-")`:               "",
		`profile.provider == "provider_b" && request.region == "northeurope"`:                           "",
		`{"a": 1}.size() == 1 && request.owner.contains("prod") && "x" == "y"`:                          "",
	} {
		faults := compile(t, profile.Simulation, requiring(source)).ImpossibleComparisons(known)
		for _, f := range faults {
			assert.Equal(t, problem.FaultUnsupported, f.Code)
			assert.Equal(t, "policies[0].require", f.Field)
		}
		assert.Equal(t, want, placed(faults), source)
	}
	set := compile(t, profile.Simulation, requiring(`request.region == "moon"`))
	assert.Empty(t, set.ImpossibleComparisons(policy.KnownValues{}), "the regions are not known")
}

func TestRegionsThatARuleComparesWith(t *testing.T) {
	set := compile(t, profile.Simulation,
		ruleOn("owner", `request.region == "b"`, `request.region in ["a", "b"] || "c" in profile.allowed_regions`, ""))
	for _, c := range set.Compiled() {
		if c.IsOrganisation() {
			assert.Equal(t, []string{"a", "b", "c"}, c.Regions())
			continue
		}
		assert.Empty(t, c.Regions())
	}
}
