// Command testlog reads the events of `go test -json` from standard input and
// prints what `go test` would. It fails when a test failed, and when a test was
// skipped that is not in skips.txt.
package main

import (
	"bufio"
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
)

// list has a line for each test that may be skipped: package, test, reason.
//
//go:embed skips.txt
var list string

func main() {
	short := flag.Bool("short", false, `allow skips whose message starts with "short:", for go test -short`)
	flag.Parse()
	l := log{out: os.Stdout, short: *short, allowed: parse(list), tests: map[key]*strings.Builder{}, counts: map[string]int{}}
	l.read(os.Stdin)
	fmt.Fprintf(l.out, "tests: %d passed, %d failed, %d skipped\n", l.counts["pass"], l.counts["fail"], l.counts["skip"])
	if l.failed {
		os.Exit(1)
	}
}

// event is a line of `go test -json` (go doc test2json).
type event struct {
	Action  string
	Package string
	Test    string
	Output  string
}

// key names a test; the package's own output has no test.
type key struct{ pkg, test string }

// parse returns the reasons by test.
func parse(text string) map[key]string {
	allowed := map[key]string{}
	for line := range strings.Lines(text) {
		if fields := strings.Fields(line); len(fields) > 2 && fields[0] != "#" {
			allowed[key{fields[0], fields[1]}] = strings.Join(fields[2:], " ")
		}
	}
	return allowed
}

type log struct {
	out     io.Writer
	short   bool
	allowed map[key]string
	tests   map[key]*strings.Builder // output of tests that have not passed
	counts  map[string]int           // tests by their last action
	failed  bool
}

func (l *log) read(events io.Reader) {
	lines := bufio.NewReader(events)
	for {
		line, err := lines.ReadString('\n')
		if line != "" {
			l.line(line)
		}
		if err != nil {
			return
		}
	}
}

func (l *log) line(line string) {
	var e event
	if json.Unmarshal([]byte(line), &e) != nil {
		fmt.Fprint(l.out, line) // what go itself has to say
		return
	}
	k := key{e.Package, e.Test}
	if e.Test != "" && l.counts != nil {
		l.counts[e.Action]++
	}
	switch e.Action {
	case "output":
		if l.tests[k] == nil {
			l.tests[k] = &strings.Builder{}
		}
		l.tests[k].WriteString(e.Output)
	case "build-output":
		fmt.Fprint(l.out, e.Output)
	case "build-fail":
		l.failed = true
	case "skip":
		l.skipped(k)
		delete(l.tests, k)
	case "pass":
		if e.Test == "" {
			l.passed(k)
		}
		delete(l.tests, k)
	case "fail":
		l.failed = true
		l.print(k)
	}
}

// passed prints the line that sums a package up.
func (l *log) passed(k key) {
	if output := l.tests[k]; output != nil {
		for line := range strings.Lines(output.String()) {
			if strings.HasPrefix(line, "ok ") {
				fmt.Fprint(l.out, line)
			}
		}
	}
}

// print prints the output of a failed test, or package.
func (l *log) print(k key) {
	if output := l.tests[k]; output != nil {
		fmt.Fprint(l.out, output.String())
	}
	delete(l.tests, k)
}

// forShort finds the message of a test that only -short skips.
var forShort = regexp.MustCompile(`(?m)^\s+\w+\.go:\d+: short: `)

func (l *log) skipped(k key) {
	if k.test == "" || l.allowed[k] != "" {
		return // a package without tests, or a test on the list
	}
	message := ""
	if output := l.tests[k]; output != nil {
		message = output.String()
	}
	if l.short && forShort.MatchString(message) {
		return
	}
	l.failed = true
	fmt.Fprintf(l.out, "%s: %s was skipped and is not in integration/testlog/skips.txt:\n%s", k.pkg, k.test, message)
}
