package handover_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/handover"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
)

const base = `application: checkout
environment: development
owner: payments@example.com
cost_centre: CC-4711
data_classification: internal
region: eu-west-1
network_cidr: 10.20.0.0/20
cluster_size: small
monthly_budget: 500
business_justification: Integration tests of the checkout service.
expiry_date: "2026-12-15"
`

// input returns what the base request with replaced texts is proposed with.
func input(t testing.TB, replacements ...string) proposal.Input {
	t.Helper()
	text := strings.NewReplacer(replacements...).Replace(base)
	r, err := request.Parse(document.Source{Format: document.YAML, Data: []byte(text)})
	require.NoError(t, err)
	return proposal.Input{
		Request: r, Profile: profile.Profile{Provider: "provider_t", Mode: profile.Simulation},
		Adapter: proposal.Adapter{ID: "provider_t", Version: "1.0.0", ContractVersion: 1},
		Root:    []byte("# root\n"), Inputs: []byte("{}\n"),
	}
}

func build(t testing.TB, in proposal.Input) proposal.Proposal {
	t.Helper()
	p, err := proposal.Build(in)
	require.NoError(t, err)
	return p
}

// proposed returns the proposal of the base request with replaced texts.
func proposed(t testing.TB, replacements ...string) proposal.Proposal {
	t.Helper()
	return build(t, input(t, replacements...))
}

// write applies a hand-over to the tree and returns it.
func write(t testing.TB, tree handover.Tree, p proposal.Proposal) *handover.Handover {
	t.Helper()
	h, err := handover.New(p, tree)
	require.NoError(t, err)
	maps.Copy(tree, h.Files)
	for _, path := range h.Removed {
		delete(tree, path)
	}
	return h
}

const folder = "environments/live/provider_t/eu-west-1/checkout/development"

func TestFirstHandover(t *testing.T) {
	tree, p := handover.Tree{}, proposed(t)
	h := write(t, tree, p)
	assert.Nil(t, h.Supersedes)
	assert.Empty(t, h.Removed)
	assert.Equal(t, []string{
		folder + "/PROPOSAL-ONLY.json", folder + "/REVIEW.md", folder + "/attestation.intoto.json", folder + "/main.tf",
		folder + "/policy-decision.json", folder + "/resource-inventory.json", folder + "/terraform.tfvars.json",
		"environments/requests/" + p.RequestID + ".yaml",
	}, h.Written)
	assert.Equal(t, "provider_t/eu-west-1/checkout/development/terraform.tfstate", h.StateKey)
	assert.Equal(t, "environments/checkout-development-eu-west-1", h.Branch)
	assert.Equal(t, "Add checkout development in eu-west-1", h.Title)
	assert.Contains(t, h.CommitMessage, "\n\nRequest-Id: "+p.RequestID+"\nProposal-Id: "+p.ProposalID+"\nContent-Hash: "+p.ContentHash+"\n")
	for _, a := range p.Files() {
		assert.Contains(t, tree, pathIn(a.Path, p.RequestID))
		assert.Equal(t, a.Content, tree[pathIn(a.Path, p.RequestID)], "the bytes are those of the bundle")
	}
}

// pathIn returns where the file of a bundle goes, as the contract says.
func pathIn(path, requestID string) string {
	switch {
	case strings.HasPrefix(path, "environments/requests/"):
		return path
	case strings.HasSuffix(path, requestID+".md"):
		return folder + "/REVIEW.md"
	}
	return folder + "/" + path[strings.LastIndex(path, "/")+1:]
}

func TestASecondHandoverDoesNothing(t *testing.T) {
	tree := handover.Tree{}
	write(t, tree, proposed(t))
	h := write(t, tree, proposed(t))
	assert.Empty(t, h.Written)
	assert.Empty(t, h.Removed)
	patch, err := h.Patch("2026-11-24")
	require.NoError(t, err)
	assert.Empty(t, patch)
	assert.Nil(t, h.Supersedes)
}

func TestTitles(t *testing.T) {
	for name, test := range map[string]struct {
		replacements []string
		title        string
	}{
		"one field":      {[]string{"500", "700"}, "Change checkout development in eu-west-1: monthly_budget"},
		"a later day":    {[]string{"12-15", "12-31"}, "Renew checkout development in eu-west-1 until 31 Dec 2026"},
		"many fields":    {[]string{"500", "700", "12-15", "12-31", "payments", "billing", "CC-4711", "CC-1"}, "Change checkout development in eu-west-1: 4 fields"},
		"an earlier day": {[]string{"12-15", "12-01"}, "Change checkout development in eu-west-1: expiry_date"},
		"no day":         {[]string{"expiry_date: \"2026-12-15\"\n", ""}, "Change checkout development in eu-west-1: expiry_date"},
		"another one":    {[]string{"eu-west-1", "eu-central-1"}, "Add checkout development in eu-central-1"},
		"the same one":   {nil, "Keep checkout development in eu-west-1"},
	} {
		t.Run(name, func(t *testing.T) {
			tree := handover.Tree{}
			write(t, tree, proposed(t))
			assert.Equal(t, test.title, write(t, tree, proposed(t, test.replacements...)).Title)
		})
	}
}

// TestLongTitlesAreCut has the longest name of an application and of a region.
func TestLongTitlesAreCut(t *testing.T) {
	long := strings.Repeat("a", 31) + "b"
	name := []string{"checkout\n", long + "\n", "eu-west-1", "ap-southeast-1"}
	for what, change := range map[string][]string{
		"Add " + long:    nil,
		"Keep " + long:   nil,
		"Change " + long: {"500", "700"},
		"Renew " + long:  {"12-15", "12-31"},
	} {
		tree := handover.Tree{}
		h := write(t, tree, proposed(t, name...))
		if !strings.HasPrefix(what, "Add") {
			h = write(t, tree, proposed(t, append(name, change...)...))
		}
		assert.LessOrEqual(t, len(h.Title), 72, h.Title)
		assert.True(t, strings.HasPrefix(h.Title, what), h.Title)
	}
}

// TestTheBodyNamesFilesOfTheTree checks that no path of a bundle is in it.
func TestTheBodyNamesFilesOfTheTree(t *testing.T) {
	h := write(t, handover.Tree{}, proposed(t))
	assert.Contains(t, h.Body, "`main.tf`")
	assert.NotContains(t, h.Body, "environments/infrastructure")
	assert.NotContains(t, h.Body, "environments/evidence")
}

func TestALaterRequestReplacesTheFiles(t *testing.T) {
	tree, first, second := handover.Tree{}, proposed(t), proposed(t, "500", "700")
	write(t, tree, first)
	h := write(t, tree, second)
	require.NotNil(t, h.Supersedes)
	assert.Equal(t, first.RequestID, *h.Supersedes)
	assert.Equal(t, []string{"environments/requests/" + first.RequestID + ".yaml"}, h.Removed)
	assert.NotContains(t, h.Written, folder+"/main.tf", "a file that does not change is not written")
	assert.Contains(t, h.Body, "| `monthly_budget` | `500` | `700` |")
	assert.Contains(t, h.Body, "which supersedes `"+first.RequestID+"`")
	assert.Empty(t, handover.Read(tree, "provider_t").Findings)

	fresh := handover.Tree{}
	write(t, fresh, second)
	assert.Equal(t, fresh, tree, "nothing of the first request is left")
}

func TestEnvironmentsDoNotTouchEachOther(t *testing.T) {
	proposals := []proposal.Proposal{proposed(t), proposed(t, "checkout\n", "billing\n"), proposed(t, "eu-west-1", "eu-central-1")}
	forth, back := handover.Tree{}, handover.Tree{}
	for i := range proposals {
		write(t, forth, proposals[i])
		write(t, back, proposals[len(proposals)-1-i])
	}
	assert.Equal(t, forth, back, "the order does not matter")
	read := handover.Read(forth, "provider_t")
	assert.Len(t, read.Environments, 3)
	assert.Empty(t, read.Findings)
	for _, e := range read.Environments {
		e.Check()
		assert.Empty(t, e.Findings)
	}
}

// TestKilledHandover leaves both request documents, as a process does that ends before it removes the first.
func TestKilledHandover(t *testing.T) {
	tree, first, second := handover.Tree{}, proposed(t), proposed(t, "500", "700")
	write(t, tree, first)
	old := "environments/requests/" + first.RequestID + ".yaml"
	content := tree[old]
	write(t, tree, second)
	tree[old] = content
	h := write(t, tree, second)
	assert.Empty(t, h.Written)
	assert.Equal(t, []string{old}, h.Removed)
	assert.Equal(t, "Remove an old request of checkout development in eu-west-1", h.Title)
	assert.Contains(t, h.Body, "Removes `"+old+"`")
	assert.NotContains(t, h.Body, "No field of the request changes")
}

// TestAMovedFolderIsKept hands over the same proposal: its request document is that of the moved folder.
func TestAMovedFolderIsKept(t *testing.T) {
	tree, p := handover.Tree{}, proposed(t)
	write(t, tree, p)
	moved := "environments/live/provider_t/eu-west-1/moved/development"
	move(tree, folder, moved)
	_, err := handover.New(p, tree)
	assert.Equal(t, problem.FileProtected, problem.From(err).Code)
	assert.ErrorContains(t, err, moved)
}

// move moves the files of a folder.
func move(t handover.Tree, from, to string) {
	for path, content := range maps.Clone(t) {
		if name, ok := strings.CutPrefix(path, from); ok {
			delete(t, path)
			t[to+name] = content
		}
	}
}

// TestAnEditedRequestIsNotRemoved brings a request document back, as it was and with a comment of somebody.
func TestAnEditedRequestIsNotRemoved(t *testing.T) {
	first, back, next := build(t, input(t)), build(t, input(t, "500", "600")), build(t, input(t, "500", "700"))
	for comment, isKept := range map[string]bool{"": false, "# Ask the security team first.\n": true} {
		tree := handover.Tree{}
		write(t, tree, first)
		for _, a := range back.Artifacts {
			if a.Path == request.RecordPath(back.RequestID) {
				tree[a.Path] = comment + a.Content
			}
		}
		_, err := handover.New(next, tree)
		require.Equal(t, isKept, err != nil, "%v", err)
		if isKept {
			assert.Equal(t, problem.FileProtected, problem.From(err).Code)
			assert.ErrorContains(t, err, "was edited")
		}
	}
}

// TestFindings changes a repository of two environments in one way each.
func TestFindings(t *testing.T) {
	first, second := proposed(t), proposed(t, "checkout\n", "billing\n")
	later := proposed(t, "500", "700")
	record := "environments/requests/" + first.RequestID + ".yaml"
	billing := "environments/live/provider_t/eu-west-1/billing/development"
	stale := "environments/live/provider_t/eu-west-1/stale/development"
	for name, test := range map[string]struct {
		change func(handover.Tree)
		want   map[string]handover.Problem
		// keeps is set if a hand-over into the first environment is still possible.
		keeps bool
	}{
		"a changed byte": {func(t handover.Tree) { t[folder+"/main.tf"] += "\n" }, map[string]handover.Problem{folder + "/main.tf": handover.AlteredFile}, false},
		"a file less":    {func(t handover.Tree) { delete(t, folder+"/REVIEW.md") }, map[string]handover.Problem{folder + "/REVIEW.md": handover.MissingFile}, false},
		"a marker less":  {func(t handover.Tree) { delete(t, folder+"/PROPOSAL-ONLY.json") }, map[string]handover.Problem{folder + "/PROPOSAL-ONLY.json": handover.MissingFile, record: handover.OrphanRequest}, false},
		"a marker in another form": {func(t handover.Tree) {
			t[folder+"/PROPOSAL-ONLY.json"] = strings.ReplaceAll(t[folder+"/PROPOSAL-ONLY.json"], "  ", "\t")
		}, map[string]handover.Problem{folder + "/PROPOSAL-ONLY.json": handover.AlteredFile}, false},
		"no request":       {func(t handover.Tree) { delete(t, record) }, map[string]handover.Problem{record: handover.MissingFile}, false},
		"an override file": {func(t handover.Tree) { t[folder+"/override.tf"] = "" }, map[string]handover.Problem{folder + "/override.tf": handover.ForeignFile}, false},
		"a foreign file":   {func(t handover.Tree) { t["environments/notes.md"] = "" }, map[string]handover.Problem{"environments/notes.md": handover.ForeignFile}, true},
		"swapped attestations": {func(t handover.Tree) {
			a, b := folder+"/attestation.intoto.json", billing+"/attestation.intoto.json"
			t[a], t[b] = t[b], t[a]
		}, map[string]handover.Problem{folder + "/attestation.intoto.json": handover.AlteredFile, billing + "/attestation.intoto.json": handover.AlteredFile}, false},
		"a marker of another bundle": {func(t handover.Tree) { t[folder+"/PROPOSAL-ONLY.json"] = t[billing+"/PROPOSAL-ONLY.json"] },
			map[string]handover.Problem{folder: handover.WrongFolder, billing: handover.SecondFolder, record: handover.OrphanRequest, folder + "/main.tf": handover.AlteredFile}, false},
		"a copied folder": {func(t handover.Tree) {
			for path, content := range maps.Clone(t) {
				if name, ok := strings.CutPrefix(path, folder); ok {
					t["environments/live/provider_t/eu-west-1/copy/development"+name] = content
				}
			}
		}, map[string]handover.Problem{
			"environments/live/provider_t/eu-west-1/copy/development": handover.WrongFolder, folder: handover.SecondFolder,
		}, false},
		"a stale copy": {func(tree handover.Tree) {
			live := maps.Clone(tree)
			maps.DeleteFunc(live, func(path, _ string) bool { return !strings.HasPrefix(path, folder) })
			move(live, folder, stale)
			write(t, tree, later)
			maps.Copy(tree, live)
		}, map[string]handover.Problem{stale: handover.WrongFolder, folder: handover.SecondFolder, record: handover.MissingFile}, false},
		"a copy without its marker": {func(tree handover.Tree) {
			maps.Copy(tree, handover.Tree{
				stale + "/main.tf": tree[folder+"/main.tf"], stale + "/resource-inventory.json": tree[folder+"/resource-inventory.json"],
			})
		}, map[string]handover.Problem{stale: handover.WrongFolder, folder: handover.SecondFolder}, false},
		"a moved folder": {func(t handover.Tree) { move(t, folder, "environments/live/provider_t/eu-west-1/moved/development") },
			map[string]handover.Problem{"environments/live/provider_t/eu-west-1/moved/development": handover.WrongFolder}, false},
		"a folder less": {func(t handover.Tree) {
			maps.DeleteFunc(t, func(path, _ string) bool { return strings.HasPrefix(path, folder) })
		}, map[string]handover.Problem{record: handover.OrphanRequest}, false},
		"a folder of another request of the environment": {func(t handover.Tree) {
			for _, a := range later.Files() {
				if strings.HasPrefix(a.Path, "environments/requests/") {
					t[a.Path] = a.Content
					continue
				}
				t["environments/live/provider_t/eu-west-1/copy/development/"+pathIn(a.Path, later.RequestID)[len(folder)+1:]] = a.Content
			}
		}, map[string]handover.Problem{
			"environments/live/provider_t/eu-west-1/copy/development": handover.WrongFolder, folder: handover.SecondFolder,
		}, false},
		"the next request with another content": {func(t handover.Tree) {
			t["environments/requests/"+later.RequestID+".yaml"] = "owner: a"
		}, map[string]handover.Problem{"environments/requests/" + later.RequestID + ".yaml": handover.UnreadableRequest}, false},
		"another provider": {func(t handover.Tree) {
			move(t, billing, "environments/live/provider_u/eu-west-1/billing/development")
		}, map[string]handover.Problem{"environments/live/provider_u/eu-west-1/billing/development": handover.OtherInstallation}, false},
		"a request that came back": {func(t handover.Tree) {
			for _, a := range later.Artifacts {
				if strings.HasPrefix(a.Path, "environments/requests/") {
					t[a.Path] = a.Content
				}
			}
		}, map[string]handover.Problem{"environments/requests/" + later.RequestID + ".yaml": handover.SupersededRequest}, true},
		"a request by hand": {func(t handover.Tree) { t["environments/requests/req-00000000000000000000.yaml"] = "owner: a" },
			map[string]handover.Problem{"environments/requests/req-00000000000000000000.yaml": handover.UnreadableRequest}, true},
	} {
		t.Run(name, func(t *testing.T) {
			tree := handover.Tree{}
			write(t, tree, first)
			write(t, tree, second)
			test.change(tree)
			found := map[string][]handover.Problem{}
			read := handover.Read(tree, "provider_t")
			all := read.Findings
			for _, e := range read.Environments {
				e.Check()
				all = append(all, e.Findings...)
			}
			for _, f := range all {
				found[f.Path] = append(found[f.Path], f.Problem)
			}
			for path, what := range test.want {
				assert.Contains(t, found[path], what, "%s in %v", path, found)
			}
			_, err := handover.New(later, tree)
			if test.keeps {
				assert.NoError(t, err)
				return
			}
			require.Error(t, err, "the hand-over would lose %v", found)
			assert.Equal(t, problem.FileProtected, problem.From(err).Code)
		})
	}
}
