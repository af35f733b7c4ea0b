// Package words checks that code, comments, messages, documents and commit
// messages use the terms of the field, and no pictures of the project's own.
package words_test

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const root = "../.."

// unconverted lists the lines that still have such words, each with its file, and
// says why. A line that is gone must leave the list.
const unconverted = "unconverted.txt"

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
// English they are right nearly everywhere; vague finds the names.
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
	not(`murder(s|ed|ing|er)?`, "kill"),
	not(`(drives?|driving) the world`, "run other programs"),
	not(`by turns`, "alternating"),
	not(`(made|makes?|making) good`, "fixed, unnecessary"),
	not(`turn(s|ed|ing)? round`, "invert, reverse"),
}

// most is a name that is to begin with max.
var most = regexp.MustCompile(`\bmost[A-Z]\w*`)

// vague is a function, a type, a field or a file of Go code whose name does not
// say what it is. Comments may begin with one.
var vague = regexp.MustCompile(`\b(?:func (?:\([^()]*\) )?|type )(?:[wW]ords|[pP]lace|[wW]ayward)\b|\bWords(?:, \w+)* string|[{,] ?Words:|\.Words\b|/words(?:_test)?\.go$|/wayward/`)

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
	if code, _, _ := strings.Cut(line, "//"); vague.MatchString(code) {
		found = append(found, fmt.Sprintf("%q; write: what it is: a message, a text, a position", vague.FindString(code)))
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
var others = regexp.MustCompile(`\.pb\.go$|/testdata/(goldens?|golden)/|^integration/words/|^docs/reference\.md$|^examples/.*\.yaml$|^examples/.*/(proposal|bundle)|go\.sum$|package\.json$`)

// hidden are folders of tools; .ci is the project's own.
var hidden = regexp.MustCompile(`(^|/)\.[^/]+/`)

// files returns the files that are checked, by their paths in the repository: what
// git ignores, such as the outputs of the README's commands, is nobody's writing.
func files(t *testing.T) []string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "git", "-C", root, "ls-files", "-z", "--cached", "--others", "--exclude-standard").Output()
	require.NoError(t, err)
	var found []string
	for _, name := range strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00") {
		own := strings.HasPrefix(name, ".ci/")
		if others.MatchString(name) || !own && (hidden.MatchString(name) || !kinds.MatchString(path.Base(name))) {
			continue
		}
		if info, err := os.Lstat(filepath.Join(root, name)); err == nil && info.Mode().IsRegular() {
			found = append(found, name)
		}
	}
	require.NotEmpty(t, found)
	return found
}

func TestFilesUseTheTermsOfTheField(t *testing.T) {
	excused := listedLines(t)
	for _, name := range files(t) {
		assert.Empty(t, faults(name), "the name of %s", name)
		file, err := os.Open(filepath.Join(root, name))
		require.NoError(t, err)
		lines := bufio.NewScanner(file)
		lines.Buffer(nil, 16<<20)
		for n := 1; lines.Scan(); n++ {
			entry := name + ": " + strings.TrimSpace(lines.Text())
			for _, fault := range faults(lines.Text()) {
				if _, ok := excused[entry]; assert.True(t, ok, "%s:%d: %s", name, n, fault) {
					excused[entry] = true
				}
			}
		}
		require.NoError(t, lines.Err(), name)
		require.NoError(t, file.Close())
	}
	for entry, found := range excused {
		assert.True(t, found, "there is no such line any more: take it off %s: %s", unconverted, entry)
	}
}

// listedLines returns the lines of the list, none of them found yet.
func listedLines(t *testing.T) map[string]bool {
	t.Helper()
	text, err := os.ReadFile(unconverted)
	require.NoError(t, err)
	listed := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			listed[line] = false
		}
	}
	return listed
}

// TestWordsAreFound checks the check.
func TestWordsAreFound(t *testing.T) {
	for _, line := range []string{
		"// the box that holds an adapter", "func layTheBox() {", "var wholeBox bool", "is held against the record",
		"records hold the answer against the first", "const mostBytes = 7", "type Fate int", "stillborn", "LastWords",
		"<p class=\"said\">", "the core alone imports it", "a finding is mended", "if there are more, it goes on", "flight_test", "newOrder(x)",
		"func words(f problem.Fault) string {", "func (c *compiler) words(path string) {", "type place struct {", "func place(field string) int {",
		"type Link struct{ Path, Words string }", "\tWords, Path string", "shell.Link{Path: path, Words: text}", "<a>{{.Words}}</a>",
		"portal/internal/form/words.go", "func murder(t testing.TB) {", "tests drive the world", "names and values by turns",
		"what was made good later", "the table turned round",
	} {
		assert.NotEmpty(t, faults(line), line)
	}
	for _, line := range []string{
		"box-sizing: border-box", "requests in flight", "at most one", "navigate", "the order of arrival", "checkbox", "standalone",
		"left alone", "understands", "there is none", "a page is laid out", "aggregate",
		"// Words of a closed set are texts", "the place of a fault", "in the words of the form", "problem.ContractWords",
		"func placeOf(path string) string {", "a good turn", "round numbers",
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
