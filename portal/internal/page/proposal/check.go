package proposal

import (
	"net/http"
	"regexp"

	core "platform.internal/platform-core/proposal"
	"platform.internal/portal/internal/shell"
)

// profilePath is the address of the installation profile on the Readiness page.
const profilePath = "/readiness/profile.json"

// plain matches text that a shell reads without quotes.
var plain = regexp.MustCompile(`^[A-Za-z0-9.:\[\]_-]+$`)

// plainPath matches a path that a shell reads without quotes.
var plainPath = regexp.MustCompile(`^[a-z0-9][a-z0-9/-]*$`)

// steps returns the commands that check the proposal. It returns none if the address or the ID
// needs quotes in a shell; no valid one does.
func steps(v *shell.Visit, p core.Proposal) []shell.Command {
	if !plain.MatchString(v.Host) || !core.IsID(p.ProposalID) {
		return nil
	}
	portal := origin(v.Request)
	proposal := portal + Path(p.ProposalID)
	return []shell.Command{
		{
			Step: "Save the proposal, the hashes of its artifacts, the request that it records, and the profile.",
			Name: "the commands that save it",
			Text: "curl -fsSO " + proposal + "/" + documentName + "\n" +
				"curl -fsSO " + proposal + "/" + manifestName + "\n" +
				"curl -fsSO " + portal + profilePath + "\n" +
				"curl -fsS -o request.yaml " + proposal + artifactPath + "1",
		},
		{
			Step: "Derive it again from the request that it records, and compare every byte.",
			Name: "the verify command",
			Text: "platform request verify proposal.json --profile profile.json",
		},
		{
			Step: "Make the same proposal from only the request, and write its files.",
			Name: "the propose command",
			Text: "platform request propose request.yaml --profile profile.json \\\n" +
				"  --output bundle > again.json\ncmp proposal.json again.json",
		},
		{
			Step: "Check the hash of each file. The hash of the list is the content hash above.",
			Name: "the checksum commands",
			Text: "(cd bundle && sha256sum --check --strict ../SHA256SUMS)\nsha256sum SHA256SUMS",
		},
	}
}

// origin returns the portal's address, as the client sent it.
func origin(r *http.Request) string {
	if r.TLS != nil {
		return "https://" + r.Host
	}
	return "http://" + r.Host
}
