package adaptertest

import (
	"net/netip"
	"strconv"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// Change is a change of a request.
type Change func(*request.Request)

// Request returns a request for a small development environment in a region
// that is well-formed and breaks no common rule, changed as asked. What it does
// not set is as in a template.
func Request(region string, changes ...Change) request.Request {
	r := request.Template(region)
	r.Application, r.Environment, r.Owner = "checkout", request.Development, "payments-team@example.com"
	r.CostCentre, r.DataClassification = "CC-4711", request.Internal
	r.NetworkCIDR, r.ClusterSize, r.MonthlyBudget = netip.MustParsePrefix("10.40.0.0/20"), request.Small, 500
	r.BusinessJustification, r.ExpiryDate = "Trying the new checkout against the payment partner.", "2027-01-31"
	for _, change := range changes {
		change(&r)
	}
	return r
}

// With returns the change of a field, such as request.SizeField, to a value as a
// person would type it. The value need not be one that the platform accepts; one
// that the field cannot hold at all panics.
func With(field, text string) Change {
	f, ok := request.FieldNamed(field)
	value := request.Text(text)
	if f.Kind != request.TextValue {
		ok = value.UnmarshalJSON([]byte(text)) == nil && ok
	}
	return func(r *request.Request) {
		if !ok || !f.Assign(r, value) {
			panic("a request cannot have " + field + " " + strconv.Quote(text))
		}
	}
}

// Production makes the environment a production one, which does not expire.
func Production(r *request.Request) { r.Environment, r.ExpiryDate = request.Production, "" }

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

// requestsIn returns a request in a region for each combination of size,
// environment and classification.
func requestsIn(region string) (list []request.Request) {
	for _, size := range request.Sizes() {
		for _, stage := range request.Environments() {
			for _, classification := range request.Classifications() {
				r := Request(region)
				r.ClusterSize, r.Environment, r.DataClassification = size, stage, classification
				list = append(list, r)
			}
		}
	}
	return list
}

// Inputs returns an input for each combination of a region of the description,
// size, environment, classification and mode.
func Inputs(d adapter.Description) (list []adapter.Input) {
	for _, region := range d.Regions {
		for _, r := range requestsIn(region.Name) {
			for _, m := range profile.Modes() {
				list = append(list, Input(d, m.Mode, r))
			}
		}
	}
	return list
}

// Networks returns a request in a region for every prefix length of addresses at
// the ends of private and reserved ranges; sizes and environments take turns.
// Most of them cannot be built.
func Networks(region string) (list []request.Request) {
	sizes, stages := request.Sizes(), request.Environments()
	for i, address := range []string{"0.0.0.0", "10.0.0.0", "10.244.0.0", "10.255.255.255", "100.64.0.0", "127.0.0.0",
		"168.63.129.16",
		"169.254.0.0", "172.16.0.0", "172.17.0.0", "172.20.0.0", "172.31.255.255", "192.0.2.0", "192.168.255.255",
		"198.19.0.0", "255.255.255.255"} {
		for bits := range 33 {
			r := Request(region)
			r.NetworkCIDR = netip.PrefixFrom(netip.MustParseAddr(address), bits).Masked()
			r.ClusterSize, r.Environment = sizes[(i+bits)%len(sizes)], stages[(i/len(sizes)+bits)%len(stages)]
			list = append(list, r)
		}
	}
	return list
}
