package requesthandover_test

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-cli/internal/command/requestpropose"
	"platform.internal/platform-cli/internal/commandtest"
	"platform.internal/platform-cli/internal/fileio"
	core "platform.internal/platform-core/handover"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/proposal"
)

// proposed returns the proposal of a request document.
func proposed(t *testing.T, document string) proposal.Proposal {
	t.Helper()
	r := commandtest.Run(t, requestpropose.New, document, "--profile", "profile.yaml")
	p, err := proposal.Decode(r.JSON)
	require.NoError(t, err)
	return p
}

// prepared returns a hand-over that is ready to be written, and the tree that it was made from.
func prepared(t *testing.T, p proposal.Proposal) (fileio.Tree, *core.Handover) {
	t.Helper()
	tree, err := fileio.ReadTree("repo", core.Concerns(p))
	require.NoError(t, err)
	h, err := core.New(p, tree.Tree)
	require.NoError(t, err)
	return tree, h
}

// TestWriterProcess is the process that [TestKilledHandover] starts. It hands over one proposal.
func TestWriterProcess(t *testing.T) {
	if !slices.Contains(os.Args, "--") {
		return
	}
	tree, h := prepared(t, proposed(t, "changed.yaml"))
	fmt.Println("writing")
	require.NoError(t, tree.Write(h))
}

// The steps of a hand-over that replaces another one, by what they leave when the process is killed.
const (
	beforeRequest = "the old files"
	inRequest     = "a part of the request document"
	afterRequest  = "both request documents and the old folder"
	inFolder      = "a part of the new folder"
	afterExchange = "both folders"
	afterFolder   = "both request documents and the new folder"
	afterRemoval  = "the new files"
)

// step returns the step at which a hand-over of the request stopped, and the unfinished file or folder that it left.
func step(requestID string) (name, left string) {
	requests, live := "repo/environments/requests/", "repo/environments/live/provider_t/north-1/checkout/"
	if found, _ := filepath.Glob(requests + core.Unfinished + "*"); len(found) > 0 {
		return inRequest, found[0]
	}
	marker, _ := os.ReadFile(live + "development/" + proposal.MarkerPath)
	isNew := strings.Contains(string(marker), requestID)
	if found, _ := filepath.Glob(live + core.Unfinished + "*"); len(found) > 0 {
		if isNew {
			return afterExchange, found[0]
		}
		return inFolder, found[0]
	}
	switch found, _ := filepath.Glob(requests + "*"); {
	case len(found) < 2 && isNew:
		return afterRemoval, ""
	case len(found) < 2:
		return beforeRequest, ""
	case isNew:
		return afterFolder, ""
	}
	return afterRequest, ""
}

// TestKilledHandover kills a process at each step of a hand-over. Verification names the files that the process leaves.
// The live folder is the old or the new one. The next hand-over completes.
func TestKilledHandover(t *testing.T) {
	folder(t)
	id := proposed(t, "changed.yaml").RequestID
	handedOver(t, "bundle")
	require.NoError(t, os.CopyFS("before", os.DirFS("repo")))
	handedOver(t, "changed")
	done := files(t, "repo")
	stopped := map[string]int{}
	for _, wanted := range []string{inRequest, afterRequest, inFolder, afterExchange, afterFolder} {
		for tries := 0; stopped[wanted] == 0; tries++ {
			require.Less(t, tries, 400, "no process was killed when it left %s: %v", wanted, stopped)
			require.NoError(t, os.RemoveAll("repo"))
			require.NoError(t, os.CopyFS("repo", os.DirFS("before")))
			killedAt(t, id, wanted)

			name, left := step(id)
			stopped[name]++
			if left != "" {
				path := strings.TrimPrefix(left, "repo/")
				assert.Contains(t, commandtest.Sentences(verify(t)),
					path+": foreign_file, it was left by a hand-over that was stopped")
				r := handover(t, "changed")
				assert.Equal(t, problem.ExitProtected, r.Exit)
				assert.Contains(t, commandtest.Sentences(r), path+". Remove it")
				require.NoError(t, os.RemoveAll(left))
			}
			r := handover(t, "changed")
			require.Equal(t, problem.ExitDone, r.Exit, commandtest.Sentences(r))
			require.Equal(t, done, files(t, "repo"), name)
			require.Equal(t, problem.ExitDone, verify(t).Exit)
		}
	}
	t.Log("what the killed processes left:", stopped)
}

// killedAt starts a hand-over and kills it as soon as it is at the step, if it does not end before.
func killedAt(t *testing.T, requestID, wanted string) {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run", "^TestWriterProcess$", "--")
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	lines := bufio.NewScanner(out)
	require.True(t, lines.Scan() && lines.Text() == "writing", lines.Text())
	at := ""
	for at != wanted && at != afterRemoval {
		at, _ = step(requestID)
	}
	require.NoError(t, cmd.Process.Kill())
	_ = cmd.Wait()
}

// TestHandoversAtOnce writes two hand-overs that were made from the same tree. One of them wins, and the other one
// leaves nothing.
func TestHandoversAtOnce(t *testing.T) {
	folder(t)
	third := strings.Replace(commandtest.Request, "500", "800", 1)
	require.NoError(t, os.WriteFile("third.yaml", []byte(third), 0o600))
	both := []proposal.Proposal{proposed(t, "changed.yaml"), proposed(t, "third.yaml")}
	first := proposed(t, "request.yaml")
	for i := range 20 {
		require.NoError(t, os.RemoveAll("repo"))
		require.NoError(t, os.Mkdir("repo", 0o750))
		if i%2 == 1 { // both replace a proposal
			tree, h := prepared(t, first)
			require.NoError(t, tree.Write(h))
		}
		var trees [2]fileio.Tree
		var handovers [2]*core.Handover
		var failed [2]error
		for n, p := range both {
			trees[n], handovers[n] = prepared(t, p)
		}
		var writing sync.WaitGroup
		for n := range both {
			writing.Go(func() { failed[n] = trees[n].Write(handovers[n]) })
		}
		writing.Wait()
		winner := slices.Index(failed[:], nil)
		require.GreaterOrEqual(t, winner, 0, "%v", failed)
		require.Equal(t, problem.FileProtected, problem.From(failed[1-winner]).Code, "%v", failed)
		want := map[string]string{}
		for name, content := range handovers[winner].Files {
			want["/"+name] = content
		}
		require.Equal(t, want, files(t, "repo"))
	}
}
