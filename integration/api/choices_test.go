package api_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/integration/providers"
	profiles "platform.internal/platform-core/profile"
	"platform.internal/platform-core/service"
)

// evaluated is what the tests read of a partial evaluation.
type evaluated struct {
	Verdict    string `json:"verdict"`
	Violations []struct {
		PolicyID   string `json:"policy_id"`
		Field      string `json:"field"`
		Suggestion any    `json:"suggestion"`
	} `json:"violations"`
	Estimate *struct {
		KnownTotal   any `json:"known_total"`
		MonthlyTotal any `json:"monthly_total"`
	} `json:"estimate"`
	Choices map[string][]struct {
		Value       string            `json:"value"`
		ClusterSize string            `json:"cluster_size"`
		Region      string            `json:"region"`
		Decision    string            `json:"decision"`
		KnownTotal  any               `json:"known_total"`
		AtLeast     bool              `json:"at_least"`
		Assuming    map[string]string `json:"assuming"`
	} `json:"choices"`
	Proven []struct {
		Field string `json:"field"`
		Value any    `json:"value"`
	} `json:"proven"`
}

// TestChoicesAreWhatEachAnswerWouldBe compares every choice and every proven value with the answer to
// the document that has it.
func TestChoicesAreWhatEachAnswerWouldBe(t *testing.T) {
	decisions := map[string]int{}
	for id, impl := range providers.All {
		d, err := impl.Describe(t.Context())
		require.NoError(t, err)
		other := slices.IndexFunc(d.Regions, func(r profiles.Region) bool { return r.Name != d.DefaultRegion })
		c := newAPI(t, fmt.Sprintf(`{"provider":%q,"allowed_regions":[%q,%q],"policies":[`, id, d.DefaultRegion, d.Regions[other].Name)+
			rule("cluster_size", `request.environment != \"development\" || request.cluster_size != \"large\"`)+`]}`, service.Options{Adapters: providers.All})
		ask := func(members map[string]any, query string) (e evaluated) {
			document, err := json.Marshal(members)
			require.NoError(t, err)
			require.NoError(t, json.Unmarshal([]byte(c.post("/v1/environment-requests/evaluate?partial=true"+query, string(document)).body), &e))
			return e
		}
		having := func(members map[string]any, changes ...string) map[string]any {
			changed := maps.Clone(members)
			for i := 0; i < len(changes); i += 2 {
				changed[changes[i]] = changes[i+1]
			}
			return changed
		}
		complete := map[string]any{}
		require.NoError(t, json.Unmarshal([]byte(accepted), &complete))
		complete["region"] = d.DefaultRegion
		without := func(names ...string) map[string]any {
			some := maps.Clone(complete)
			for _, name := range names {
				delete(some, name)
			}
			return some
		}
		for name, members := range map[string]map[string]any{
			"complete": complete, "nothing": {}, "no size": without("cluster_size"), "no environment": without("environment", "owner"),
			"no region": without("region"), "a fault": having(complete, "region", "mars-1", "owner", "unknown"),
			"denied":       having(complete, "network_cidr", "52.20.0.0/20", "cluster_size", "large", "environment", "development"),
			"denied, open": having(without("owner", "data_classification"), "network_cidr", "10.20.0.0/28", "cluster_size", "large"),
		} {
			e := ask(members, "&choices=true")
			require.Len(t, e.Choices["grid"], 6, name)
			for field, list := range e.Choices {
				for _, choice := range list {
					what := fmt.Sprintf("%s: %s %+v", name, field, choice)
					changes := []string{field, choice.Value}
					if field == "grid" {
						changes = []string{"cluster_size", choice.ClusterSize, "region", choice.Region}
					}
					want := ask(having(members, changes...), "")
					assert.Equal(t, want.Verdict, choice.Decision, what)
					decisions[choice.Decision]++
					for other, value := range choice.Assuming {
						require.NotContains(t, members, other, what)
						changes = append(changes, other, value)
					}
					if len(choice.Assuming) > 0 {
						want = ask(having(members, changes...), "")
					}
					if want.Estimate == nil {
						assert.Nil(t, choice.KnownTotal, what)
						continue
					}
					assert.Equal(t, want.Estimate.KnownTotal, choice.KnownTotal, what)
					assert.Equal(t, want.Estimate.MonthlyTotal == nil, choice.AtLeast, what)
				}
			}
			proven := map[string]any{}
			for _, p := range e.Proven {
				proven[p.Field] = p.Value
			}
			broken := map[string]bool{}
			for _, v := range e.Violations {
				broken[v.PolicyID] = true
			}
			for _, v := range e.Violations {
				if v.Suggestion == nil {
					continue
				}
				changed := maps.Clone(members)
				changed[v.Field] = v.Suggestion
				leads := true
				for _, after := range ask(changed, "").Violations {
					leads = leads && broken[after.PolicyID] && after.Field != v.Field
				}
				assert.Equal(t, leads, proven[v.Field] == v.Suggestion, "%s: %+v", name, v)
			}
		}
	}
	for _, decision := range []string{"accepted", "denied", "open"} {
		assert.Positive(t, decisions[decision], decision)
	}
}
