package command

import (
	_ "embed"
	"regexp"
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
	cobra.AddTemplateFunc("columns", func() int { return max(terminal.Columns(), terminal.Width) })
	cobra.AddTemplateFunc("filled", filled)
	cobra.AddTemplateFunc("wrapped", wrapped)
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
	return wrapped("  " + strings.Join(names, ", "))
}

func wrapped(text string) string { return strings.Join(terminal.Wrap(text), "\n") }

// usageLines returns the usage of a command, wrapped to fit a terminal. A group has no usage line
// of its own.
func usageLines(c *cobra.Command) string {
	line := c.UseLine()
	if c.HasAvailableSubCommands() {
		line = c.CommandPath() + " [command]"
	}
	return wrapped("  " + line)
}

// entry matches an indented line of help: its indent, the name of an entry, and the first words about it.
var entry = regexp.MustCompile(`^( +)(\S.*?)(?: {2,}(\S.*))?$`)

// filled returns a text that is laid out for 80 columns, wrapped again if the terminal is narrower. It keeps lines with
// a command, because a user may copy them.
func filled(text string) string {
	if terminal.Columns() >= terminal.Width {
		return text
	}
	var lines, words []string
	first, rest := "", ""
	end := func() {
		line := first
		for i, word := range words {
			if i > 0 && terminal.Cells(line)+1+terminal.Cells(word) > terminal.Columns() {
				lines, line = append(lines, line), rest
			} else if i > 0 {
				line += " "
			}
			line += word
		}
		if line != "" {
			lines = append(lines, line)
		}
		words, first, rest = nil, "", ""
	}
	for line := range strings.SplitSeq(text, "\n") {
		part := entry.FindStringSubmatch(line)
		switch {
		case line == "":
			end()
			lines = append(lines, "")
		case part == nil: // prose
			words = append(words, strings.Fields(line)...)
		case strings.HasPrefix(strings.TrimSpace(line), "platform ") || strings.Contains(line, "platform completion "):
			end()
			lines = append(lines, line)
		case rest != "" && len(part[1]) >= len(rest) && len(part[1]) > len("      "): // more about an entry
			words = append(words, strings.Fields(line)...)
		default:
			end()
			first, rest, words = part[1]+part[2]+"  ", strings.Repeat(" ", len(part[1]+part[2])+2), strings.Fields(part[3])
			if len(rest) > len("          ") || part[3] == "" {
				lines = append(lines, terminal.Wrap(part[1]+part[2])...)
				first, rest = part[1]+"    ", part[1]+"    "
			}
			if part[3] == "" {
				first = ""
			}
		}
	}
	end()
	return strings.Join(lines, "\n")
}
