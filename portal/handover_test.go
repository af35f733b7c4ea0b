package portal_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/handover"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/proposal"
	"platform.internal/portal/internal/portaltest"
)

// handedOver returns the address of an API with a proposal, and later and earlier proposals of its environment.
func handedOver(t *testing.T, p proposal.Proposal, later, earlier []proposal.Proposal) string {
	t.Helper()
	path := proposalsPath + "/" + p.ProposalID
	return portaltest.Start(t, with(portaltest.Answers{
		path: portaltest.JSON(p),
		proposalsPath: func(w http.ResponseWriter, r *http.Request) {
			found := earlier
			if !r.URL.Query().Has("after") {
				found = slices.Concat(later, []proposal.Proposal{p}, earlier)
			}
			portaltest.JSON(listed(found, ""))(w, r)
		},
		path + "/handover": func(w http.ResponseWriter, r *http.Request) {
			before := r.URL.Query().Get("supersedes")
			switch {
			case before == "prop-0":
				portaltest.Problem(problem.ProposalNotFound)(w, r)
			case r.URL.Query().Get("patch") == "true":
				portaltest.JSON(handover.Document{
					Patch: "From\n---\ndiff --git a/x/main.tf b/x/main.tf\n" +
						"--- a/x/main.tf\n+++ b/x/main.tf\n@@ -1,1 +1,1 @@\n-before " + before + "\n+<b>after</b>\n-- \n",
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
	address, path := handedOver(t, p, nil, []proposal.Proposal{newest, oldest}), "/proposals/"+p.ProposalID
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
			shown.Contains("http://127.0.0.1:8081" + path + download + "'")
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
	page(t, address, path+"?supersedes=prop-0", http.StatusNotFound).Contains("proposal_not_found")
}

func TestHandoverWithoutAPredecessor(t *testing.T) {
	p := portaltest.Proposal(t, "A plain justification.")
	shown := page(t, handedOver(t, p, nil, nil), "/proposals/"+p.ProposalID, http.StatusOK)
	shown.Contains("This service has no other proposal of the environment.")
	require.Empty(t, shown.All("select"))
}

// TestHandoverToALaterProposal returns to an earlier proposal: the repository may have the later one. All parts of the
// page compare with the same proposal, here with none.
func TestHandoverToALaterProposal(t *testing.T) {
	p, later := portaltest.Proposal(t, "A plain justification."), portaltest.Proposal(t, "A later justification.")
	shown := page(t, handedOver(t, p, []proposal.Proposal{later}, nil), "/proposals/"+p.ProposalID, http.StatusOK)
	shown.Contains("This environment has a newer proposal", "Title After Branch")
	shown.LinksTo("/proposals/" + p.ProposalID + "?supersedes=" + later.ProposalID + "#handover")
	var options []string
	for _, option := range shown.All("option") {
		options = append(options, portaltest.Attribute(option, "value"))
	}
	require.Equal(t, []string{later.ProposalID, ""}, options)
}

// TestAnAPIWithoutHandover has a page without the section: the rest is as it was.
func TestAnAPIWithoutHandover(t *testing.T) {
	p := portaltest.Proposal(t, "A plain justification.")
	address, _ := one(t, p)
	require.NotContains(t, page(t, address, "/proposals/"+p.ProposalID, http.StatusOK).Texts("h2"), "Hand over")
}
