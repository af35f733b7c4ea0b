package host

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
)

// NoCommand returns a usage error for a command that a group does not have. The error suggests commands of all groups,
// or lists the names of this one.
func NoCommand(c *cobra.Command, args []string) error {
	word := args[0]
	for _, fits := range []func(*cobra.Command) bool{
		func(other *cobra.Command) bool {
			return other.Name() == word || slices.Contains(other.SuggestFor, word)
		},
		func(other *cobra.Command) bool { return other.Parent() == c && isNear(other, word) },
		func(other *cobra.Command) bool { return isNear(other, word) },
		func(other *cobra.Command) bool { return strings.HasPrefix(strings.ToLower(other.Short), word+" ") },
	} {
		if list := pathsOf(c.Root(), fits); len(list) > 0 {
			return problem.New(problem.UsageError,
				"%q has no command %q. Did you mean: %s?", c.CommandPath(), word, strings.Join(list, ", "))
		}
	}
	return problem.New(problem.UsageError,
		"%q has no command %q. Write one of: %s.", c.CommandPath(), word, strings.Join(ChildNames(c), ", "))
}

// isNear reports whether word is a misspelt name of a command, or its beginning.
func isNear(c *cobra.Command, word string) bool {
	c.Parent().SuggestionsMinimumDistance = 2
	return slices.Contains(c.Parent().SuggestionsFor(word), c.Name())
}

// pathsOf returns the paths of the commands below a command that fit.
func pathsOf(c *cobra.Command, fits func(*cobra.Command) bool) (list []string) {
	for _, child := range c.Commands() {
		if child.IsAvailableCommand() && fits(child) {
			list = append(list, child.CommandPath())
		}
		list = append(list, pathsOf(child, fits)...)
	}
	return list
}

// ChildNames returns the names of the commands of a group.
func ChildNames(c *cobra.Command) (names []string) {
	for _, child := range c.Commands() {
		if child.IsAvailableCommand() {
			names = append(names, child.Name())
		}
	}
	return names
}

// misspelt returns the argument that is not a command of the group c, or "". The args are those of
// the whole command line.
func misspelt(c *cobra.Command, args []string) string {
	if !c.HasAvailableSubCommands() {
		return ""
	}
	_, rest, err := c.Root().Find(args)
	if err != nil {
		rest = args
	}
	if len(rest) > 0 && !strings.HasPrefix(rest[0], "-") {
		return rest[0]
	}
	return ""
}

// FlagProblem returns a usage error for a wrong flag and suggests a correction. If the command
// before the flag is misspelt, the error is that of [NoCommand].
func FlagProblem(c *cobra.Command, args []string, err error) error {
	if name := misspelt(c, args); name != "" {
		return NoCommand(c, []string{name})
	}
	var unknown *pflag.NotExistError
	var bare *pflag.ValueRequiredError
	var value *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown):
		if takesArgument(c, unknown.GetSpecifiedName()) {
			return problem.New(problem.UsageError,
				"%q has no flag %q: write it as an argument."+ExampleMark+"%s", c.CommandPath(), flagName(unknown), firstExample(c))
		}
		near := document.Nearest(unknown.GetSpecifiedName(), names(c.Flags()))
		if meant := formatFlags[unknown.GetSpecifiedName()]; meant != "" && c.Flags().Lookup("format") != nil {
			near = meant
		}
		if near != "" && unknown.GetSpecifiedShortnames() == "" {
			return problem.New(problem.UsageError,
				"%q has no flag %q. Did you mean --%s?", c.CommandPath(), flagName(unknown), near)
		}
		return problem.New(problem.UsageError,
			"%q has no flag %q. Its flags are %s.", c.CommandPath(), flagName(unknown), flagNames(c))
	case errors.As(err, &bare):
		return problem.New(problem.UsageError, "The flag --%s needs a value.", bare.GetFlag().Name)
	case errors.As(err, &value) && value.GetValue() == "":
		return problem.New(problem.UsageError, "The flag --%s has an empty value. Write a value, or leave the flag out.",
			value.GetFlag().Name)
	case errors.As(err, &value):
		reason := ""
		if own, ok := value.GetFlag().Value.(checked); ok {
			reason = ": " + own.refusal
		}
		return problem.New(problem.UsageError,
			"The flag --%s does not take %q%s.", value.GetFlag().Name, value.GetValue(), reason)
	default:
		return problem.New(problem.UsageError, "%s.", err.Error())
	}
}

func flagName(err *pflag.NotExistError) string {
	if err.GetSpecifiedShortnames() != "" {
		return "-" + err.GetSpecifiedName()
	}
	return "--" + err.GetSpecifiedName()
}

// takesArgument reports whether the command has an argument with the name of the flag.
func takesArgument(c *cobra.Command, flag string) bool {
	arguments, _, _ := strings.Cut(c.Use, "-") // the flags follow the arguments
	return slices.Contains(strings.Fields(arguments), strings.ToUpper(flag))
}

// formatFlags has the flag to write, by flags of other programs that choose the format of the output.
var formatFlags = map[string]string{
	"out": "format", "output": "format", Text: "format text", JSON: "format json", YAML: "format yaml", Markdown: "format markdown",
}

// flagNames lists the flags of a command, without those that every command has.
func flagNames(c *cobra.Command) string {
	return "--" + strings.Join(names(c.NonInheritedFlags()), ", --")
}

// names returns the names of flags.
func names(flags *pflag.FlagSet) (list []string) {
	flags.VisitAll(func(f *pflag.Flag) { list = append(list, f.Name) })
	return list
}

// Exactly returns a check that requires one argument for each name.
func Exactly(names ...string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		switch {
		case len(args) < len(names):
			missing := strings.Join(names[len(args):], " and ")
			return problem.New(problem.UsageError, "%q needs %s."+ExampleMark+"%s", c.CommandPath(), missing, firstExample(c))
		case len(args) > len(names):
			return problem.New(problem.UsageError,
				"%q takes %s, so %q is too much.", c.CommandPath(), request.Count(len(names), "argument"), args[len(names)])
		}
		return nil
	}
}

// AtLeastOne returns a check that requires one or more arguments.
func AtLeastOne(name string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) == 0 {
			return Exactly(name)(c, args)
		}
		return nil
	}
}

// ExampleMark precedes a command line that a user can copy.
const ExampleMark = " For example: "

func firstExample(c *cobra.Command) string {
	line, _, _ := strings.Cut(strings.TrimSpace(c.Example), "\n")
	return line
}

// asUsage returns an error of cobra as a usage error. It leaves a [problem.Problem] as it is.
func asUsage(err error) error {
	var p *problem.Problem
	if errors.As(err, &p) {
		return err
	}
	return problem.New(problem.UsageError, "%s.", err.Error())
}
