package proposal

import (
	html "html/template"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/jba/templatecheck"
	"github.com/stretchr/testify/require"

	"platform.internal/portal/internal/portaltest"
	"platform.internal/portal/internal/shell"
)

func TestTemplateFitsItsStruct(t *testing.T) {
	require.NoError(t, template.Check(func(page *html.Template, example any) error {
		return templatecheck.CheckHTML(page, example)
	}))
}

// TestNoCommandNeedsQuoting checks that no command contains unsafe text from a Host header or from
// an ID of the API.
func TestNoCommandNeedsQuoting(t *testing.T) {
	p := portaltest.Proposal(t, "A plain justification.")
	v := &shell.Visit{Request: httptest.NewRequest(http.MethodGet, "/", nil)}
	for host, want := range map[string]int{
		"127.0.0.1:8081": 4, "[::1]:8081": 4, "portal.example.com": 4,
		"127.0.0.1:$(reboot)": 0, "[fe80::1%25;reboot]": 0, "a b": 0, "a'b": 0, "": 0,
	} {
		v.Host = host
		require.Len(t, steps(v, p), want, host)
	}
	v.Host = "127.0.0.1:8081"
	p.ProposalID = "prop-$(reboot)"
	require.Empty(t, steps(v, p))
}

func TestEveryArtifactHasAMeaning(t *testing.T) {
	p := portaltest.Proposal(t, "A plain justification.")
	for _, a := range newArtifacts(p) {
		require.NotContains(t, a.Title, "Artifact ")
	}
	p.Artifacts[2].Path = "somewhere/else"
	require.Equal(t, "Artifact 3", newArtifacts(p)[2].Title)
}
