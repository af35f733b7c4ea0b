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
	r := results{out: os.Stdout, short: *short, allowed: parse(list), tests: map[key]*strings.Builder{}, counts: map[string]int{}}
	r.read(os.Stdin)
	fmt.Fprintf(r.out, "tests: %d passed, %d failed, %d skipped\n", r.counts["pass"], r.counts["fail"], r.counts["skip"])
	if r.failed {
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

type results struct {
	out     io.Writer
	short   bool
	allowed map[key]string
	tests   map[key]*strings.Builder // output of tests that have not passed
	counts  map[string]int           // tests by their last action
	failed  bool
}

func (r *results) read(events io.Reader) {
	lines := bufio.NewReader(events)
	for {
		line, err := lines.ReadString('\n')
		if line != "" {
			r.line(line)
		}
		if err != nil {
			return
		}
	}
}

func (r *results) line(line string) {
	var e event
	if json.Unmarshal([]byte(line), &e) != nil {
		fmt.Fprint(r.out, line) // what go itself has to say
		return
	}
	k := key{e.Package, e.Test}
	if e.Test != "" && r.counts != nil {
		r.counts[e.Action]++
	}
	switch e.Action {
	case "output":
		if r.tests[k] == nil {
			r.tests[k] = &strings.Builder{}
		}
		r.tests[k].WriteString(e.Output)
	case "build-output":
		fmt.Fprint(r.out, e.Output)
	case "build-fail":
		r.failed = true
	case "skip":
		r.skipped(k)
		delete(r.tests, k)
	case "pass":
		if e.Test == "" {
			r.passed(k)
		}
		delete(r.tests, k)
	case "fail":
		r.failed = true
		r.print(k)
	}
}

// passed prints the line that sums a package up.
func (r *results) passed(k key) {
	if output := r.tests[k]; output != nil {
		for line := range strings.Lines(output.String()) {
			if strings.HasPrefix(line, "ok ") {
				fmt.Fprint(r.out, line)
			}
		}
	}
}

// print prints the output of a failed test, or package.
func (r *results) print(k key) {
	if output := r.tests[k]; output != nil {
		fmt.Fprint(r.out, output.String())
	}
	delete(r.tests, k)
}

// forShort finds the message of a test that only -short skips.
var forShort = regexp.MustCompile(`(?m)^\s+\w+\.go:\d+: short: `)

func (r *results) skipped(k key) {
	if k.test == "" || r.allowed[k] != "" {
		return // a package without tests, or a test on the list
	}
	message := ""
	if output := r.tests[k]; output != nil {
		message = output.String()
	}
	if r.short && forShort.MatchString(message) {
		return
	}
	r.failed = true
	fmt.Fprintf(r.out, "%s: %s was skipped and is not in integration/testlog/skips.txt:\n%s", k.pkg, k.test, message)
}
