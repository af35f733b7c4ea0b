package service_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/request"
)

// wholeRule returns a mandatory rule of a profile; its title is "Title of " and its ID.
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

// TestWhatIsLeftToAPerson: which fields are open and which change, of a request for
// confidential data.
func TestWhatIsLeftToAPerson(t *testing.T) {
	for name, c := range map[string]struct {
		rules         []string
		changes, open []string // "field=value for rule", "field: expected"
		contradicting []string
	}{
		"a person's choice comes before another classification": {
			rules: []string{wholeRule("a.owner", "owner", `request.data_classification == "confidential"`, `request.owner.matches("-team@")`, "")},
			open:  []string{"owner: what a.owner expects"},
		},
		"a person's choice comes before another environment": {
			rules: []string{wholeRule("a.owner", "owner", `request.environment == "development"`, `request.owner.matches("-team@")`, "")},
			open:  []string{"owner: what a.owner expects"},
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
			e, err := s.Evaluate(t.Context(), r)
			require.NoError(t, err)
			require.Equal(t, request.Denied, e.Record.Decision)
			assert.Equal(t, c.contradicting, e.Contradicting)
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
