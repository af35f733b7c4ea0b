package shell_test

import (
	"fmt"

	"platform.internal/portal/internal/shell"
)

func ExampleCount() {
	fmt.Println(shell.Count(1, "rule"), "and", shell.Count(1200, "request"))
	// Output: 1 rule and 1,200 requests
}
