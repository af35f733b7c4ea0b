package providerb

import (
	"fmt"
	"strings"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

const applicationField = "application"

// Namespaces of a cluster that are not for applications: "default" is for what
// names none, "kube-" is kept by Kubernetes, and the provider's own agents live
// in namespaces that start with "aks-" and "gatekeeper-".
const defaultNamespace = "default"

var reservedNamespaces = []string{"aks-", "gatekeeper-", "kube-"}

var applicationNamespace = newRule(profile.Mandatory, "application.namespace", applicationField,
	"The application's name is free as a namespace of its cluster",
	"a name other than default that does not start with aks-, gatekeeper- or kube-",
	func(req request.Request) *finding {
		if !isReservedNamespace(req.Application) {
			return nil
		}
		other := freeNamespace(req.Application)
		return &finding{
			message: fmt.Sprintf("The application runs in a namespace of its own name, and %s is kept for the cluster itself.",
				req.Application),
			remediation: fmt.Sprintf("Type another name, such as %s.", other),
			suggestion:  request.Text(other),
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

var applicationReservedWord = newRule(profile.Mandatory, "application.reserved-word", applicationField,
	"The application's name is free of the provider's reserved words",
	"a name without "+strings.Join(reservedWords, " and ")+", also when hyphens are left out",
	func(req request.Request) *finding {
		word, reserved := reservedWordIn(req.Application)
		if !reserved {
			return nil
		}
		other := withoutReservedWords(req.Application)
		return &finding{
			message: fmt.Sprintf("The vault and the storage account take their names from %s, and the provider reserves the word %s.",
				req.Application, word),
			remediation: fmt.Sprintf("Type a name without it, such as %s.", other),
			suggestion:  request.Text(other),
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

var applicationNameLength = newRule(profile.Advisory, "application.name-length", applicationField,
	"The application's name fits whole into the names of its resources",
	fmt.Sprintf("at most %d characters, %d for development", nameRoom(request.Production), nameRoom(request.Development)),
	func(req request.Request) *finding {
		room := nameRoom(req.Environment)
		if len(req.Application) <= room {
			return nil
		}
		broken := &finding{
			message: fmt.Sprintf("Names of resources show only the first %d characters of %s; digits of the request ID keep them apart.",
				room, req.Application),
			remediation: fmt.Sprintf("Type a name of at most %d characters to see it whole.", room),
		}
		if shorter := cutName(req.Application, room); len(shorter) >= minApplication {
			broken.remediation = fmt.Sprintf("Type a name of at most %d characters to see it whole, such as %s.", room, shorter)
			broken.suggestion = request.Text(shorter)
		}
		return broken
	})
