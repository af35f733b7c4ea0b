// Command impure is read by a test, never run.
package main

import (
	"os"

	"example.com/impure.adapter/in"
)

func main() { os.Exit(in.All()) }
