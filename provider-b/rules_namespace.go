package providerb

import (
	"fmt"
	"slices"
	"strings"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// namespaces are those that no application's name may be, by whose they are.
var namespaces = adapter.MustDecode[map[string]struct {
	Names    []string `json:"names"`
	Prefixes []string `json:"prefixes"`
}](tables, "data/namespaces.json")

var applicationNamespace = adapter.NativeRule{
	ID:       ID + ".application.namespace",
	Field:    request.ApplicationField,
	Level:    profile.Mandatory,
	Title:    "The application's name is free as a namespace of its cluster",
	Expected: "a name that is no namespace of Kubernetes, the provider or a platform's tools, such as default, istio-system or what starts with kube-",
	Reads:    []string{request.ApplicationField},
	Check: func(req request.Request) *adapter.Finding {
		if !reservedNamespace(req.Application) {
			return nil
		}
		free := adapter.CutName("app-"+req.Application, longestApplication)
		return &adapter.Finding{
			Message:     fmt.Sprintf("The application runs in a namespace of its own name, and %s is kept for what runs the cluster.", req.Application),
			Remediation: fmt.Sprintf("Type another name, such as %s.", free),
			Suggestion:  request.Text(free),
		}
	},
}

// reservedNamespace reports whether a name is in the table, in which nothing but
// app-routing-system starts with "app-".
func reservedNamespace(name string) bool {
	for _, taken := range namespaces {
		starts := func(prefix string) bool { return strings.HasPrefix(name, prefix) }
		if slices.Contains(taken.Names, name) || slices.ContainsFunc(taken.Prefixes, starts) {
			return true
		}
	}
	return false
}

// longestApplication is how long an application's name may be in a request.
const longestApplication = 32
