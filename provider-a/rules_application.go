package providera

import (
	"fmt"
	"strings"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

const applicationField = "application"

// Namespaces of a cluster that are not for applications: "default" is for what
// names none, "kube-" is kept by Kubernetes, and the provider's own agents live
// in namespaces that start with "amazon-".
const defaultNamespace = "default"

var reservedNamespaces = []string{"amazon-", "kube-"}

var applicationNamespace = newRule(profile.Mandatory, "application.namespace", applicationField,
	"The application's name is free as a namespace of its cluster",
	"a name other than default that does not start with amazon- or kube-",
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
