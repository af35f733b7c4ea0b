package serve

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"regexp"
	"strings"

	platformcore "platform.internal/platform-core"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/terminal"
)

// Flags are the flags of every server.
type Flags struct {
	// Listen is the address to serve at. AdminListen is the address of metrics, health and readiness; empty for none.
	Listen, AdminListen string
	// AllowHosts are further hosts to answer for.
	AllowHosts []string
	// PathPrefix is the path below which a proxy shows this server, such as /environments; empty for none.
	PathPrefix string
	LogFormat  Format
	// Quiet leaves out the log lines of requests.
	Quiet   bool
	Version bool
}

// Define adds the flags to a set.
func (f *Flags) Define(set *flag.FlagSet, listen string) {
	f.LogFormat = Text
	set.StringVar(&f.Listen, "listen", listen, "listen on `HOST:PORT`; port 0 picks a free one")
	set.StringVar(
		&f.AdminListen,
		"admin-listen",
		"",
		"serve metrics, health and readiness at `HOST:PORT` (default: nowhere)",
	)
	set.Func(
		"allow-host",
		"also answer for the host `NAME`, or NAME:PORT if a proxy has another port; repeatable",
		func(name string) error {
			f.AllowHosts = append(f.AllowHosts, name)
			return CheckHost(name)
		},
	)
	set.Func("path-prefix", "serve below `PATH`, as a proxy shows it, such as /environments", f.setPathPrefix)
	set.Var(&f.LogFormat, "log-format", "write the log in this `FORMAT`: text or json")
	set.BoolVar(&f.Quiet, "quiet", false, "do not log requests")
	set.BoolVar(&f.Version, "version", false, "print the version and exit")
}

// help returns the help of a flag in lines that fit the terminal.
func help(f *flag.Flag) []string {
	value, says := flag.UnquoteUsage(f)
	if f.DefValue != "" && f.DefValue != "false" {
		says += " (default " + f.DefValue + ")"
	}
	head := strings.TrimSuffix("  --"+f.Name+" "+value, " ")
	return append([]string{head}, terminal.Wrap("      "+says)...)
}

var prefix = regexp.MustCompile(`^(/[A-Za-z0-9_-][A-Za-z0-9._~-]*)+$`)

func (f *Flags) setPathPrefix(path string) error {
	f.PathPrefix = strings.TrimSuffix(path, "/")
	if f.PathPrefix != "" && !prefix.MatchString(f.PathPrefix) {
		return errors.New("write a path of letters, digits and - . _ ~, such as /environments")
	}
	return nil
}

// Parse parses arguments with a set whose flags are defined, and runs check for conditions that the set does not know.
// It prints a flag error to stderr. It prints the help or the version if asked, and then fails with [flag.ErrHelp].
func (f *Flags) Parse(
	set *flag.FlagSet,
	args []string,
	usage string,
	stdout, stderr io.Writer,
	check func() error,
) error {
	set.SetOutput(io.Discard) // the flag package has its own form of errors
	err := set.Parse(args)
	if err == nil && set.NArg() > 0 {
		err = problem.New(problem.UsageError, "The argument %q is unexpected. Write flags only.", set.Arg(0))
	}
	switch {
	case errors.Is(err, flag.ErrHelp):
		terminal.SetColumns(terminal.ColumnsOf(stdout))
		list := []string{}
		for line := range strings.SplitSeq(strings.TrimSuffix(usage, "\n"), "\n") {
			if strings.HasPrefix(line, " ") { // a command to copy
				list = append(list, line)
				continue
			}
			list = append(list, terminal.Wrap(line)...)
		}
		set.VisitAll(func(f *flag.Flag) { list = append(list, help(f)...) })
		fmt.Fprintln(stdout, strings.Join(list, "\n"))
		return err
	case err == nil && f.Version:
		fmt.Fprintln(stdout, set.Name(), platformcore.Version)
		return flag.ErrHelp
	}
	if err == nil && f.AdminListen == f.Listen && !strings.HasSuffix(f.Listen, ":0") {
		err = problem.New(problem.UsageError, "The flags --admin-listen and --listen need different addresses.")
	}
	if err = cmp.Or(err, emptyValue(set, args), check()); err != nil {
		line := fmt.Sprintf("%s: %s: %s", set.Name(), problem.UsageError, flagFault(set, args, err))
		for _, line := range terminal.Wrap(line + helpOf(set.Name())) {
			fmt.Fprintln(stderr, line)
		}
	}
	return err
}

// helpOf returns where a user finds the flags of a program.
func helpOf(name string) string { return " Help: " + name + " --help" }

// emptyValue returns an error for a flag with an empty value, which most often is an unset variable of a shell.
func emptyValue(set *flag.FlagSet, args []string) error {
	for i, arg := range args {
		name, isEmpty := strings.CutSuffix(arg, "=")
		if arg == "" {
			name, isEmpty = args[max(i-1, 0)], true
		}
		if name = strings.TrimLeft(name, "-"); isEmpty && set.Lookup(name) != nil {
			return problem.New(problem.UsageError, "The flag --%s has an empty value. Write a value, or leave the flag out.", name)
		}
	}
	return nil
}

// flagError is a message of package flag: a beginning, the value, the flag and the reason.
var flagError = regexp.MustCompile(
	`^(invalid.* value|flag provided but not defined|flag needs an argument):? ?` +
		`(".*")?(?: for (?:flag )?)?-([^:]+)(?:: (.*))?$`)

// flagFault returns the sentences of an error of package flag in the words of the command `platform`.
func flagFault(set *flag.FlagSet, args []string, err error) string {
	m := flagError.FindStringSubmatch(err.Error())
	if m == nil {
		var p *problem.Problem
		if errors.As(err, &p) {
			return p.Detail
		}
		return err.Error()
	}
	value, name, reason := m[2], m[3], m[4]
	switch {
	case value == "" && strings.HasPrefix(m[1], "flag needs"):
		return fmt.Sprintf("The flag --%s needs a value.", name)
	case value == "":
		var names []string
		set.VisitAll(func(f *flag.Flag) { names = append(names, f.Name) })
		fault := fmt.Sprintf("%q has no flag %q.", set.Name(), typed(args, name))
		if near := document.Nearest(name, names); near != "" {
			return fault + " Did you mean --" + near + "?"
		}
		return fault + " Its flags are --" + strings.Join(names, ", --") + "."
	case reason == "parse error" && strings.Contains(m[1], "boolean"):
		reason = "write true or false"
	case reason == "parse error":
		reason = "write a whole number"
	}
	return fmt.Sprintf("The flag --%s does not take %s: %s.", name, value, reason)
}

// typed returns a flag as it is written, with one hyphen or two.
func typed(args []string, name string) string {
	for _, arg := range args {
		if flag, _, _ := strings.Cut(arg, "="); strings.TrimLeft(flag, "-") == name {
			return flag
		}
	}
	return name
}
