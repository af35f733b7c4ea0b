package usage

import (
	"errors"
	"slices"

	"github.com/spf13/cobra"

	"platform.internal/platform-core/problem"
)

// ProfileFlag adds --profile.
func ProfileFlag(c *cobra.Command, into *string, usage string) {
	c.Flags().StringVar(into, "profile", "", usage)
	Must(c.MarkFlagFilename("profile", documentExtensions...))
}

// ProfileUsage is the help of --profile where it is needed.
const ProfileUsage = "use this installation `PROFILE` (JSON or YAML; - for standard input)"

// OutputFlags adds --output and --force.
func OutputFlags(c *cobra.Command, path *string, force *bool, usage string) {
	c.Flags().Var((*PathFlag)(path), "output", usage)
	ForceFlag(c, force)
}

// PathFlag is a flag with the path of a file or folder. It does not take an
// empty one: a shell variable that is not set must not mean that nothing is
// written.
type PathFlag string

func (p *PathFlag) String() string { return string(*p) }

// Type names the flag's values in help texts.
func (p *PathFlag) Type() string { return "path" }

// Set takes a path that is not empty.
func (p *PathFlag) Set(path string) error {
	if path == "" {
		return errors.New("the path is empty")
	}
	*p = PathFlag(path)
	return nil
}

// ForceFlag adds --force.
func ForceFlag(c *cobra.Command, force *bool) {
	c.Flags().BoolVar(force, "force", false, "replace what already exists there")
}

// The forms of standard output.
const (
	JSON = "json"
	Text = "text"
)

var formats = []string{JSON, Text}

// FormatFlag adds --format; check its value with CheckFormat.
func FormatFlag(c *cobra.Command, into *string) {
	c.Flags().StringVarP(into, "format", "o", JSON, "print the result in this `FORMAT`: json or text")
	Must(c.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(formats, cobra.ShellCompDirectiveNoFileComp)))
}

// CheckFormat refuses what is no form of standard output.
func CheckFormat(format string) error {
	if !slices.Contains(formats, format) {
		return problem.New(problem.UsageError, "The flag --format does not take %q; write json or text.", format)
	}
	return nil
}

var documentExtensions = []string{"json", "yaml", "yml"}

// DocumentArguments completes arguments with documents and folders.
func DocumentArguments(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return documentExtensions, cobra.ShellCompDirectiveFilterFileExt
}

// Must takes the errors of declarations, which only a mistake in the
// declaration can cause.
func Must(err error) {
	if err != nil {
		panic(err)
	}
}
