package command

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
)

// adapterFlags are the global flags that say where adapters are.
type adapterFlags struct {
	dir   string
	extra []string
	// confined refuses adapters that the kernel does not hold.
	confined bool
}

func (a *app) globalFlags(root *cobra.Command) {
	flags := root.PersistentFlags()
	flags.StringVar(&a.adapters.dir, "adapters", "", "look for the adapters and their lock file in `DIR` (default: adapters beside the executable)")
	flags.StringArrayVar(&a.adapters.extra, "adapter", nil, "use the adapter `ID=FILE` though it is not in the lock file, for its author at work; repeatable")
	flags.BoolVar(&a.adapters.confined, "require-confinement", false, "run no adapter whose process the kernel holds by less than a whole box")
	flags.BoolVarP(&a.quiet, "quiet", "q", false, "print nothing to standard error")
	must(root.MarkPersistentFlagDirname("adapters"))
}

// parse returns the extra adapters by provider ID.
func (f adapterFlags) parse() (map[string]string, error) {
	extra := map[string]string{}
	for _, pair := range f.extra {
		id, file, ok := strings.Cut(pair, "=")
		if !ok || id == "" || file == "" {
			return nil, problem.New(problem.UsageError, "The flag --adapter takes ID=FILE, such as provider_a=./platform-provider-a, not %q.", pair)
		}
		if _, twice := extra[id]; twice {
			return nil, problem.New(problem.UsageError, "The flag --adapter names %q twice; name one file for it.", id)
		}
		extra[id] = file
	}
	return extra, nil
}

// profileFlag adds --profile.
func profileFlag(c *cobra.Command, into *string, usage string) {
	c.Flags().StringVar(into, "profile", "", usage)
	must(c.MarkFlagFilename("profile", documentExtensions...))
}

const profileUsage = "use this installation `PROFILE` (JSON or YAML; - for standard input)"

// outputFlags add --output and --force.
func outputFlags(c *cobra.Command, path *string, force *bool, usage string) {
	c.Flags().Var((*pathFlag)(path), "output", usage)
	forceFlag(c, force)
}

// pathFlag is a flag with the path of a file or folder. It does not take an
// empty one: a shell variable that is not set must not mean that nothing is
// written.
type pathFlag string

func (p *pathFlag) String() string { return string(*p) }

// Type names the flag's values in help texts.
func (p *pathFlag) Type() string { return "path" }

// Set takes a path that is not empty.
func (p *pathFlag) Set(path string) error {
	if path == "" {
		return errors.New("the path is empty")
	}
	*p = pathFlag(path)
	return nil
}

func forceFlag(c *cobra.Command, force *bool) {
	c.Flags().BoolVar(force, "force", false, "replace what already exists there")
}

var documentExtensions = []string{"json", "yaml", "yml"}

// documentArguments completes arguments with documents and folders.
func documentArguments(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return documentExtensions, cobra.ShellCompDirectiveFilterFileExt
}

// completeProviders offers the providers that have an adapter; it starts none.
func (a *app) completeProviders(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	catalog, end, err := a.open()
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	defer end()
	return catalog.Providers(), cobra.ShellCompDirectiveNoFileComp
}

func completeModes(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return slices.Clone(profile.ModeNames()), cobra.ShellCompDirectiveNoFileComp
}

// must takes the errors of declarations, which only a mistake in this package
// can cause.
func must(err error) {
	if err != nil {
		panic(err)
	}
}
