package command

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/terminal"
)

// fits checks that lines fit a terminal. Below 80 columns, command lines and paths to copy may be longer.
func fits(t *testing.T, lines []string, columns int) {
	t.Helper()
	for _, line := range lines {
		if words := strings.Fields(line); len(words) > 1 && (words[0] == "platform" || strings.Contains(line, "completion ")) {
			assert.LessOrEqual(t, utf8.RuneCountInString(line), 80, line)
		} else if len(words) > 1 {
			assert.LessOrEqual(t, utf8.RuneCountInString(line), columns, line)
		}
	}
}

// TestHelpFitsATerminal checks the help of every command. The words are the same at each width.
func TestHelpFitsATerminal(t *testing.T) {
	t.Cleanup(func() { terminal.SetColumns(0) })
	for _, c := range tree() {
		t.Run(c.CommandPath(), func(t *testing.T) {
			var words []string
			for _, columns := range []int{80, 60, 40} {
				var help bytes.Buffer
				r := Run(t.Context(), host.Host{Help: &help, OutColumns: columns}, append(strings.Fields(c.CommandPath())[1:], "--help"))
				require.Zero(t, r.Exit)
				lines := strings.Split(help.String(), "\n")
				require.Contains(t, lines, "Flags:")
				fits(t, lines, columns)
				if words == nil {
					words = strings.Fields(help.String())
				}
				require.Equal(t, words, strings.Fields(help.String()))
				if columns < terminal.Width {
					assert.NotRegexp(t, `(?m)^ {12}`, help.String(), "a narrow column of text")
				}
			}
		})
	}
}

// TestUsageErrorsFitATerminal checks typical usage errors of every command and each of its flags.
func TestUsageErrorsFitATerminal(t *testing.T) {
	t.Chdir(t.TempDir())
	h := host.Host{
		Stdin: strings.NewReader(""), Help: io.Discard,
		Open: func(host.Adapters) (adapter.Catalog, func(), error) {
			return nil, nil, problem.New(problem.AdapterUnavailable, "No adapter.")
		},
		Judge: func(context.Context, string, host.Adapters) (adaptertest.Report, error) {
			return adaptertest.Report{}, problem.New(problem.AdapterUnavailable, "No adapter.")
		},
		Ask: func(context.Context, string, profile.Mode, request.Request, host.Adapters) (*host.Result, error) {
			return nil, problem.New(problem.AdapterUnavailable, "No adapter.")
		},
		Lock: func(context.Context, string, bool) (*host.Result, error) {
			return nil, problem.New(problem.AdapterUnavailable, "No adapter.")
		},
	}
	for _, c := range tree() {
		path := strings.Fields(c.CommandPath())[1:]
		t.Run(c.CommandPath(), func(t *testing.T) {
			for _, args := range append(wrong(c), nil) {
				r := Run(t.Context(), h, append(path[:len(path):len(path)], args...))
				if r.Exit != problem.ExitUsage {
					continue // the arguments are valid for this command
				}
				lines := append(append([]string{}, r.Notes...), r.Text...)
				assert.Equal(t, c.HasAvailableSubCommands() && len(lines) == 0, len(lines) == 0, "only a group shows its help: %v", args)
				fits(t, lines, 80)
			}
		})
	}
}

// wrong returns arguments that most commands refuse.
func wrong(c *cobra.Command) [][]string {
	lists := [][]string{
		{"--unknown-flag"}, {"-x"}, {"an-unknown-command"}, {"one", "two", "three", "four"}, {"--request"}, {"--file"},
		{"absent.yaml"}, {"absent.yaml", "--profile", "absent.yaml"},
		{"absent.yaml", "--profile", "absent.yaml", "-o", "text"},
		{"absent.yaml", "--from", "absent.yaml", "--to", "absent.yaml", "-o", "text"},
	}
	c.InheritedFlags() // the call merges the inherited flags into Flags
	c.Flags().VisitAll(func(f *pflag.Flag) {
		lists = append(lists, []string{"--" + f.Name + "="},
			[]string{"--" + f.Name + "=neither this nor that, whatever it may be"})
		if f.NoOptDefVal == "" { // the flag needs a value
			lists = append(lists, []string{"--" + f.Name})
		}
	})
	return lists
}
