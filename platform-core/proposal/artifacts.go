package proposal

import (
	"bytes"
	"encoding/json"
	"fmt"

	"gopkg.in/yaml.v3"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/request"
)

// mediaTypes are the media types of the artifacts, in the order of a proposal.
var mediaTypes = []string{
	"application/yaml", "text/x-terraform", mediaJSON, mediaJSON, mediaJSON, "text/markdown",
	"application/vnd.in-toto+json",
}

const mediaJSON = "application/json"

// Paths are the paths of a proposal's seven artifacts.
type Paths struct {
	Request, Root, Inputs, Decision, Inventory, Review, Attestation string
}

// PathsOf returns the paths of the artifacts of a request.
func PathsOf(requestID string) Paths {
	infrastructure := "environments/infrastructure/" + requestID + "/"
	evidence := "environments/evidence/" + requestID + "/"
	return Paths{
		Request:     request.RecordPath(requestID),
		Root:        infrastructure + "main.tf",
		Inputs:      infrastructure + "terraform.tfvars.json",
		Decision:    evidence + "policy-decision.json",
		Inventory:   evidence + "resource-inventory.json",
		Review:      "environments/reviews/" + requestID + ".md",
		Attestation: evidence + "attestation.intoto.json",
	}
}

// artifacts returns the seven artifacts in the order of a proposal. The last one is the attestation of the
// others.
func artifacts(in Input) ([]Artifact, error) {
	identity := in.Request.Identify()
	paths := PathsOf(identity.RequestID).List()
	request, err := RequestYAML(in.Request)
	if err != nil {
		return nil, err
	}
	decision, err := document.Encode(in.Decision())
	if err != nil {
		return nil, err
	}
	inventory, err := document.Encode(in.Inventory())
	if err != nil {
		return nil, err
	}
	page, err := review(in, identity)
	if err != nil {
		return nil, err
	}
	var list []Artifact
	for i, content := range [][]byte{request, in.Root, in.Inputs, decision, inventory, page} {
		list = append(list, newArtifact(paths[i], mediaTypes[i], content))
	}
	statement, err := document.Encode(attest(in, list))
	if err != nil {
		return nil, err
	}
	last := len(list)
	return append(list, newArtifact(paths[last], mediaTypes[last], statement)), nil
}

// RequestYAML returns the normalised request as YAML. [request.Parse] returns the same request.
func RequestYAML(r request.Request) ([]byte, error) {
	var b bytes.Buffer
	enc := yaml.NewEncoder(&b)
	enc.SetIndent(2)
	if err := enc.Encode(r); err != nil {
		return nil, fmt.Errorf("encode request: %w", err)
	}
	if err := enc.Close(); err != nil {
		return nil, fmt.Errorf("encode request: %w", err)
	}
	return b.Bytes(), nil
}

// PolicyDecision is the content of policy-decision.json.
type PolicyDecision struct {
	Schema      string           `json:"schema"`
	RequestID   string           `json:"request_id"`
	Fingerprint string           `json:"fingerprint"`
	Provider    string           `json:"provider"`
	Mode        string           `json:"mode"`
	Decision    request.Decision `json:"decision"`
	// Placeholders are as in the [Proposal].
	Placeholders []string `json:"placeholders,omitempty"`
	Profile      string   `json:"profile_digest"`
	PolicySet    string   `json:"policy_set_digest"`
	// Controls name the arguments of main.tf that uphold each control.
	Controls []adapter.UpheldControl `json:"controls"`
	Rules    []RuleOutcome           `json:"rules"`
}

// Decision returns the content of policy-decision.json.
func (in Input) Decision() PolicyDecision {
	id := in.Request.Identify()
	return PolicyDecision{
		Schema: "platform.policy-decision/v1", RequestID: id.RequestID, Fingerprint: id.Fingerprint,
		Provider: in.Profile.Provider, Mode: string(in.Profile.Mode), Decision: request.Accepted,
		Placeholders: in.Placeholders,
		Profile:      "sha256:" + in.Profile.Digest(), PolicySet: "sha256:" + in.PolicyDigest,
		Controls: append([]adapter.UpheldControl{}, in.Controls...), Rules: in.Rules,
	}
}

// Inventory is the content of resource-inventory.json.
type Inventory struct {
	Schema      string `json:"schema"`
	RequestID   string `json:"request_id"`
	Fingerprint string `json:"fingerprint"`
	Provider    string `json:"provider"`
	Mode        string `json:"mode"`
	// EnvironmentID and StateKey are the same for each request of one environment. StateKey is the key of its
	// Terraform state.
	EnvironmentID string             `json:"environment_id"`
	StateKey      string             `json:"state_key"`
	Resources     []request.Resource `json:"resources"`
	Estimate      request.Estimate   `json:"estimate"`
	// Replacements and Needs are empty if the adapter has none.
	Replacements []adapter.Replacement `json:"replacements"`
	Needs        []adapter.Need        `json:"needs"`
}

// Inventory returns the content of resource-inventory.json.
func (in Input) Inventory() Inventory {
	id := in.Request.Identify()
	return Inventory{
		Schema: "platform.resource-inventory/v1", RequestID: id.RequestID, Fingerprint: id.Fingerprint,
		Provider: in.Profile.Provider, Mode: string(in.Profile.Mode),
		EnvironmentID: in.Request.EnvironmentID(in.Profile.Provider), StateKey: in.Request.StateKey(in.Profile.Provider),
		Resources: in.Resources, Estimate: in.Estimate,
		Replacements: append([]adapter.Replacement{}, in.Replacements...), Needs: append([]adapter.Need{}, in.Needs...),
	}
}

// safetyMarker is the content of PROPOSAL-ONLY.json.
type safetyMarker struct {
	Schema       string `json:"schema"`
	ProposalID   string `json:"proposal_id"`
	RequestID    string `json:"request_id"`
	ContentHash  string `json:"content_hash"`
	Executed     bool   `json:"executed"`
	CloudChanges int    `json:"cloud_changes"`
	Notice       string `json:"notice"`
}

// ReadMarker returns the IDs that a safety marker has. ok is false for a text that is no safety marker of a request.
func ReadMarker(content string) (requestID, proposalID string, ok bool) {
	var m safetyMarker
	if err := json.Unmarshal([]byte(content), &m); err != nil || m.Schema != MarkerSchema ||
		!request.IsRequestID(m.RequestID) {
		return "", "", false
	}
	return m.RequestID, m.ProposalID, true
}

// ReadStateKey returns the state key in a resource inventory, or "" if the inventory cannot be read.
func ReadStateKey(content string) string {
	var inventory struct { // a part of [Inventory]: the resources are long
		StateKey string `json:"state_key"`
	}
	_ = json.Unmarshal([]byte(content), &inventory)
	return inventory.StateKey
}

// MarkerSchema is the schema of a safety marker.
const MarkerSchema = "platform.proposal-only/v1"

func marker(p Proposal) (Artifact, error) {
	content, err := document.Encode(safetyMarker{
		Schema: MarkerSchema, ProposalID: p.ProposalID, RequestID: p.RequestID, ContentHash: p.ContentHash,
		Notice: "This is a proposal for review. Nothing was executed and no cloud was changed.",
	})
	return newArtifact(MarkerPath, mediaJSON, content), err
}
