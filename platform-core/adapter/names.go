package adapter

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// NameLimit bounds the name of an environment, which every resource of it has
// in its own name. Digits of the environment's ID end it and keep it unique, also
// where the application's name is cut. They stay the same for every request for
// the environment.
type NameLimit struct {
	// Length is how many characters a name has at most: the provider's tightest
	// limit less the longest prefix and suffix that the adapter adds.
	Length int
	// Digits is how many hex digits of the environment's ID end the name. Ten are forty
	// bits, more than the environments of any account need.
	Digits int
}

// Name returns the environment's name: application, stage and digits of its ID,
// such as "checkout-dev-0f7c5b6f7f".
func (l NameLimit) Name(in Input) string {
	stage := in.Request.Environment
	return CutName(in.Request.Application, l.Application(stage)) + "-" + shortStage(stage) + "-" + idDigits(in, l.Digits)
}

// Application returns how many characters of an application's name are in the
// names of its environments of a stage.
func (l NameLimit) Application(stage string) int {
	return l.Length - len("-") - len(shortStage(stage)) - len("-") - l.Digits
}

// The lengths that an application's name may have in a request.
const (
	minApplication = 3
	maxApplication = 32
)

// LengthRule returns the advisory rule application.name-length: the
// application's name is not cut in the names of resources. providerID is the
// prefix of its ID.
func (l NameLimit) LengthRule(providerID string) NativeRule {
	return NativeRule{
		ID: providerID + ".application.name-length", Field: request.ApplicationField, Level: profile.Advisory,
		Title:    "The application's name fits whole into the names of its resources",
		Expected: fmt.Sprintf("at most %d characters, %d for development", l.Application(request.Production), l.Application(request.Development)),
		Reads:    []string{request.ApplicationField, request.EnvironmentField},
		Check:    l.checkLength,
	}
}

func (l NameLimit) checkLength(req request.Request) *Finding {
	limit := l.Application(req.Environment)
	if len(req.Application) <= limit {
		return nil
	}
	f := &Finding{
		Message: fmt.Sprintf("Names of resources show only the first %d characters of %s; digits of the environment's ID keep them apart.",
			limit, req.Application),
		Remediation: fmt.Sprintf("Type a name of at most %d characters to see it whole.", limit),
	}
	if shorter := CutName(req.Application, limit); len(shorter) >= minApplication {
		f.Remediation = fmt.Sprintf("Type a name of at most %d characters to see it whole, such as %s.", limit, shorter)
		f.Suggestion = request.Text(shorter)
	}
	return f
}

// CompactName returns a name of letters and digits of at most length
// characters, for resources whose names are short and shared with the whole
// world: the start of the application without hyphens, and digits of the
// environment's ID.
func CompactName(in Input, length, digits int) string {
	letters := strings.ReplaceAll(in.Request.Application, "-", "")
	return letters[:min(length-digits, len(letters))] + idDigits(in, digits)
}

// CutName returns the start of a name, of at most length bytes in whole characters
// and without a hyphen at its end.
func CutName(name string, length int) string {
	if len(name) <= length {
		return name
	}
	for length > 0 && !utf8.RuneStart(name[length]) {
		length--
	}
	return strings.TrimRight(name[:length], "-")
}

// idDigits returns the first n hex digits of the environment's ID.
func idDigits(in Input, n int) string {
	digits := strings.TrimPrefix(in.EnvironmentID, "env-")
	return digits[:min(n, len(digits))]
}

func shortStage(stage string) string {
	switch stage {
	case request.Development:
		return "dev"
	case request.Production:
		return "prod"
	default:
		return stage
	}
}
