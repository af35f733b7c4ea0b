package portal_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/handover"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/proposal"
	"platform.internal/portal/internal/portaltest"
)

// handedOver returns the address of an API with a proposal and earlier proposals of its environment.
// The API gives hand-overs for two of them.
func handedOver(t *testing.T, p proposal.Proposal, earlier ...proposal.Proposal) string {
	t.Helper()
	path := portaltest.ProposalsPath + "/" + p.ProposalID
	return portaltest.Start(t, with(portaltest.Answers{
		path:                     portaltest.JSON(p),
		portaltest.ProposalsPath: portaltest.JSON(portaltest.Proposals{Items: earlier}),
		path + "/handover": func(w http.ResponseWriter, r *http.Request) {
			before := r.URL.Query().Get("supersedes")
			switch {
			case before == "prop-0":
				portaltest.Problem(problem.ProposalNotFound)(w, r)
			case r.Header.Get("Accept") == "text/x-patch, "+problem.MediaType:
				portaltest.Raw(http.StatusOK, "text/x-patch; charset=utf-8", "From\n---\ndiff --git a/x/main.tf b/x/main.tf\n"+
					"--- a/x/main.tf\n+++ b/x/main.tf\n@@ -1,1 +1,1 @@\n-before "+before+"\n+<b>after</b>\n-- \n")(w, r)
			default:
				portaltest.JSON(handover.Document{
					ProposalID: p.ProposalID, StateKey: "a/b/terraform.tfstate", Branch: "environments/checkout", Title: "After " + before,
					Body: "**Ready.** <script>x</script>\n\n## Checklist\n\n- [ ] It is so.\n", CommitMessage: "Message\n\nRequest-Id: req-1\n",
				})(w, r)
			}
		},
	}))
}

func TestHandover(t *testing.T) {
	p := portaltest.Proposal(t, "A plain justification.")
	newest, oldest := portaltest.Proposal(t, "An earlier justification."), portaltest.Proposal(t, "The first justification.")
	address, path := handedOver(t, p, newest, oldest), "/proposals/"+p.ProposalID
	for query, before := range map[string]string{
		"": newest.ProposalID, "?supersedes=" + oldest.ProposalID: oldest.ProposalID, "?supersedes=": "", "?supersedes=prop-1": "prop-1",
	} {
		shown := page(t, address, path+query, http.StatusOK)
		download := "/handover.patch"
		if before != "" {
			download += "?supersedes=" + before
		}
		for _, words := range []string{
			"After " + before, "Branch environments/checkout", "Folder environments/live/a/b", "Ready.", "It is so.", "Request-Id: req-1",
			"-before " + before, "+<b>after</b>", "1 file, +1 −1",
		} {
			require.Contains(t, shown.Text(), words, query)
		}
		require.Equal(t, before != "prop-1", strings.Contains(shown.Text(), "git am ../handover.patch"), "an ID that a shell could read")
		if before != "prop-1" {
			require.Contains(t, shown.Text(), "http://127.0.0.1:8081"+path+download+"'")
		}
		var chosen []string
		for _, option := range shown.All("option") {
			if portaltest.Has(option, "selected") {
				chosen = append(chosen, portaltest.Attribute(option, "value"))
			}
		}
		require.Equal(t, []string{before}, chosen, query)
		require.Contains(t, shown.Texts("h3"), "Checklist", "below the heading of the section")
	}
	require.Contains(t, page(t, address, path+"?supersedes=prop-0", http.StatusNotFound).Text(), "proposal_not_found")
}

func TestHandoverWithoutAPredecessor(t *testing.T) {
	p := portaltest.Proposal(t, "A plain justification.")
	shown := page(t, handedOver(t, p), "/proposals/"+p.ProposalID, http.StatusOK)
	require.Contains(t, shown.Text(), "This is the first proposal of the environment: the repository has nothing of it.")
	require.Empty(t, shown.All("select"))
}

// TestAnAPIWithoutHandover has a page without the section: the rest is as it was.
func TestAnAPIWithoutHandover(t *testing.T) {
	p := portaltest.Proposal(t, "A plain justification.")
	address, _ := one(t, p)
	require.NotContains(t, page(t, address, "/proposals/"+p.ProposalID, http.StatusOK).Texts("h2"), "Hand over")
}
