package adapter

import (
	"slices"
	"strings"
	"unicode"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// UpheldControl says how the resources of a request uphold one control. Evidence has it in the decision.
type UpheldControl struct {
	Control request.Control `json:"control"`
	Upheld  Upholding       `json:"upheld"`
	// Claims are the arguments that uphold the control, sorted by address; none if Upheld is [Unstated].
	Claims []Claim `json:"claims"`
}

// Claim is an argument of a resource whose value upholds a control.
type Claim struct {
	Address  string `json:"address"`
	Argument string `json:"argument"`
	// Value is the value of the argument, or the address of the resource to which it refers.
	Value string `json:"value"`
}

// Upholding says what upholds a control.
type Upholding string

// What upholds a control, and the definition of each claim. [ResourceRole]s are those of the description.
//
// [ResourceRole]: profile.ResourceRole
const (
	// PrivateAPI: an argument of a cluster switches public access off or private access on. Its name contains
	// "public" and its value is false, or its name contains "private" and its value is true.
	PrivateAPI Upholding = "private_api"
	// OwnKeys: an argument of a cluster, and one of another resource, refer to keys of the environment.
	OwnKeys Upholding = "own_keys"
	// CentralLogs: an argument has the identifier of a boundary other than the environment's own. The identifier is the
	// whole value, or a part of it between separators such as / and :.
	CentralLogs Upholding = "central_logs"
	// OwnLogs: logs stay in a log store of the environment, because the installation has no other boundary. A sandbox
	// has none.
	OwnLogs Upholding = "own_logs"
	// OwnIdentity: an argument gives an identity to the application's service account alone. Its value is the
	// application's name, or ends with this name after ":" or "/", with or without a closing "]".
	OwnIdentity Upholding = "own_identity"
	// Unstated: a resource is related to the control, but the adapter is older than claims and names no argument.
	Unstated Upholding = "unstated"
)

// needed says what a claim of each control has to be.
var needed = map[request.Control]string{
	request.PrivateCluster:   "an argument of the cluster that switches public access off or private access on",
	request.EncryptionAtRest: "an argument of the cluster and one of another resource that refer to keys of the environment",
	request.CentralLogging:   "an argument with the identifier of another boundary, or in a sandbox one of the log store",
	request.LeastPrivilege:   "an argument that gives an identity to the application's service account alone",
}

// UpheldControls returns how the resources of an evaluation uphold each control that the request turns on, sorted by
// control. It returns nil without resources. It fails with a breach of the contract if no resource upholds a
// control. If the adapter has [CapabilityClaims], it also fails if a claim is not what its [Upholding] says.
func UpheldControls(d Description, in Input, resources []request.Resource) (list []UpheldControl, err error) {
	if len(resources) == 0 {
		return nil, nil
	}
	c := claimChecker{checker{d.ID}, d, in, resources}
	for _, control := range request.AllControls() {
		if !in.Request.Value(request.ControlsField + "." + string(control)).Flag {
			continue
		}
		u, err := c.control(control)
		if err != nil {
			return nil, err
		}
		list = append(list, u)
	}
	return list, nil
}

func (c checker) upheld(d Description, in Input, resources []request.Resource) error {
	_, err := UpheldControls(d, in, resources)
	return err
}

// claimChecker checks the claims of an evaluation.
type claimChecker struct {
	checker
	d         Description
	in        Input
	resources []request.Resource
}

func (c claimChecker) control(control request.Control) (UpheldControl, error) {
	u := UpheldControl{Control: control, Claims: []Claim{}}
	claims, related, kinds := c.d.Has(CapabilityClaims), false, map[bool]bool{}
	for i := range c.resources {
		r := &c.resources[i]
		related = related || slices.Contains(r.Controls, control)
		argument, ok := r.Upholds.Get(string(control))
		if !ok || !claims {
			continue
		}
		value, _ := r.Properties.Get(argument)
		role := c.role(r)
		how := c.upholding(control, role, argument, value)
		if how == "" {
			return u, c.fault(problem.ContractControlsUpheld, at("resources", i)+".upholds",
				"%s of %s is %q, which does not uphold %s; name %s", argument, r.Address, value, control, needed[control])
		}
		u.Upheld, kinds[role == profile.ClusterRole] = how, true
		u.Claims = append(u.Claims, Claim{Address: r.Address, Argument: argument, Value: value})
	}
	switch {
	case !claims && related:
		u.Upheld = Unstated
	case !claims || u.Upheld == "" || u.Upheld == OwnKeys && len(kinds) < 2:
		return u, c.fault(problem.ContractControlsUpheld, "resources", "no resource upholds %s; name %s", control,
			needed[control])
	}
	return u, nil
}

// upholding returns what an argument upholds of a control; empty for nothing.
func (c claimChecker) upholding(
	control request.Control, role profile.ResourceRole, argument, value string,
) Upholding {
	switch control {
	case request.PrivateCluster:
		private := strings.Contains(argument, "public") && value == "false" ||
			strings.Contains(argument, "private") && value == "true"
		return either(role == profile.ClusterRole && private, PrivateAPI)
	case request.EncryptionAtRest:
		return either(c.isKey(value), OwnKeys)
	case request.LeastPrivilege:
		account := strings.TrimSuffix(value[strings.LastIndexAny(value, ":/")+1:], "]")
		return either(account == c.in.Request.Application, OwnIdentity)
	case request.CentralLogging:
		outside := c.outside()
		parts := strings.FieldsFunc(value, separates)
		if slices.ContainsFunc(outside, func(id string) bool { return slices.Contains(parts, id) }) {
			return CentralLogs
		}
		return either(len(outside) == 0 && role == profile.LogsRole, OwnLogs)
	}
	return ""
}

// separates reports whether a character cannot be part of a boundary's identifier.
func separates(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_.", r)
}

func either(holds bool, how Upholding) Upholding {
	if holds {
		return how
	}
	return ""
}

func (c claimChecker) role(r *request.Resource) profile.ResourceRole {
	kind, _ := profile.KindOf(c.d.ResourceKinds, r.Type, r.Address)
	return kind.Role
}

func (c claimChecker) isKey(address string) bool {
	i := slices.IndexFunc(c.resources, func(r request.Resource) bool { return r.Address == address })
	return i >= 0 && c.role(&c.resources[i]) == profile.KeysRole
}

// outside returns the identifiers of boundaries that do not contain the environment. In simulation, they are
// placeholders.
func (c claimChecker) outside() (ids []string) {
	boundaries := c.in.Boundaries
	if c.in.Mode == profile.Simulation {
		boundaries = nil
		for _, b := range c.d.BoundariesOf(profile.Enterprise) {
			boundaries = append(boundaries, Boundary{Name: b.Name, ID: b.Placeholder})
		}
	}
	in := Input{Request: c.in.Request, Mode: c.in.Mode, Boundaries: boundaries}
	own := in.Boundary(in.OwnBoundary())
	for _, b := range boundaries {
		if b.ID != own {
			ids = append(ids, b.ID)
		}
	}
	return ids
}
