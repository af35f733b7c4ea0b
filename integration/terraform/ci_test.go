//go:build !scan

package terraform_test

// planner is what plans, applies and tests; see whole_test.go.
const planner = "tofu"

// whole says whether everything is scanned and planned, or what make check has the
// time for: of each mode and environment the strictest classification that it takes,
// and the changes of a request that go together.
const whole = false

var scanners = map[string]scanner{"tfsec": tfsec}
