package difference

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
)

// Schema marks an encoded Difference.
const Schema = "platform.request-difference/v1"

// Difference is what differs between A and B. A section that one of them does not have is null, and in Missing. All
// lists are sorted.
type Difference struct {
	Schema string `json:"schema"`
	// Same is true if nothing differs in the sections that both have.
	Same bool `json:"same"`
	A    Side `json:"a"`
	B    Side `json:"b"`
	// SameEnvironment is true if both are of one environment. Otherwise B is built and paid in addition to A.
	SameEnvironment bool `json:"same_environment"`
	// EnvironmentDiffersIn are the differing parts of an environment's identity: provider, application, environment
	// and region, or a property of each resource that says where it is, such as "account_id". It is
	// "environment_id" if only the ID differs.
	EnvironmentDiffersIn []string `json:"environment_differs_in"`
	// Changes are the changed fields of the request, in their order.
	Changes   []FieldChange `json:"changes"`
	Rules     *Rules        `json:"rules"`
	Resources *Resources    `json:"resources"`
	// Inputs are the changed values of terraform.tfvars.json, by name.
	Inputs []InputChange `json:"inputs"`
	// SameRoot is true if main.tf is the same text in both.
	SameRoot *bool     `json:"same_root"`
	Cost     *Cost     `json:"cost"`
	Missing  []Missing `json:"missing"`
}

// Side describes one of the two documents. It leaves out what this kind of document does not have.
type Side struct {
	File        string           `json:"file"`
	Kind        Kind             `json:"kind"`
	RequestID   string           `json:"request_id"`
	Fingerprint string           `json:"fingerprint"`
	Provider    string           `json:"provider,omitempty"`
	Mode        string           `json:"mode,omitempty"`
	Decision    request.Decision `json:"decision,omitempty"`
	// Exceptions are the rules that are broken with an exception, possibly on some days only.
	Exceptions      []string `json:"exceptions,omitempty"`
	EnvironmentID   string   `json:"environment_id,omitempty"`
	StateKey        string   `json:"state_key,omitempty"`
	AdapterVersion  string   `json:"adapter_version,omitempty"`
	ProfileDigest   string   `json:"profile_digest,omitempty"`
	PolicySetDigest string   `json:"policy_set_digest,omitempty"`
}

// HasUnknownReplacements reports whether the comparison lacks the replacements of a change.
func (d Difference) HasUnknownReplacements() bool {
	return slices.ContainsFunc(d.Missing, func(m Missing) bool { return m.Section == ReplacementsSection })
}

// MovesNetwork reports whether the environment has another network range in B. A network in use cannot change its range.
func (d Difference) MovesNetwork() bool {
	return d.SameEnvironment && d.Resources != nil &&
		slices.ContainsFunc(d.Changes, func(c FieldChange) bool { return c.Field == request.NetworkField })
}

// FieldChange is a changed field of the request.
type FieldChange struct {
	Field string        `json:"field"`
	A     request.Value `json:"a"`
	B     request.Value `json:"b"`
}

// InputChange is a changed input of Terraform. A value is null if the document has none.
type InputChange struct {
	Input string          `json:"input"`
	A     json.RawMessage `json:"a"`
	B     json.RawMessage `json:"b"`
}

// Rules are the rules that only one of the two breaks, or that both break at different levels or with different
// exceptions. It leaves out a rule whose outcome depends on the day.
type Rules struct {
	Broken         []BrokenRule `json:"broken"`
	NoLongerBroken []BrokenRule `json:"no_longer_broken"`
}

// BrokenRule is a rule that a request breaks.
type BrokenRule struct {
	PolicyID string        `json:"policy_id"`
	Level    profile.Level `json:"level"`
	Field    string        `json:"field"`
	Message  string        `json:"message"`
	// Exception is the exception from the rule; zero for none.
	Exception proposal.RuleException `json:"exception,omitzero"`
}

// Missing is the reason why one of the two does not have a section.
type Missing struct {
	// Side is "a" or "b".
	Side    string  `json:"side"`
	Section Section `json:"part"`
	Reason  Reason  `json:"reason"`
}

// Section is a part of a Difference that a document may lack.
type Section string

// The sections.
const (
	RulesSection        Section = "rules"
	ResourcesSection    Section = "resources"
	ReplacementsSection Section = "replacements" // the resources that a change replaces
	InputsSection       Section = "inputs"
	CostSection         Section = "cost"
)

// Reason is why a document does not have a section.
type Reason string

// The reasons.
const (
	// RequestDocument: a request document has only fields.
	RequestDocument Reason = "request_document"
	// RecordDocument: only proposals have the section.
	RecordDocument Reason = "record_document"
	// RecordOfMode: records have resources only in simulation mode.
	RecordOfMode Reason = "record_of_mode"
	// DeniedRequest: a denied request has no resources.
	DeniedRequest Reason = "denied"
	// NotSized: the request has no estimate.
	NotSized Reason = "not_sized"
	// NotNamed: the adapter does not declare it.
	NotNamed Reason = "not_named"
)

// Compare returns the difference between a and b. fileA and fileB are their names for the user.
func Compare(fileA string, a Document, fileB string, b Document) Difference {
	d := Difference{
		Schema: Schema, A: a.side(fileA), B: b.side(fileB),
		EnvironmentDiffersIn: identityChanges(a, b), Changes: fieldChanges(a.request, b.request), Missing: []Missing{},
	}
	d.SameEnvironment = len(d.EnvironmentDiffersIn) == 0
	both := func(p Section) bool {
		lackA, lackB := a.lacks(p), b.lacks(p)
		d.miss("a", p, lackA)
		d.miss("b", p, lackB)
		return lackA == "" && lackB == ""
	}
	if both(RulesSection) {
		d.Rules = &Rules{Broken: brokenOnly(b.rules, a.rules), NoLongerBroken: brokenOnly(a.rules, b.rules)}
	}
	if both(ResourcesSection) {
		d.Resources = d.resources(a, b)
	}
	if both(InputsSection) {
		d.Inputs = inputChanges(a.bundle.inputs, b.bundle.inputs)
		same := a.bundle.root == b.bundle.root
		d.SameRoot = &same
	}
	if both(CostSection) {
		var moved []Move
		if d.Resources != nil {
			moved = d.Resources.Moved
		}
		d.Cost = costChange(a.estimate, b.estimate, moved)
	}
	d.Same = d.same()
	return d
}

func (d *Difference) miss(side string, p Section, why Reason) {
	if why != "" {
		d.Missing = append(d.Missing, Missing{Side: side, Section: p, Reason: why})
	}
}

// resources compares the resources. It adds to Missing if it is not known what a change replaces.
func (d *Difference) resources(a, b Document) *Resources {
	if !d.SameEnvironment { // B replaces nothing of A
		return resourceChanges(a.resources, b.resources, nil, nil)
	}
	replacements := replacementsOf(a, b)
	moved := moves{}
	if b.bundle != nil {
		moved = movesIn(b.bundle.root)
	}
	found := resourceChanges(a.resources, b.resources, moved, replacements)
	if len(replacements) == 0 && len(found.Changed) > 0 {
		d.miss("a", ReplacementsSection, a.lacks(ReplacementsSection))
		d.miss("b", ReplacementsSection, b.lacks(ReplacementsSection))
	}
	return found
}

// same reports whether no difference was found.
func (d *Difference) same() bool {
	known := func(a, b string) bool { return a == "" || b == "" || a == b }
	return d.SameEnvironment && len(d.Changes) == 0 && len(d.Inputs) == 0 &&
		known(d.A.Mode, d.B.Mode) && known(string(d.A.Decision), string(d.B.Decision)) &&
		known(d.A.AdapterVersion, d.B.AdapterVersion) &&
		known(d.A.ProfileDigest, d.B.ProfileDigest) && known(d.A.PolicySetDigest, d.B.PolicySetDigest) &&
		(d.Rules == nil || len(d.Rules.Broken)+len(d.Rules.NoLongerBroken) == 0) &&
		(d.Resources == nil || d.Resources.none()) && (d.SameRoot == nil || *d.SameRoot) &&
		(d.Cost == nil || d.Cost.same())
}

// identityChanges returns the parts of their identity in which the environments differ. A request document has no
// provider, and matches each.
func identityChanges(a, b Document) []string {
	found := []string{}
	if a.provider != b.provider && a.kind != Request && b.kind != Request {
		found = append(found, "provider")
	}
	for _, name := range []string{request.ApplicationField, request.EnvironmentField, request.RegionField} {
		if a.request.Value(name) != b.request.Value(name) {
			found = append(found, name)
		}
	}
	if len(found) > 0 {
		return found
	}
	if found = append(found, placeChanges(a.resources, b.resources)...); len(found) == 0 && anotherID(a, b) {
		found = append(found, "environment_id")
	}
	return found
}

// placeChanges returns the properties that say where resources are, such as the boundary, if all resources are in
// another place. Each resource of both has such a property, and its value differs for each resource that is in both.
// One common resource is not enough, since any of its properties may differ.
func placeChanges(a, b []request.Resource) []string {
	var found []string
	if len(a) < 2 || len(b) < 2 {
		return nil
	}
	before, after := byAddress(a), byAddress(b)
	for _, p := range a[0].Properties {
		shared, elsewhere := 0, everyHas(a, p.Name) && everyHas(b, p.Name)
		for address, old := range before {
			if updated, stays := after[address]; elsewhere && stays {
				was, _ := old.Properties.Get(p.Name)
				is, _ := updated.Properties.Get(p.Name)
				shared, elsewhere = shared+1, was != is
			}
		}
		if elsewhere && shared > 1 {
			found = append(found, p.Name)
		}
	}
	return found
}

func everyHas(resources []request.Resource, property string) bool {
	return !slices.ContainsFunc(resources, func(r request.Resource) bool {
		_, ok := r.Properties.Get(property)
		return !ok
	})
}

// anotherID reports whether the environments have different IDs. Old releases had no IDs and named resources after the
// request: their environments are the same only for the same request.
func anotherID(a, b Document) bool {
	if a.kind == Request || b.kind == Request {
		return false
	}
	idA, idB := a.environmentID(), b.environmentID()
	return idA != idB || idA == "" && a.request.Identify().RequestID != b.request.Identify().RequestID
}

func fieldChanges(a, b request.Request) []FieldChange {
	found := []FieldChange{}
	for _, name := range request.Differences(a, b) {
		found = append(found, FieldChange{name, a.Value(name), b.Value(name)})
	}
	return found
}

// brokenOnly returns the rules that are broken in these and not in others, or broken differently there. They are sorted
// by field and ID.
func brokenOnly(these, others map[string]rule) []BrokenRule {
	found := []BrokenRule{}
	for id, r := range these {
		other, both := others[id]
		if !r.dated && !other.dated && (!both || other.Level != r.Level || other.Exception != r.Exception) {
			found = append(found, r.BrokenRule)
		}
	}
	slices.SortFunc(found, func(a, b BrokenRule) int {
		return strings.Compare(a.Field+"\x00"+a.PolicyID, b.Field+"\x00"+b.PolicyID)
	})
	return found
}

func inputChanges(a, b map[string]json.RawMessage) []InputChange {
	found := []InputChange{}
	names := maps.Clone(a)
	maps.Copy(names, b)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if !bytes.Equal(a[name], b[name]) {
			found = append(found, InputChange{name, orNull(a[name]), orNull(b[name])})
		}
	}
	return found
}

func orNull(value json.RawMessage) json.RawMessage {
	if value == nil {
		return json.RawMessage("null")
	}
	return value
}
