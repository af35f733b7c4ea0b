package pairs_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/integration/providers"
	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
)

// breaking has changes that break a rule. Adapters deny a request that breaks common.network.size. common.budget.priced
// needs a region that not every provider has.
var breaking = map[string]struct {
	field string
	value request.Value
}{
	"common.region.allowed":                  {}, // which has none
	"common.network.private":                 {field: "network_cidr", value: request.Text("52.20.0.0/20")},
	"common.network.size":                    {},
	"common.data.restricted-production-only": {field: "data_classification", value: request.Text("restricted")},
	"common.budget.covers-estimate":          {field: "monthly_budget", value: request.Number(1)},
	"common.budget.priced":                   {},
	"common.expiry.required":                 {field: "expiry_date", value: request.Text("")},
	"common.expiry.future":                   {field: "expiry_date", value: request.Text("2026-11-01")},
	"common.expiry.horizon":                  {field: "expiry_date", value: request.Text("2030-01-01")},
	"sandbox.environment.no-production":      {field: "environment", value: request.Text("production")},
	"sandbox.cluster.small":                  {field: "cluster_size", value: request.Text("large")},
	"sandbox.budget.cap":                     {field: "monthly_budget", value: request.Number(20_000)},
	"sandbox.expiry.required":                {field: "expiry_date", value: request.Text("")},
	"sandbox.expiry.horizon":                 {field: "expiry_date", value: request.Text("2027-01-15")},
}

// TestWhatIsExceptedCanBeBuilt breaks each rule of the platform that may have an exception. No adapter relies on the rule, so there is a
// proposal.
func TestWhatIsExceptedCanBeBuilt(t *testing.T) {
	set, _, err := policy.Compile(t.Context(), profile.Sandbox, nil)
	require.NoError(t, err)
	for _, rule := range set.Rules() {
		if _, control := request.ControlOf(rule.Field); control || rule.Level != profile.Mandatory {
			continue
		}
		require.Contains(t, breaking, rule.ID)
		if breaking[rule.ID].field != "" {
			for _, provider := range providers.IDs() {
				t.Run(rule.ID+"/"+provider, func(t *testing.T) { excepted(t, provider, rule) })
			}
		}
	}
}

func excepted(t *testing.T, provider string, rule profile.SourcedRule) {
	breaks, regions := breaking[rule.ID], regionsOf(t, provider)
	r := base(t, provider)
	r.MonthlyBudget = 1000
	r, err := r.With(breaks.field, breaks.value)
	require.NoError(t, err)
	text := "allowed_regions: [" + regions[0] + "]\n"
	if rule.Source == request.SourceMode {
		text += "mode: sandbox\n"
	}
	strict := platformWith(t, provider, text)
	for _, v := range violations(t, strict, r) {
		if v.Source == request.SourceProvider { // it may have no exception
			r, err = r.With(v.Field, v.Suggestion)
			require.NoError(t, err)
		}
	}
	text += "exceptions:\n"
	var broken []string
	for _, v := range violations(t, strict, r) {
		broken = append(broken, v.PolicyID)
		text += fmt.Sprintf("- {policy: %s, application: checkout, environment: %s, owner: a@example.com, reason: There is a reason., until: 2027-12-31}\n", v.PolicyID, r.Environment)
	}
	require.Contains(t, broken, rule.ID)
	p := platformWith(t, provider, text)
	record, err := p.Evaluate(t.Context(), r, service.EvaluateOptions{})
	require.NoError(t, err)
	require.Equal(t, request.Accepted, record.Decision, "%+v", record.Violations)
	assert.Len(t, record.Exceptions, len(broken))
	made, err := p.Derive(t.Context(), record)
	require.NoError(t, err)
	assert.Contains(t, made.Artifacts[5].Content, "## Accepted with exceptions")
	assert.NotContains(t, made.Artifacts[5].Content, "automatically on .", "there may be no expiry date")
}

func violations(t *testing.T, p platform, r request.Request) []request.Violation {
	t.Helper()
	record, err := p.Evaluate(t.Context(), r, service.EvaluateOptions{})
	require.NoError(t, err)
	return record.Violations
}
