// Command adaptertool prepares adapters. The build and the authors of adapters run it:
//
//	adaptertool new NAME [MODULE]
//	adaptertool prices FILE LIST=FOLDER...
//	adaptertool facts [--due-within 60d] [--on YYYY-MM-DD] MODULE...
//
// new writes the module of a new adapter into the working directory and prints its folder. NAME is
// the provider's ID, such as provider_c. The module is a copy of package template, which compiles
// and conforms. MODULE is the path of the module, such as example.com/team/acme, if it is for a
// repository of your own. Without MODULE, the module is for this repository; `make new-adapter`
// adds it to the workspace.
//
// prices writes FOLDER/machine-prices.json from a list in FILE, such as aws, for the machine
// types of FOLDER/instances.json in the regions of FOLDER/regions.json. It prints what is
// missing or unusual. If a price is wrong, it fails and writes nothing.
//
// facts prints what MODULE/facts.json says about the age of the module's facts, the first to end
// first. With --due-within it prints only the facts that end by then, and fails if there is one.
// --on is the day instead of today.
//
// The exit code is 1 for a failure and 2 for wrong arguments.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"platform.internal/platform-core/request"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// usageError says which arguments a subcommand takes.
type usageError string

func (e usageError) Error() string { return "usage: " + string(e) }

func run(args []string, stdout, stderr io.Writer) int {
	name := ""
	if len(args) > 0 {
		name, args = args[0], args[1:]
	}
	var output string
	var err error = usageError("adaptertool new NAME [MODULE] | prices FILE LIST=FOLDER... | facts MODULE...")
	switch name {
	case "new":
		output, err = newAdapter(args)
	case "prices":
		output, err = writePrices(args)
	case "facts":
		output, err = reportFacts(args, request.DateOf(time.Now()))
	}
	if err == nil || name == "facts" {
		_, _ = io.WriteString(stdout, output)
	}
	var wrongUsage usageError
	switch {
	case errors.As(err, &wrongUsage):
		_, _ = fmt.Fprintln(stderr, err)
		return 2
	case err != nil:
		_, _ = fmt.Fprintf(stderr, "adaptertool %s: %v\n", name, err)
		return 1
	}
	return 0
}
