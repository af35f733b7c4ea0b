package browser

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const (
	monthlyRule = `{"id":"organisation.monthly","title":"Environments end on the 1st","field":"expiry_date","level":"mandatory",
		"require":"request.expiry_date.endsWith('-01')","message":"It ends on another day.","remediation":"Write the 1st of a month.","expected":"the 1st of a month"}`
	shortRule = `{"id":"organisation.short","title":"Environments are short","field":"expiry_date","level":"mandatory","when":"request.expiry_date != ''",
		"require":"days(policy_date, request.expiry_date) <= 40","message":"It is too long.","remediation":"End it within 40 days.",
		"expected":"within 40 days","suggest":"date_plus(policy_date, 10)"}`
)

// TestRenew follows Renew on the dashboard and sends what the form offers. The day is the
// latest of all that the API accepts.
func TestRenew(t *testing.T) {
	t.Parallel()
	for name, rules := range map[string]string{"common rules": "", "the 1st": monthlyRule, "40 days": shortRule, "both": monthlyRule + "," + shortRule} {
		t.Run(name, func(t *testing.T) {
			p := governed(t, rules, "")
			const document = `{"application":"search","environment":"development","owner":"search-team@example.com","cost_centre":"CC-4711",
				"data_classification":"internal","region":"eu-west-1","network_cidr":"10.40.0.0/20","cluster_size":"small","monthly_budget":800,
				"business_justification":"Trying the new search against the catalogue.","expiry_date":%q}`
			var latest, shown string
			for day := range 120 {
				date := today().AddDate(0, 0, day).Format(time.DateOnly)
				answer := p.answered(http.MethodPost, "/v1/environment-requests/evaluate", "", fmt.Sprintf(document, date))
				if strings.Contains(string(answer), `"decision": "accepted"`) {
					latest, shown = date, today().AddDate(0, 0, day).Format("2 Jan 2006")
				}
			}
			p.submit("first", fmt.Sprintf(document, "2026-12-01"))

			b := p.open(desktop, "/")
			const renew = `section[aria-labelledby=attention] a[href*="renew="]`
			if name == "both" {
				require.Equal(t, "2026-12-01", latest)
				b.hasText("Cannot be renewed: policy allows 1 Dec 2026 at the latest")
				equals(b, 0, "document.querySelectorAll('"+renew+"').length")
				b.visit("/requests/new?renew=" + p.requestIDs("accepted")[0])
				require.Contains(t, b.focused(), "search, development is not renewed: its expiry is the latest that policy allows")
				require.Equal(t, latest, b.valueOf("expiry_date"))
				return
			}
			link := evaluate[string](b, "document.querySelector('"+renew+"').innerText")
			require.Equal(t, "Renew search development until "+shown, link)
			b.click(renew)
			b.hasHeading(link)
			b.hasText("It ends on 1 Dec 2026 now. " + shown + " is the latest day that policy allows.")
			equals(b, "Submit", `[...document.querySelectorAll('main .button')].filter((e) => e.checkVisibility() && e.innerText.startsWith('Submit')).map((e) => e.innerText).join()`)
			require.Equal(t, latest, b.valueOf("expiry_date"))
			b.click(submit)
			require.Contains(t, b.heading(), "search, development: Accepted")
			b.lacksText("Nothing new")
			b.hasText("Expiry date\n" + shown)
			require.Len(t, p.requestIDs("accepted"), 2)

			b.visit("/requests/new?from=" + p.requestIDs("accepted")[0])
			b.click(`form .button`)
			require.Contains(t, b.focused(), "Nothing new was recorded\n\nThis request was recorded on 21 Nov 2026, 12:00 UTC")
			require.Len(t, p.requestIDs("accepted"), 2)
			b.quiet()
		})
	}
}
