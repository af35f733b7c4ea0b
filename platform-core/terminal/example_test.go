package terminal_test

import (
	"fmt"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/terminal"
)

func ExampleLine() {
	fmt.Println(terminal.Line("a title\x1b[31m\nwith a colour"))
	// Output:
	// a title\x1b[31m\nwith a colour
}

func ExampleFaultLines() {
	for _, line := range terminal.FaultLines([]problem.Fault{{
		File: "request.yaml", Line: 3, Column: 9, Field: "region", Code: problem.FaultForm, Message: "is not allowed; write eu-west-1",
		Source: problem.SourceLine{Text: "region: mars"},
	}}) {
		fmt.Println(line)
	}
	// Output:
	// request.yaml:3:9: invalid_form: region is not allowed
	//   3 | region: mars
	//     |         ^^^^
	//   write: region: eu-west-1
}
