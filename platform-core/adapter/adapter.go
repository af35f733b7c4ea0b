package adapter

import (
	"context"
	"maps"
	"slices"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// ContractVersion is the version of the contract that this package describes. A
// change that an adapter of the old version cannot live with gets a new number
// and a new proto package; a host may speak several.
const ContractVersion = 1

// Adapter is what a provider team implements. The methods are called from many
// goroutines at once. Each returns promptly with ctx.Err() once ctx is done.
// An error means that the adapter itself failed; a request that the provider
// refuses is no error but an Evaluation with violations.
type Adapter interface {
	// Describe returns what the provider is and offers. It never changes while
	// the adapter runs.
	Describe(ctx context.Context) (Description, error)

	// CheckInstallation returns the provider's own readiness checks of a profile
	// that the platform already found valid, in a fixed order. One that has a Field
	// rejects the profile.
	CheckInstallation(ctx context.Context, profile profile.Profile) ([]profile.Check, error)

	// Evaluate returns the violations of the provider's own rules, the resources
	// that the environment would have, and what they would cost. The estimate is given for
	// every request that can be sized, and resources for every one that can be built, also
	// when rules are broken; resources may be left out where in says so.
	Evaluate(ctx context.Context, in Input) (Evaluation, error)

	// Generate returns the Terraform of an accepted request, and what its reviewer
	// reads beside it.
	Generate(ctx context.Context, in Input) (Generation, error)
}

// The two files of a Generation, in this order.
const (
	RootFile   = "main.tf"
	InputsFile = "terraform.tfvars.json"
)

// Description is what an adapter reports of itself.
type Description struct {
	profile.Provider
	// Version is the adapter's own release, such as "1.0.0".
	Version string
	// Capabilities are the features of the contract that the adapter has,
	// sorted; a host ignores those that it does not know.
	Capabilities []string
	// Rules are the provider's own rules, sorted by ID, so that evidence can
	// name also those that a request satisfies.
	Rules []Rule
	// EstimateReads are the names of the request fields that the estimates of requests
	// which can be sized depend on, sorted; empty for all of them.
	EstimateReads []string
}

// Rule names one of the provider's own rules. Every rule is mandatory or
// advisory for all requests of the provider.
type Rule struct {
	// ID starts with the provider's ID and a dot.
	ID string
	// Title is what the rule requires, in a few words.
	Title string
	// Field is the request field that a violation would name.
	Field string
	Level profile.Level
	// Expected is what the rule requires of Field, in words.
	Expected string
	// Reads are the names of the request fields that the rule depends on, sorted:
	// no other field changes what it finds. A host can so decide the rule before a
	// request is complete, and of a request that differs in other fields without
	// asking again. Empty: all of them.
	Reads []string
	// Until is the last day on which a request satisfies the rule, whatever it has.
	// After it, by the policy date, the host itself finds Message and Remediation for
	// each request, as an advisory, and warns in the readiness of the installation.
	// Empty for a rule that the adapter evaluates.
	Until                request.Date
	Message, Remediation string
}

// Late returns the advisory that a request gets for a rule with an end, and whether
// the date is past that.
func (r Rule) Late(req request.Request, date request.Date) (request.Violation, bool) {
	if r.Until == "" || date <= r.Until {
		return request.Violation{}, false
	}
	return request.Violation{
		PolicyID: r.ID, Source: request.SourceProvider, Field: r.Field, Message: r.Message, Remediation: r.Remediation,
		Actual: req.Value(r.Field), Expected: r.Expected,
	}, true
}

// Input is the input of Evaluate and Generate: one normalised request and the
// place that it is for.
type Input struct {
	Request request.Request
	// Identity is the request's ID and fingerprint.
	Identity request.Identity
	// EnvironmentID is the ID of the environment that the request is for. What has to
	// outlive a later request, such as a name, derives from it and not from Identity.
	EnvironmentID string
	Mode          profile.Mode
	// Boundaries are the installation's boundaries, sorted by name; none in
	// simulation mode.
	Boundaries []Boundary
	// Settings are the installation's settings, sorted by name, where their values are
	// not the defaults. New gives a definition each of its settings; see Setting.
	Settings []Setting
	// WithoutResources is set where Evaluate may leave resources out: who compares
	// many requests looks at findings and estimate, which are the same as with them.
	// Generate does not look at it.
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

// Boundary returns the identifier of the boundary with the name; empty when
// the installation has none.
func (in Input) Boundary(name string) string {
	for _, b := range in.Boundaries {
		if b.Name == name {
			return b.ID
		}
	}
	return ""
}

// OwnBoundary returns the name of the boundary that the environment is built in: the
// sandbox's only one in a sandbox, else that of the environment's stage.
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
	// Estimate is the zero value when the request could not be sized.
	Estimate request.Estimate
}

// Generation is an adapter's answer to Generate.
type Generation struct {
	// Files are RootFile, the same text for every request, and InputsFile, the only
	// one that carries the request.
	Files []File
	// Placement is what each part of the environment, or of the organisation around
	// it, is for, sorted by name; the review page shows it as "Where each part
	// goes". None where the adapter does not tell.
	Placement []PlacementPart
	// Rationale is what the fields of the request and the mode decided, sorted by
	// field; the review page shows it as "What size, class and stage decide". None
	// where the adapter does not tell.
	Rationale []Reason
	// Replacements say which properties of a resource cannot change in place, sorted
	// by type: with them two bundles show what a change does. None where the adapter
	// does not tell.
	Replacements []Replacement
	// Needs are what whoever plans and applies the Terraform must bring, sorted by kind
	// and, but for steps, by name; the review page shows them as "What the workflow
	// must bring". None where the adapter does not tell.
	Needs []Need
}

// PlacementPart is one part of an environment, or of the organisation around it,
// and the boundary that it is for. Each text is one line.
type PlacementPart struct {
	// Name is the part's name, such as "log_archive".
	Name string
	// Boundary is the name of the boundary in the profile, ID what it identifies; in
	// simulation, which configures none, its placeholder. See Placement.
	Boundary, ID string
	// Holds is what the boundary does for the environment, in a few words.
	Holds string
}

// Reason is what one field of the request, or the mode, decided. Each text is
// one line. It holds nothing that a requester wrote freely.
type Reason struct {
	// Field is the name of the field, or "mode".
	Field string
	// Text is what was decided, in a few words.
	Text string
}

// Replacement says which changes of a type of resource replace it.
type Replacement struct {
	// Type is the provider's Terraform type.
	Type string `json:"type"`
	// Properties are the names of properties in the inventory, or NameProperty, a
	// change of which makes Terraform replace the resource, sorted.
	Properties []string `json:"properties"`
}

// NameProperty is what a Replacement calls the name of a resource.
const NameProperty = "name"

// Need is one thing that whoever plans and applies the Terraform must bring. Each
// text is one line, and holds nothing that a requester wrote freely.
type Need struct {
	Kind NeedKind `json:"kind"`
	// Name is what is needed: a variable of main.tf, an identity or a service, a quota,
	// or what is to be done.
	Name string `json:"name"`
	// Text is what it is for, and whether it can be left out, in a few words.
	Text string `json:"text"`
}

// NeedKind is what sort of thing a Need is.
type NeedKind string

// The kinds of needs, as they are sorted.
const (
	// NeedInput is a variable of main.tf that terraform.tfvars.json leaves to the
	// workflow.
	NeedInput NeedKind = "input"
	// NeedQuota is a limit of the account or subscription that has to be high enough.
	NeedQuota NeedKind = "quota"
	// NeedRight is what an identity of the workflow has to be allowed.
	NeedRight NeedKind = "right"
	// NeedStep is what has to be done beside plan and apply. Steps are in the order in
	// which they are done.
	NeedStep NeedKind = "step"
)

// Needs returns needs of a kind by their names, in any order.
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

// Status is what a host knows of an adapter that it runs.
type Status struct {
	Description Description
	// ContractVersion is the negotiated version of the contract.
	ContractVersion int
	// Digest is "sha256:" and the hex digits of the binary's hash; empty for an
	// adapter in the same process.
	Digest string
	// Verified reports whether Digest is the one in the lock file.
	Verified bool
	// Confinement is how far the adapter's process is confined; nil for an adapter in
	// the same process.
	Confinement *profile.Confinement
	// Bounds is how the resources of the adapter's process are bounded; nil likewise.
	Bounds *profile.Bounds
}

// Watcher is a Catalog that knows what runs at the moment.
type Watcher interface {
	// Running describes the adapter of a provider if it runs. It starts nothing.
	Running(providerID string) (Status, bool)
}

// Catalog is where a host finds its adapters.
type Catalog interface {
	// Providers returns the IDs of the adapters that the host has, sorted.
	Providers() []string
	// Adapter returns the adapter of a provider. The error is a
	// *problem.Problem; an adapter that cannot be started is adapter_unavailable.
	Adapter(ctx context.Context, providerID string) (Adapter, error)
	// Status describes an adapter, starting it if need be.
	Status(ctx context.Context, providerID string) (Status, error)
}
