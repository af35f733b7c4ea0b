package requestpropose_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-cli/internal/command/requestpropose"
	"platform.internal/platform-cli/internal/command/requeststatus"
	"platform.internal/platform-cli/internal/commandtest"
	"platform.internal/platform-core/problem"
)

func TestWritesABundle(t *testing.T) {
	commandtest.Folder(t)
	args := []string{"request.yaml", "--profile", "profile.yaml", "--output", "bundle"}
	r := commandtest.Run(t, requestpropose.New, args...)
	require.Equal(t, problem.ExitDone, r.Exit, r.Notes)
	assert.Equal(t, "ready_for_review", commandtest.Member(t, r, "status"))
	assert.Equal(t, "wrote 8 files to bundle", r.Notes[3])
	assert.FileExists(t, filepath.Join("bundle", "PROPOSAL-ONLY.json"))
	assert.Equal(t, problem.ExitProtected, commandtest.Run(t, requestpropose.New, args...).Exit)
	again := commandtest.Run(t, requestpropose.New, append(args, "--force")...)
	assert.Equal(t, string(r.JSON), string(again.JSON))
}

func TestText(t *testing.T) {
	commandtest.Folder(t)
	r := commandtest.Run(t, requestpropose.New, "request.yaml", "--profile", "profile.yaml", "--output", "bundle", "-o", "text")
	require.Equal(t, problem.ExitDone, r.Exit)
	assert.Empty(t, r.JSON)
	assert.Empty(t, r.Notes)
	assert.Contains(t, r.Text[0], "accepted: req-")
	assert.Contains(t, r.Text[1], "ready_for_review: prop-")
	assert.Equal(t, []string{"wrote 8 files to bundle", "next:",
		"  platform request handover bundle --repo DIR --profile profile.yaml"}, r.Text[4:])
	r = commandtest.Run(t, requestpropose.New, "denied.yaml", "--profile", "profile.yaml", "-o", "text")
	assert.Equal(t, problem.ExitDenied, r.Exit)
	assert.Contains(t, r.Text, "With these values policy accepts it.")
}

// TestPlaceholdersAreNamed checks that the status lists placeholders, also for a saved proposal.
func TestPlaceholdersAreNamed(t *testing.T) {
	commandtest.Folder(t, "real.yaml", "provider: provider_t\nmode: enterprise\nboundaries: {production: '123'}\n")
	r := commandtest.Run(t, requestpropose.New, "request.yaml", "--profile", "enterprise.yaml")
	require.Equal(t, problem.ExitDone, r.Exit, r.Notes)
	assert.Equal(t, "ready_for_review", commandtest.Member(t, r, "status"))
	assert.Equal(t, []any{"production"}, commandtest.Member(t, r, "placeholders"))
	assert.Contains(t, r.Notes[0], "ready_for_review: prop-")
	assert.Equal(t, "  placeholders, to replace before a plan: production", r.Notes[3])
	require.NoError(t, os.WriteFile("proposal.json", r.JSON, 0o600))
	saved := commandtest.Run(t, requeststatus.New, "proposal.json")
	assert.Contains(t, saved.Notes[0], "ready_for_review: prop-")
	assert.Contains(t, saved.Notes, r.Notes[3])

	r = commandtest.Run(t, requestpropose.New, "request.yaml", "--profile", "real.yaml")
	assert.Contains(t, r.Notes[0], "ready_for_review: prop-")
	assert.NotContains(t, string(r.JSON), "placeholder")
}

// TestADeniedRequestHasNoProposal checks that a denied request leaves no folder.
func TestADeniedRequestHasNoProposal(t *testing.T) {
	commandtest.Folder(t)
	r := commandtest.Run(t, requestpropose.New, "denied.yaml", "--profile", "profile.yaml", "--output", "bundle")
	assert.Equal(t, problem.ExitDenied, r.Exit)
	assert.Equal(t, "request_not_accepted", commandtest.Member(t, r, "code"))
	assert.Contains(t, r.Notes, "With these values policy accepts it.")
	assert.NoDirExists(t, "bundle")
}

// TestForceKeepsOtherFolders checks that --force replaces only bundles.
func TestForceKeepsOtherFolders(t *testing.T) {
	commandtest.Folder(t, "notes/a.txt", "mine")
	r := commandtest.Run(t, requestpropose.New, "request.yaml", "--profile", "profile.yaml", "--output",
		"notes", "--force")
	assert.Equal(t, problem.ExitProtected, r.Exit)
	kept, err := os.ReadFile(filepath.Join("notes", "a.txt"))
	require.NoError(t, err)
	assert.Equal(t, "mine", string(kept))
}
