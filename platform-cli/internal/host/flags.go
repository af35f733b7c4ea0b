package host

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"platform.internal/platform-core/problem"
)

// ProfileFlag adds --profile.
func ProfileFlag(c *cobra.Command, into *string, usage string) {
	DocumentFlag(c, "profile", into, usage)
}

// DocumentFlag adds a flag that names a document.
func DocumentFlag(c *cobra.Command, name string, into *string, usage string) {
	c.Flags().StringVar(into, name, "", usage)
	Must(c.MarkFlagFilename(name, documentExtensions...))
}

// FolderFlag adds a flag that names a folder.
func FolderFlag(c *cobra.Command, name string, into *string, usage string) {
	c.Flags().Var((*PathFlag)(into), name, usage)
	Must(c.MarkFlagDirname(name))
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
	// Markdown is for a pull request; only some commands have it.
	Markdown = "markdown"
	// YAML is for a document that people edit.
	YAML = "yaml"
)

// FormatFlag adds --format with these forms, of which the first is the default.
func FormatFlag(c *cobra.Command, into *string, list ...string) {
	c.Flags().StringVarP(into, "format", "o", list[0], "print the result in this `FORMAT`: "+either(list))
	Must(c.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(list, cobra.ShellCompDirectiveNoFileComp)))
	Must(c.Flags().SetAnnotation("format", formList, list))
}

// formList is the annotation of --format with the forms that the command has.
const formList = "forms"

// CheckFormat refuses a form that the command does not have.
func CheckFormat(c *cobra.Command) error {
	flag := c.Flags().Lookup("format")
	if flag == nil || slices.Contains(flag.Annotations[formList], flag.Value.String()) {
		return nil
	}
	return problem.New(problem.UsageError, "The flag --format does not take %q; write %s.", flag.Value, either(flag.Annotations[formList]))
}

// either returns names as a sentence lists them: "a, b or c".
func either(names []string) string {
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
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
