package profile

import (
	"errors"
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
	PolicyDate     *request.Date     `json:"policy_date"`
	Unpriced       *string           `json:"unpriced"`
	Policies       rules             `json:"policies"`
	Exceptions     []Exception       `json:"exceptions"`
	Settings       map[string]string `json:"settings"`
}

// rules are the organisation's own rules, and the names of rule files.
type rules []document.TextOr[Rule]

// Draft is a profile document before the check against its provider. [Draft.Resolve] turns it into a [Profile].
type Draft struct {
	// Provider is the provider that the document names, in lower case; empty for none.
	Provider string
	in       input
	reading  *document.Reading
	rules    []draftRule
}

// Parse reads a profile document without rule files. It fails with [problem.MalformedBody] if the text is no document.
// The draft keeps the faults of fields, so that [Draft.Resolve] reports all of them.
func Parse(src document.Source) (Draft, error) {
	return ParseWithFiles(src, func(string) (document.Source, error) {
		return document.Source{}, errors.New("files cannot be read here; write the rules of the file instead of its name")
	})
}

// ParseWithFiles is [Parse] for a profile that may name rule files. read returns the file with a name, relative to the
// profile's folder. Its error completes a sentence that begins with the name: why it fails and what to do.
func ParseWithFiles(src document.Source, read func(name string) (document.Source, error)) (Draft, error) {
	var in input
	reading := document.Read(src, &in)
	if reading.Malformed() {
		return Draft{}, reading.Problem(problem.MalformedBody, "installation profile")
	}
	d := Draft{Provider: clean(in.Provider), in: in, reading: reading}
	d.rules = d.readRules(read)
	return d, nil
}

// NotARequest returns a problem if the document of the draft names no provider and has fields of a request. file is the
// name of the document, and check the way in which the view checks a request.
func (d Draft) NotARequest(file string, src document.Source, check string) error {
	if p, err := request.ParsePartial(src); err == nil && len(p.Given) > 0 && d.Provider == "" {
		return problem.New(
			problem.InstallationRejected,
			"%s is a request, not an installation profile; name the profile here, and check the request with %s.",
			file,
			check,
		)
	}
	return nil
}

// New returns the draft of a profile with only a provider, a mode and settings. An empty mode is the default. settings
// may be nil.
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

// UnknownProvider returns the rejection of a draft whose provider has no adapter, with the other faults that need no
// provider. choices has the providers that the user can write. compile is that of [Draft.Resolve].
func (d Draft) UnknownProvider(choices string, compile func(Mode, []Rule) []problem.Fault) *problem.Problem {
	d.reading = d.reading.Clone()
	d.checkSchema()
	switch {
	case d.reading.Faulty("provider"):
	case d.Provider == "":
		d.reading.Add("provider", problem.FaultMissing, "is missing; write %s", choices)
	default:
		d.reading.Add("provider", problem.FaultUnsupported, "has no adapter here; write %s", choices)
	}
	mode := d.checkMode()
	d.checkRegionCount(mode)
	d.checkPolicyDate()
	d.checkUnpriced()
	d.checkExceptions()
	d.checkPolicies(mode, compile)
	return d.rejection()
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
	if _, ok := Mode(name).Describe(); !ok {
		d.reading.Add("mode", problem.FaultUnsupported, "must be one of %s", strings.Join(ModeNames(), ", "))
	}
	return Mode(name)
}

func (d Draft) checkPolicyDate() request.Date {
	if d.in.PolicyDate == nil || *d.in.PolicyDate == "" {
		return ""
	}
	date, err := request.ParseDate(string(*d.in.PolicyDate))
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
