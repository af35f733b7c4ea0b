package adapter

import (
	"context"
	"maps"
	"slices"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// ContractVersion is the version of the contract in this package. A breaking change needs a new
// version and a new proto package.
const ContractVersion = 1

// Adapter is the interface that a provider team implements. A host calls the methods from many
// goroutines. Each method returns ctx.Err() soon after ctx is done. An error means that the adapter
// failed. For a request that the provider refuses, return an [Evaluation] with violations.
type Adapter interface {
	// Describe describes the provider. The answer never changes.
	Describe(ctx context.Context) (Description, error)

	// CheckInstallation returns the provider's own readiness checks of a valid profile, in a fixed
	// order. A check with a Field rejects the profile.
	CheckInstallation(ctx context.Context, profile profile.Profile) ([]profile.Check, error)

	// Evaluate returns the violations of the provider's own rules, the resources of the environment,
	// and their estimate. It returns an estimate for every request that can be sized, and resources
	// for every request that can be built, even if the request breaks rules.
	Evaluate(ctx context.Context, in Input) (Evaluation, error)

	// Generate returns the Terraform of an accepted request, and information for its reviewer.
	Generate(ctx context.Context, in Input) (Generation, error)
}

// The two files of a Generation, in this order.
const (
	RootFile   = "main.tf"
	InputsFile = "terraform.tfvars.json"
)

// Description describes an adapter and its provider.
type Description struct {
	profile.Provider
	// Version is the adapter's own release, such as "1.0.0".
	Version string
	// Capabilities are the features of the contract that the adapter has, sorted. A host ignores
	// unknown ones.
	Capabilities []string
	// Rules are the provider's own rules, sorted by ID. Evidence also lists the rules that a request
	// satisfies.
	Rules []Rule
	// EstimateReads are the names of the request fields that the estimate depends on, sorted; empty
	// for all fields.
	EstimateReads []string
}

// Rule describes one of the provider's own rules. It is mandatory or advisory for all requests.
type Rule struct {
	// ID starts with the provider's ID and a dot.
	ID string
	// Title is what the rule requires, in a few words.
	Title string
	// Field is the request field that a violation names.
	Field string
	Level profile.Level
	// Expected is what the rule requires of Field, in words.
	Expected string
	// Reads are the names of the request fields that the rule depends on, sorted; empty for all
	// fields. A host uses them to decide the rule for an incomplete request, and to reuse an answer
	// for a request that differs only in other fields.
	Reads []string
	// Until is the last day of a rule that depends only on the date; empty for other rules. If the
	// policy date is later, the host adds an advisory with Message and Remediation to each request,
	// and a warning to the readiness of the installation. The adapter does not evaluate such a rule.
	Until                request.Date
	Message, Remediation string
}

// Late returns the advisory of a rule with an end. It is not ok if the rule has no end, or if date
// is not later.
func (r Rule) Late(req request.Request, date request.Date) (v request.Violation, ok bool) {
	if r.Until == "" || date <= r.Until {
		return request.Violation{}, false
	}
	return request.Violation{
		PolicyID: r.ID, Source: request.SourceProvider, Field: r.Field, Message: r.Message, Remediation: r.Remediation,
		Actual: req.Value(r.Field), Expected: r.Expected,
	}, true
}

// Input is the input of Evaluate and Generate: a normalised request and its installation.
type Input struct {
	Request request.Request
	// Identity is the request's ID and fingerprint.
	Identity request.Identity
	// EnvironmentID identifies the environment. It stays the same for later requests for the same
	// environment, so derive names from it and not from Identity.
	EnvironmentID string
	Mode          profile.Mode
	// Boundaries are the boundaries of the installation, sorted by name; none in simulation mode.
	Boundaries []Boundary
	// Settings are the settings of the installation that differ from their defaults, sorted by name.
	// For an adapter of [New], they are all settings: see [Input.Setting].
	Settings []Setting
	// WithoutResources allows Evaluate to leave out the resources. Findings and estimate stay the
	// same. Generate ignores it.
	WithoutResources bool
}

// NewInput returns the input for a request in an installation.
func NewInput(req request.Request, p profile.Profile) Input {
	in := Input{Request: req, Identity: req.Identify(), EnvironmentID: req.EnvironmentID(p.Provider), Mode: p.Mode}
	for _, name := range slices.Sorted(maps.Keys(p.Boundaries)) {
		in.Boundaries = append(in.Boundaries, Boundary{Name: name, ID: p.Boundaries[name]})
	}
	for _, name := range slices.Sorted(maps.Keys(p.Settings)) {
		in.Settings = append(in.Settings, Setting{Name: name, Value: p.Settings[name]})
	}
	return in
}

// Boundary is one configured boundary of an installation.
type Boundary struct {
	Name string
	ID   string
}

// Setting is the value of one of a provider's settings.
type Setting struct {
	Name  string
	Value string
}

// Boundary returns the identifier of the boundary with the name; empty if the installation has no
// such boundary.
func (in Input) Boundary(name string) string {
	for _, b := range in.Boundaries {
		if b.Name == name {
			return b.ID
		}
	}
	return ""
}

// OwnBoundary returns the name of the boundary that contains the environment: in a sandbox its only
// boundary, and otherwise the one named like the environment's stage.
func (in Input) OwnBoundary() string {
	if in.Mode == profile.Sandbox && len(in.Boundaries) > 0 {
		return in.Boundaries[0].Name
	}
	return in.Request.Environment
}

// Evaluation is an adapter's answer to Evaluate. Each list is sorted:
// violations and advisories by field and policy ID, resources by address, items
// by address and item.
type Evaluation struct {
	Violations []request.Violation
	Advisories []request.Violation
	Resources  []request.Resource
	// Estimate is the zero value if the request cannot be sized.
	Estimate request.Estimate
}

// Generation is an adapter's answer to Generate.
type Generation struct {
	// Files are [RootFile], which is the same for every request, and [InputsFile], which has the
	// values of the request.
	Files []File
	// Placement says what each part of the environment and of the organisation holds, sorted by name.
	// The review page shows it as "Where each part goes".
	Placement []PlacementPart
	// Rationale says what the fields of the request and the mode decided, sorted by field. The review
	// page shows it as "What size, class and stage decide".
	Rationale []Reason
	// Replacements say which properties of a resource cannot change in place, sorted by type. A
	// comparison of two bundles uses them to show which resources a change replaces.
	Replacements []Replacement
	// Needs are what the workflow must bring, sorted by kind and name. Steps are in the order in which
	// they are done. The review page shows them as "What the workflow must bring".
	Needs []Need
}

// PlacementPart is one part of an environment or of the organisation around it, with its boundary.
// Each text is one line.
type PlacementPart struct {
	// Name is the part's name, such as "log_archive".
	Name string
	// Boundary is the name of the boundary in the profile. ID is its identifier, or its placeholder
	// in simulation. See [Placement].
	Boundary, ID string
	// Holds says in a few words what the boundary holds for the environment.
	Holds string
}

// Reason says what one field of the request, or the mode, decided. Each text is one line. It contains
// no free text of the requester.
type Reason struct {
	// Field is the name of the field, or "mode".
	Field string
	// Text says in a few words what was decided.
	Text string
}

// Replacement says which changes replace a resource of a type.
type Replacement struct {
	// Type is the provider's Terraform type.
	Type string `json:"type"`
	// Properties are names of properties in the inventory, or [NameProperty], sorted. If one of them
	// changes, Terraform replaces the resource.
	Properties []string `json:"properties"`
}

// NameProperty is the name of a resource in [Replacement].Properties.
const NameProperty = "name"

// Need is something that the workflow must bring to plan and apply the Terraform. Each text is one
// line, and contains no free text of the requester.
type Need struct {
	Kind NeedKind `json:"kind"`
	// Name is the variable of main.tf, the quota, the identity or service, or the step.
	Name string `json:"name"`
	// Text says in a few words what it is for, and whether it is optional.
	Text string `json:"text"`
}

// NeedKind is the kind of a [Need].
type NeedKind string

// The kinds of needs, in their order.
const (
	// NeedInput is a variable of main.tf that terraform.tfvars.json leaves out.
	NeedInput NeedKind = "input"
	// NeedQuota is a limit of the boundary that must be high enough.
	NeedQuota NeedKind = "quota"
	// NeedRight is a permission of the workflow's identity.
	NeedRight NeedKind = "right"
	// NeedStep is a step besides plan and apply.
	NeedStep NeedKind = "step"
)

// Needs returns needs of a kind in any order. texts has their texts by name.
func Needs(kind NeedKind, texts map[string]string) (list []Need) {
	for name, text := range texts {
		list = append(list, Need{Kind: kind, Name: name, Text: text})
	}
	return list
}

// NeedKinds returns the kinds of needs, sorted.
func NeedKinds() []NeedKind { return []NeedKind{NeedInput, NeedQuota, NeedRight, NeedStep} }

// File is one generated file.
type File struct {
	Name    string
	Content []byte
}

// Status is the status of an adapter that a host runs.
type Status struct {
	Description Description
	// ContractVersion is the negotiated version of the contract.
	ContractVersion int
	// Digest is "sha256:" and the hex digits of the binary's hash; empty for an
	// adapter in the same process.
	Digest string
	// Verified reports whether Digest is the digest in the lock file.
	Verified bool
	// Confinement is the confinement of the process; nil for an adapter in the same process.
	Confinement *profile.Confinement
	// Bounds says who limits the resources of the process; nil for an adapter in the same process.
	Bounds *profile.Bounds
}

// Watcher is a [Catalog] that knows which adapters are running.
type Watcher interface {
	// Running returns the status of a provider's adapter. It is not ok if the adapter is not running.
	Running(providerID string) (status Status, ok bool)
}

// Catalog finds the adapters of a host.
type Catalog interface {
	// Providers returns the IDs of the adapters that the host has, sorted.
	Providers() []string
	// Adapter returns the adapter of a provider. The error is a *problem.Problem. Its code is
	// adapter_unavailable if the adapter cannot be started.
	Adapter(ctx context.Context, providerID string) (Adapter, error)
	// Status returns the status of an adapter, and starts the adapter if necessary.
	Status(ctx context.Context, providerID string) (Status, error)
}
