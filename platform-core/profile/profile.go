package profile

import (
	"maps"
	"slices"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/request"
)

// ProfileSchema marks an encoded Profile.
const ProfileSchema = "platform.installation-profile/v1"

// Profile is a normalised installation profile. [Draft.Resolve] returns one. Do not change it.
type Profile struct {
	Schema   string `json:"schema"`
	Provider string `json:"provider"`
	Mode     Mode   `json:"mode"`
	// AllowedRegions keeps the order of the input: the first prefills the form.
	AllowedRegions []string `json:"allowed_regions"`
	// Boundaries holds an identifier for each boundary that the mode needs.
	Boundaries map[string]string `json:"boundaries"`
	// PolicyDate is the date that expiry rules use; empty for the current day in UTC.
	PolicyDate request.Date `json:"policy_date,omitempty"`
	// Unpriced is empty for [AdviseUnpriced], the default.
	Unpriced Unpriced `json:"unpriced,omitempty"`
	// Policies are the organisation's own rules.
	Policies []Rule `json:"policies"`
	// Exceptions are in the order of the input; nil for none.
	Exceptions []Exception `json:"exceptions,omitempty"`
	// Settings are the provider's settings whose values are not the defaults, in
	// normal form; nil for none.
	Settings map[string]string `json:"settings,omitempty"`
}

// Rule is a policy rule as data. When, Require, MessageExpression and Suggest
// are CEL expressions.
type Rule struct {
	ID                string `json:"id"`
	Title             string `json:"title"`
	Field             string `json:"field"`
	Level             Level  `json:"level"`
	When              string `json:"when,omitempty"`
	Require           string `json:"require"`
	Message           string `json:"message,omitempty"`
	MessageExpression string `json:"message_expression,omitempty"`
	Remediation       string `json:"remediation"`
	Expected          string `json:"expected"`
	Suggest           string `json:"suggest,omitempty"`
}

// SourcedRule is a rule and its origin.
type SourcedRule struct {
	Source request.Source `json:"source"`
	Rule
}

// NearestRule returns the ID that is nearest to a misspelt one; empty for none.
func NearestRule(id string, rules []SourcedRule) string {
	var ids []string
	for _, r := range rules {
		ids = append(ids, r.ID)
	}
	return document.Nearest(id, ids)
}

// Unpriced is the reaction to a request whose estimate has a counted item without a price.
type Unpriced string

// The choices; AdviseUnpriced is the default.
const (
	AdviseUnpriced Unpriced = "advise"
	DenyUnpriced   Unpriced = "deny"
)

// Level decides whether a broken rule denies.
type Level string

// The two levels.
const (
	Mandatory Level = "mandatory"
	Advisory  Level = "advisory"
)

// Canonical returns the profile as canonical JSON (RFC 8785). Equal profiles have equal bytes.
func (p Profile) Canonical() []byte { return document.Canonical(p) }

// Digest returns the SHA-256 of the canonical profile, in hex digits. It leaves out the policy date, so that evidence
// does not change with the day.
func (p Profile) Digest() string {
	p.PolicyDate = ""
	return document.Digest(p.Canonical())
}

// Clone returns a copy that shares nothing with p.
func (p Profile) Clone() Profile {
	p.AllowedRegions = append([]string{}, p.AllowedRegions...)
	p.Boundaries = maps.Clone(p.Boundaries)
	p.Policies = append([]Rule{}, p.Policies...)
	p.Exceptions = slices.Clone(p.Exceptions)
	p.Settings = maps.Clone(p.Settings)
	return p
}
