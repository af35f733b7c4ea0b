package host

import (
	"context"
	"slices"
	"sync"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"platform.internal/platform-cli/internal/fileio"
	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/terminal"
)

// Invocation is the state of one command line: its [Host], its global flags and its result.
type Invocation struct {
	Host
	// Adapters are the values of the global flags for adapters.
	Adapters
	// Input reads the documents that the arguments name. It is a [fileio.Reader].
	Input *fileio.Reader
	// Args are the arguments of the command line as the user typed them.
	Args []string
	// Format is the format of the result. It is JSON for a command without other formats.
	Format string
	// Profile is the path of the installation profile, or empty.
	Profile string
	// Color is [terminal.Auto], [terminal.Always] or [terminal.Never].
	Color string

	extra  []string
	ends   []func()
	result *Result
}

// NewInvocation returns the state of a command line before it is read.
func NewInvocation(ctx context.Context, h Host) *Invocation {
	return &Invocation{Host: h, Input: fileio.NewReader(ctx, h.Stdin), Format: JSON}
}

// GlobalFlags declares the flags that every command has.
func (i *Invocation) GlobalFlags(root *cobra.Command) {
	flags := root.PersistentFlags()
	flags.Var(pathValue(&i.Dir), "adapters",
		"look for the adapters and their lock file in `DIR` (default: adapters, next to the executable)")
	flags.Var(pathValue(&i.LockKey), "lock-key",
		"use only adapters whose lock file is signed by this public key, in `FILE`")
	flags.StringArrayVar(&i.extra, "adapter", nil,
		"use the adapter `ID=FILE` though it is not in the lock file, for its author at work; repeatable")
	colors := []string{terminal.Auto, terminal.Always, terminal.Never}
	i.Color = terminal.Auto
	flags.Var(checked{&i.Color, "write " + either(colors), func(text string) bool { return slices.Contains(colors, text) }},
		"color", "colour what a person reads: `WHEN` is auto (on a terminal), always or never")
	flags.BoolVar(&i.Confined, "require-confinement", false, "run no adapter at a lower confinement level than enforced")
	flags.BoolVarP(&i.Quiet, "quiet", "q", false, "print nothing to standard error")
	must(root.MarkPersistentFlagDirname("adapters"))
	must(root.MarkPersistentFlagFilename("lock-key"))
	FlagValues(root, "color", colors)
}

// TakesFormat gives a command the flag --format with JSON, Text and more formats. The default is JSON. A second call
// replaces the formats.
func (i *Invocation) TakesFormat(c *cobra.Command, more ...string) {
	list := append([]string{JSON, Text}, more...)
	flag := c.Flags().Lookup("format")
	if flag == nil {
		c.Flags().StringVarP(&i.Format, "format", "o", JSON, "")
		flag = c.Flags().Lookup("format")
		must(c.RegisterFlagCompletionFunc("format",
			func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
				return flag.Annotations[formList], cobra.ShellCompDirectiveNoFileComp
			}))
	}
	flag.Usage = "print the result in this `FORMAT`: " + either(list)
	flag.Annotations = map[string][]string{formList: list}
}

// TakesProfile adds --profile to a command.
func (i *Invocation) TakesProfile(c *cobra.Command) {
	documentFlag(c, "profile", &i.Profile, "use this installation `PROFILE` (JSON or YAML; - for standard input)")
}

// Run does the work of a command and returns its [Result].
type Run func(ctx context.Context, inv *Invocation, args []string) (*Result, error)

// Runs makes c call do and keep its [Result]. If the format is [Text] or [Markdown], an error
// becomes text. If the format is [Text] and the result has no text, its notes become the text. Runs
// ends the adapters that do started.
func (i *Invocation) Runs(c *cobra.Command, do Run) *cobra.Command {
	c.RunE = func(c *cobra.Command, args []string) error {
		if err := checkFormat(c); err != nil {
			return err
		}
		if i.Format != JSON { // standard output shows the lines, so its width wraps them
			terminal.SetColumns(i.OutColumns)
		}
		defer i.Close()
		r, err := do(c.Context(), i, args)
		switch {
		case err != nil && (i.Format == Text || i.Format == Markdown):
			r = RefusalText(err)
		case err != nil:
			return AsProblem(err)
		case i.Format == Text && r != nil && len(r.Text) == 0: // what standard error has next to the document
			r = &Result{Text: r.Notes, Exit: r.Exit}
		}
		i.result = r
		return nil
	}
	return c
}

// Answer returns the [Result] of a document with notes. If the format is not [JSON], the result has
// text and no document.
func (i *Invocation) Answer(document any, exit int, text, notes []string) (*Result, error) {
	if i.Format != JSON {
		return &Result{Text: text, Exit: exit}, nil
	}
	return Encoded(document, exit, notes...)
}

// ShowPart writes a part of the result before the rest is ready.
func (i *Invocation) ShowPart(part *Result) {
	if i.Quiet {
		part.Notes = nil
	}
	part.Color = i.Color
	i.Show(part)
}

// ShowProgress shows a line on a terminal until something else is written.
func (i *Invocation) ShowProgress(line string) {
	if i.Progress != nil && !i.Quiet {
		i.Progress(line)
	}
}

// Result returns the [Result] of the command line; err is the error of cobra. The result has no
// JSON if the command printed help or a completion.
func (i *Invocation) Result(err error) *Result {
	r := &Result{}
	switch {
	case err != nil && i.asksForText():
		r = RefusalText(asUsage(err))
	case err != nil:
		r = Refusal(asUsage(err))
	case i.result != nil:
		r = i.result
	}
	if i.Quiet {
		r.Notes = nil
	}
	r.Color = i.Color
	return r
}

// asksForText reports whether the command line has the format [Text] or [Markdown]. It also finds a format after a
// flag that cannot be read.
func (i *Invocation) asksForText() bool {
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	flags.ParseErrorsAllowlist.UnknownFlags = true
	format := flags.StringP("format", "o", JSON, "")
	_ = flags.Parse(i.Args)
	return *format == Text || *format == Markdown
}

// Catalog opens the adapters of a folder. If dir is empty, it opens those that the global flags
// name. It fails if they cannot be opened.
func (i *Invocation) Catalog(dir string) (adapter.Catalog, error) {
	named := i.Adapters
	if dir == "" {
		var err error
		if named.Extra, err = Pairs("adapter", "ID=FILE", i.extra); err != nil {
			return nil, err
		}
		for id, file := range named.Extra {
			if file == "" {
				return nil, problem.New(problem.UsageError, "The flag --adapter names no file for %q; write ID=FILE.", id)
			}
		}
	} else {
		named.Dir = dir
	}
	catalog, end, err := i.Open(named)
	if err == nil {
		i.ends = append(i.ends, end)
	}
	return catalog, err
}

// Close ends the adapters that were started.
func (i *Invocation) Close() {
	var closing sync.WaitGroup
	for _, end := range i.ends {
		closing.Go(end)
	}
	closing.Wait()
	i.ends = nil
}
