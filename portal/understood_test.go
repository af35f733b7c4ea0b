package portal_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/portal/internal/portaltest"
)

// TestADecisionThatIsNotUnderstoodOffersNothing checks the request's page and the list. The
// decision is unknown, or it contradicts the record.
func TestADecisionThatIsNotUnderstoodOffersNothing(t *testing.T) {
	another, accepts, denies := denied(), accepted(profile.Simulation), denied()
	another.Decision = "quarantined"
	accepts.Violations = denies.Violations
	denies.Violations = nil
	for name, record := range map[string]request.Record{"another": another, "accepts a violation": accepts, "denies nothing": denies} {
		address := portaltest.Start(t, with(portaltest.Answers{
			"/v1/environment-requests/" + record.RequestID: portaltest.JSON(record), portaltest.RequestsPath: portaltest.JSON(portaltest.List{Items: []request.Record{record}}),
			proposalsPath: portaltest.Raw(200, "application/json", `{"items":[{"proposal_id":"prop-1"}]}`),
		}))
		p := page(t, address, "/requests/"+record.RequestID, 200)
		require.Equal(t, []string{record.Request.Application + ", development: Not understood"}, p.Texts("h1"), name)
		require.Contains(t, p.Text(), "The platform says \""+string(record.Decision)+"\", which this portal does not understand", name)
		for _, words := range []string{"Create review proposal", "Open review proposal", "The fix", "Every mandatory rule is kept", "once policy accepts"} {
			require.NotContains(t, p.Text(), words, name)
		}
		require.Contains(t, page(t, address, "/requests", 200).Texts("tr")[1], "Not understood", name)
	}
}
