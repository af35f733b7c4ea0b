package providerb

import (
	"fmt"
	"strings"

	"platform.internal/platform-core/environment"
	"platform.internal/platform-core/installation"
)

const applicationField = "application"

// Namespaces of a cluster that are not for applications: "default" is for what
// names none, "kube-" is kept by Kubernetes, and the provider's own agents live
// in namespaces that start with "aks-" and "gatekeeper-".
const defaultNamespace = "default"

var reservedNamespaces = []string{"aks-", "gatekeeper-", "kube-"}

var applicationNamespace = newRule(installation.Mandatory, "application.namespace", applicationField,
	"The application's name is free as a namespace of its cluster",
	"a name other than default that does not start with aks-, gatekeeper- or kube-",
	func(request environment.Request) *finding {
		if !isReservedNamespace(request.Application) {
			return nil
		}
		other := freeNamespace(request.Application)
		return &finding{
			message: fmt.Sprintf("The application runs in a namespace of its own name, and %s is kept for the cluster itself.",
				request.Application),
			remediation: fmt.Sprintf("Type another name, such as %s.", other),
			suggestion:  environment.Text(other),
		}
	})

func isReservedNamespace(name string) bool {
	for _, prefix := range reservedNamespaces {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return name == defaultNamespace
}

// minApplication and maxApplication are the lengths that a request's name may have.
const (
	minApplication = 3
	maxApplication = 32
)

func freeNamespace(name string) string {
	free := "app-" + name
	return strings.TrimRight(free[:min(len(free), maxApplication)], "-")
}

// reservedWords must not stand anywhere in the name of a resource with an
// address of its own (learn.microsoft.com, azure-resource-manager/templates/
// error-reserved-resource-name). The words that are reserved only as a whole
// name, or at its start, cannot arise: every such name here has a prefix and
// digits of the request ID.
var reservedWords = []string{"microsoft", "windows"}

var applicationReservedWord = newRule(installation.Mandatory, "application.reserved-word", applicationField,
	"The application's name is free of the provider's reserved words",
	"a name without "+strings.Join(reservedWords, " and ")+", also when hyphens are left out",
	func(request environment.Request) *finding {
		word, reserved := reservedWordIn(request.Application)
		if !reserved {
			return nil
		}
		other := withoutReservedWords(request.Application)
		return &finding{
			message: fmt.Sprintf("The vault and the storage account take their names from %s, and the provider reserves the word %s.",
				request.Application, word),
			remediation: fmt.Sprintf("Type a name without it, such as %s.", other),
			suggestion:  environment.Text(other),
		}
	})

// reservedWordIn returns the first reserved word in a name as written or
// without its hyphens, which is how the vault and the storage account have it.
func reservedWordIn(name string) (string, bool) {
	for _, word := range reservedWords {
		if strings.Contains(squeezed(name), word) {
			return word, true
		}
	}
	return "", false
}

// withoutReservedWords returns the name with "app" for each reserved word. The
// result can hold another such word made of its neighbours, so it looks again;
// each turn shortens the name, so it ends.
func withoutReservedWords(name string) string {
	for {
		word, reserved := reservedWordIn(name)
		if !reserved {
			return name
		}
		if !strings.Contains(name, word) {
			name = squeezed(name)
		}
		name = strings.Replace(name, word, "app", 1)
	}
}

var applicationNameLength = newRule(installation.Advisory, "application.name-length", applicationField,
	"The application's name fits whole into the names of its resources",
	fmt.Sprintf("at most %d characters, %d for development", nameRoom(environment.Production), nameRoom(environment.Development)),
	func(request environment.Request) *finding {
		room := nameRoom(request.Environment)
		if len(request.Application) <= room {
			return nil
		}
		broken := &finding{
			message: fmt.Sprintf("Names of resources show only the first %d characters of %s; digits of the request ID keep them apart.",
				room, request.Application),
			remediation: fmt.Sprintf("Type a name of at most %d characters to see it whole.", room),
		}
		if shorter := cutName(request.Application, room); len(shorter) >= minApplication {
			broken.remediation = fmt.Sprintf("Type a name of at most %d characters to see it whole, such as %s.", room, shorter)
			broken.suggestion = environment.Text(shorter)
		}
		return broken
	})
