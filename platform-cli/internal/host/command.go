package host

import (
	_ "embed"
	"regexp"
	"strings"

	"github.com/spf13/cobra"
)

// helpTexts has a section for each command: its use, its summary, what it does, and examples.
//
//go:embed help.txt
var helpTexts string

// NewCommand returns the command of a path, such as "request validate", with its help text and
// its arguments. The path of the root is empty.
func NewCommand(path string) *cobra.Command {
	path = strings.TrimSuffix("platform "+path, " ")
	_, text, ok := strings.Cut("\n"+helpTexts, "\n# "+path)
	if !ok {
		panic("help.txt lacks " + path)
	}
	text, _, _ = strings.Cut(text, "\n# ")
	text, examples, _ := strings.Cut(strings.TrimSuffix(text, "\n"), "\n\nExamples:\n")
	use, text, _ := strings.Cut(text, "\n")
	short, long, _ := strings.Cut(text, "\n\n")
	c := &cobra.Command{Use: path[strings.LastIndex(path, " ")+1:] + use, Short: short, Long: long,
		Example: strings.TrimSuffix(examples, "\n")}
	c.Args = arguments(strings.Fields(use))
	return c
}

// takesNoFile matches the usage of a command without arguments, or with an ID alone.
var takesNoFile = regexp.MustCompile(`^\w+( ID)?($| -| \[)`)

// Command returns the [NewCommand] of a path that runs do. It has --format with [JSON] and [Text], and completes
// documents and folders.
func (i *Invocation) Command(path string, do Run) *cobra.Command {
	c := i.Runs(NewCommand(path), do)
	switch {
	case takesNoFile.MatchString(c.Use):
		c.ValidArgsFunction = cobra.NoFileCompletions
	case !strings.Contains(c.Use, "BINARY"):
		c.ValidArgsFunction = cobra.FixedCompletions(documentExtensions, cobra.ShellCompDirectiveFilterFileExt)
	}
	i.TakesFormat(c)
	return c
}

// arguments returns the check for the arguments in the usage line of a command. It stops at the
// first flag or optional argument.
func arguments(use []string) cobra.PositionalArgs {
	var names []string
	for _, word := range use {
		if strings.HasPrefix(word, "-") || strings.HasPrefix(word, "[") {
			break
		}
		if name, isList := strings.CutSuffix(word, "..."); isList {
			return AtLeastOne(name)
		}
		names = append(names, word)
	}
	return Exactly(names...)
}
