package portal_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/wire"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/portaltest"
)

func TestOperations(t *testing.T) {
	answers := proposals([]proposal.Proposal{portaltest.Proposal(t, "A plain justification."), portaltest.Proposal(t, "Another justification.")}, "")
	answers[portaltest.RequestsPath] = portaltest.JSON(portaltest.List{Items: records(16)})
	shown := page(t, portaltest.Start(t, answers), "/operations", http.StatusOK)
	require.Contains(t, shown.Text(), "Kept in memory: a restart loses it")
	rows := shown.Texts("tr")
	for i, words := range []string{
		"Time What Application Owner Cost and budget",
		"Monday, 23 November 2026",
		"14:05 Request checkout, development Accepted checkout development, eu-west-1 1,260.34 of 12,500",
		"13:35 Proposal checkout, development Ready for review checkout development, eu-west-1 1.00 of 12,500",
		"13:05 Request checkout, development Denied",
		"12:35 Proposal", "12:05 Request", "11:05 Request",
	} {
		require.Contains(t, rows[i], words)
	}
	require.Equal(t, "Sunday, 22 November 2026", rows[len(rows)-2])
	require.Contains(t, links(shown), "/proposals/"+portaltest.Proposal(t, "A plain justification.").ProposalID)
	require.NotContains(t, shown.Text(), "Older")

	stages := shown.Texts("ol")[0]
	require.Equal(t, 4, strings.Count(shown.Text(), "Guarded, not executed"), "the stages are there once")
	require.Equal(t, 4, strings.Count(stages, "Guarded, not executed"))
	for _, li := range shown.All("li") {
		require.Equal(t, strings.HasPrefix(portaltest.Text(li), "Ready for review"), portaltest.Attribute(li, "aria-current") == "step")
	}
	for n := range shown.All("main")[0].Descendants() {
		require.NotContains(t, []string{"button", "form", "input"}, n.Data, "no row has an action but links")
	}
}

func TestOperationsWithoutEvents(t *testing.T) {
	empty := page(t, portaltest.Start(t, proposals(nil, "")), "/operations", http.StatusOK).Text()
	require.Contains(t, empty, "Nothing yet.")
	require.Equal(t, 4, strings.Count(empty, "Guarded, not executed"))
	past := page(t, portaltest.Start(t, proposals(nil, "")), "/operations?proposal=prop-9", http.StatusOK)
	require.Contains(t, past.Text(), "Nothing older. Newest")

	answers := proposals([]proposal.Proposal{portaltest.Proposal(t, "A plain justification.")}, "")
	answers[portaltest.RequestsPath] = portaltest.Problem(problem.InvalidRequest)
	lost := page(t, portaltest.Start(t, answers), "/operations?request=req-0", http.StatusUnprocessableEntity)
	require.True(t, hasLink(lost, "/operations"))
	answers[portaltest.RequestsPath] = portaltest.Problem(problem.InternalError)
	for _, address := range []string{portaltest.Down(t), portaltest.Start(t, answers)} {
		down := page(t, address, "/operations", http.StatusOK).Text()
		require.Contains(t, down, "Unavailable")
		require.NotContains(t, down, "Nothing yet.", "what could not be read is not empty")
		require.NotContains(t, down, "Kept in memory")
		require.NotContains(t, down, "Proposal checkout", "half of what happened would be wrong")
	}
}

// TestOperationsInParts checks that every event is on exactly one part, in the order of both lists,
// even if a clock went back.
func TestOperationsInParts(t *testing.T) {
	const each = 130
	var requests []api.Summary
	var proposals []api.Listed
	for i := range each {
		at := portaltest.Received.Add(-time.Duration(i*i%97) * time.Minute)
		requests = append(requests, api.Summary{Summary: wire.Summary{RequestID: fmt.Sprintf("req-%d", i), ReceivedAt: at}})
		proposals = append(proposals, api.Listed{ProposalID: fmt.Sprintf("prop-%d", i), Status: "ready_for_review", ProposalOrigin: wire.ProposalOrigin{ReceivedAt: at.Add(time.Minute)}})
	}
	answers := with(portaltest.Answers{
		portaltest.RequestsPath:  inParts(requests, func(s api.Summary) string { return s.RequestID }),
		portaltest.ProposalsPath: inParts(proposals, func(p api.Listed) string { return p.ProposalID }),
	})
	address := portaltest.Start(t, answers)
	seen, parts := map[string][]string{}, 0
	for path := "/operations"; path != ""; parts++ {
		shown := page(t, address, path, http.StatusOK)
		path = ""
		for _, link := range links(shown) {
			switch kind, _, _ := strings.Cut(strings.TrimPrefix(link, "/"), "/"); {
			case strings.HasPrefix(link, "/operations?"):
				path = link
			case strings.HasPrefix(link, "/requests/req-"), kind == "proposals":
				seen[kind] = append(seen[kind], link[strings.LastIndex(link, "-")+1:])
			}
		}
	}
	var want []string
	for i := range each {
		want = append(want, fmt.Sprint(i))
	}
	require.Equal(t, map[string][]string{"requests": want, "proposals": want}, seen)
	require.Equal(t, 6, parts)
}

// TestOperationsWhileMoreHappens checks that older parts contain no event after the first part was
// read, and that every earlier event appears once.
func TestOperationsWhileMoreHappens(t *testing.T) {
	for name, before := range map[string]int{"some proposals": 3, "no proposal": 0} {
		t.Run(name, func(t *testing.T) {
			var requests []api.Summary
			for i := range 60 {
				requests = append(requests, api.Summary{Summary: wire.Summary{RequestID: fmt.Sprintf("req-%d", i), ReceivedAt: portaltest.Received.Add(-time.Duration(i) * time.Minute)}})
			}
			proposals := make([]api.Listed, before)
			for i := range proposals {
				proposals[i] = api.Listed{ProposalID: fmt.Sprintf("prop-%d", i), Status: "ready_for_review", ProposalOrigin: wire.ProposalOrigin{ReceivedAt: portaltest.Received.Add(-2 * time.Hour)}}
			}
			answers := with(portaltest.Answers{portaltest.RequestsPath: inParts(requests, func(s api.Summary) string { return s.RequestID })})
			serve := func() {
				answers[portaltest.ProposalsPath] = inParts(proposals, func(p api.Listed) string { return p.ProposalID })
			}
			serve()
			address := portaltest.Start(t, answers)
			seen := 0
			for path, parts := "/operations", 0; path != ""; parts++ {
				shown := page(t, address, path, http.StatusOK)
				path = ""
				for _, link := range links(shown) {
					require.NotContains(t, link, "prop-new")
					switch {
					case strings.HasPrefix(link, "/operations?"):
						path = link
					case strings.HasPrefix(link, "/requests/req-"), strings.HasPrefix(link, "/proposals/prop-"):
						seen++
					}
				}
				require.Less(t, parts, 9)
				for i := range 45 { // more than one part in total
					arrived := api.Listed{ProposalID: fmt.Sprintf("prop-new-%d-%d", parts, i), Status: "ready_for_review", ProposalOrigin: wire.ProposalOrigin{ReceivedAt: portaltest.Received.Add(time.Hour)}}
					proposals = append([]api.Listed{arrived}, proposals...)
				}
				serve()
			}
			require.Equal(t, 60+before, seen)
		})
	}
}

// inParts answers with the items after the item in the query.
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
