package problem_test

import (
	"fmt"

	"platform.internal/platform-core/problem"
)

func ExampleNew() {
	err := error(problem.New(problem.RequestNotFound, "No request has the ID %s.", "req-1"))
	p := problem.From(fmt.Errorf("load: %w", err))
	fmt.Println(p.Code.Status(), p.Code.Exit(), p.Code.Title())
	fmt.Println(p)
	// Output:
	// 404 1 Request not found
	// request_not_found: No request has the ID req-1.
}
