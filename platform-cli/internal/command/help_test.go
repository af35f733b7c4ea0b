package command

import (
	"bytes"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"

	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-core/problem"
)

func TestHelp(t *testing.T) {
	root := &cobra.Command{Use: "tool", SilenceErrors: true, SilenceUsage: true}
	group := &cobra.Command{Use: "group", Run: func(*cobra.Command, []string) {}}
	group.AddCommand(&cobra.Command{Use: "make", Long: "Make it.", Run: func(*cobra.Command, []string) {}})
	root.AddCommand(group)
	root.SetHelpCommand(newHelp(&host.Invocation{}, root))
	var out bytes.Buffer
	root.SetOut(&out)
	root.SetArgs([]string{"help", "group", "make"})
	assert.NoError(t, root.ExecuteContext(t.Context()))
	assert.Contains(t, out.String(), "Make it.")
	for _, args := range [][]string{{"help", "other"}, {"help", "group", "other"}} {
		root.SetArgs(args)
		assert.Equal(t, problem.UsageError, problem.From(root.ExecuteContext(t.Context())).Code, args)
	}
}
