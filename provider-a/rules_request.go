package providera

import (
	"fmt"
	"regexp"
	"strings"

	"platform.internal/platform-core/environment"
	"platform.internal/platform-core/installation"
)

// Namespaces of a cluster that are not for applications: "default" is for what
// names none, "kube-" is kept by Kubernetes, and the provider's own agents live
// in namespaces that start with "amazon-".
const defaultNamespace = "default"

var reservedNamespaces = []string{"amazon-", "kube-"}

var applicationNamespace = newRule(installation.Mandatory, "application.namespace", "application",
	"The application's name is free as a namespace of its cluster",
	"a name other than default that does not start with amazon- or kube-",
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

// maxApplication is the longest name that a request may have.
const maxApplication = 32

func freeNamespace(name string) string {
	free := "app-" + name
	return strings.TrimRight(free[:min(len(free), maxApplication)], "-")
}

// tagValue is what a tag may hold, of the characters that an owner may have:
// letters, digits and _.:/=+-@ (botocore 1.43.11, eks TagMap and iam
// tagValueType).
var tagValue = regexp.MustCompile(`^[A-Za-z0-9_.:/=+@-]*$`)

// The rule has no suggestion: only the team knows which other mailbox is its own.
var ownerTagValue = newRule(installation.Mandatory, "owner.tag-value", "owner",
	"The owner can be written as a tag",
	"an address of letters, digits and _ . : / = + - @ alone",
	func(request environment.Request) *finding {
		if tagValue.MatchString(request.Owner) {
			return nil
		}
		return &finding{
			message:     fmt.Sprintf("The owner %s has a character that tags cannot hold, so nothing could be traced to it.", request.Owner),
			remediation: "Type another mailbox of the team, of letters, digits and _ . : / = + - @ alone, such as payments-team@example.com.",
		}
	})

// The rule has no suggestion: which region may hold the data is for people to say.
var regionProductionZones = newRule(installation.Advisory, "region.production-zones", "region",
	"Production runs in a region with three availability zones",
	"a region known to have three availability zones for production",
	func(request environment.Request) *finding {
		region, known := findRegion(request.Region)
		if !known || request.Environment != environment.Production || len(region.Zones) >= preferredZones {
			return nil
		}
		return &finding{
			message: fmt.Sprintf("%s is not known to have three availability zones, so the cluster spreads over %d and keeps one when the other fails.",
				region.DisplayName, region.clusterZones()),
			remediation: fmt.Sprintf("Choose a region with three zones, such as %s, or accept the smaller spread.", defaultRegion),
		}
	})
