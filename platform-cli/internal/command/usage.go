package command

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"platform.internal/platform-core/terminal"
)

// showUsage is cobra's own usage, but that it fits a terminal and that a group, which does
// nothing by itself, has no line of its own.
func showUsage(c *cobra.Command) error {
	var b strings.Builder
	line := c.UseLine()
	if c.HasAvailableSubCommands() {
		line = c.CommandPath() + " [command]"
	}
	b.WriteString("Usage:\n" + strings.Join(terminal.Wrap("  "+line), "\n") + "\n\nExamples:\n" + c.Example + "\n")
	if c.HasAvailableSubCommands() {
		b.WriteString("\nAvailable Commands:\n")
		for _, child := range c.Commands() {
			if child.IsAvailableCommand() || child.Name() == "help" {
				fmt.Fprintf(&b, "  %-*s %s\n", child.NamePadding(), child.Name(), child.Short)
			}
		}
	}
	b.WriteString("\nFlags:\n" + c.LocalFlags().FlagUsagesWrapped(terminal.Columns()))
	if c.HasAvailableInheritedFlags() {
		b.WriteString("\nGlobal Flags:\n" + c.InheritedFlags().FlagUsagesWrapped(terminal.Columns()))
	}
	if c.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "\nUse %q for more information about a command.\n", c.CommandPath()+" [command] --help")
	}
	_, err := c.OutOrStderr().Write([]byte(b.String()))
	return err
}
