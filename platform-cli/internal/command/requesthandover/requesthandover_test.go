package requesthandover_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-cli/internal/command/requesthandover"
	"platform.internal/platform-cli/internal/command/requestpropose"
	"platform.internal/platform-cli/internal/command/requestverify"
	"platform.internal/platform-cli/internal/commandtest"
	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-core/problem"
)

const live = "repo/environments/live/provider_t/north-1/checkout/development"

// folder creates an empty repository and two bundles: "bundle", and "changed" with a larger budget.
func folder(t *testing.T) {
	t.Helper()
	commandtest.Folder(t, "changed.yaml", strings.Replace(commandtest.Request, "500", "700", 1))
	require.NoError(t, os.Mkdir("repo", 0o750))
	for request, bundle := range map[string]string{"request.yaml": "bundle", "changed.yaml": "changed"} {
		r := commandtest.Run(t, requestpropose.New, request, "--profile", "profile.yaml", "--output", bundle)
		require.Equal(t, problem.ExitDone, r.Exit, r.Notes)
	}
}

func handover(t *testing.T, args ...string) *host.Result {
	t.Helper()
	return commandtest.Run(t, requesthandover.New, append(args, "--repo", "repo", "--profile", "profile.yaml")...)
}

// handedOver is [handover] where it has to succeed.
func handedOver(t *testing.T, args ...string) {
	t.Helper()
	require.Equal(t, problem.ExitDone, handover(t, args...).Exit)
}

// verified checks that the repository is as the platform made it.
func verified(t *testing.T) {
	t.Helper()
	assert.Equal(t, problem.ExitDone, verify(t).Exit)
}

func verify(t *testing.T, args ...string) *host.Result {
	t.Helper()
	return commandtest.Run(t, requestverify.New, append(args, "--repo", "repo", "--profile", "profile.yaml")...)
}

// files returns the contents of all files below a folder by path.
func files(t *testing.T, root string) map[string]string {
	t.Helper()
	all := map[string]string{}
	require.NoError(t, filepath.WalkDir(root, func(path string, entry os.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() || strings.Contains(path, ".git/") {
			return err
		}
		content, err := os.ReadFile(path)
		all[strings.TrimPrefix(path, root)] = string(content)
		return err
	}))
	return all
}

func TestHandover(t *testing.T) {
	folder(t)
	r := handover(t, "bundle")
	require.Equal(t, problem.ExitDone, r.Exit, commandtest.Sentences(r))
	assert.Equal(t, "Add checkout development in north-1", commandtest.Member(t, r, "title"))
	assert.Nil(t, commandtest.Member(t, r, "supersedes"))
	assert.Len(t, commandtest.Member(t, r, "written"), 8)
	verified(t)

	r = handover(t, "changed", "-o", "text")
	require.Equal(t, problem.ExitDone, r.Exit)
	assert.Equal(t, "handed over: Change checkout development in north-1: monthly_budget", r.Text[0])
	assert.Contains(t, strings.Join(r.Text, "\n"), "wrote:\n  environments/live/provider_t/north-1/checkout/development/\n    PROPOSAL-ONLY.json\n    REVIEW.md\n")
	verified(t)

	before := files(t, "repo")
	r = handover(t, "changed")
	assert.Equal(t, problem.ExitDone, r.Exit)
	assert.Empty(t, commandtest.Member(t, r, "written"))
	assert.Equal(t, before, files(t, "repo"))
	assert.Len(t, before, 8, "nothing of the first request is left")
}

// TestPatch applies the patches with git and compares the trees: of a new environment, of a change of each field, and
// of a change of several.
func TestPatch(t *testing.T) {
	folder(t)
	require.NoError(t, os.Mkdir("applied", 0o750))
	git := func(args ...string) {
		t.Helper()
		c := exec.Command("git", append([]string{"-C", "applied", "-c", "user.name=a", "-c", "user.email=a@example.com"},
			args...)...)
		out, err := c.CombinedOutput()
		require.NoError(t, err, string(out))
	}
	git("init", "-q")
	git("commit", "-q", "--allow-empty", "-m", "start")
	for i, replaced := range [][]string{
		{}, {"500", "700"}, {"payments@", "billing@"}, {"CC-4711", "CC-1"}, {"internal", "confidential"},
		{"10.20.", "10.64."}, {"Integration", "Other"}, {"12-15", "12-20"}, {"small", "medium", "500", "900"},
		{"payments@", "billing@", "10.20.", "10.64.", "Integration", "Other", "500", "700", "12-15", "12-20"},
	} {
		request := strings.NewReplacer(replaced...).Replace(commandtest.Request)
		require.NoError(t, os.WriteFile("next.yaml", []byte(request), 0o600))
		proposal := commandtest.Run(t, requestpropose.New, "next.yaml", "--profile", "profile.yaml")
		require.Equal(t, problem.ExitDone, proposal.Exit, commandtest.Sentences(proposal))
		require.NoError(t, os.WriteFile("next.json", proposal.JSON, 0o600))
		patch, err := filepath.Abs(fmt.Sprint(i, ".patch"))
		require.NoError(t, err)
		r := handover(t, "next.json", "--patch", patch)
		require.Equal(t, problem.ExitDone, r.Exit, commandtest.Sentences(r))
		git("am", "-q", patch)
		assert.Equal(t, files(t, "repo"), files(t, "applied"))
	}
	patch, err := os.ReadFile("0.patch")
	require.NoError(t, err)
	assert.Contains(t, string(patch), "\nDate: Sat, 21 Nov 2026 00:00:00 +0000\n")
}

// TestProtectedFiles makes changes that a hand-over would lose, and links that lead out of the
// tree.
func TestProtectedFiles(t *testing.T) {
	for name, change := range map[string]func(t *testing.T){
		"a changed file": func(t *testing.T) { require.NoError(t, os.WriteFile(live+"/main.tf", []byte("# mine\n"), 0o600)) },
		"a further file": func(t *testing.T) { require.NoError(t, os.WriteFile(live+"/override.tf", nil, 0o600)) },
		"a link": func(t *testing.T) {
			require.NoError(t, os.Symlink("/etc/passwd", live+"/link"))
		},
		"a link in a further folder": func(t *testing.T) {
			require.NoError(t, os.Mkdir(live+"/modules", 0o750))
			require.NoError(t, os.Symlink("/etc/passwd", live+"/modules/link"))
		},
		"a folder that is a link": func(t *testing.T) {
			require.NoError(t, os.Rename("repo/environments/live", "elsewhere"))
			require.NoError(t, os.Symlink("../../elsewhere", "repo/environments/live"))
		},
		"a tree that is a link": func(t *testing.T) {
			require.NoError(t, os.Rename("repo/environments", "elsewhere"))
			require.NoError(t, os.Symlink("../elsewhere", "repo/environments"))
		},
		"a request that is a link": func(t *testing.T) {
			require.NoError(t, os.RemoveAll("repo/environments/requests"))
			require.NoError(t, os.Symlink("/etc", "repo/environments/requests"))
		},
	} {
		t.Run(name, func(t *testing.T) {
			folder(t)
			handedOver(t, "bundle")
			change(t)
			before := files(t, ".")
			r := handover(t, "changed", "--patch", "x.patch")
			assert.Equal(t, problem.ExitProtected, r.Exit, commandtest.Sentences(r))
			assert.Equal(t, before, files(t, "."))
			assert.Equal(t, problem.ExitDenied, verify(t).Exit)
		})
	}
}

// TestStoppedHandover continues from each state in which a killed process or a full disk leaves the
// tree. The command names what is left, and gives the same tree after that is removed.
func TestStoppedHandover(t *testing.T) {
	const temporary = "/.platform-temporary-A"
	requests := "repo/environments/requests"
	copied := func(t *testing.T, from, to string) {
		t.Helper()
		require.NoError(t, os.CopyFS(to, os.DirFS(from)))
	}
	for name, test := range map[string]struct {
		// stop changes the tree before the hand-over of "changed"; done is a tree after it.
		stop func(t *testing.T, done string)
		left string
	}{
		"in the request": {func(t *testing.T, _ string) {
			require.NoError(t, os.WriteFile(requests+temporary, []byte("appl"), 0o600))
		}, requests + temporary},
		"after the request": {func(t *testing.T, done string) {
			require.NoError(t, os.RemoveAll("both"))
			copied(t, requests, "both")
			require.NoError(t, os.RemoveAll(requests))
			copied(t, strings.Replace(requests, "repo", done, 1), requests)
			for name, content := range files(t, "both/") {
				require.NoError(t, os.WriteFile(requests+"/"+name, []byte(content), 0o600))
			}
		}, ""},
		"in the folder": {func(t *testing.T, done string) {
			copied(t, strings.Replace(live, "repo", done, 1), filepath.Dir(live)+temporary)
			require.NoError(t, os.Remove(filepath.Dir(live)+temporary+"/REVIEW.md"))
		}, filepath.Dir(live) + temporary},
		"after the exchange": {func(t *testing.T, done string) {
			copied(t, live, filepath.Dir(live)+temporary)
			require.NoError(t, os.RemoveAll(live))
			copied(t, strings.Replace(live, "repo", done, 1), live)
			for name, content := range files(t, strings.Replace(requests, "repo", done, 1)) {
				require.NoError(t, os.WriteFile(requests+name, []byte(content), 0o600))
			}
		}, filepath.Dir(live) + temporary},
	} {
		t.Run(name, func(t *testing.T) {
			folder(t)
			handedOver(t, "bundle")
			require.NoError(t, os.CopyFS("done", os.DirFS("repo")))
			r := commandtest.Run(t, requesthandover.New, "changed", "--repo", "done", "--profile", "profile.yaml")
			require.Equal(t, problem.ExitDone, r.Exit)
			test.stop(t, "done")
			assert.Equal(t, problem.ExitDenied, verify(t).Exit)
			if test.left != "" {
				name := strings.TrimPrefix(test.left, "repo/")
				assert.Contains(t, commandtest.Sentences(verify(t)), name+": foreign_file, it was left by a hand-over that was stopped")
				r := handover(t, "changed")
				assert.Equal(t, problem.ExitProtected, r.Exit)
				assert.Contains(t, commandtest.Sentences(r), name+". Remove it")
				require.NoError(t, os.RemoveAll(test.left))
			}
			handedOver(t, "changed")
			assert.Equal(t, files(t, "done"), files(t, "repo"))
			verified(t)
		})
	}
}

// TestBlockedFolders has a file where the hand-over needs a folder. Nothing is written.
func TestBlockedFolders(t *testing.T) {
	for _, blocked := range []string{live, "repo/environments/requests", "repo/environments/live"} {
		folder(t)
		require.NoError(t, os.MkdirAll(filepath.Dir(blocked), 0o755))
		require.NoError(t, os.WriteFile(blocked, nil, 0o600))
		before := files(t, ".")
		r := handover(t, "bundle")
		assert.Equal(t, problem.ExitProtected, r.Exit, commandtest.Sentences(r))
		assert.Equal(t, before, files(t, "."))
	}
}

// TestWrongRoots names folders that are no working tree, patches that are no file, and patches that verification would
// report.
func TestWrongRoots(t *testing.T) {
	folder(t)
	handedOver(t, "bundle")
	require.NoError(t, os.Symlink("repo/environments/live", "link"))
	wd, err := os.Getwd()
	require.NoError(t, err)
	for _, test := range []struct {
		args []string
		exit int
		says string
	}{
		{[]string{"--repo", "bundle"}, problem.ExitUsage, "bundle is a bundle. Name the folder of a working tree"},
		{[]string{"--repo", "repo/environments"}, problem.ExitUsage, "Write --repo repo"},
		{[]string{"--repo", "repo/environments/live/"}, problem.ExitUsage, "Write --repo repo"},
		{[]string{"--repo", "repo/environments/requests"}, problem.ExitUsage, "Write --repo repo"},
		{[]string{"--repo", live}, problem.ExitUsage, "Write --repo repo"},
		{[]string{"--repo", wd + "/repo/environments/live/provider_t"}, problem.ExitUsage, "Write --repo " + wd + "/repo"},
		{[]string{"--repo", "link"}, problem.ExitUsage, "Write --repo repo"},
		{[]string{"--repo", "repo", "--patch", live + "/x.patch"}, problem.ExitUsage, "below the folder"},
		{[]string{"--repo", "repo", "--patch", "profile.yaml"}, problem.ExitProtected, "remove it, or write another"},
		{[]string{"--repo", "repo", "--patch", "-"}, problem.ExitUsage, "new file, such as change.patch"},
		{[]string{"--repo", "repo", "--patch", "bundle"}, problem.ExitUsage, "new file, such as change.patch"},
		{[]string{"--repo", "repo", "--patch", "patches/"}, problem.ExitUsage, "new file, such as change.patch"},
	} {
		before := files(t, ".")
		r := commandtest.Run(t, requesthandover.New, append(test.args, "changed", "--profile", "profile.yaml")...)
		assert.Contains(t, commandtest.Sentences(r), test.says)
		assert.NotContains(t, commandtest.Sentences(r), "--force")
		assert.Equal(t, test.exit, r.Exit)
		assert.Equal(t, before, files(t, "."))
		if !slices.Contains(test.args, "--patch") {
			r = commandtest.Run(t, requestverify.New, append(test.args, "--profile", "profile.yaml")...)
			assert.Equal(t, test.exit, r.Exit)
		}
	}
}

// TestAFolderNamedEnvironments names a folder above a working tree. This folder has no environment.
func TestAFolderNamedEnvironments(t *testing.T) {
	folder(t)
	for _, root := range []string{"environments/live", "environments/requests", "live/environments"} {
		require.NoError(t, os.MkdirAll(root, 0o750))
		r := commandtest.Run(t, requesthandover.New, "bundle", "--repo", root, "--profile", "profile.yaml")
		assert.Equal(t, problem.ExitDone, r.Exit, commandtest.Sentences(r))
	}
}

// TestWhatProtectedFilesSay compares the messages for files that a hand-over would lose.
func TestWhatProtectedFilesSay(t *testing.T) {
	for script, says := range map[string]string{
		"echo >> $live/main.tf":          "$live/main.tf like this: it does not have the SHA-256 that the attestation gives it. Restore it.",
		"echo >> $old":                   "$old like this: it does not have the SHA-256 that the attestation gives it. Restore it.",
		"sed -i 's/$/\r/' $live/main.tf": "$live/main.tf like this: it has CRLF line ends, and differs in nothing else. Restore it.",
		"touch $live/x.tf":               "$live/x.tf was not written by a hand-over. Move it out of $live.",
		"rm $live/REVIEW.md":             "$live/REVIEW.md is missing. Restore the file, or move the folder away.",
		"mkdir -p $copy; mv $live/* $copy": "$copy has the environment that belongs to $live. " +
			"Move it back, or remove it.",
		"mkdir $live/../.platform-temporary-A": "A hand-over that was stopped left " +
			"environments/live/provider_t/north-1/checkout/.platform-temporary-A. Remove it",
		"mkdir $live/modules": "$live/modules is an empty folder, such as that of a submodule; restore it or remove it first.",
	} {
		env := twoEnvironments(t)
		shell(t, env, script)
		r := handover(t, "changed")
		assert.Equal(t, problem.ExitProtected, r.Exit)
		assert.Contains(t, commandtest.Sentences(r), os.Expand(says, func(name string) string { return valueOf(env, name) }))
	}
}

// TestAChangeMeanwhile changes the live folder after the hand-over read it. The old request stays the only one.
func TestAChangeMeanwhile(t *testing.T) {
	folder(t)
	handedOver(t, "bundle")
	tree, h := prepared(t, proposed(t, "changed.yaml"))
	require.NoError(t, os.WriteFile(live+"/main.tf", []byte("# mine\n"), 0o600))
	before := files(t, "repo")
	assert.Equal(t, problem.FileProtected, problem.From(tree.Write(h)).Code)
	assert.Equal(t, before, files(t, "repo"))
}

func TestNoEmptyPatch(t *testing.T) {
	folder(t)
	handedOver(t, "bundle")
	handedOver(t, "bundle", "--patch", "x.patch")
	assert.NoFileExists(t, "x.patch")
}

// TestFindingsOfOtherFoldersCount puts files into the folder of another environment.
func TestFindingsOfOtherFoldersCount(t *testing.T) {
	key := "provider_t/north-1/checkout/development/terraform.tfstate"
	other := "repo/environments/live/provider_t/north-1/billing/development"
	for name, test := range map[string]struct {
		change func() error
		exit   int
	}{
		"a foreign file":  {func() error { return os.WriteFile(other+"/override.tf", nil, 0o600) }, problem.ExitDenied},
		"a link":          {func() error { return os.Symlink("main.tf", other+"/link") }, problem.ExitDenied},
		"an altered file": {func() error { return os.WriteFile(other+"/main.tf", nil, 0o600) }, problem.ExitDone},
	} {
		t.Run(name, func(t *testing.T) {
			folder(t)
			require.NoError(t, os.WriteFile("billing.yaml", []byte(strings.Replace(commandtest.Request, "checkout", "billing", 1)), 0o600))
			r := commandtest.Run(t, requestpropose.New, "billing.yaml", "--profile", "profile.yaml", "--output", "billing")
			require.Equal(t, problem.ExitDone, r.Exit, r.Notes)
			handedOver(t, "bundle")
			handedOver(t, "billing")
			require.NoError(t, test.change())
			r = verify(t, "--state-key", key)
			assert.Equal(t, test.exit, r.Exit, string(r.JSON))
		})
	}
}

func TestRefusals(t *testing.T) {
	folder(t)
	require.NoError(t, os.WriteFile("changed/PROPOSAL-ONLY.json", []byte("{}"), 0o600))
	for name, test := range map[string]struct {
		args []string
		exit int
		says string
	}{
		"no repository": {[]string{"bundle", "--repo", "absent", "--profile", "profile.yaml"},
			problem.ExitUsage, "absent"},
		"no --repo": {[]string{"bundle", "--profile", "profile.yaml"}, problem.ExitUsage, "--repo is missing"},
		"an altered one": {[]string{"changed", "--repo", "repo", "--profile", "profile.yaml"},
			problem.ExitDenied, "altered"},
		"another profile": {[]string{"bundle", "--repo", "repo", "--profile", "enterprise.yaml"},
			problem.ExitDenied, "made_with_another"},
		"a day": {[]string{"bundle", "--repo", "repo", "--profile", "profile.yaml", "--on", "soon"},
			problem.ExitUsage, "--on"},
		"an absent bundle": {[]string{"none", "--repo", "repo", "--profile", "profile.yaml"}, problem.ExitUsage, "none"},
	} {
		t.Run(name, func(t *testing.T) {
			r := commandtest.Run(t, requesthandover.New, test.args...)
			assert.Equal(t, test.exit, r.Exit)
			assert.Contains(t, commandtest.Sentences(r)+string(r.JSON), test.says)
			assert.Empty(t, files(t, "repo"))
		})
	}
}

func TestVerifyRepository(t *testing.T) {
	folder(t)
	assert.Equal(t, problem.ExitUsage, verify(t).Exit, "a repository without environments")
	handedOver(t, "bundle")
	id := commandtest.Member(t, handover(t, "bundle"), "request_id").(string)
	key := "provider_t/north-1/checkout/development/terraform.tfstate"
	for name, test := range map[string]struct {
		args []string
		exit int
	}{
		"the state key":     {[]string{"--state-key", key}, problem.ExitDone},
		"another state key": {[]string{"--state-key", "x"}, problem.ExitUsage},
		"the request":       {[]string{"--expect-request", id}, problem.ExitDone},
		"another request":   {[]string{"--expect-request", "req-00000000000000000000"}, problem.ExitDenied},
		"another proposal": {[]string{"--state-key", key, "--expect-proposal", "prop-00000000000000000000"},
			problem.ExitDenied},
		"a bundle as well":      {[]string{"bundle"}, problem.ExitUsage},
		"an empty state key":    {[]string{"--state-key", ""}, problem.ExitUsage},
		"an empty request ID":   {[]string{"--state-key", key, "--expect-request", ""}, problem.ExitUsage},
		"no request ID":         {[]string{"--expect-request", "abc"}, problem.ExitUsage},
		"an empty proposal ID":  {[]string{"--state-key", key, "--expect-proposal", ""}, problem.ExitUsage},
		"a request as proposal": {[]string{"--expect-proposal", id}, problem.ExitUsage},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, test.exit, verify(t, test.args...).Exit) })
	}

	require.NoError(t, os.WriteFile("repo/environments/notes.md", nil, 0o600))
	r := verify(t, "--state-key", key)
	assert.Equal(t, problem.ExitDenied, r.Exit, "a finding of the whole tree")
	assert.Equal(t, "altered", commandtest.Member(t, r, "outcome"))
	text := verify(t, "-o", "text")
	assert.Contains(t, strings.Join(text.Text, "\n"), "environments/notes.md: foreign_file")
}

// TestPermissionsOfACheckout has the permissions of a checkout with the umask 0000, as some CI runners make it. Git
// stores only whether a file is executable.
func TestPermissionsOfACheckout(t *testing.T) {
	folder(t)
	handedOver(t, "bundle")
	require.NoError(t, filepath.WalkDir("repo", func(path string, entry os.DirEntry, err error) error {
		mode := os.FileMode(0o666)
		if err == nil && entry.IsDir() {
			mode = 0o777
		}
		return errors.Join(err, os.Chmod(path, mode))
	}))
	assert.Equal(t, problem.ExitDone, verify(t).Exit, commandtest.Sentences(verify(t)))
	assert.Equal(t, problem.ExitDone, handover(t, "changed").Exit, commandtest.Sentences(handover(t, "changed")))
	require.NoError(t, os.Chmod(live+"/main.tf", 0o777))
	assert.Contains(t, commandtest.Sentences(verify(t)), "main.tf: not_a_file, it is executable")
	assert.Equal(t, problem.ExitProtected, handover(t, "bundle").Exit)
}

// TestOutcomesOfARepository verifies with another profile and on a later day.
func TestOutcomesOfARepository(t *testing.T) {
	folder(t)
	handedOver(t, "bundle")
	r := commandtest.Run(t, requestverify.New, "--repo", "repo", "--profile", "enterprise.yaml")
	assert.Equal(t, problem.ExitDenied, r.Exit)
	assert.Equal(t, "made_with_another", commandtest.Member(t, r, "outcome"))
	assert.Contains(t, commandtest.Sentences(r), "it was made with another profile")
	r = verify(t, "--on", "2027-06-01")
	assert.Equal(t, problem.ExitDenied, r.Exit)
	assert.Equal(t, "no_longer_accepted", commandtest.Member(t, r, "outcome"))
	assert.Contains(t, commandtest.Sentences(r), "it is denied on 1 Jun 2027 by common.expiry.future")
}
