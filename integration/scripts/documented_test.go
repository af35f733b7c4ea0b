package scripts_test

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/integration/build"
)

var (
	// shellBlock is a block of commands: of a script, or of a terminal with what it prints.
	shellBlock = regexp.MustCompile("(?s)```(sh|console)\n(.*?)```")
	// documented is a call of one of the platform's programs, in a line of commands, up to the next
	// command.
	documented = regexp.MustCompile(`(?:^|[|;&$(] *|/)(platform|platform-server|platform-portal) ([^|;&)]*)`)
	flagOf     = regexp.MustCompile(`(?:^|\s)--?([a-z][a-z-]*)`)
	word       = regexp.MustCompile(`^[a-z]+$`)
)

// TestEveryCommandOfTheDocsExists looks up each call of the platform's programs, with its flags, in the
// help of the program, also of those that no test runs, such as the ones that install a service.
func TestEveryCommandOfTheDocsExists(t *testing.T) {
	help := helps{layout: build.Binaries(t), known: map[string]map[string]bool{}}
	root := filepath.Join("..", "..")
	calls := 0
	for _, place := range []string{"docs", "examples", "README.md", "CONTRIBUTING.md", "tools/release/files/README.md"} {
		require.NoError(t, filepath.WalkDir(filepath.Join(root, place), func(path string, entry fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(path) != ".md" {
				return err
			}
			text, err := os.ReadFile(path)
			for _, block := range shellBlock.FindAllStringSubmatch(string(text), -1) {
				for _, line := range commandsOf(block[1], block[2]) {
					for _, call := range documented.FindAllStringSubmatch(line, -1) {
						calls++
						help.check(t, path, call[1], call[2])
					}
				}
			}
			return err
		}))
	}
	assert.Greater(t, calls, 50)
	t.Logf("%d calls of the platform's programs in the docs", calls)
}

// commandsOf returns the lines of a block that are commands, continued ones as one.
func commandsOf(kind, block string) (lines []string) {
	for line := range strings.Lines(strings.ReplaceAll(block, "\\\n", " ")) {
		command, typed := strings.CutPrefix(line, "$ ")
		if typed || kind == "sh" {
			lines = append(lines, strings.TrimSpace(command))
		}
	}
	return lines
}

// helps are the flags that programs and their commands say they have.
type helps struct {
	layout build.Layout
	known  map[string]map[string]bool
}

func (h helps) check(t *testing.T, page, program, rest string) {
	t.Helper()
	args := strings.Fields(rest)
	var words []string
	for _, arg := range args {
		if program != "platform" || !word.MatchString(arg) || len(words) == 2 {
			break
		}
		words = append(words, arg)
	}
	known := h.of(t, program, words)
	for _, flag := range flagOf.FindAllStringSubmatch(" "+rest, -1) {
		assert.True(t, known[flag[1]], "%s: %s %s has no flag --%s", page, program, strings.Join(words, " "), flag[1])
	}
}

func (h helps) of(t *testing.T, program string, words []string) map[string]bool {
	t.Helper()
	name := program + " " + strings.Join(words, " ")
	if known, ok := h.known[name]; ok {
		return known
	}
	binary := map[string]string{"platform": h.layout.Platform, "platform-server": h.layout.Server, "platform-portal": h.layout.Portal}[program]
	out, err := exec.Command(binary, append(words, "--help")...).CombinedOutput()
	require.NoError(t, err, "%s: %s", name, out)
	flags := map[string]bool{}
	for _, flag := range flagOf.FindAllStringSubmatch(string(out), -1) {
		flags[flag[1]] = true
	}
	flags["o"] = strings.Contains(string(out), "-o,")
	h.known[name] = flags
	return flags
}
