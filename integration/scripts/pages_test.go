package scripts_test

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"
	"gotest.tools/v3/golden"

	"platform.internal/integration/build"
)

// byExample are the pages whose rules, cases and denials are run.
var byExample = []string{"policies-by-example.md", "rules-on-dates-and-networks.md"}

// block is a block of code on the page: its language and text.
var block = regexp.MustCompile("(?s)```(yaml|text)\n(.*?)```")

// policyPage is what the page has: a profile with all rules, a file with all cases, and
// for each rule its first case that is denied, with what the developer reads.
type policyPage struct {
	file           string
	text           string
	profile, cases strings.Builder
	denials        []denial
}

type denial struct {
	with  map[string]any
	reads string
}

func readPolicyPage(t *testing.T, name string) *policyPage {
	t.Helper()
	file := filepath.Join("..", "..", "docs", name)
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	p := &policyPage{file: file, text: string(text)}
	var with map[string]any
	for _, found := range block.FindAllStringSubmatch(p.text, -1) {
		switch language, content := found[1], found[2]; {
		case language == "text":
			p.denials = append(p.denials, denial{with, content})
		case strings.HasPrefix(content, "provider:") || strings.HasPrefix(content, "  - id:"):
			p.profile.WriteString(content)
		default:
			p.cases.WriteString(content)
			var list []struct{ With map[string]any }
			if strings.HasPrefix(content, "  - name:") {
				require.NoError(t, yaml.Unmarshal([]byte(content), &list))
				with = list[0].With
			}
		}
	}
	return p
}

// TestPoliciesByExample runs the cases of the pages with their rules. The pages show all rules; it compares the
// messages that they quote.
func TestPoliciesByExample(t *testing.T) {
	platform := build.Binaries(t).Platform
	for _, name := range byExample {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			page := readPolicyPage(t, name)
			require.Len(t, page.denials, 10)
			write := func(name, text string) {
				require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
			}
			write("profile.yaml", page.profile.String())
			write("cases.yaml", page.cases.String())
			out, err := in(dir, platform, "policy", "test", "cases.yaml", "--profile", "profile.yaml", "--require-coverage", "-o", "text")
			require.NoError(t, err, "%s", out)
			assert.Contains(t, string(out), "10 covered, 0 not")
			var base struct{ Request map[string]any }
			require.NoError(t, yaml.Unmarshal([]byte(page.cases.String()), &base))
			for i, d := range page.denials {
				request := maps.Clone(base.Request)
				maps.Copy(request, d.with)
				text, err := yaml.Marshal(request)
				require.NoError(t, err)
				write("request.yaml", string(text))
				reads := denied(t, dir, platform)
				if golden.FlagUpdate() {
					page.update(t, i, reads)
					continue
				}
				assert.Equal(t, d.reads, reads, "what the developer of denial %d reads", i+1)
			}
		})
	}
}

// denied returns what validate says in text of the request in the folder, which is denied.
func denied(t *testing.T, dir, platform string) string {
	t.Helper()
	cmd := exec.Command(platform, "request", "validate", "request.yaml", "--profile", "profile.yaml", "-o", "text")
	cmd.Dir = dir
	out, err := cmd.Output()
	require.ErrorContains(t, err, "exit status 1")
	return string(out)
}

// update writes what is read of a denial into the page.
func (p *policyPage) update(t *testing.T, number int, reads string) {
	t.Helper()
	at := -1
	p.text = block.ReplaceAllStringFunc(p.text, func(found string) string {
		if !strings.HasPrefix(found, "```text") {
			return found
		}
		if at++; at != number {
			return found
		}
		return "```text\n" + reads + "```"
	})
	require.NoError(t, os.WriteFile(p.file, []byte(p.text), 0o644))
}

// ran are the pages whose commands are run, in order, each page in a folder of its own.
var ran = []string{"changing-rules.md", "concepts.md", "evidence.md", "handover.md", "handover-tutorial.md", "operating.md", "portfolio.md",
	"signatures.md", "site/content/_index.md", "troubleshooting.md", readme}

// readme is the README, which begins in a copy of an example. Its blocks fit a terminal of 80 x 24.
const readme = "../README.md"

// part is a file on the page, named in its first line, or commands and what they print.
var part = regexp.MustCompile("(?s)```(?:(?:yaml|text)\n# (\\S+)|console)\n(.*?)```")

// anyBlock is a block of any language.
var anyBlock = regexp.MustCompile("(?s)```[a-z]+\n(.*?)```")

// TestPages runs the commands of the pages with their files, and compares what a terminal
// shows.
func TestPages(t *testing.T) {
	for _, name := range ran {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join("..", "..", "docs", name)
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			dir := t.TempDir()
			if name == readme {
				require.NoError(t, os.CopyFS(dir, os.DirFS(filepath.Join("..", "..", "examples", "provider_a", "simulation"))))
			}
			after := rerun(t, dir, string(text))
			t.Logf("%d commands run", strings.Count(string(text), "\n$ "))
			if golden.FlagUpdate() {
				require.NoError(t, os.WriteFile(file, []byte(after), 0o644))
				return
			}
			assert.Equal(t, after, string(text))
			for _, found := range anyBlock.FindAllStringSubmatch(after, -1) {
				if lines := strings.Split(found[1], "\n"); name == readme {
					assert.LessOrEqual(t, len(lines), 24, found[1])
					for _, line := range lines {
						assert.LessOrEqual(t, utf8.RuneCountInString(line), 80, line)
					}
				}
			}
		})
	}
}

// rerun returns the page with what its commands print now.
func rerun(t *testing.T, dir, page string) string {
	t.Helper()
	platform := build.Binaries(t).Platform
	for _, found := range part.FindAllStringSubmatch(page, -1) {
		if name := filepath.Join(dir, found[1]); found[1] != "" {
			require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
			require.NoError(t, os.WriteFile(name, []byte("# "+found[1]+"\n"+found[2]), 0o644))
		}
	}
	return part.ReplaceAllStringFunc(page, func(found string) string {
		commands, ok := strings.CutPrefix(found, "```console\n")
		if !ok {
			return found
		}
		var after strings.Builder
		for line := range strings.Lines(commands) {
			if command, ok := strings.CutPrefix(line, "$ "); ok {
				after.WriteString(line + shown(dir, platform, command))
			}
		}
		return "```console\n" + after.String() + "```"
	})
}

// shown returns what a terminal shows of a command that a shell runs.
func shown(dir, platform, command string) string {
	cmd := exec.Command("bash", "-c", command)
	cmd.Dir = dir
	cmd.Env = []string{"PATH=" + filepath.Dir(platform) + string(os.PathListSeparator) + os.Getenv("PATH")}
	out, _ := cmd.CombinedOutput() // a page may show what is refused
	return string(out)
}
