package host

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
)

// documentFlag adds a flag that names a document.
func documentFlag(c *cobra.Command, name string, into *string, usage string) {
	PathFlag(c, name, into, usage)
	must(c.MarkFlagFilename(name, documentExtensions...))
}

// FolderFlag adds a flag that names a folder.
func FolderFlag(c *cobra.Command, name string, into *string, usage string) {
	PathFlag(c, name, into, usage)
	must(c.MarkFlagDirname(name))
}

// FlagValues completes a flag with values.
func FlagValues(c *cobra.Command, flag string, values []string) {
	must(c.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)))
}

// OnFlag adds --on.
func OnFlag(c *cobra.Command, into *string) {
	c.Flags().StringVar(into, "on", "", "evaluate the rules of this `DATE` (YYYY-MM-DD) instead of policy_date or today")
}

// Day returns the day of a flag, or "" if text is empty. It fails if text is not a date.
func Day(flag, text string) (request.Date, error) {
	if text == "" {
		return "", nil
	}
	day, err := request.ParseDate(text)
	if err != nil {
		return "", problem.New(problem.UsageError, "The flag --%s does not take %q: it %v.", flag, problem.Excerpt(text, 40), err)
	}
	return day, nil
}

// OutputFlags adds --output and --force.
func OutputFlags(c *cobra.Command, into *string, force *bool, usage string) {
	PathFlag(c, "output", into, usage)
	ForceFlag(c, force)
}

// PathFlag adds a flag that names a file or a folder. The flag refuses an empty path: an unset shell
// variable must not turn an output off. It refuses a flag, which is there if the path is forgotten.
func PathFlag(c *cobra.Command, name string, into *string, usage string) {
	c.Flags().Var(pathValue(into), name, usage)
}

func pathValue(into *string) checked {
	return checked{into, "the path is empty or a flag", func(text string) bool {
		return text == "-" || text != "" && text[0] != '-'
	}}
}

// CheckedFlag adds a flag that takes only the texts for which is returns true. The error of others
// is refusal.
func CheckedFlag(c *cobra.Command, name string, into *string, usage, refusal string, is func(string) bool) {
	c.Flags().Var(checked{into, refusal, is}, name, usage)
}

type checked struct {
	text    *string
	refusal string
	is      func(string) bool
}

func (f checked) String() string {
	if f.text == nil { // the zero value, which pflag compares with
		return ""
	}
	return *f.text
}

// Type returns the name of the flag's values in help texts.
func (f checked) Type() string { return "text" }

// Set stores the text. It fails if the text is refused.
func (f checked) Set(text string) error {
	if !f.is(text) {
		return errors.New(f.refusal)
	}
	*f.text = text
	return nil
}

// Pairs returns the values of a repeatable flag by name. The form is that of a value, such as
// NAME=VALUE. It fails if a value is malformed or a name is given twice.
func Pairs(flag, form string, list []string) (map[string]string, error) {
	values := map[string]string{}
	for _, pair := range list {
		name, value, ok := strings.Cut(pair, "=")
		if !ok || name == "" {
			return nil, problem.New(problem.UsageError, "The flag --%s takes %s, not %q.", flag, form, pair)
		}
		if _, twice := values[name]; twice {
			return nil, problem.New(problem.UsageError, "The flag --%s names %q twice; name it once.", flag, name)
		}
		values[name] = value
	}
	return values, nil
}

// ForceFlag adds --force.
func ForceFlag(c *cobra.Command, force *bool) {
	c.Flags().BoolVar(force, "force", false, "replace what already exists there")
}

// Formats of standard output.
const (
	JSON = "json"
	Text = "text"
	// Markdown is a page for a pull request. Only some commands have it.
	Markdown = "markdown"
	// YAML is a document that people edit.
	YAML = "yaml"
)

// formList is the annotation of --format that lists the formats of the command.
const formList = "forms"

// checkFormat fails if the command does not have the chosen format.
func checkFormat(c *cobra.Command) error {
	flag := c.Flags().Lookup("format")
	if flag == nil || slices.Contains(flag.Annotations[formList], flag.Value.String()) {
		return nil
	}
	return problem.New(problem.UsageError,
		"The flag --format does not take %q; write %s.", flag.Value, either(flag.Annotations[formList]))
}

// either joins names for a sentence: "a, b or c".
func either(names []string) string {
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

var documentExtensions = []string{"json", "yaml", "yml"}

// must panics if a declaration failed, which is a mistake in the code.
func must(err error) {
	if err != nil {
		panic(err)
	}
}
