package shell_test

import (
	"fmt"

	"platform.internal/platform-core/request"
	"platform.internal/portal/internal/shell"
)

func ExampleDollars() {
	fmt.Println(shell.Dollars(request.Cents(126034)))
	fmt.Println(shell.Dollars(request.Money{}))
	// Output:
	// 1,260.34
	// unknown
}

func ExampleCount() {
	fmt.Println(shell.Count(1, "rule"), "and", shell.Count(1200, "request"))
	// Output: 1 rule and 1,200 requests
}
