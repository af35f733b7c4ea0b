package adapter

import (
	"embed"
	"fmt"
	"slices"
	"strings"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// Namespaces are the reserved namespaces of a cluster. No application may use one.
type Namespaces struct {
	// Names are whole names. Every name with one of the Prefixes is reserved too.
	Names    []string `json:"names"`
	Prefixes []string `json:"prefixes"`
}

// has reports whether a name is reserved.
func (n Namespaces) has(name string) bool {
	starts := func(prefix string) bool { return strings.HasPrefix(name, prefix) }
	return slices.Contains(n.Names, name) || slices.ContainsFunc(n.Prefixes, starts)
}

//go:embed data/namespaces.json
var namespaceFiles embed.FS

// commonNamespaces returns the reserved namespaces of every provider: those of Kubernetes, and those of
// tools that platform teams install. Only adapters call it.
func commonNamespaces() []Namespaces {
	table := MustDecode[struct {
		Kubernetes Fact[Namespaces] `json:"kubernetes"`
		Tools      Fact[Namespaces] `json:"tools"`
	}](namespaceFiles, "data/namespaces.json")
	return []Namespaces{table.Kubernetes.Value, table.Tools.Value}
}

// NamespaceRule returns the mandatory rule application.namespace: the name of the application is not a
// reserved namespace of its cluster. Reserved are the namespaces of Kubernetes, of tools that platform
// teams install, and of the provider, which are own. The suggested name starts with "app-", so no
// reserved prefix may match it. providerID is the prefix of the rule's ID.
func NamespaceRule(providerID string, own Fact[Namespaces]) NativeRule {
	taken := append(commonNamespaces(), own.Value)
	return NativeRule{
		ID: providerID + ".application.namespace", Field: request.ApplicationField, Level: profile.Mandatory,
		Title:    "The application's name is free as a namespace of its cluster",
		Expected: "a name that is no namespace of Kubernetes, the provider or a platform's tools, such as default, istio-system or what starts with kube-",
		Reads:    []string{request.ApplicationField},
		Check: func(req request.Request) *Finding {
			if !slices.ContainsFunc(taken, func(n Namespaces) bool { return n.has(req.Application) }) {
				return nil
			}
			free := CutName("app-"+req.Application, maxApplication)
			return &Finding{
				Message: fmt.Sprintf("The application runs in a namespace of its own name, and %s is kept for what runs the cluster.",
					req.Application),
				Remediation: fmt.Sprintf("Type another name, such as %s.", free),
				Suggestion:  request.Text(free),
			}
		},
	}
}
