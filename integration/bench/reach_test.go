// Package bench measures the platform beside its peers and prints one table: a bare
// net/http server that writes the same bytes, an empty command, conftest, cue and
// OPA. It shows ratios, since a machine's speed changes by the hour, and measures
// the two in alternation. docs/performance.md says how to read it.
package bench_test

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"text/tabwriter"
	"time"

	"github.com/stretchr/testify/require"

	"platform.internal/integration/build"
)

func TestMain(m *testing.M) {
	flag.Parse()
	if err := flag.Set("test.benchtime", "1x"); err != nil { // each part knows itself how much it measures
		panic(err)
	}
	code := build.Main(m)
	if len(rows) > 0 {
		printTable()
	}
	os.Exit(code)
}

// BenchmarkReach has a part for each subject, in the order of the table.
func BenchmarkReach(b *testing.B) {
	for _, part := range []struct {
		name    string
		measure func(*testing.B)
	}{
		{"new", newRequest}, {"evaluate", evaluate}, {"replay", replay}, {"memory", memory}, {"cold", coldValidate},
		{"files", manyFiles}, {"repository", repository}, {"list", longList}, {"size", sizes}, {"opa", opa},
	} {
		b.Run(part.name, part.measure)
	}
}

// row is a line of the table. Its reach is what issue 11 asks for; it is empty
// where a row is for information.
type row struct{ work, platform, peer, ratio, reach string }

var rows []row

func report(b *testing.B, r ...row) {
	b.ReportMetric(0, "ns/op") // the sum of all means nothing
	rows = append(rows, r...)
}

func printTable() {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 1, ' ', 0)
	_, _ = fmt.Fprintln(w, "\n| work\t| platform\t| peer\t| ratio\t| reach\t|\n|---\t|---\t|---\t|---\t|---\t|")
	for _, r := range rows {
		_, _ = fmt.Fprintf(w, "| %s\t| %s\t| %s\t| %s\t| %s\t|\n", r.work, r.platform, r.peer, r.ratio, r.reach)
	}
	_ = w.Flush()
}

// cost is what some work took.
type cost struct {
	wall, processor time.Duration // of the whole work, or by call
	slow            time.Duration // the 99th percentile of the calls
	bytes           int64         // of all answers
}

// few returns count, or a small part of it with -short: `make bench-once` only looks whether all parts run.
func few(count int) int {
	if testing.Short() {
		return min(count, 20)
	}
	return count
}

// alternate runs the two in turn and returns the medians of what they took.
func alternate(rounds int, ours, peer func() cost) (cost, cost) {
	if testing.Short() {
		rounds = 1
	}
	var mine, theirs []cost
	for range rounds {
		mine = append(mine, ours())
		theirs = append(theirs, peer())
	}
	return medians(mine), medians(theirs)
}

func medians(costs []cost) cost {
	median := func(part func(cost) time.Duration) time.Duration {
		var all []time.Duration
		for _, c := range costs {
			all = append(all, part(c))
		}
		slices.Sort(all)
		return all[len(all)/2]
	}
	return cost{
		wall:      median(func(c cost) time.Duration { return c.wall }),
		processor: median(func(c cost) time.Duration { return c.processor }),
		slow:      median(func(c cost) time.Duration { return c.slow }),
	}
}

// compared is a row of two times.
func compared(work string, ours, peer time.Duration, reach string) row {
	return row{work, shown(ours), shown(peer), ratio(float64(ours), float64(peer)), reach}
}

func shown(d time.Duration) string {
	if d < 10*time.Millisecond {
		return fmt.Sprintf("%.0f µs", float64(d)/float64(time.Microsecond))
	}
	return fmt.Sprintf("%.0f ms", float64(d)/float64(time.Millisecond))
}

func ratio(ours, peer float64) string { return fmt.Sprintf("%.2f", ours/peer) }

// tool returns the file of a peer in .bin, and whether it is there.
func tool(name string) (string, bool) {
	file, err := filepath.Abs(filepath.Join("../../.bin", name))
	if err != nil {
		return "", false
	}
	_, err = os.Stat(file)
	return file, err == nil
}

// absent is the row of a peer that is not installed.
func absent(work, peer string) row { return row{work: work, peer: peer + ": run make bench-peers"} }

// compiled builds a command below this folder.
func compiled(b *testing.B, folder string) string {
	b.Helper()
	binary := filepath.Join(b.TempDir(), folder)
	cmd := exec.CommandContext(b.Context(), "go", "build", "-trimpath", "-ldflags", "-s -w", "-o", binary, "./"+folder)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	out, err := cmd.CombinedOutput()
	require.NoError(b, err, string(out))
	return binary
}
