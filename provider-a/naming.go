package providera

import (
	"strings"

	"platform.internal/platform-core/request"
)

// maxName is the length of an environment's name. The longest thing made of it
// is an IAM role, 64 characters, with a suffix of 12 ("-eks-cluster"); 40
// leaves room and is what main.tf accepts.
const maxName = 40

// nameDigits is how many hex digits of the request ID end a name. Forty bits
// keep apart the requests that an account will ever see, also those that share
// application and environment.
const nameDigits = 10

// environmentName returns the name that every resource of the request has in
// its own: application, environment and digits of the request ID, such as
// "checkout-dev-0f7c5b6f7f". Long applications are cut; the digits keep the
// name unique.
func environmentName(request request.Request, id request.Identity) string {
	return cutName(request.Application, nameRoom(request.Environment)) +
		"-" + shortEnvironment(request.Environment) + "-" + idDigits(id, nameDigits)
}

// nameRoom returns how many characters of an application an environment's name
// has room for.
func nameRoom(stage string) int {
	return maxName - len("-") - len(shortEnvironment(stage)) - len("-") - nameDigits
}

// cutName returns a name of at most room characters that does not end with a
// hyphen.
func cutName(name string, room int) string {
	if len(name) <= room {
		return name
	}
	return strings.TrimRight(name[:room], "-")
}

// idDigits returns the first n hex digits of the request ID.
func idDigits(id request.Identity, n int) string {
	digits := strings.TrimPrefix(id.RequestID, "req-")
	return digits[:min(n, len(digits))]
}

func shortEnvironment(name string) string {
	switch name {
	case request.Development:
		return "dev"
	case request.Production:
		return "prod"
	default:
		return name
	}
}
