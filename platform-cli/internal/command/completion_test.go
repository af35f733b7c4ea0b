package command

import (
	"bytes"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"

	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-core/problem"
)

func TestCompletion(t *testing.T) {
	for shell, says := range map[string]string{"bash": "__start_tool", "zsh": "#compdef tool",
		"fish": "fish completion for tool", "powershell": "powershell completion for tool"} {
		root := &cobra.Command{Use: "tool", SilenceErrors: true, SilenceUsage: true}
		inv := host.NewInvocation(t.Context(), host.Host{})
		inv.GlobalFlags(root)
		root.AddCommand(newCompletion(inv, root))
		var out bytes.Buffer
		root.SetOut(&out)
		root.SetArgs([]string{"completion", shell, "-o", "text"})
		assert.NoError(t, root.ExecuteContext(t.Context()))
		assert.Contains(t, out.String(), says)
		root.SetArgs([]string{"completion", "tcsh", "-o", "json"})
		assert.Equal(t, problem.UsageError, problem.From(root.ExecuteContext(t.Context())).Code)
	}
}
