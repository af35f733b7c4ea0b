package providera

import (
	"fmt"
	"slices"
	"strings"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/request"
)

// namespaces are those that no application's name may be, by whose they are.
var namespaces = adapter.MustDecode[map[string]struct {
	Names    []string `json:"names"`
	Prefixes []string `json:"prefixes"`
}](data, "data/namespaces.json")

// namespaceIsFree suggests a name that starts with "app-", as nothing in the table
// does.
func namespaceIsFree(req request.Request) *adapter.Finding {
	for _, taken := range namespaces {
		prefixed := slices.ContainsFunc(taken.Prefixes, func(prefix string) bool { return strings.HasPrefix(req.Application, prefix) })
		if prefixed || slices.Contains(taken.Names, req.Application) {
			free := adapter.CutName("app-"+req.Application, longestApplication)
			return &adapter.Finding{
				Message:     fmt.Sprintf("The application runs in a namespace of its own name, and %s is kept for what runs the cluster.", req.Application),
				Remediation: fmt.Sprintf("Type another name, such as %s.", free),
				Suggestion:  request.Text(free),
			}
		}
	}
	return nil
}

// longestApplication is how long an application's name may be in a request.
const longestApplication = 32
