package input

import (
	"strings"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
)

// kinds are fields that tell documents of the platform apart.
type kinds struct {
	Schema      *string `json:"schema"`
	Provider    *string `json:"provider"`
	Application *string `json:"application"`
	Environment *string `json:"environment"`
}

// anyDepth is deeper than any document of the platform.
const anyDepth = 64

func kindsOf(src document.Source) (k kinds) {
	document.ReadNested(src, &k, anyDepth)
	return k
}

// NotARequest returns in place of err, which is what is wrong with a request document, one
// sentence where the document is another one of the platform's.
func NotARequest(src document.Source, err error) error {
	k := kindsOf(src)
	schema := ""
	if k.Schema != nil {
		schema = *k.Schema
	}
	switch {
	case schema == profile.ProfileSchema, schema == "" && k.Provider != nil && k.Application == nil && k.Environment == nil:
		return problem.New(problem.InvalidRequest, "%s is an installation profile, not a request; give it with --profile.", Name(src.Name))
	case strings.HasPrefix(schema, "platform."):
		return problem.New(problem.InvalidRequest, "%s is a document of the schema %s, not a request.", Name(src.Name), problem.Excerpt(schema, 60))
	default:
		return err
	}
}

// notAProfile returns a problem where a document is a request, and not a profile.
func notAProfile(src document.Source) error {
	if k := kindsOf(src); k.Provider != nil || k.Application == nil || k.Environment == nil {
		return nil
	}
	return problem.New(problem.InstallationRejected, "%s is a request, not an installation profile; give it as an argument, and the profile with --profile.", Name(src.Name))
}
