// Command emptycobra is the smallest command that cobra can make: what the
// start of platform is compared with.
package main

import "github.com/spf13/cobra"

func main() {
	_ = (&cobra.Command{Use: "emptycobra", Run: func(*cobra.Command, []string) {}}).Execute()
}
