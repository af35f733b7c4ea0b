package profile

import (
	"slices"
	"strings"
)

// ResourceKind says what a provider's resources of one kind are for, so that a view can draw them without knowledge of
// the provider's types.
type ResourceKind struct {
	// Resource is a Terraform type, such as "aws_subnet", or a type and a name, such as
	// "aws_subnet.private", which wins over the type.
	Resource string `json:"resource"`
	// Role is their purpose. A view shows an unknown role as other.
	Role ResourceRole `json:"role"`
	// DisplayName is the name of one for users, such as "NAT gateway".
	DisplayName string `json:"display_name"`
	// Detail describes one, such as "{node_count} × {vm_size}": a name in braces is the value of that property. A view
	// leaves it out if the resource lacks a property.
	Detail string `json:"detail,omitempty"`
	// Zonal is set if each is in one availability zone. The one with index 0 is in the first zone.
	Zonal bool `json:"zonal,omitempty"`
}

// ResourceRole is what a resource is for.
type ResourceRole string

// The roles.
const (
	// NetworkRole is the network that the environment is in.
	NetworkRole ResourceRole = "network"
	// PublicSubnetRole is a subnet with a route to the internet.
	PublicSubnetRole ResourceRole = "public_subnet"
	// PrivateSubnetRole is a subnet without one.
	PrivateSubnetRole ResourceRole = "private_subnet"
	// EntryRole lets traffic in from the internet.
	EntryRole ResourceRole = "entry"
	// ExitRole lets traffic out to the internet.
	ExitRole ResourceRole = "exit"
	// SharedRole attaches the environment to what the organisation has: its hub, or
	// its central logs.
	SharedRole ResourceRole = "shared"
	// EndpointRole is a private way to a service of the provider.
	EndpointRole ResourceRole = "endpoint"
	ClusterRole  ResourceRole = "cluster"
	NodesRole    ResourceRole = "nodes"
	LogsRole     ResourceRole = "logs"
	KeysRole     ResourceRole = "keys"
	StorageRole  ResourceRole = "storage"
	RegistryRole ResourceRole = "registry"
	// SupportingRole is for resources that connect and permit the others, such as a route or an identity. A view counts
	// them, and lists them on request.
	SupportingRole ResourceRole = "supporting"
)

// ResourceRoles returns the roles, sorted.
func ResourceRoles() []ResourceRole {
	roles := []ResourceRole{
		NetworkRole, PublicSubnetRole, PrivateSubnetRole, EntryRole, ExitRole, SharedRole, EndpointRole,
		ClusterRole, NodesRole, LogsRole, KeysRole, StorageRole, RegistryRole, SupportingRole,
	}
	slices.Sort(roles)
	return roles
}

// KindOf returns the [ResourceKind] of a resource by its Terraform type and address; ok is false if there is none. The
// kind of the resource wins over the kind of its type.
func KindOf(kinds []ResourceKind, resourceType, address string) (ResourceKind, bool) {
	named, _, _ := strings.Cut(address, "[")
	for _, name := range []string{named, resourceType} {
		if kind, ok := find(kinds, func(k ResourceKind) bool { return k.Resource == name }); ok {
			return kind, true
		}
	}
	return ResourceKind{}, false
}

// DetailOf returns the detail of a resource. get returns a property of it; ok is false if the resource lacks one of
// them.
func (k ResourceKind) DetailOf(get func(name string) (string, bool)) (string, bool) {
	var text strings.Builder
	rest := k.Detail
	for {
		before, after, more := strings.Cut(rest, "{")
		text.WriteString(before)
		name, behind, closed := strings.Cut(after, "}")
		value, ok := get(name)
		if !more {
			return text.String(), true
		}
		if !closed || !ok {
			return "", false
		}
		text.WriteString(value)
		rest = behind
	}
}
