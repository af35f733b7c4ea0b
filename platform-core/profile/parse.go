package profile

import (
	"strings"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
)

// input is the document form of a profile.
type input struct {
	Schema         *string           `json:"schema"`
	Provider       *string           `json:"provider"`
	Mode           *string           `json:"mode"`
	AllowedRegions []string          `json:"allowed_regions"`
	Boundaries     map[string]string `json:"boundaries"`
	PolicyDate     *string           `json:"policy_date"`
	Unpriced       *string           `json:"unpriced"`
	Policies       []Rule            `json:"policies"`
	Exceptions     []Exception       `json:"exceptions"`
	Settings       map[string]string `json:"settings"`
}

// Draft is a profile document that was read but not yet checked against its
// provider. Resolve turns it into a Profile.
type Draft struct {
	// Provider is the provider that the document names, normalised; empty when
	// it names none.
	Provider string
	in       input
	reading  *document.Reading
}

// Parse reads a profile document. The error is a *problem.Problem with code
// malformed_body when the text is no document; wrong fields are kept in the
// draft, so that Resolve can report all faults at once.
func Parse(src document.Source) (Draft, error) {
	var in input
	reading := document.Read(src, &in)
	if reading.Malformed() {
		return Draft{}, reading.Problem(problem.MalformedBody, "installation profile")
	}
	return Draft{Provider: clean(in.Provider), in: in, reading: reading}, nil
}

// New returns the draft of a profile that names only a provider, a mode and
// settings, which may be nil; an empty mode is the default.
func New(provider string, mode Mode, settings map[string]string) Draft {
	name := string(mode)
	in := input{Provider: &provider, Settings: settings}
	if mode != "" {
		in.Mode = &name
	}
	return Draft{Provider: clean(&provider), in: in, reading: &document.Reading{}}
}

func clean(s *string) string {
	if s == nil {
		return ""
	}
	return strings.ToLower(strings.TrimSpace(*s))
}

// UnknownProvider returns the rejection of a draft whose provider is not one of
// known, together with every other fault that shows without a provider. compile
// is that of Resolve.
func (d Draft) UnknownProvider(known []string, compile func(Mode, []Rule) []problem.Fault) *problem.Problem {
	d.reading = d.reading.Clone()
	d.checkSchema()
	choices := strings.Join(known, " or ")
	switch {
	case d.reading.Faulty("provider"):
	case d.Provider == "":
		d.reading.Add("provider", problem.FaultMissing, "is missing; write %s", choices)
	default:
		d.reading.Add("provider", problem.FaultUnsupported, "must be %s", choices)
	}
	mode := d.checkMode()
	d.checkRegionCount(mode)
	d.checkPolicyDate()
	d.checkUnpriced()
	d.checkExceptions()
	d.checkPolicies(mode, compile)
	return d.rejection()
}

// checkPolicies records the faults of the draft's own rules.
func (d Draft) checkPolicies(mode Mode, compile func(Mode, []Rule) []problem.Fault) {
	if d.reading.Faulty("policies") {
		return
	}
	for _, f := range compile(mode, d.in.Policies) {
		d.reading.Add(f.Field, f.Code, "%s", f.Message)
	}
}

func (d Draft) rejection() *problem.Problem {
	return d.reading.Problem(problem.InstallationRejected, "installation profile")
}

func (d Draft) checkSchema() {
	if d.in.Schema != nil && *d.in.Schema != ProfileSchema {
		d.reading.Add("schema", problem.FaultUnsupported, "must be %s, or left out", ProfileSchema)
	}
}

func (d Draft) checkMode() Mode {
	name := clean(d.in.Mode)
	if name == "" {
		return Simulation
	}
	if _, known := Mode(name).Describe(); !known {
		d.reading.Add("mode", problem.FaultUnsupported, "must be one of %s", strings.Join(ModeNames(), ", "))
	}
	return Mode(name)
}

func (d Draft) checkPolicyDate() request.Date {
	if d.in.PolicyDate == nil || *d.in.PolicyDate == "" {
		return ""
	}
	date, err := request.ParseDate(*d.in.PolicyDate)
	if err != nil {
		d.reading.Add("policy_date", problem.FaultForm, "%v", err)
	}
	return date
}

func (d Draft) checkUnpriced() Unpriced {
	choice := Unpriced(clean(d.in.Unpriced))
	switch choice {
	case AdviseUnpriced:
		return "" // so that a profile without it has the same bytes
	case "", DenyUnpriced:
	default:
		d.reading.Add("unpriced", problem.FaultUnsupported, "must be %s or %s", AdviseUnpriced, DenyUnpriced)
	}
	return choice
}
