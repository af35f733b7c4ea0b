// Package words checks that code, comments, messages, documents and commit
// messages use the terms of the field, and no pictures of the project's own.
package words_test

import (
	"bufio"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const root = "../.."

// unconverted lists the files that still have such words. It may only get
// shorter: a file that is free of them must leave the list.
const unconverted = "unconverted.txt"

var update = flag.Bool("update", false, "write "+unconverted+" again")

// term is something that is not written here.
type term struct {
	// found matches it in lower-case text, where names are split into words:
	// mostBytes is "most bytes".
	found *regexp.Regexp
	// write is what to write for it.
	write string
	// except is right all the same.
	except *regexp.Regexp
}

func not(found, write string) term { return notBut(found, write, `$^`) }

func notBut(found, write, except string) term {
	return term{regexp.MustCompile(`\b(?:` + found + `)\b`), write, regexp.MustCompile(except)}
}

// terms is the vocabulary. "order", "place" and "words" are not in it: as plain
// English they are right nearly everywhere.
var terms = []term{
	notBut(`box(es|ed)?`, "confinement; an element, a frame", `box (sizing|shadow|decoration)|(view|flex|bounding|check|border|content|padding) box|get b box`),
	not(`(held|holds?|holding)( \S+){0,6} against`, "checked against, verified"),
	not(`fates?`, "exit reason"),
	not(`stillborn|unborn`, "failed start"),
	not(`lonely`, "killed from outside"),
	not(`fruitless`, "failed"),
	not(`bury|buries|buried|burial`, "remove"),
	not(`last words`, "final output"),
	not(`pulses?`, "health check"),
	not(`patience`, "timeout"),
	not(`lanes?`, "queue"),
	not(`rations?|rationed`, "resource limit"),
	not(`gates?`, "rate limiter, check"),
	notBut(`ledgers?`, "store", `application:? "?ledger|general ledger`),
	notBut(`flights?|fly|flies`, "call in flight, run", `in flight|single ?flight`),
	not(`new order|adapter\.order`, "adapter.Input"),
	not(`said`, "message"),
	not(`worlds`, "candidates"),
	notBut(`odd`, "unusual", `odd (number|and even)`),
	not(`trouble`, "error page, error"),
	not(`elsewhen`, "later"),
	not(`deaf`, "unresponsive"),
	not(`surroundings`, "process environment"),
	not(`trials?`, "attempt"),
	not(`rooms?`, "package"),
	notBut(`arrows?`, "dependency", `arrow (left|right|up|down|key|function)s?|(left|right|up|down) arrow`),
	not(`houses?`, "layout"),
	notBut(`alone`, "only", `(let|leaves?|left|stand) alone|(left|leaves?|leave)( \S+){1,3} alone`),
	not(`mends?|mended|mending`, "fix"),
	not(`stands`, "is, is in, is listed"),
	notBut(`lays?|laid|laying`, "confine; put, write", `(lays?|laid|laying)( \S+){0,4} out`),
	not(`goes on|go on|went on`, "continues"),
	not(`tells|(tell|told)( \S+){0,4} apart`, "distinguishes, reports, shows"),
	notBut(`is none`, "there is none", `there is none`),
}

// most is a name that is to begin with max.
var most = regexp.MustCompile(`\bmost[A-Z]\w*`)

// inner splits a name at a change of case.
var inner = regexp.MustCompile(`([a-z0-9])([A-Z])`)

// plain returns a line as its lower-case words.
func plain(line string) string {
	return strings.ToLower(strings.NewReplacer("_", " ", "-", " ", "’", "'").Replace(inner.ReplaceAllString(line, "$1 $2")))
}

// faults returns what a line should not have, with what to write.
func faults(line string) []string {
	var found []string
	for _, name := range most.FindAllString(line, -1) {
		found = append(found, fmt.Sprintf("%q; write: max%s", name, strings.TrimPrefix(name, "most")))
	}
	text := plain(line)
	for _, t := range terms {
		for _, match := range t.found.FindAllString(t.except.ReplaceAllString(text, " "), -1) {
			found = append(found, fmt.Sprintf("%q; write: %s", match, t.write))
		}
	}
	return found
}

// kinds are the names of files that people write.
var kinds = regexp.MustCompile(`\.(go|md|html|css|js|ya?ml|txtar|proto|tmpl|txt|json)$|^Makefile$`)

// others are files that hold the outputs of a run, or the words themselves.
var others = regexp.MustCompile(`\.pb\.go$|/testdata/(goldens?|golden)/|^integration/words/|^examples/.*\.yaml$|^examples/.*/(proposal|bundle)|go\.sum$|package\.json$`)

// files returns the files that are checked, by their paths in the repository.
func files(t *testing.T) []string {
	t.Helper()
	var found []string
	require.NoError(t, filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		switch {
		case entry.IsDir() && (name == "bin" || name == "bundle" || entry.Name() == "node_modules" ||
			strings.HasPrefix(entry.Name(), ".") && name != "." && name != ".ci"):
			return filepath.SkipDir
		case entry.Type().IsRegular() && !others.MatchString(name) && (kinds.MatchString(entry.Name()) || strings.HasPrefix(name, ".ci/")):
			found = append(found, name)
		}
		return nil
	}))
	return found
}

func TestFilesUseTheTermsOfTheField(t *testing.T) {
	listed, err := os.ReadFile(unconverted)
	require.NoError(t, err)
	excused := map[string]bool{}
	for line := range strings.Lines(string(listed)) {
		excused[strings.TrimSpace(line)] = true
	}
	wrong := map[string]bool{}
	for _, name := range files(t) {
		for _, fault := range faults(name) {
			wrong[name] = true
			assert.True(t, excused[name] || *update, "%s: the name has %s", name, fault)
		}
		file, err := os.Open(filepath.Join(root, name))
		require.NoError(t, err)
		lines := bufio.NewScanner(file)
		lines.Buffer(nil, 16<<20)
		for n := 1; lines.Scan(); n++ {
			for _, fault := range faults(lines.Text()) {
				wrong[name] = true
				assert.True(t, excused[name] || *update, "%s:%d: %s", name, n, fault)
			}
		}
		require.NoError(t, lines.Err(), name)
		require.NoError(t, file.Close())
	}
	if *update {
		text := ""
		for _, name := range slices.Sorted(maps.Keys(wrong)) {
			text += name + "\n"
		}
		require.NoError(t, os.WriteFile(unconverted, []byte(text), 0o644))
		return
	}
	for name := range excused {
		assert.True(t, wrong[name], "%s has no such words any more: take it off %s", name, unconverted)
	}
}

// TestWordsAreFound checks the check.
func TestWordsAreFound(t *testing.T) {
	for _, line := range []string{
		"// the box that holds an adapter", "func layTheBox() {", "var wholeBox bool", "is held against the record",
		"records hold the answer against the first", "const mostBytes = 7", "type Fate int", "stillborn", "LastWords",
		"<p class=\"said\">", "the core alone imports it", "a finding is mended", "if there are more, it goes on", "flight_test", "newOrder(x)",
	} {
		assert.NotEmpty(t, faults(line), line)
	}
	for _, line := range []string{
		"box-sizing: border-box", "requests in flight", "at most one", "navigate", "the order of arrival", "checkbox", "standalone",
		"left alone", "understands", "there is none", "a page is laid out", "aggregate",
	} {
		assert.Empty(t, faults(line), line)
	}
}

// base is the commit from which on messages are checked: the last one before
// this check.
const base = "f786383a6114a3bdf4ad0f33ec24a6dc6727bbb0"

// machinePath is a path that only one machine has.
var machinePath = regexp.MustCompile("(^|[\\s\"'`(=])/(home|root|Users|work|workspace|mnt|opt|private)/\\S")

func TestCommitMessages(t *testing.T) {
	git := func(args ...string) (string, error) {
		out, err := exec.CommandContext(t.Context(), "git", append([]string{"-C", root}, args...)...).Output()
		return string(out), err
	}
	if _, err := git("merge-base", "--is-ancestor", base, "HEAD"); err != nil {
		t.Skipf("this clone lacks the commit %s, from which on messages are checked: %v", base, err)
	}
	log, err := git("log", "-z", "--no-merges", "--format=%h%n%B", base+"..HEAD")
	require.NoError(t, err, "the messages are in git")
	for message := range strings.SplitSeq(strings.TrimRight(log, "\x00"), "\x00") {
		commit, text, _ := strings.Cut(message, "\n")
		subject, _, _ := strings.Cut(text, "\n")
		assert.LessOrEqual(t, len([]rune(subject)), 72, "%s: the subject is at most 72 characters", commit)
		assert.NotRegexp(t, machinePath, text, "%s names a path of a machine", commit)
		for line := range strings.Lines(text) {
			assert.Empty(t, faults(line), "%s: %s", commit, line)
		}
	}
}
