package fileio

import (
	"strings"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/terminal"
)

// anyDepth exceeds the depth of every document of the platform.
const anyDepth = 64

// kindOf returns the schema that a document names, and reports whether it names a provider.
func kindOf(src document.Source) (schema string, provider bool) {
	var in struct {
		Schema   string  `json:"schema"`
		Provider *string `json:"provider"`
	}
	document.ReadNested(src, &in, anyDepth)
	return in.Schema, in.Provider != nil
}

// IsRequest reports whether a document has fields of a request.
func IsRequest(src document.Source) bool {
	p, err := request.ParsePartial(src)
	return err == nil && len(p.Given) > 0
}

// NotARequest returns a better error if src is another document of the platform. Otherwise it
// returns err, which is the error of [request.Parse].
func NotARequest(src document.Source, err error) error {
	switch schema, provider := kindOf(src); {
	case schema == profile.ProfileSchema, schema == "" && provider && !IsRequest(src):
		return problem.New(problem.InvalidRequest,
			"%s is an installation profile, not a request; give it with --profile.", terminal.FileName(src.Name))
	case strings.HasPrefix(schema, "platform."):
		return problem.New(problem.InvalidRequest,
			"%s is a document of the schema %s, not a request.", terminal.FileName(src.Name), problem.Excerpt(schema, 60))
	default:
		return err
	}
}
