package requestverify_test

import (
	"maps"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gotest.tools/v3/golden"

	"platform.internal/platform-cli/internal/command/requestverify"
	"platform.internal/platform-cli/internal/commandtest"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
)

// TestMadeWithAnother verifies a proposal with other makers.
func TestMadeWithAnother(t *testing.T) {
	made := maker{}.makes(t, commandtest.Request, "")
	rule := "policies: [{id: org.team, title: Team, field: owner, level: advisory, require: 'request.owner.endsWith(\"@example.com\")', message: No., remediation: Ask., expected: our domain}]\n"
	var text strings.Builder
	for _, test := range []struct {
		name  string
		with  maker
		parts []string
	}{
		{"another adapter version", maker{version: "1.3.0"}, []string{"adapter_version"}},
		{"another contract version", maker{contract: 2}, []string{"contract_version"}},
		{"another profile", maker{profile: "provider: provider_t\nallowed_regions: [north-1, south-1]\n"},
			[]string{"profile_digest"}},
		{"another profile, that denies the request", maker{profile: "provider: provider_t\nallowed_regions: [south-1]\n"},
			[]string{"profile_digest"}},
		{"other rules", maker{profile: "provider: provider_t\n" + rule}, []string{"profile_digest", "policy_set_digest"}},
		{"another price table of another version", maker{version: "1.3.0", cents: 30_000}, []string{"adapter_version"}},
	} {
		a := verifies(t, test.with.session(t), filesOf(made), "")
		require.Equal(t, requestverify.MadeWithAnother, a.Outcome, test.name)
		assert.True(t, a.Consistent)
		assert.Empty(t, a.Altered)
		var parts []string
		for _, p := range a.Parts {
			parts = append(parts, p.Part)
		}
		assert.Equal(t, test.parts, parts, test.name)
		for _, line := range a.Lines() {
			assert.LessOrEqual(t, utf8.RuneCountInString(line), 80)
		}
		text.WriteString("# " + test.name + "\n" + strings.Join(a.Lines(), "\n") + "\n\n")

		path := proposal.PathsOf(made.RequestID).Root
		files := filesOf(made)
		files[path] = flip(files[path], 3)
		a = verifies(t, test.with.session(t), files, "")
		require.Equal(t, requestverify.Altered, a.Outcome, "both: %s", test.name)
		require.Len(t, a.Altered, 1)
		assert.Equal(t, path, a.Altered[0].Where)
		if test.name == "another adapter version" {
			text.WriteString("# both another version and altered\n" + strings.Join(a.Lines(), "\n") + "\n\n")
		}
	}
	golden.Assert(t, text.String(), "another.txt")
}

// TestTheSameVersionWithOtherPrices checks that a price change without a new version counts as
// altered.
func TestTheSameVersionWithOtherPrices(t *testing.T) {
	a := verifies(t, maker{cents: 30_000}.session(t), filesOf(maker{}.makes(t, commandtest.Request, "")), "")
	assert.Equal(t, requestverify.Altered, a.Outcome)
}

// TestAnotherRelease verifies proposals of another release. Equal files are verified, since only
// the attestation has the release. Different files were made with another platform.
func TestAnotherRelease(t *testing.T) {
	for _, release := range []string{"", "0.9.0"} {
		made := rebuilt(t, release, "")
		a := verifies(t, maker{}.session(t), made, "")
		require.Equal(t, requestverify.Verified, a.Outcome, a.Lines())
		assert.Contains(t, strings.Join(strings.Fields(strings.Join(a.Lines(), " ")), " "),
			"platform 1.0.0 makes the same bytes")

		a = verifies(t, maker{}.session(t), rebuilt(t, release, "# another root\n"), "")
		require.Equal(t, requestverify.MadeWithAnother, a.Outcome)
		assert.Equal(t, []proposal.PartDifference{{Part: "platform", Attested: release, Here: "1.0.0"}}, a.Parts)
		assert.Contains(t, strings.Join(a.Lines(), " "), "does not show who wrote")
	}
	a := verifies(t, maker{}.session(t), rebuilt(t, "1.0.0", "# another root\n"), "")
	assert.Equal(t, requestverify.Altered, a.Outcome, "all hashes made anew, and nothing else to say")
}

// rebuilt returns the files that another release makes of the request. If root is not empty, it
// replaces the root file.
func rebuilt(t *testing.T, release, root string) map[string]string {
	t.Helper()
	s := maker{}.session(t)
	req, err := proposal.Recorded(filesOf(maker{}.makes(t, commandtest.Request, "")), "req-42d638835451ec7ee6d2")
	require.NoError(t, err)
	record, err := s.Evaluate(t.Context(), req, service.EvaluateOptions{})
	require.NoError(t, err)
	in, err := s.ProposalInput(t.Context(), record)
	require.NoError(t, err)
	in.Platform = release
	if root != "" {
		in.Root = []byte(root)
	}
	made, err := proposal.Build(in)
	require.NoError(t, err)
	return filesOf(made)
}

// TestDays verifies on days before and after those on which policy accepts the request.
func TestDays(t *testing.T) {
	made := maker{}.makes(t, commandtest.Request, "2026-11-21")
	pinned := maker{profile: "provider: provider_t\npolicy_date: 2027-06-01\n"}
	for _, test := range []struct {
		with     maker
		on       request.Date
		outcome  string
		date, by request.Date
	}{
		{maker{}, "", requestverify.Verified, "2026-11-21", ""},
		{maker{}, "2026-12-14", requestverify.Verified, "2026-12-14", ""},
		{maker{}, "2026-12-15", requestverify.NoLongerAccepted, "2026-12-15", "2026-12-14"},
		{maker{}, "2036-01-01", requestverify.NoLongerAccepted, "2036-01-01", "2026-12-14"},
		{maker{}, "2026-01-01", requestverify.NoLongerAccepted, "2026-01-01", "2026-09-16"},
		{pinned, "", requestverify.NoLongerAccepted, "2027-06-01", "2026-12-14"},
		{pinned, "2026-12-01", requestverify.Verified, "2026-12-01", ""},
	} {
		a := verifies(t, test.with.session(t), filesOf(made), test.on)
		assert.Equal(t, test.outcome, a.Outcome, test)
		assert.Equal(t, test.date, a.PolicyDate)
		assert.Equal(t, test.by, a.VerifyOn)
		assert.Empty(t, a.Parts, "the digest does not depend on the date")
		if test.by != "" {
			assert.NotEmpty(t, a.Denied)
			assert.Equal(t, requestverify.Verified, verifies(t, test.with.session(t), filesOf(made), a.VerifyOn).Outcome,
				"what it says to do, does it")
		}
	}
	files := filesOf(made)
	path := proposal.PathsOf(made.RequestID).Review
	files[path] = flip(files[path], 7)
	a := verifies(t, maker{}.session(t), files, "2036-01-01")
	assert.Equal(t, requestverify.Altered, a.Outcome, "a day does not hide what was altered")
	assert.Equal(t, 8, a.Altered[0].Column)
}

// TestChangedFiles changes files as tools and people do.
func TestChangedFiles(t *testing.T) {
	made := maker{}.makes(t, commandtest.Request, "")
	paths := proposal.PathsOf(made.RequestID)
	everyFile := []string{paths.Request, paths.Root, paths.Inputs, paths.Decision, paths.Inventory, paths.Review,
		paths.Attestation, proposal.MarkerPath}
	for name, change := range map[string]func(string) string{
		"CRLF":             func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") },
		"byte order mark":  func(s string) string { return "\uFEFF" + s },
		"no final newline": func(s string) string { return strings.TrimSuffix(s, "\n") },
		"a line more":      func(s string) string { return "\n" + s },
		"half of it":       func(s string) string { return s[:len(s)/2] },
		"nothing":          func(string) string { return "" },
		"hostile":          func(s string) string { return s[:4] + "\x1b[2J\u202e\u200b\x00" + s[4:] },
		"a long line":      func(s string) string { return s[:4] + strings.Repeat("x", 1<<20) + s[4:] },
	} {
		for _, path := range everyFile {
			files := filesOf(made)
			files[path] = change(files[path])
			a := verifies(t, maker{}.session(t), files, "")
			require.Equal(t, requestverify.Altered, a.Outcome, "%s of %s", name, path)
			var where []string
			for _, m := range a.Altered {
				where = append(where, m.Where)
			}
			assert.Contains(t, where, path, name)
			if path != paths.Request || a.Altered[0].Line > 0 {
				assert.Len(t, a.Altered, 1, "%s of %s", name, path)
				assert.NotZero(t, a.Altered[0].Line)
			}
			shownSafely(t, a)
		}
		files := filesOf(made)
		for path, content := range files {
			files[path] = change(content)
		}
		a := verifies(t, maker{}.session(t), files, "")
		assert.Equal(t, requestverify.Altered, a.Outcome, name)
		shownSafely(t, a)
	}
	for _, path := range everyFile {
		files := filesOf(made)
		delete(files, path)
		a := verifies(t, maker{}.session(t), files, "")
		require.Equal(t, requestverify.Altered, a.Outcome)
		assert.Equal(t, proposal.Mismatch{Where: path, Message: "is missing"}, a.Altered[0])
	}
}

// TestSwappedAndFurtherFiles swaps each pair of files, and adds a file.
func TestSwappedAndFurtherFiles(t *testing.T) {
	made := maker{}.makes(t, commandtest.Request, "")
	for _, a := range made.Files() {
		for _, b := range made.Files() {
			if a.Path == b.Path {
				continue
			}
			files := filesOf(made)
			files[a.Path], files[b.Path] = b.Content, a.Content
			answer := verifies(t, maker{}.session(t), files, "")
			require.Equal(t, requestverify.Altered, answer.Outcome)
			if a.MediaType != "application/vnd.in-toto+json" && b.MediaType != "application/vnd.in-toto+json" {
				assert.Len(t, answer.Altered, 2, "%s and %s", a.Path, b.Path)
			}
		}
	}
	files := filesOf(made)
	files["environments/\x1b[31m"+strings.Repeat("y", 5000)] = ""
	a := verifies(t, maker{}.session(t), files, "")
	assert.Equal(t, requestverify.Altered, a.Outcome)
	shownSafely(t, a)
}

// TestAForgery writes another attestation and marker. The outcome of such an altered bundle is
// made_with_another and never verified.
func TestAForgery(t *testing.T) {
	forged := maker{version: "0.9.0"}.makes(t, commandtest.Request, "")
	a := verifies(t, maker{}.session(t), filesOf(forged), "")
	assert.Equal(t, requestverify.MadeWithAnother, a.Outcome)
	assert.False(t, a.Verified)
	text := strings.Join(a.Lines(), " ")
	for _, word := range []string{"genuine", "valid", "authentic", "trust"} {
		assert.NotContains(t, text, word)
	}
	files := maps.Clone(filesOf(forged))
	at := proposal.PathsOf(forged.RequestID).Attestation
	files[at] = strings.ReplaceAll(files[at], "0.9.0", strings.Repeat("9\u202e", 3000))
	a = verifies(t, maker{}.session(t), files, "")
	assert.Equal(t, requestverify.Altered, a.Outcome)
	shownSafely(t, a)
}

// TestAForgeryThatPolicyNeverAccepts has a request that no day accepts, with hashes that agree.
func TestAForgeryThatPolicyNeverAccepts(t *testing.T) {
	s := maker{}.session(t)
	req, err := request.Parse(document.Source{Format: document.YAML, Data: []byte(commandtest.Request)})
	require.NoError(t, err)
	record, err := s.Evaluate(t.Context(), req, service.EvaluateOptions{})
	require.NoError(t, err)
	in, err := s.ProposalInput(t.Context(), record)
	require.NoError(t, err)
	in.Request.MonthlyBudget = 100
	forged, err := proposal.Build(in)
	require.NoError(t, err)
	a := verifies(t, s, filesOf(forged), "")
	assert.Equal(t, requestverify.Altered, a.Outcome)
	assert.Equal(t, []proposal.Mismatch{{Where: proposal.PathsOf(forged.RequestID).Request,
		Message: "is a request that policy accepts on no day"}}, a.Altered)
}

func TestExceptionsAreTold(t *testing.T) {
	with := maker{profile: "provider: provider_t\nexceptions:\n- {policy: common.network.private, application: checkout, environment: development, owner: net@example.com, reason: The company owns this range., until: 2026-11-30}\n"}
	made := with.makes(t, strings.Replace(commandtest.Request, "10.20.0.0/20", "8.8.0.0/20", 1), "")
	a := verifies(t, with.session(t), filesOf(made), "")
	assert.Equal(t, []string{"  accepted with 1 exception:",
		"    common.network.private, until 30 Nov 2026, of net@example.com: The company", "      owns this range."},
		a.Lines()[1:])
	a = verifies(t, with.session(t), filesOf(made), "2026-12-01")
	assert.Equal(t, requestverify.NoLongerAccepted, a.Outcome)
	assert.Equal(t, request.Date("2026-11-30"), a.VerifyOn)
	assert.Contains(t, strings.Join(strings.Fields(strings.Join(a.Lines(), " ")), " "),
		"The exception from this rule ended on 30 Nov 2026; its owner is net@example.com.")
}

func TestWhatIsNoProposal(t *testing.T) {
	for name, text := range map[string]string{
		"nothing": "", "other JSON": "{}", "cut": `{"schema": "platform.deployment-proposal/v1", `,
		"no request": `{"schema": "platform.deployment-proposal/v1"}`,
	} {
		_, err := requestverify.ClaimSaved("proposal.json", []byte(text))
		assert.Equal(t, problem.ProposalRejected, problem.From(err).Code, name)
	}
	_, err := requestverify.ClaimFiles("bundle", map[string]string{"a": "b"})
	assert.Equal(t, problem.ProposalRejected, problem.From(err).Code)
}
