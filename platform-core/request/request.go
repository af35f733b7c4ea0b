package request

import (
	"net/netip"
)

// The environments of the specification, section 2.
const (
	Development = "development"
	Test        = "test"
	Production  = "production"
)

// The data classifications, from open to closed.
const (
	Public       = "public"
	Internal     = "internal"
	Confidential = "confidential"
	Restricted   = "restricted"
)

// The cluster sizes, from small to large.
const (
	Small  = "small"
	Medium = "medium"
	Large  = "large"
)

// Environments returns the environments in the order in which forms show them.
func Environments() []string { return []string{Development, Test, Production} }

// Classifications returns the data classifications from open to closed.
func Classifications() []string { return []string{Public, Internal, Confidential, Restricted} }

// Sizes returns the cluster sizes from small to large.
func Sizes() []string { return []string{Small, Medium, Large} }

// Bounds of single fields (contract, section 1).
const (
	MaxBudget        = 1_000_000 // whole US dollars a month
	MinJustification = 10        // characters after normalising
	MaxJustification = 500       // characters after normalising
)

// Request is a normalised request for an environment. Parse is the way from
// text to a Request; a Request made field by field must already be normal.
type Request struct {
	Application           string       `json:"application"            yaml:"application"`
	Environment           string       `json:"environment"            yaml:"environment"`
	Owner                 string       `json:"owner"                  yaml:"owner"`
	CostCentre            string       `json:"cost_centre"            yaml:"cost_centre"`
	DataClassification    string       `json:"data_classification"    yaml:"data_classification"`
	Region                string       `json:"region"                 yaml:"region"`
	NetworkCIDR           netip.Prefix `json:"network_cidr"           yaml:"network_cidr"`
	ClusterSize           string       `json:"cluster_size"           yaml:"cluster_size"`
	MonthlyBudget         int64        `json:"monthly_budget"         yaml:"monthly_budget"`
	BusinessJustification string       `json:"business_justification" yaml:"business_justification"`
	ExpiryDate            Date         `json:"expiry_date,omitempty"  yaml:"expiry_date,omitempty"`
	Controls              Controls     `json:"controls"               yaml:"controls"`
}

// Controls are the four mandated controls; each is on unless switched off.
type Controls struct {
	EncryptionAtRest bool `json:"encryption_at_rest" yaml:"encryption_at_rest"`
	PrivateCluster   bool `json:"private_cluster"    yaml:"private_cluster"`
	CentralLogging   bool `json:"central_logging"    yaml:"central_logging"`
	LeastPrivilege   bool `json:"least_privilege"    yaml:"least_privilege"`
}

// Control names one of the four mandated controls, as a resource upholds it.
type Control string

// The mandated controls (specification, section 1, point 9).
const (
	CentralLogging   Control = "central_logging"
	EncryptionAtRest Control = "encryption_at_rest"
	LeastPrivilege   Control = "least_privilege"
	PrivateCluster   Control = "private_cluster"
)

// AllControls returns the four controls, sorted.
func AllControls() []Control {
	return []Control{CentralLogging, EncryptionAtRest, LeastPrivilege, PrivateCluster}
}

// Fields returns the dotted names of every field of a request, in the order in
// which documents and forms show them.
func Fields() []string {
	return []string{
		"application", "environment", "owner", "cost_centre", "data_classification", "region", "network_cidr",
		"cluster_size", "monthly_budget", "business_justification", "expiry_date", "controls",
		"controls.encryption_at_rest", "controls.private_cluster", "controls.central_logging",
		"controls.least_privilege",
	}
}

// Value returns the value of the field with the given dotted name; the zero
// Value where the request has none, or where the name is no scalar field.
func (r Request) Value(field string) Value {
	switch field {
	case "application":
		return Text(r.Application)
	case "environment":
		return Text(r.Environment)
	case "owner":
		return Text(r.Owner)
	case "cost_centre":
		return Text(r.CostCentre)
	case "data_classification":
		return Text(r.DataClassification)
	case "region":
		return Text(r.Region)
	case "network_cidr":
		return Text(r.NetworkCIDR.String())
	case "cluster_size":
		return Text(r.ClusterSize)
	case "monthly_budget":
		return Number(r.MonthlyBudget)
	case "business_justification":
		return Text(r.BusinessJustification)
	case "expiry_date":
		return r.expiryValue()
	default:
		return r.Controls.value(field)
	}
}

func (r Request) expiryValue() Value {
	if r.ExpiryDate == "" {
		return Value{}
	}
	return Text(string(r.ExpiryDate))
}

func (c Controls) value(field string) Value {
	switch field {
	case "controls.encryption_at_rest":
		return Flag(c.EncryptionAtRest)
	case "controls.private_cluster":
		return Flag(c.PrivateCluster)
	case "controls.central_logging":
		return Flag(c.CentralLogging)
	case "controls.least_privilege":
		return Flag(c.LeastPrivilege)
	default:
		return Value{}
	}
}
