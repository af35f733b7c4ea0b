package adaptertest

import (
	"net/netip"
	"strings"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// Change is a change of a request.
type Change func(*request.Request)

// Request returns a request for a small development environment in a region
// that is well-formed and breaks no common rule, changed as asked.
func Request(region string, changes ...Change) request.Request {
	r := request.Request{
		Application: "checkout", Environment: request.Development, Owner: "payments-team@example.com",
		CostCentre: "CC-4711", DataClassification: request.Internal, Region: region,
		NetworkCIDR: netip.MustParsePrefix("10.40.0.0/20"), ClusterSize: request.Small, MonthlyBudget: 500,
		BusinessJustification: "Trying the new checkout against the payment partner.", ExpiryDate: "2027-01-31",
		Controls: request.Controls{EncryptionAtRest: true, PrivateCluster: true, CentralLogging: true, LeastPrivilege: true},
	}
	for _, change := range changes {
		change(&r)
	}
	return r
}

// Production makes the environment a production one, which does not expire.
func Production(r *request.Request) { r.Environment, r.ExpiryDate = request.Production, "" }

// WithEnvironment returns the change to an environment, such as "test".
func WithEnvironment(stage string) Change { return func(r *request.Request) { r.Environment = stage } }

// WithRegion returns the change to a region.
func WithRegion(name string) Change { return func(r *request.Request) { r.Region = name } }

// WithSize returns the change to a cluster size.
func WithSize(size string) Change { return func(r *request.Request) { r.ClusterSize = size } }

// WithClassification returns the change to a data classification.
func WithClassification(c string) Change {
	return func(r *request.Request) { r.DataClassification = c }
}

// WithNetwork returns the change to a network, which must be a CIDR.
func WithNetwork(cidr string) Change {
	network := netip.MustParsePrefix(cidr)
	return func(r *request.Request) { r.NetworkCIDR = network }
}

// WithApplication returns the change to an application's name.
func WithApplication(application string) Change {
	return func(r *request.Request) { r.Application = application }
}

// WithOwner returns the change to an owner.
func WithOwner(owner string) Change { return func(r *request.Request) { r.Owner = owner } }

// WithJustification returns the change to a business justification.
func WithJustification(text string) Change {
	return func(r *request.Request) { r.BusinessJustification = text }
}

// LongestTexts gives each text that becomes part of tags or names the most
// characters that a request may have there.
func LongestTexts(r *request.Request) {
	r.Application, r.CostCentre = LongestApplication, strings.Repeat("C", 32)
	r.Owner = strings.Repeat("o", 64) + "@" + strings.Repeat(strings.Repeat("d", 61)+".", 3) + "ex"
}

// LongestApplication is an application's name of the most characters.
const LongestApplication = "a234567890123456789012345678901z"

// AwkwardApplications returns legal names of applications at the edges of what
// a name may be.
func AwkwardApplications() []string {
	return []string{
		"app", "a-b", "a--b", "a1234567890123456789012", "sg-checkout", "aws", "azure", "login", "xn--checkout",
		"a-----------------------------9z", "abcdefghijklmnopqrstuv---------z", "z2345678901234567890123456789012",
	}
}

// Modes returns the modes of an installation.
func Modes() []profile.Mode {
	return []profile.Mode{profile.Simulation, profile.Sandbox, profile.Enterprise}
}

// Input returns the input for a request in a mode, with the placeholders of the
// description's boundaries.
func Input(d adapter.Description, mode profile.Mode, r request.Request) adapter.Input {
	return adapter.NewInput(r, Profile(d, mode, r.Region))
}

// Profile returns a profile of a mode that allows the regions, with the
// placeholders of the description's boundaries.
func Profile(d adapter.Description, mode profile.Mode, regions ...string) profile.Profile {
	profile := profile.Profile{
		Schema: profile.ProfileSchema, Provider: d.ID, Mode: mode, AllowedRegions: regions,
		Boundaries: map[string]string{}, Policies: []profile.Rule{},
	}
	for _, b := range d.BoundariesOf(mode) {
		profile.Boundaries[b.Name] = b.Placeholder
	}
	return profile
}

// Unsizable returns inputs that an adapter which cuts a network into subnets
// cannot size, by what is wrong with them.
func Unsizable(d adapter.Description) map[string]adapter.Input {
	simulated := func(change Change) adapter.Input {
		return Input(d, profile.Simulation, Request(d.DefaultRegion, change))
	}
	return map[string]adapter.Input{
		"nothing at all":   {},
		"unknown region":   simulated(WithRegion("atlantis-1")),
		"no region":        simulated(WithRegion("")),
		"unknown size":     simulated(WithSize("gigantic")),
		"tiny network":     simulated(WithNetwork("10.0.0.0/30")),
		"everything":       simulated(WithNetwork("0.0.0.0/0")),
		"without identity": {Request: Request(d.DefaultRegion), Mode: profile.Simulation},
	}
}
