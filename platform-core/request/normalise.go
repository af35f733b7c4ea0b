package request

import (
	"net/netip"
	"strings"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
)

// normalise turns the parts of a document into a Request and records in
// reading what is wrong with each. The Request is of use only without faults.
func normalise(in input, reading *document.Reading) Request {
	n := normaliser{reading}
	return Request{
		Application:           n.text("application", in.Application, lower, application),
		Environment:           n.text("environment", in.Environment, longForm, oneOf(Environments())),
		Owner:                 n.text("owner", in.Owner, lower, owner),
		CostCentre:            n.text("cost_centre", in.CostCentre, upper, costCentre),
		DataClassification:    n.text("data_classification", in.DataClassification, lower, oneOf(Classifications())),
		Region:                n.text("region", in.Region, lower, region),
		NetworkCIDR:           n.network(in.NetworkCIDR),
		ClusterSize:           n.text("cluster_size", in.ClusterSize, lower, oneOf(Sizes())),
		MonthlyBudget:         n.budget(in.MonthlyBudget),
		BusinessJustification: n.text("business_justification", in.BusinessJustification, plainProse, justification),
		ExpiryDate:            n.expiry(in.ExpiryDate),
		Controls:              controls(in.Controls),
	}
}

type normaliser struct{ reading *document.Reading }

// text returns the normal form of a required text field.
func (n normaliser) text(field string, raw *string, normal func(string) string, check func(string) string) string {
	if n.absent(field, raw == nil) {
		return ""
	}
	text := normal(*raw)
	if fault := check(text); fault != "" {
		n.reading.Add(field, problem.FaultForm, "%s", fault)
		return ""
	}
	return text
}

// absent reports whether a required field has no usable value, and records it
// as missing unless it already has a fault.
func (n normaliser) absent(field string, missing bool) bool {
	if missing && !n.reading.Faulty(field) {
		n.reading.Add(field, problem.FaultMissing, "%s", missingMessage(field))
	}
	return missing
}

func missingMessage(field string) string { return "is missing; " + examples[field] }

// examples says what to write in each required field.
var examples = map[string]string{
	"application":            "write the application's name, such as checkout",
	"environment":            "write development, test or production",
	"owner":                  "write the owning team's e-mail address, such as payments-team@example.com",
	"cost_centre":            "write the cost centre to charge, such as CC-4711",
	"data_classification":    "write public, internal, confidential or restricted",
	"region":                 "write a region of the installation, such as eu-west-1",
	"network_cidr":           "write the network range, such as 10.20.0.0/20",
	"cluster_size":           "write small, medium or large",
	"monthly_budget":         "write whole US dollars, such as 500",
	"business_justification": "write in a sentence what the environment is for",
}

func (n normaliser) network(raw *string) netip.Prefix {
	if n.absent("network_cidr", raw == nil) {
		return netip.Prefix{}
	}
	prefix, err := netip.ParsePrefix(strings.TrimSpace(*raw))
	if err != nil || !prefix.Addr().Is4() {
		n.reading.Add("network_cidr", problem.FaultForm, "must be an IPv4 range in CIDR form, such as 10.20.0.0/20")
		return netip.Prefix{}
	}
	return prefix.Masked()
}

func (n normaliser) budget(raw *int64) int64 {
	if n.absent("monthly_budget", raw == nil) {
		return 0
	}
	if *raw < 1 || *raw > MaxBudget {
		n.reading.Add("monthly_budget", problem.FaultForm, "must be whole US dollars from 1 to %d", MaxBudget)
	}
	return *raw
}

func (n normaliser) expiry(raw *string) Date {
	if raw == nil || *raw == "" {
		return ""
	}
	date, err := ParseDate(*raw)
	if err != nil {
		n.reading.Add("expiry_date", problem.FaultForm, "%v", err)
	}
	return date
}

func controls(in *controlsInput) Controls {
	if in == nil {
		in = &controlsInput{}
	}
	on := func(b *bool) bool { return b == nil || *b }
	return Controls{
		EncryptionAtRest: on(in.EncryptionAtRest),
		PrivateCluster:   on(in.PrivateCluster),
		CentralLogging:   on(in.CentralLogging),
		LeastPrivilege:   on(in.LeastPrivilege),
	}
}
