package service_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/request"
)

// wholeRule returns a mandatory rule of a profile. Its title is "Title of " and its ID.
func wholeRule(id, field, when, require, suggest string) string {
	text := fmt.Sprintf("- {id: %s, title: Title of %s, field: %s, level: mandatory, message: m, remediation: r, expected: what %s expects, require: '%s'", id, id, field, id, require)
	if when != "" {
		text += fmt.Sprintf(", when: '%s'", when)
	}
	if suggest != "" {
		text += fmt.Sprintf(", suggest: '%s'", suggest)
	}
	return text + "}\n"
}

// TestWhatIsLeftToAPerson checks which fields of the first alternative are open, and which fields change.
// The request is for confidential data.
func TestWhatIsLeftToAPerson(t *testing.T) {
	for name, c := range map[string]struct {
		rules         []string
		changes, open []string // "field=value for rule", "field: expected"
		contradicting []string
		nearest       []string // rules that the nearest request breaks
	}{
		"a person's choice comes before another classification": {
			rules: []string{wholeRule("a.owner", "owner", `request.data_classification == "confidential"`, `request.owner.matches("-team@")`, "")},
			open:  []string{"owner: what a.owner expects"},
		},
		"a person's choice comes before another environment": {
			rules: []string{wholeRule("a.owner", "owner", `request.environment == "development"`, `request.owner.matches("-team@")`, "")},
			open:  []string{"owner: what a.owner expects"},
		},
		"a rule that only applies to a cost centre asks nobody for another one": {
			rules:   []string{wholeRule("a.budget", "monthly_budget", `request.cost_centre == "CC-4711"`, `request.monthly_budget > 600 && request.monthly_budget < 500`, "")},
			nearest: []string{"a.budget"},
		},
		"two rules that only apply to a cost centre contradict": {
			rules: []string{
				wholeRule("a.high", "monthly_budget", `request.cost_centre == "CC-4711"`, `request.monthly_budget > 600`, ""),
				wholeRule("a.low", "monthly_budget", `request.cost_centre.startsWith("CC")`, `request.monthly_budget < 500`, ""),
			},
			nearest: []string{"a.high"},
		},
		"another cost centre is asked for anyway, so a rule that applies to this one is left to it": {
			rules: []string{
				wholeRule("a.asks", "cost_centre", "", `request.cost_centre.startsWith("PROD-")`, ""),
				wholeRule("a.small", "cluster_size", `request.cost_centre == "CC-4711"`, `request.cluster_size == "large"`, ""),
			},
			open: []string{"cost_centre: what a.asks expects"},
		},
		"a rule that only another change breaks asks for a field": {
			rules: []string{
				wholeRule("a.applies", "cluster_size", `request.cost_centre == "CC-4711"`, `request.cluster_size == "medium"`, ""),
				wholeRule("a.large", "cluster_size", "", `request.cluster_size == "large"`, ""),
				wholeRule("b.asks", "cost_centre", `request.cluster_size == "large"`, `request.cost_centre.startsWith("PROD-")`, ""),
			},
			changes: []string{"cluster_size=large for a.large"},
			open:    []string{"cost_centre: what b.asks expects"},
		},
		"no environment changes only for a rule to ask for another cost centre": {
			rules: []string{
				wholeRule("a.applies", "cluster_size", `request.cost_centre == "CC-4711"`, `request.cluster_size == "large"`, ""),
				wholeRule("a.not", "cluster_size", "", `request.cluster_size != "large"`, ""),
				wholeRule("b.asks", "cost_centre", `request.environment == "production"`, `request.cost_centre.startsWith("PROD-")`, ""),
				wholeRule("c.either", "monthly_budget", "", `request.environment == "production" || request.monthly_budget >= 600`, ""),
				wholeRule("c.production", "monthly_budget", `request.environment == "production"`, `request.monthly_budget >= 600`, ""),
			},
			nearest: []string{"a.applies"},
		},
		"what a rule denies whatever a person chooses changes as well": {
			rules:   []string{wholeRule("a.both", "cost_centre", "", `request.cost_centre.startsWith("PROD-") && request.monthly_budget >= 1000`, "")},
			changes: []string{"monthly_budget=1000 for a.both"},
			open:    []string{"cost_centre: what a.both expects"},
		},
		"nothing that a person chooses helps": {
			rules:         []string{wholeRule("a.both", "owner", "", `request.owner.endsWith("-team") && request.monthly_budget >= 1000 && request.monthly_budget < 900`, "")},
			contradicting: []string{"a.both"},
			nearest:       []string{"a.both"},
		},
		"a range that a rule names is tried, in the length of the request": {
			rules:   []string{wholeRule("a.range", "network_cidr", "", `cidr_within(request.network_cidr, ["10.96.0.0/12"])`, "")},
			changes: []string{"network_cidr=10.96.0.0/20 for a.range"},
		},
		"a date that is too late becomes the last one allowed": {
			rules:   []string{wholeRule("a.soon", "expiry_date", "", `days(policy_date, request.expiry_date) <= 14`, "")},
			changes: []string{"expiry_date=2026-12-05 for a.soon"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := installed(t, &scripted{}, simulation+"policies:\n"+strings.Join(c.rules, ""))
			r := theRequest(t, "checkout")
			r.DataClassification = "confidential"
			e := evaluated(t, s, r)
			require.Equal(t, request.Denied, e.Record.Decision)
			assert.Equal(t, c.contradicting, e.Contradicting)
			var nearest []string
			if e.Nearest != nil {
				for _, v := range e.Nearest.Violations {
					nearest = append(nearest, v.PolicyID)
				}
			}
			assert.Equal(t, c.nearest, nearest)
			var changes, open []string
			if len(e.Alternatives) > 0 {
				for _, change := range e.Alternatives[0].Changes {
					changes = append(changes, fmt.Sprintf("%s=%s for %s", change.Field, change.To, change.PolicyID))
				}
				for _, o := range e.Alternatives[0].Open {
					open = append(open, o.Field+": "+o.Expected)
				}
			}
			assert.Equal(t, c.changes, changes)
			assert.Equal(t, c.open, open)
		})
	}
}
