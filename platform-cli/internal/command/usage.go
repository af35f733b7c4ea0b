package command

import (
	_ "embed"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"platform.internal/platform-core/terminal"
)

// usageTemplate is cobra's usage template with lines that fit a terminal.
//
//go:embed usage.tmpl
var usageTemplate string

func init() {
	cobra.AddTemplateFunc("columns", terminal.Columns)
	cobra.AddTemplateFunc("usageLines", usageLines)
	cobra.AddTemplateFunc("globalFlags", globalFlags)
}

// globalFlags returns the names of the flags that every command has, wrapped and indented.
func globalFlags(c *cobra.Command) string {
	var names []string
	c.InheritedFlags().VisitAll(func(f *pflag.Flag) {
		if f.Shorthand != "" {
			names = append(names, "-"+f.Shorthand)
		}
		names = append(names, "--"+f.Name)
	})
	return strings.Join(terminal.Wrap("  "+strings.Join(names, ", ")), "\n")
}

// usageLines returns the usage of a command, wrapped to fit a terminal. A group has no usage line
// of its own.
func usageLines(c *cobra.Command) string {
	line := c.UseLine()
	if c.HasAvailableSubCommands() {
		line = c.CommandPath() + " [command]"
	}
	return strings.Join(terminal.Wrap("  "+line), "\n")
}
