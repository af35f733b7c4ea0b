package adapter

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// NameLimit limits the name of an environment, which is part of the name of every resource. The name
// ends with digits of the environment's ID, so it is unique even if the application's name is cut.
// All requests for an environment have the same name.
type NameLimit struct {
	// Length is the maximum length: the provider's shortest limit, less the longest prefix and suffix
	// that the adapter adds.
	Length int
	// Digits is the number of hex digits of the environment's ID. Ten digits are forty bits, which is
	// enough for the environments of any boundary.
	Digits int
}

// Name returns the name of an environment: application, stage and digits of its ID, such as
// "checkout-dev-0f7c5b6f7f".
func (l NameLimit) Name(in Input) string {
	stage := in.Request.Environment
	return CutName(in.Request.Application, l.Application(stage)) + "-" + shortStage(stage) + "-" + idDigits(in, l.Digits)
}

// Application returns the number of characters of an application's name in the name of an
// environment.
func (l NameLimit) Application(stage string) int {
	return l.Length - len("-") - len(shortStage(stage)) - len("-") - l.Digits
}

// The limits of the length of an application's name in a request.
const (
	minApplication = 3
	maxApplication = 32
)

// LengthRule returns the advisory rule application.name-length: the application's name is not cut in
// the names of resources. providerID is the prefix of its ID.
func (l NameLimit) LengthRule(providerID string) NativeRule {
	return NativeRule{
		ID: providerID + ".application.name-length", Field: request.ApplicationField, Level: profile.Advisory,
		Title: "The application's name fits whole into the names of its resources",
		Expected: fmt.Sprintf("at most %d characters, %d for development",
			l.Application(request.Production), l.Application(request.Development)),
		Reads: []string{request.ApplicationField, request.EnvironmentField},
		Check: l.checkLength,
	}
}

func (l NameLimit) checkLength(req request.Request) *Finding {
	limit := l.Application(req.Environment)
	if len(req.Application) <= limit {
		return nil
	}
	f := &Finding{
		Message: fmt.Sprintf("Names of resources show only the first %d characters of %s; "+
			"digits of the environment's ID keep them apart.", limit, req.Application),
		Remediation: fmt.Sprintf("Type a name of at most %d characters to see it whole.", limit),
	}
	if shorter := CutName(req.Application, limit); len(shorter) >= minApplication {
		f.Remediation = fmt.Sprintf("Type a name of at most %d characters to see it whole, such as %s.", limit, shorter)
		f.Suggestion = request.Text(shorter)
	}
	return f
}

// CompactName returns a name of letters and digits with at most length characters: the start of the
// application's name without hyphens, and digits of the environment's ID. It is for resources whose
// names are short and globally unique.
func CompactName(in Input, length, digits int) string {
	letters := strings.ReplaceAll(in.Request.Application, "-", "")
	return letters[:min(length-digits, len(letters))] + idDigits(in, digits)
}

// CutName returns the start of a name, with at most length bytes, in whole characters and without a
// hyphen at the end.
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
