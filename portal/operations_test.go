package portal_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/wire"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/portaltest"
)

func TestOperations(t *testing.T) {
	made := portaltest.Proposal(t, "A plain justification.")
	shown := page(t, portaltest.Start(t, proposals([]proposal.Proposal{made, portaltest.Proposal(t, "Another justification.")}, "")),
		"/operations", http.StatusOK)
	shown.Contains("Kept in memory: a restart loses them")
	rows := shown.Texts("tr")
	require.Len(t, rows, 3)
	require.Equal(t, "Environment and owner Proposal and age Change of resources Cost , highest first and budget Ends , first to end first", rows[0])
	require.Regexp(t, "^checkout , development , proposal "+made.ProposalID+
		` development, eu-west-1 `+made.ProposalID+" Request "+made.RequestID+` [0-9,]+ (minute|hour|day)s? old unknown New 1.00 of 12,500 no end$`, rows[1])
	shown.LinksTo("/proposals/"+made.ProposalID, "/requests/"+made.RequestID)
	shown.Lacks("Next")

	stages := shown.Texts("ol")[0]
	require.Equal(t, 4, strings.Count(shown.Text(), "Guarded and not executed"), "the stages are there once")
	require.Equal(t, 4, strings.Count(stages, "Guarded and not executed"))
	for _, li := range shown.All("li") {
		require.Equal(t, strings.HasPrefix(portaltest.Text(li), "Ready for review"), portaltest.Attribute(li, "aria-current") == "step")
	}
	for n := range shown.All("table")[0].Descendants() {
		require.NotContains(t, []string{"button", "form", "input"}, n.Data, "no row has an action but links")
	}
}

// TestOperationsAreSearched also checks the change of cost since the previous proposal of an environment.
func TestOperationsAreSearched(t *testing.T) {
	brief := request.Brief{Application: "checkout", Environment: "test", Region: "eu-west-1", MonthlyBudget: 900}
	change := wire.ProposalChange{Follows: "prop-1", Resources: &wire.ResourceCounts{Added: 3, Changed: 1}}
	var asked, order string
	listed := []api.Listed{
		{ProposalID: "prop-2", ProposalOrigin: wire.ProposalOrigin{
			Brief: brief, KnownTotal: request.Cents(64500), ProposalChange: change, CostChange: request.Cents(38266),
		}},
	}
	answers := with(portaltest.Answers{proposalsPath: func(w http.ResponseWriter, r *http.Request) {
		asked, order = r.URL.Query().Get("q"), r.URL.Query().Get("order")
		portaltest.JSON(wire.List[api.Listed]{Items: listed, Next: "prop-1"})(w, r)
	}})
	address := portaltest.Start(t, answers)
	shown := page(t, address, "/operations?q=check+out", http.StatusOK)
	require.Equal(t, "check out", asked)
	require.Contains(t, shown.Texts("tr")[1], "+3 ~1 645.00 +382.66, of 900 no end")
	shown.LinksTo(
		"/operations?after=prop-1&q=check+out", "/operations?order=cost&q=check+out",
		"/operations?order=end&q=check+out",
	)
	page(t, address, "/operations?order=cost", http.StatusOK)
	require.Equal(t, "cost", order)
	listed = nil
	none := page(t, address, "/operations?q=none", http.StatusOK)
	none.Contains("Nothing matches.")
	none.LinksTo("/operations")
}

func TestOperationsWithoutProposals(t *testing.T) {
	empty := page(t, portaltest.Start(t, proposals(nil, "")), "/operations", http.StatusOK)
	empty.Contains("No proposals yet.")
	require.Equal(t, 4, strings.Count(empty.Text(), "Guarded and not executed"))
	past := page(t, portaltest.Start(t, proposals(nil, "")), "/operations?after=prop-9", http.StatusOK)
	past.Contains("Nothing more. First")

	answers := with(portaltest.Answers{proposalsPath: portaltest.Problem(problem.InvalidRequest)})
	lost := page(t, portaltest.Start(t, answers), "/operations?after=prop-0", http.StatusUnprocessableEntity)
	lost.LinksTo("/operations")
	answers[proposalsPath] = portaltest.Problem(problem.InternalError)
	for _, address := range []string{portaltest.Down(t), portaltest.Start(t, answers)} {
		down := page(t, address, "/operations", http.StatusOK)
		down.Contains("Unavailable")
		down.Lacks("No proposals yet.") // what could not be read is not empty
		down.Lacks("Kept in memory")
	}
}

// TestAllActivity has the requests with their proposals, below the same heading and stages.
func TestAllActivity(t *testing.T) {
	var asked string
	answers := with(portaltest.Answers{portaltest.RequestsPath: func(w http.ResponseWriter, r *http.Request) {
		asked = r.URL.RawQuery
		portaltest.JSON(portaltest.List{Items: records(2), Next: "req-2"})(w, r)
	}})
	address := portaltest.Start(t, answers)
	shown := page(t, address, "/operations/activity?q=a&order=end", http.StatusOK)
	require.Equal(t, "limit=50&order=end&q=a&view=summary", asked)
	require.Equal(t, []string{"Operations"}, shown.Texts("h1"))
	shown.Contains("Requests and their proposals, the first to end first")
	shown.LinksTo("/operations/activity?after=req-2&order=end&q=a")
	for path, want := range map[string]string{"/operations": "Proposals", "/operations/activity": "All activity"} {
		var current []string
		shown := page(t, address, path, http.StatusOK)
		for _, a := range shown.All("a") {
			if portaltest.Attribute(a, "aria-current") == "page" {
				current = append(current, portaltest.Text(a))
			}
		}
		require.Equal(t, []string{"Operations", want}, current)
		require.Contains(t, shown.Texts("h2"), want)
	}
	answers[portaltest.RequestsPath] = portaltest.JSON(portaltest.List{})
	page(t, address, "/operations/activity", http.StatusOK).Contains("No requests yet.")
}

// TestOperationsInParts checks that every proposal is on exactly one part, in the order of the list,
// also if other proposals arrive meanwhile.
func TestOperationsInParts(t *testing.T) {
	const all = 130
	var proposals []api.Listed
	for i := range all {
		proposals = append(proposals, api.Listed{ProposalID: fmt.Sprintf("prop-%d", i), Status: "ready_for_review"})
	}
	idOf := func(p api.Listed) string { return p.ProposalID }
	answers := with(portaltest.Answers{proposalsPath: inParts(proposals, idOf)})
	address := portaltest.Start(t, answers)
	var seen []string
	parts := 0
	for path := "/operations"; path != ""; parts++ {
		shown := page(t, address, path, http.StatusOK)
		path = ""
		for _, link := range shown.Links() {
			if strings.HasPrefix(link, "/operations?after=") && !strings.Contains(link, "order=") {
				path = link
			}
			if id, ok := strings.CutPrefix(link, "/proposals/"); ok {
				seen = append(seen, id)
			}
		}
		proposals = append([]api.Listed{{ProposalID: fmt.Sprintf("prop-new-%d", parts)}}, proposals...)
		answers[proposalsPath] = inParts(proposals, idOf)
	}
	var want []string
	for i := range all {
		want = append(want, fmt.Sprintf("prop-%d", i))
	}
	require.Equal(t, want, seen)
	require.Equal(t, 3, parts)
}

func inParts[T any](items []T, idOf func(T) string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		from := 0
		for i, item := range items {
			if idOf(item) == r.URL.Query().Get("after") {
				from = i + 1
			}
		}
		list := wire.List[T]{Items: items[from:min(from+50, len(items))]}
		if from+50 < len(items) {
			list.Next = idOf(items[from+49])
		}
		portaltest.JSON(list)(w, r)
	}
}
