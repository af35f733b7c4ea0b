package bench_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platform.internal/integration/build"
)

// command returns what a run of a command takes, with the children that it waits
// for. It has to end with the code.
func command(b *testing.B, code int, name string, args ...string) func() cost {
	return func() cost {
		var stderr bytes.Buffer
		cmd := exec.CommandContext(b.Context(), name, args...)
		cmd.Stderr = &stderr
		began := time.Now()
		err := cmd.Run()
		wall := time.Since(began)
		if exit := new(exec.ExitError); !errors.As(err, &exit) {
			require.NoError(b, err)
		}
		require.Equal(b, code, cmd.ProcessState.ExitCode(), stderr.String())
		return cost{wall: wall, processor: cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()}
	}
}

// times are two rows of a comparison.
func times(work string, ours, peer cost, reach string) []row {
	return []row{
		compared(work+", wall time", ours.wall, peer.wall, reach),
		compared(work+", processor time", ours.processor, peer.processor, reach),
	}
}

// validate returns the run of `platform request validate` with the files.
func validate(b *testing.B, code int, args ...string) func() cost {
	layout := build.Binaries(b)
	return command(b, code, layout.Platform, append([]string{"request", "validate", "--profile", profile, "--adapters", layout.AdaptersDir}, args...)...)
}

// coldValidate starts the command, verifies and starts the adapter, evaluates one
// request, prints the record and ends.
func coldValidate(b *testing.B) {
	const file = examples + "accepted.yaml"
	ours := validate(b, 0, file)
	against(b, 20, "cold validate of one file, to conftest", "≤ 0.7", ours, "conftest", "test", "--policy", "testdata", file)
	against(b, 20, "cold validate of one file, to cue vet", "", ours, "cue", "vet", "-c", "-d", "#Request", "testdata/request.cue", file)
}

// against reports how a command does beside a peer's, which has to be installed.
func against(b *testing.B, rounds int, work, reach string, ours func() cost, peer string, args ...string) {
	b.Helper()
	file, ok := tool(peer)
	if !ok {
		report(b, absent(work, peer))
		return
	}
	mine, theirs := alternate(rounds, ours, command(b, 0, file, args...))
	report(b, times(work, mine, theirs, reach)...)
}

// manyFiles validates 1,000 files in one command. Where the command can print a
// report without records, it does.
func manyFiles(b *testing.B) {
	const count, rounds = 1000, 3
	var form []string
	help, err := exec.CommandContext(b.Context(), build.Binaries(b).Platform, "request", "validate", "--help").Output()
	require.NoError(b, err)
	if strings.Contains(string(help), "-o, ") {
		form = []string{"-o", "text"}
	}
	run := func(example string, code int) (string, func() cost) {
		folder := requests(b, example, count)
		return folder, validate(b, code, append(form, folder)...)
	}
	folder, accepted := run("accepted", 0)
	_, denied := run("denied", 1)
	against(b, rounds, strings.Join(append([]string{"1,000 accepted files"}, form...), " ")+", to conftest", "≤ 0.5", accepted,
		"conftest", "test", "--policy", "testdata", folder)
	ours, theirs := alternate(rounds, denied, accepted)
	report(b, times("1,000 denied files, to the accepted", ours, theirs, "≤ 2")...)
}

// requests returns a folder of files that are an example for another application
// each.
func requests(b *testing.B, example string, count int) string {
	b.Helper()
	text, err := os.ReadFile(examples + example + ".yaml")
	require.NoError(b, err)
	next, folder := applications(string(text)), b.TempDir()
	for i := range few(count) {
		require.NoError(b, os.WriteFile(filepath.Join(folder, fmt.Sprintf("%04d.yaml", i)), []byte(next()), 0o600))
	}
	return folder
}

// sizes are those of the commands, to what they were when issue 11 was written.
func sizes(b *testing.B) {
	layout := build.Binaries(b)
	for _, c := range []struct {
		file, reach string
		before      float64 // in MB
	}{
		{layout.Platform, "≤ 0.67", 25.7}, {layout.Server, "", 23.6}, {layout.Portal, "", 11.9},
		{filepath.Join(layout.AdaptersDir, "platform-provider-a"), "≤ 0.67", 14.1},
		{filepath.Join(layout.AdaptersDir, "platform-provider-b"), "≤ 0.67", 14.1},
	} {
		info, err := os.Stat(c.file)
		require.NoError(b, err)
		size := float64(info.Size()) / 1e6
		report(b, row{"size of " + filepath.Base(c.file) + ", to that before", fmt.Sprintf("%.1f MB", size), fmt.Sprintf("%.1f MB", c.before), ratio(size, c.before), c.reach})
	}
}
