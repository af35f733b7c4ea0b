package views_test

import (
	"fmt"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestLiveFeedbackHoldsForTheWholeRequest fills in one field of a fresh
// form. What the portal then shows must also be shown when the other fields are
// those of an accepted request. Only the advice may differ: it leads a whole
// request to acceptance.
func TestLiveFeedbackHoldsForTheWholeRequest(t *testing.T) {
	for _, in := range installations(t) {
		t.Run(in.String(), func(t *testing.T) {
			t.Parallel()
			v := newVisitor(t, newAPIDriver(t, in).(apiDriver).base)
			fresh := formIn(t, v.open(t, "/requests/new"), "/requests/new")
			whole := written(t, encodeJSON(t, example(t, in, "accepted"), []string{
				"application", "environment", "owner", "cost_centre", "data_classification", "region", "network_cidr",
				"cluster_size", "monthly_budget", "business_justification", "expiry_date",
			}))
			spoken := map[string]bool{}
			for field, values := range fieldValues {
				for _, value := range values {
					early := v.messages(t, fresh, field, value)
					late := v.messages(t, whole, field, value)
					assert.Subset(t, late, early, "only %s is %q", field, value)
					spoken[field] = spoken[field] || len(early) > 0
				}
			}
			for _, field := range []string{"application", "network_cidr", "expiry_date", "region", "controls.private_cluster"} {
				assert.True(t, spoken[field], "what depends only on %s is shown at once", field)
			}
		})
	}
}

// fieldValues break rules by themselves, with others, or not at all.
var fieldValues = map[string][]string{
	"application":              {"checkout", "kube-system", "a-rather-long-application-name", "!"},
	"environment":              {"development", "production", "moon"},
	"data_classification":      {"public", "restricted"},
	"region":                   {"eu-west-1", "northeurope", "ukwest", "us-west-1", ""},
	"network_cidr":             {"10.20.0.0/20", "52.20.0.0/20", "10.0.0.0/24", "10.0.0.0/26", "172.30.0.0/20", "10.0.0.0"},
	"cluster_size":             {"small", "medium", "large"},
	"monthly_budget":           {"1", "300", "338", "900", "1001", "1000000", "much"},
	"business_justification":   {"short"},
	"expiry_date":              {"2020-02-29", "2099-01-01", "tomorrow", ""},
	"controls.private_cluster": {"true", "false"},
}

var saying = regexp.MustCompile(`(?s)<p class="(?:fault|rule)[^>]*>(.*?)</p>`)

// messages sends the form with one value put in, as the script does when the field is
// left, and returns the messages beside the field.
func (v visitor) messages(t *testing.T, form url.Values, field, value string) []string {
	t.Helper()
	sent := url.Values{"touched": {field}}
	for name, values := range form {
		sent[name] = values
	}
	sent.Set(field, value)
	status, _, page := v.post(t, "/requests/live", sent)
	require.Equal(t, http.StatusOK, status, page)
	_, rest, ok := strings.Cut(page, fmt.Sprintf(`<div id="%s-messages" class="messages"`, field))
	require.True(t, ok, field)
	beside, _, _ := strings.Cut(rest, "</div>")
	var list []string
	for _, words := range saying.FindAllStringSubmatch(beside, -1) {
		message, _, _ := strings.Cut(html.UnescapeString(words[1]), ". ") // what follows is advice
		list = append(list, message)
	}
	return list
}
