package portal_test

import (
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/wire"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/portaltest"
)

// with returns the answers of an API with an installation, extended by more.
func with(more portaltest.Answers) portaltest.Answers {
	answers := installed(portaltest.JSON(portaltest.List{}), portaltest.Metrics(3, 0, 2))
	maps.Copy(answers, more)
	return answers
}

// one returns the address of an API with one proposal, and the document that the API sends.
func one(t *testing.T, p proposal.Proposal) (address string, sent []byte) {
	t.Helper()
	sent, err := document.Encode(p)
	require.NoError(t, err)
	return portaltest.Start(t, with(portaltest.Answers{
		proposalsPath + "/" + p.ProposalID: portaltest.Raw(http.StatusOK, "application/json", string(sent)),
	})), sent
}

// TestPlaceholdersAreAFactOfAProposal checks the proposal's page. The status stays the same word.
func TestPlaceholdersAreAFactOfAProposal(t *testing.T) {
	p := portaltest.Proposal(t, "A plain justification.")
	p.Placeholders = []string{"development", "security"}
	address, _ := one(t, p)
	shown := page(t, address, "/proposals/"+p.ProposalID, http.StatusOK)
	shown.Contains(
		"Proposal evidence checkout, development", "Status Ready for review",
		"Still open 2 identifiers are placeholders: development , security . Replace them before a real plan.",
	)
}

// TestADamagedPredecessorIsNamed checks that a page says why it compares nothing.
func TestADamagedPredecessorIsNamed(t *testing.T) {
	p := portaltest.Proposal(t, "A plain justification.")
	before := api.Listed{ProposalID: "prop-1", ProposalOrigin: wire.ProposalOrigin{
		Brief: request.Brief{Application: "checkout", Environment: "development", Region: "eu-west-1"},
	}}
	address := portaltest.Start(t, with(portaltest.Answers{
		proposalsPath + "/" + p.ProposalID: portaltest.JSON(p),
		proposalsPath:                      portaltest.JSON(wire.List[api.Listed]{Items: []api.Listed{before}}),
		proposalsPath + "/prop-1":          portaltest.Problem(problem.StoreAltered),
	}))
	shown := page(t, address, "/proposals/"+p.ProposalID, http.StatusOK)
	shown.Contains(
		"It is unknown what changes: the proposal before it is not readable.",
		"What changes against prop-1 , the proposal before it",
	)
}

func TestProposalEvidence(t *testing.T) {
	p := portaltest.Proposal(t, "A plain justification.")
	address, _ := one(t, p)
	shown := page(t, address, "/proposals/"+p.ProposalID, http.StatusOK)
	shown.Contains(
		"Proposal evidence checkout, development", "Status Ready for review", "Proposal ID "+p.ProposalID,
		"Request "+p.RequestID, "Provider provider_a", "Mode Simulation", "Content hash "+p.ContentHash,
		"Schema platform.deployment-proposal/v1", "Status ready_for_review",
		"No pull request was opened, nothing was executed", `"executed": false`,
		"platform request verify proposal.json",
	)
	require.Contains(t, shown.Texts("title")[0], "Proposal: checkout, development")
	opened := shown.All("details")
	require.Len(t, opened, 10, "the checklist, the artifacts, the safety marker and the commands that check them")
	opened, summaries := opened[1:], shown.Texts("summary")[1:]
	require.Equal(t, "Checklist: 5 points", shown.Texts("summary")[0])
	for i, details := range opened[:7] {
		require.False(t, portaltest.Has(details, "open"), "closed")
		for _, fact := range []string{p.Artifacts[i].Path, p.Artifacts[i].SHA256, "bytes"} {
			require.Contains(t, summaries[i], fact)
		}
	}
}

// TestTheEvidencePageHoldsNoClock compares the bytes of two visits.
func TestTheEvidencePageHoldsNoClock(t *testing.T) {
	p := portaltest.Proposal(t, "A plain justification.")
	address, _ := one(t, p)
	first := get(t, address, "/proposals/"+p.ProposalID).Body.String()
	require.Equal(t, first, get(t, address, "/proposals/"+p.ProposalID).Body.String())
}

func TestDownloadsAreTheBytesThemselves(t *testing.T) {
	p := portaltest.Proposal(t, "``` <script>alert(1)</script> é 😀 \"quoted\"")
	address, sent := one(t, p)
	download := func(path, mediaType, place, name, want string) {
		w := get(t, address, "/proposals/"+p.ProposalID+path)
		require.Equal(t, http.StatusOK, w.Code, path)
		require.Equal(t, mediaType, w.Header().Get("Content-Type"), path)
		require.Equal(t, place+"; filename="+name, w.Header().Get("Content-Disposition"), path)
		require.Equal(t, "nosniff", w.Header().Get("X-Content-Type-Options"))
		require.Equal(t, want, w.Body.String(), path)
	}
	const text = "text/plain; charset=utf-8"
	for i, name := range []string{
		p.RequestID + ".yaml", "main.tf", "terraform.tfvars.json", "policy-decision.json", "resource-inventory.json",
		p.RequestID + ".md", "attestation.intoto.json",
	} {
		download("/artifacts/"+string(rune('1'+i)), text, "inline", name, p.Artifacts[i].Content)
	}
	download("/PROPOSAL-ONLY.json", text, "inline", "PROPOSAL-ONLY.json", p.SafetyMarker.Content)
	download("/proposal.json", "application/json", "attachment", "proposal.json", string(sent))
	download("/SHA256SUMS", text, "attachment", "SHA256SUMS", proposal.Manifest(p.Artifacts))
}

func TestProposalsThatAreNotThere(t *testing.T) {
	p := portaltest.Proposal(t, "A plain justification.")
	address, _ := one(t, p)
	for _, path := range []string{"/artifacts/0", "/artifacts/8", "/artifacts/-1", "/artifacts/x"} {
		page(t, address, "/proposals/"+p.ProposalID+path, http.StatusNotFound).Contains("artifacts 1 to 7")
	}
	lost := portaltest.Start(t, with(portaltest.Answers{proposalsPath + "/prop-1": portaltest.Problem(problem.ProposalNotFound)}))
	for _, path := range []string{"/proposals/prop-1", "/proposals/prop-1/proposal.json", "/proposals/prop-1/artifacts/1"} {
		page(t, lost, path, http.StatusNotFound).Contains("proposal_not_found")
		page(t, portaltest.Down(t), path, http.StatusServiceUnavailable).Contains("api_unavailable")
	}
}

// TestNoPageIsSavedForADocument checks that documents fail after a restart of the platform, while
// pages lead to setup.
func TestNoPageIsSavedForADocument(t *testing.T) {
	fresh := portaltest.Start(t, portaltest.Answers{portaltest.InstallationPath: portaltest.Problem(problem.InstallationNotFound)})
	page(t, fresh, "/proposals/prop-1", http.StatusOK).Contains("No installation yet.")
	for _, path := range []string{"/proposals/prop-1/proposal.json", "/proposals/prop-1/artifacts/1", "/readiness/profile.json", "/readiness/readiness.json"} {
		page(t, fresh, path, http.StatusNotFound).Contains("installation_not_found")
	}
}

func TestHostileProposal(t *testing.T) {
	hostile := "</pre><img src=x onerror=alert(1)>\u202e" + strings.Repeat("w", 4000)
	p := portaltest.Proposal(t, "A plain justification.")
	path := "/proposals/" + p.ProposalID
	for i := range p.Artifacts {
		p.Artifacts[i].Path, p.Artifacts[i].Content, p.Artifacts[i].SHA256 = "a/"+hostile+"\r\nX: y", "\n"+hostile, hostile
	}
	p.RequestID, p.Provider, p.ContentHash, p.Schema, p.Status = hostile, hostile, hostile, hostile, hostile
	p.SafetyMarker.Content = hostile
	address, _ := one(t, p)
	shown := page(t, address, path, http.StatusOK)
	require.Empty(t, shown.All("img"))
	require.Len(t, shown.All("script"), 1)
	require.Contains(t, portaltest.Text(shown.All("aside")[0]), hostile[:10], "an unknown status is shown as it is")
	w := get(t, address, path+"/artifacts/1")
	require.Equal(t, "\n"+hostile, w.Body.String())
	require.NotContains(t, w.Header().Get("Content-Disposition"), "\n")
}

func proposals(items []proposal.Proposal, next string) portaltest.Answers {
	return with(portaltest.Answers{proposalsPath: portaltest.JSON(listed(items, next))})
}

func TestAStageThatWasExecutedIsNotCalledGuarded(t *testing.T) {
	p := portaltest.Proposal(t, "A plain justification.")
	p.GuardedStages[1].Status = "executed"
	shown := page(t, portaltest.Start(t, proposals([]proposal.Proposal{p}, "")), "/operations", http.StatusOK)
	require.Equal(t, 3, strings.Count(shown.Text(), "Guarded and not executed"))
	shown.Contains("Merge executed")
}

// readiness returns an API whose checks have these outcomes.
func readiness(mode profile.Mode, outcomes ...profile.CheckStatus) portaltest.Answers {
	result := profile.Readiness{Schema: profile.ReadinessSchema, Provider: "provider_a", Mode: mode, Ready: true}
	for _, outcome := range outcomes {
		result.Ready = result.Ready && outcome == profile.Passed
		result.Checks = append(result.Checks, profile.Check{ID: "x", Title: "Boundaries", Status: outcome, Message: "What was found.", Remediation: "What to do."})
	}
	return with(portaltest.Answers{
		portaltest.InstallationPath: portaltest.JSON(portaltest.Profile(mode)),
		validatePath:                portaltest.JSON(result),
		providersPath: portaltest.Raw(http.StatusOK, "application/json", `{"items":[`+
			`{"id":"provider_a","available":true,"display_name":"Provider A","adapter":{"id":"provider_a","version":"1.2.3","contract_version":1,"digest":"sha256:aa","verified":true,"confinement":{"level":"partial","host":"partial","open":["connect","fork"]},"bounds":{"level":"partial","kernel":["data"],"watched":["socket_files","threads"]}}},`+
			`{"id":"provider_c","available":true,"adapter":{"id":"provider_c","version":"2.0.0","contract_version":1,"digest":"","verified":false}},`+
			`{"id":"provider_b","available":false,"problem":{"code":"adapter_unavailable","detail":"It does not start."}}]}`),
	})
}

// TestReadinessShowsTheSettingsInForce also checks which settings the profile chose.
func TestReadinessShowsTheSettingsInForce(t *testing.T) {
	answers := readiness(profile.Enterprise, profile.Passed)
	page(t, portaltest.Start(t, answers), "/readiness", http.StatusOK).Lacks("Settings")
	answers[validatePath] = portaltest.JSON(profile.Readiness{Schema: profile.ReadinessSchema, Ready: true, Settings: []profile.SettingInForce{
		{Name: "egress", DisplayName: "Egress", Purpose: "The way out.", Value: "hub"},
		{Name: "dns_servers", DisplayName: "DNS servers", Purpose: "The names.", Default: true},
	}})
	shown := page(t, portaltest.Start(t, answers), "/readiness", http.StatusOK)
	shown.Contains("Egress egress Chosen hub The way out. DNS servers dns_servers Default None The names.")
}

func TestReadiness(t *testing.T) {
	const pass, warn, fail = profile.Passed, profile.Warning, profile.Failed
	for verdict, answers := range map[string]portaltest.Answers{
		"Readiness Ready for simulation. Zero direct cloud changes.":                      readiness(profile.Simulation, pass, pass),
		"Readiness Ready for sandbox. Zero direct cloud changes.":                         readiness(profile.Sandbox, pass),
		"Readiness Ready for enterprise, with 1 note. Zero direct cloud changes.":         readiness(profile.Enterprise, pass, warn),
		"Readiness Not ready for enterprise: 2 things to fix. Zero direct cloud changes.": readiness(profile.Enterprise, warn, fail),
		"Readiness Not ready for simulation: 1 thing to fix. Zero direct cloud changes.":  readiness(profile.Simulation, "unheard-of"),
	} {
		shown := page(t, portaltest.Start(t, answers), "/readiness", http.StatusOK)
		require.True(t, strings.HasPrefix(shown.Text(), verdict), "%s\n%s", verdict, shown.Text())
		shown.Contains(
			"Available here", "Guarded elsewhere", "What was found.", "What to do.", "Provider A provider_a , in use",
			"Version 1.2.3", "Contract Version 1", "sha256:aa", "In the lock file",
			"Confinement Partial Not refused: connect, fork",
			"Resources Limits and a watch Watched: socket files, threads", "Resources Not reported",
			"Not in the lock file", "Confinement Not reported", "It does not start.",
		)
	}
}

// TestEveryModeSaysWhatIsGuarded compares the texts with the list of prerequisites of deployment
// workflows.
func TestEveryModeSaysWhatIsGuarded(t *testing.T) {
	for _, mode := range profile.Modes() {
		shown := page(t, portaltest.Start(t, readiness(mode.Mode, profile.Passed)), "/readiness", http.StatusOK)
		_, here, _ := strings.Cut(shown.Text(), "Available here")
		here, elsewhere, _ := strings.Cut(here, "Guarded elsewhere")
		for _, need := range []string{
			"OIDC", "exact default-branch commit", "hashes", "independent reviewer", "typed confirmation", "IDs",
		} {
			require.Contains(t, elsewhere, need, mode.Mode)
		}
		guarded := 4
		if mode.Mode == profile.Sandbox {
			guarded++
		}
		require.Equal(t, guarded, strings.Count(elsewhere, "Guarded and not executed"), mode.Mode)
		require.Equal(t, 5, strings.Count(here, " Available ")+strings.Count(here, " Not in this mode "), mode.Mode)
	}
	answers := readiness("unheard-of")
	shown := page(t, portaltest.Start(t, answers), "/readiness", http.StatusOK)
	shown.Lacks("Available here", "Guarded elsewhere")
}

func TestRunningTheChecksAgainIsSafeToReload(t *testing.T) {
	address := portaltest.Start(t, readiness(profile.Simulation))
	require.Equal(t, "/readiness#checks", redirected(t, address, "/readiness", nil))
}

func TestReadinessFailsInParts(t *testing.T) {
	answers := readiness(profile.Enterprise)
	answers[validatePath] = portaltest.Problem(problem.AdapterUnavailable)
	noChecks := page(t, portaltest.Start(t, answers), "/readiness", http.StatusOK)
	noChecks.Contains("Readiness is not known. Zero direct cloud changes.", "adapter_unavailable", "Run the checks again")
	noChecks.Contains("Guarded elsewhere") // the mode is known anyway

	answers = readiness(profile.Simulation, profile.Passed)
	answers[providersPath] = portaltest.Problem(problem.InternalError)
	noAdapters := page(t, portaltest.Start(t, answers), "/readiness", http.StatusOK)
	noAdapters.Contains("Ready for simulation.", "Adapters Unavailable")

	down := page(t, portaltest.Down(t), "/readiness", http.StatusOK)
	down.Contains("Readiness is not known.")
	down.Lacks("Available here") // nobody knows the mode
}

func TestReadinessDownloads(t *testing.T) {
	answers := readiness(profile.Sandbox, profile.Passed)
	answers[portaltest.InstallationPath] = portaltest.Raw(http.StatusOK, "application/json", "{\n  \"mode\": \"sandbox\"\n}\n")
	answers[validatePath] = portaltest.Raw(http.StatusOK, "application/json", "{\n  \"ready\": true\n}\n")
	address := portaltest.Start(t, answers)
	for path, want := range map[string]string{"profile.json": "{\n  \"mode\": \"sandbox\"\n}\n", "readiness.json": "{\n  \"ready\": true\n}\n"} {
		w := get(t, address, "/readiness/"+path)
		require.Equal(t, want, w.Body.String())
		require.Equal(t, "attachment; filename="+path, w.Header().Get("Content-Disposition"))
	}
}
