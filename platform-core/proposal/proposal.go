package proposal

import (
	"fmt"
	"slices"
	"strings"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// Schema is the schema of a [Proposal].
const Schema = "platform.deployment-proposal/v1"

// ReadyForReview is the only status of a proposal in this release.
const ReadyForReview = "ready_for_review"

// MarkerPath is the path of the safety marker in a bundle.
const MarkerPath = "PROPOSAL-ONLY.json"

// Proposal is an immutable review proposal.
type Proposal struct {
	Schema      string       `json:"schema"`
	ProposalID  string       `json:"proposal_id"`
	RequestID   string       `json:"request_id"`
	Fingerprint string       `json:"fingerprint"`
	Provider    string       `json:"provider"`
	Mode        profile.Mode `json:"mode"`
	Status      string       `json:"status"`
	// Placeholders are the sorted names of the boundaries with placeholders in the artifacts. A proposal with
	// placeholders cannot be planned.
	Placeholders []string `json:"placeholders,omitempty"`
	// ContentHash is the [ContentHash] of the seven artifacts.
	ContentHash   string     `json:"content_hash"`
	Artifacts     []Artifact `json:"artifacts"`
	SafetyMarker  Artifact   `json:"safety_marker"`
	GuardedStages []Stage    `json:"guarded_stages"`
}

// Artifact is one file of a proposal.
type Artifact struct {
	// Path is where the file goes, relative to the bundle, with slashes.
	Path      string `json:"path"`
	MediaType string `json:"media_type"`
	// SHA256 is the hash of Content as hex digits.
	SHA256 string `json:"sha256"`
	// Size is the length of Content in bytes.
	Size    int    `json:"size"`
	Content string `json:"content"`
}

// Stage is a later stage of the lifecycle, outside this service.
type Stage struct {
	Stage  string `json:"stage"`
	Status string `json:"status"`
	// PerformedBy says who does it.
	PerformedBy string `json:"performed_by"`
}

// NotExecuted is the status of every guarded stage.
const NotExecuted = "not_executed"

// GuardedStages returns the stages after a proposal. This service can execute none of them.
func GuardedStages() []Stage {
	return []Stage{
		{"review", NotExecuted, "a reviewer, in the source-control workflow"},
		{"merge", NotExecuted, "the source-control workflow, after an independent review"},
		{"plan", NotExecuted, "the protected deployment workflow, with short-lived federated credentials"},
		{"apply", NotExecuted, "the protected deployment workflow, after approval and typed confirmation"},
	}
}

// Input is the content of a proposal.
type Input struct {
	// Request is an accepted request.
	Request request.Request
	Profile profile.Profile
	// PolicyDigest is the SHA-256 of the policy set, as hex digits.
	PolicyDigest string
	// Rules are the outcomes of all rules, sorted by ID.
	Rules     []RuleOutcome
	Resources []request.Resource
	// Controls say how the resources uphold each control, sorted by control.
	Controls []adapter.UpheldControl
	Estimate request.Estimate
	Adapter  Adapter
	// Platform is the release of the platform. It is empty if a proposal names no release.
	Platform string
	// RegionName is the display name of the request's region. It may be empty.
	RegionName string
	// Root and Inputs are the adapter's Terraform root and its inputs.
	Root   []byte
	Inputs []byte
	// Placement and Rationale are the adapter's texts for a reviewer, sorted by their first field. They may be
	// empty.
	Placement []adapter.PlacementPart
	Rationale []adapter.Reason
	// Replacements and Needs are the adapter's texts for the person who changes, plans and applies, in the
	// adapter's order. They may be empty.
	Replacements []adapter.Replacement
	Needs        []adapter.Need
	// Placeholders are as in the [Proposal].
	Placeholders []string
}

// Adapter identifies the adapter that generated a proposal. It has no digest of the binary, because the
// digest differs between operating systems, and evidence must not.
type Adapter struct {
	ID              string
	DisplayName     string
	Version         string
	ContractVersion int
}

// RuleOutcome is the outcome of a rule, as in the evidence.
type RuleOutcome struct {
	PolicyID string         `json:"policy_id"`
	Source   request.Source `json:"source"`
	Title    string         `json:"title"`
	Field    string         `json:"field"`
	Level    profile.Level  `json:"level"`
	// When and Require are the rule's CEL expressions. They are empty for a rule of the adapter, which is
	// written in the adapter's language.
	When     string          `json:"when,omitempty"`
	Require  string          `json:"require,omitempty"`
	Expected string          `json:"expected"`
	Outcome  request.Outcome `json:"outcome"`
	// Message and Remediation are the texts of a broken advisory. A rule with the outcome [request.Excepted]
	// has only the message. Both are empty for other outcomes.
	Message     string `json:"message,omitempty"`
	Remediation string `json:"remediation,omitempty"`
	// Exception is set if the outcome is [request.Excepted], or if it is so on some days.
	Exception RuleException `json:"exception,omitzero"`
	// Dated means that Outcome may differ on another day on which the request is accepted too. The evidence
	// then has [request.DependsOnDate] instead.
	Dated bool `json:"-"`
	// Until is the last day of the rule. It is empty if the rule has no end.
	Until request.Date `json:"until,omitempty"`
}

// RuleException is an exception of the profile from a rule, as the evidence shows it.
type RuleException struct {
	Owner  string `json:"owner"`
	Reason string `json:"reason"`
	// Until is the last policy date of the exception.
	Until request.Date `json:"until"`
}

// undated returns the rules as the evidence has them on any day.
func undated(rules []RuleOutcome) []RuleOutcome {
	rules = slices.Clone(rules)
	for i := range rules {
		if rules[i].Dated {
			rules[i].Outcome, rules[i].Message, rules[i].Remediation = request.DependsOnDate, "", ""
		}
	}
	return rules
}

// Build makes a proposal.
func Build(in Input) (Proposal, error) {
	in.Rules = undated(in.Rules)
	artifacts, err := artifacts(in)
	if err != nil {
		return Proposal{}, err
	}
	identity := in.Request.Identify()
	p := Proposal{
		Schema: Schema, RequestID: identity.RequestID, Fingerprint: identity.Fingerprint,
		Provider: in.Profile.Provider, Mode: in.Profile.Mode, Status: ReadyForReview, Placeholders: in.Placeholders,
		ContentHash: ContentHash(artifacts), Artifacts: artifacts, GuardedStages: GuardedStages(),
	}
	p.ProposalID = IDOf(p.ContentHash)
	p.SafetyMarker, err = marker(p)
	return p, err
}

// newArtifact returns the artifact of content at path.
func newArtifact(path, mediaType string, content []byte) Artifact {
	return Artifact{
		Path: path, MediaType: mediaType, SHA256: document.Digest(content), Size: len(content), Content: string(content),
	}
}

// Manifest returns a line "<sha256>  <path>" for each artifact, sorted by path. It is the input of sha256sum
// and of [ContentHash].
func Manifest(artifacts []Artifact) string {
	sorted := slices.SortedFunc(slices.Values(artifacts),
		func(a, b Artifact) int { return strings.Compare(a.Path, b.Path) })
	var b strings.Builder
	for _, a := range sorted {
		fmt.Fprintf(&b, "%s  %s\n", a.SHA256, a.Path)
	}
	return b.String()
}

// ContentHash returns "sha256:" and the SHA-256 of the [Manifest] of the artifacts.
func ContentHash(artifacts []Artifact) string {
	return "sha256:" + document.Digest([]byte(Manifest(artifacts)))
}

// idPrefix starts the ID of every proposal.
const idPrefix = "prop-"

// IDOf returns the proposal ID of a content hash. It returns an empty ID for other texts.
func IDOf(contentHash string) string { return request.NewID(idPrefix, contentHash) }

// IsID reports whether text has the form of a proposal ID.
func IsID(text string) bool { return request.IsID(text, idPrefix) }

// Files returns the seven artifacts and the safety marker.
func (p Proposal) Files() []Artifact { return append(slices.Clone(p.Artifacts), p.SafetyMarker) }
