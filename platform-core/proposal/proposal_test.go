package proposal_test

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
)

const hostile = "`` | </td> ## Heading - [x] [link](http://evil) ![i](x) @everyone #1 <b>bold</b> ${var.x} \\ \"quoted\" 'single' : yes"

func input(t testing.TB, justification string) proposal.Input {
	t.Helper()
	data, err := json.Marshal(map[string]any{
		"application": "checkout", "environment": "development", "owner": "a`|b@example.com", "cost_centre": "CC-4711",
		"data_classification": "internal", "region": "eu-west-1", "network_cidr": "10.20.0.0/20", "cluster_size": "small",
		"monthly_budget": 500, "business_justification": justification, "expiry_date": "2026-12-15",
	})
	require.NoError(t, err)
	req, err := request.Parse(document.Source{Format: document.JSON, Data: data})
	require.NoError(t, err)
	return proposal.Input{
		Request: req,
		Profile: profile.Profile{
			Schema: profile.ProfileSchema, Provider: "provider_a", Mode: profile.Simulation,
			AllowedRegions: []string{"eu-west-1"}, Boundaries: map[string]string{}, Policies: []profile.Rule{},
		},
		PolicyDigest: strings.Repeat("ab", 32),
		Rules: []proposal.RuleOutcome{
			{PolicyID: "common.a", Source: "common", Title: "A", Field: "region", Level: profile.Mandatory, Require: "true", Expected: "a", Outcome: request.Satisfied},
			{PolicyID: "common.b", Source: "common", Title: "B", Field: "region", Level: profile.Advisory, Require: "false", Expected: "b", Outcome: request.Violated, Message: "The region is *far*.", Remediation: "Choose a near one."},
		},
		Resources: []request.Resource{{Address: "n.a", Type: "n", Name: "a", Region: "eu-west-1", Controls: request.AllControls(), Properties: request.Properties{}, MonthlyCost: request.Cents(100)}},
		Controls: []adapter.UpheldControl{
			{Control: request.CentralLogging, Upheld: adapter.OwnLogs, Claims: []adapter.Claim{{Address: "n.a", Argument: "days", Value: "90"}}},
			{Control: request.PrivateCluster, Upheld: adapter.Unstated, Claims: []adapter.Claim{}},
		},
		Estimate: request.Estimate{Currency: "USD", KnownTotal: request.Cents(100), MonthlyTotal: request.Cents(100), PriceTable: "2026-11", Items: []request.EstimateItem{
			{Address: "n.a", Item: "network", Basis: request.Fixed, Quantity: "1", Unit: "month", UnitPrice: "1.00", MonthlyCost: request.Cents(100)},
			{Address: "n.a", Item: "traffic", Basis: request.Usage, Unit: "GB", UnitPrice: "0.05"},
		}},
		RegionName: "Europe (Ireland)",
		Adapter:    proposal.Adapter{ID: "provider_a", DisplayName: "Provider A", Version: "1.0.0", ContractVersion: 1},
		Root:       []byte("terraform {}\n"), Inputs: []byte("{}\n"),
	}
}

func build(t testing.TB, in proposal.Input) proposal.Proposal {
	t.Helper()
	p, err := proposal.Build(in)
	require.NoError(t, err)
	return p
}

func TestSevenArtifactsInOrder(t *testing.T) {
	p := build(t, input(t, "A plain justification."))
	id := p.RequestID
	var paths []string
	for _, a := range p.Artifacts {
		paths = append(paths, a.Path)
		assert.Equal(t, fmt.Sprintf("%x", sha256.Sum256([]byte(a.Content))), a.SHA256)
		assert.Len(t, a.Content, a.Size)
	}
	assert.Equal(t, []string{
		"environments/requests/" + id + ".yaml",
		"environments/infrastructure/" + id + "/main.tf",
		"environments/infrastructure/" + id + "/terraform.tfvars.json",
		"environments/evidence/" + id + "/policy-decision.json",
		"environments/evidence/" + id + "/resource-inventory.json",
		"environments/reviews/" + id + ".md",
		"environments/evidence/" + id + "/attestation.intoto.json",
	}, paths)
	assert.Equal(t, "PROPOSAL-ONLY.json", p.SafetyMarker.Path)
	assert.Contains(t, p.SafetyMarker.Content, `"executed": false`)
	assert.Contains(t, p.SafetyMarker.Content, `"cloud_changes": 0`)
	assert.Equal(t, p.ProposalID, "prop-"+strings.TrimPrefix(p.ContentHash, "sha256:")[:20])
	assert.True(t, proposal.IsID(p.ProposalID))
}

// TestSha256sumChecksIt runs the tool that the contract promises.
func TestSha256sumChecksIt(t *testing.T) {
	p := build(t, input(t, "A plain justification."))
	dir := t.TempDir()
	for _, a := range p.Artifacts {
		file := filepath.Join(dir, a.Path)
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, []byte(a.Content), 0o644))
	}
	check := exec.CommandContext(t.Context(), "sha256sum", "--check", "--strict", "-")
	check.Dir, check.Stdin = dir, strings.NewReader(proposal.Manifest(p.Artifacts))
	out, err := check.CombinedOutput()
	require.NoError(t, err, string(out))
	hash := exec.CommandContext(t.Context(), "sha256sum")
	hash.Stdin = strings.NewReader(proposal.Manifest(p.Artifacts))
	out, err = hash.Output()
	require.NoError(t, err)
	assert.Equal(t, strings.TrimPrefix(p.ContentHash, "sha256:"), strings.Fields(string(out))[0])
}

func TestTheRecordedRequestReadsBack(t *testing.T) {
	for _, text := range []string{"A plain justification.", hostile, "yes, no: 1.0 # ~ 2026-12-01", "- text that looks like a list", "\"'`|>%@{}[]&*! a"} {
		in := input(t, text)
		p := build(t, in)
		request, err := request.Parse(document.Source{Format: document.YAML, Data: []byte(p.Artifacts[0].Content)})
		require.NoError(t, err, p.Artifacts[0].Content)
		assert.Equal(t, in.Request, request)
	}
}

// TestFreeTextIsDataInTheReview holds that hostile text adds no line outside
// its code block, and that its block cannot be left.
func TestFreeTextIsDataInTheReview(t *testing.T) {
	plain := build(t, input(t, "A plain justification that is as good as any.")).Artifacts[5].Content
	review := build(t, input(t, hostile)).Artifacts[5].Content
	outside := func(page string) []string {
		var lines []string
		fence := ""
		for _, l := range strings.Split(page, "\n") {
			ticks := l[:len(l)-len(strings.TrimLeft(l, "`"))]
			switch {
			case fence == "" && len(ticks) >= 3:
				fence = ticks
			case fence != "" && l == fence:
				fence = ""
			case fence == "" && !strings.Contains(l, "req-") && !strings.Contains(l, "sha256:"):
				lines = append(lines, l)
			}
		}
		require.Empty(t, fence, "every block ends")
		return lines
	}
	assert.Equal(t, outside(plain), outside(review))
	assert.Contains(t, review, "| Owner | ``a`\\|b@example.com`` |", "a cell stays one cell")
}

func TestCheckFindsEveryEdit(t *testing.T) {
	good := build(t, input(t, "A plain justification."))
	require.Empty(t, proposal.Check(good))
	edits := map[string]func(*proposal.Proposal){
		"content":  func(p *proposal.Proposal) { p.Artifacts[2].Content += " " },
		"hash":     func(p *proposal.Proposal) { p.Artifacts[2].SHA256 = strings.Repeat("0", 64) },
		"size":     func(p *proposal.Proposal) { p.Artifacts[2].Size++ },
		"path":     func(p *proposal.Proposal) { p.Artifacts[2].Path = "../x" },
		"order":    func(p *proposal.Proposal) { p.Artifacts[0], p.Artifacts[1] = p.Artifacts[1], p.Artifacts[0] },
		"one less": func(p *proposal.Proposal) { p.Artifacts = p.Artifacts[:6] },
		"one more": func(p *proposal.Proposal) { p.Artifacts = append(p.Artifacts, p.Artifacts[0]) },
		"marker": func(p *proposal.Proposal) {
			p.SafetyMarker.Content = strings.Replace(p.SafetyMarker.Content, "false", "true", 1)
		},
		"status":      func(p *proposal.Proposal) { p.Status = "applied" },
		"stage":       func(p *proposal.Proposal) { p.GuardedStages[0].Status = "executed" },
		"id":          func(p *proposal.Proposal) { p.ProposalID = "prop-00000000000000000000" },
		"request id":  func(p *proposal.Proposal) { p.RequestID = "req-00000000000000000000" },
		"total hash":  func(p *proposal.Proposal) { p.ContentHash = "sha256:" + strings.Repeat("0", 64) },
		"fingerprint": func(p *proposal.Proposal) { p.Fingerprint = "sha256:" + strings.Repeat("0", 64) },
		"mode":        func(p *proposal.Proposal) { p.Mode = profile.Sandbox },
		"provider":    func(p *proposal.Proposal) { p.Provider = "provider_b" },
		"media type":  func(p *proposal.Proposal) { p.Artifacts[0].MediaType = "text/html" },
	}
	for name, edit := range edits {
		t.Run(name, func(t *testing.T) {
			p := build(t, input(t, "A plain justification."))
			edit(&p)
			assert.NotEmpty(t, proposal.Check(p))
		})
	}
}

func TestDecodeTakesOnlyProposals(t *testing.T) {
	encoded, err := document.Encode(build(t, input(t, "A plain justification.")))
	require.NoError(t, err)
	_, err = proposal.Decode(encoded)
	require.NoError(t, err)
	for _, text := range []string{"", "{}", "[]", "null", string(encoded) + "{}", strings.Replace(string(encoded), `"schema"`, `"schemas"`, 1)} {
		_, err := proposal.Decode([]byte(text))
		assert.Equal(t, problem.ProposalRejected, problem.From(err).Code, "%.30s", text)
	}
}

func TestCompareNamesTheFirstDifference(t *testing.T) {
	p := build(t, input(t, "A plain justification."))
	bundle := map[string]string{}
	for _, f := range p.Files() {
		bundle[f.Path] = f.Content
	}
	require.Empty(t, proposal.Compare(p, bundle))
	require.Empty(t, proposal.Inconsistent(bundle, p.RequestID))
	request := p.Artifacts[0]
	bundle[request.Path] = strings.Replace(request.Content, "monthly_budget: 500", "monthly_budget: 900", 1)
	bundle["stray.tf"] = "x"
	delete(bundle, p.SafetyMarker.Path)
	assert.Equal(t, []proposal.Mismatch{
		{Where: request.Path, Message: "differs", Line: 9, Column: 17, Found: `monthly_budget: 900\n`, Derived: `monthly_budget: 500\n`, Lines: 1},
		{Where: p.SafetyMarker.Path, Message: "is missing"},
		{Where: "stray.tf", Message: "is not part of the proposal"},
	}, proposal.Compare(p, bundle))
}

// TestEachByteOfTheMarkerCounts changes the form of the safety marker, and no value.
func TestEachByteOfTheMarkerCounts(t *testing.T) {
	p := build(t, input(t, "A plain justification."))
	for name, marker := range map[string]string{
		"other white space": strings.Replace(p.SafetyMarker.Content, ": ", ":", 1),
		"another notice":    strings.Replace(p.SafetyMarker.Content, "Nothing", "All", 1),
		"a field more":      strings.Replace(p.SafetyMarker.Content, "{", "{\"signed\": true,", 1),
		"a field twice":     strings.Replace(p.SafetyMarker.Content, "{", "{\"executed\": true,", 1),
		"no line end":       strings.TrimSpace(p.SafetyMarker.Content),
	} {
		bundle := map[string]string{}
		for _, f := range p.Files() {
			bundle[f.Path] = f.Content
		}
		require.NotEqual(t, marker, bundle[p.SafetyMarker.Path], name)
		bundle[p.SafetyMarker.Path] = marker
		assert.Equal(t, []proposal.Mismatch{{Where: p.SafetyMarker.Path, Message: "is not the safety marker of this proposal"}},
			proposal.Inconsistent(bundle, p.RequestID), name)
	}
}

func TestChanged(t *testing.T) {
	long := strings.Repeat("a", 100)
	for name, test := range map[string]struct {
		derived, found      string
		line, column, lines int
		is, was             string
	}{
		"a character":         {"ab\ncd\n", "ab\ncx\n", 2, 2, 1, `cx\n`, `cd\n`},
		"a long line":         {long + "b" + long, long + "c" + long, 1, 101, 1, "…" + long[:20] + "c" + long[:35] + "…", "…" + long[:20] + "b" + long[:35] + "…"},
		"the end":             {"ab\n", "ab", 1, 3, 1, "ab", `ab\n`},
		"a line more":         {"a\nb\n", "a\nx\nb\n", 2, 1, 2, `x\n`, `b\n`},
		"another line ending": {"a\nb\n", "a\r\nb\r\n", 1, 2, 2, `a\r\n`, `a\n`},
		"part of a character": {"é\n", "è\n", 1, 1, 1, `è\n`, `é\n`},
		"a broken character":  {"ae\n", "a\xe9\n", 1, 2, 1, `a\xe9\n`, `ae\n`},
		"hidden ones":         {"ab", "a\u202eb", 1, 2, 1, `a\u202eb`, "ab"},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, proposal.Mismatch{
				Where: "f", Message: "differs", Line: test.line, Column: test.column, Lines: test.lines, Found: test.is, Derived: test.was,
			}, proposal.Changed("f", test.derived, test.found))
		})
	}
}

func TestCompareSavedNamesEachField(t *testing.T) {
	derived := build(t, input(t, "A plain justification."))
	for name, test := range map[string]struct {
		edit  func(*proposal.Proposal)
		where string
	}{
		"status":   {func(p *proposal.Proposal) { p.Status = "applied" }, "status"},
		"stages":   {func(p *proposal.Proposal) { p.GuardedStages[0].PerformedBy = strings.Repeat("n", 150) }, "guarded_stages"},
		"a size":   {func(p *proposal.Proposal) { p.Artifacts[2].Size++ }, "artifacts[2].size"},
		"a marker": {func(p *proposal.Proposal) { p.SafetyMarker.MediaType = "text/html" }, "safety_marker.media_type"},
		"a file":   {func(p *proposal.Proposal) { p.Artifacts = p.Artifacts[:6] }, "artifacts"},
	} {
		t.Run(name, func(t *testing.T) {
			saved := build(t, input(t, "A plain justification."))
			require.Empty(t, proposal.CompareSaved(derived, saved))
			test.edit(&saved)
			found := proposal.CompareSaved(derived, saved)
			require.NotEmpty(t, found)
			assert.Equal(t, test.where, found[0].Where)
		})
	}
}

func TestTheAttestation(t *testing.T) {
	p := build(t, input(t, "A plain justification."))
	var statement struct {
		Type          string `json:"_type"`
		PredicateType string `json:"predicateType"`
		Subject       []struct {
			Name   string            `json:"name"`
			Digest map[string]string `json:"digest"`
		} `json:"subject"`
		Predicate struct {
			Result      string   `json:"result"`
			PassedTests []string `json:"passedTests"`
			WarnedTests []string `json:"warnedTests"`
		} `json:"predicate"`
	}
	require.NoError(t, json.Unmarshal([]byte(p.Artifacts[6].Content), &statement))
	assert.Equal(t, "https://in-toto.io/Statement/v1", statement.Type)
	assert.Equal(t, "https://in-toto.io/attestation/test-result/v0.1", statement.PredicateType)
	require.Len(t, statement.Subject, 6)
	for i, s := range statement.Subject {
		assert.Equal(t, p.Artifacts[i].Path, s.Name)
		assert.Equal(t, p.Artifacts[i].SHA256, s.Digest["sha256"])
	}
	assert.Equal(t, "WARNED", statement.Predicate.Result)
	assert.Equal(t, []string{"common.a"}, statement.Predicate.PassedTests)
	assert.Equal(t, []string{"common.b"}, statement.Predicate.WarnedTests)
}
