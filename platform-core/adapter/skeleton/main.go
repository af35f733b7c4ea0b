// Command skeleton writes the module of a new adapter into the repository in which
// it is run: small, compiling, and conforming from the start. What it writes is
// package template, which is built and judged with this repository, under another
// name.
//
//	skeleton NAME
//
// NAME is the provider's ID, such as provider_c: it starts with provider_. It
// prints the module's folder; `make new-adapter` then adds that to the workspace.
// The exit code is 1 when nothing was written, and 2 for wrong usage.
package main

import (
	"fmt"
	"io"
	"os"
)

func main() { os.Exit(run(os.Args[1:], ".", os.Stdout, os.Stderr)) }

func run(args []string, repository string, stdout, stderr io.Writer) int {
	if len(args) != 1 || args[0] == "" {
		_, _ = fmt.Fprintln(stderr, "usage: make new-adapter NAME=provider_c")
		return 2
	}
	made, err := write(repository, args[0])
	if err != nil {
		_, _ = fmt.Fprintln(stderr, "new-adapter:", err)
		return 1
	}
	_, _ = fmt.Fprintln(stdout, made.Module)
	return 0
}
