package proposal

import (
	"fmt"
	"strconv"

	"platform.internal/platform-core/request"
)

// The types of an in-toto Statement v1 with a test-result predicate v0.1
// (https://github.com/in-toto/attestation, spec/v1 and spec/predicates). The statement has no signature and
// no time. The person who merges may sign it.
const (
	statementType = "https://in-toto.io/Statement/v1"
	predicateType = "https://in-toto.io/attestation/test-result/v0.1"
)

// The names in the configuration of an attestation.
const (
	profilePart   = "installation-profile"
	policySetPart = "policy-set"
	adapterPart   = "adapter"
	platformPart  = "platform"
)

type statement struct {
	Type          string       `json:"_type"`
	Subject       []descriptor `json:"subject"`
	PredicateType string       `json:"predicateType"`
	Predicate     testResult   `json:"predicate"`
}

// descriptor is an in-toto ResourceDescriptor.
type descriptor struct {
	Name        string            `json:"name"`
	URI         string            `json:"uri,omitempty"`
	Digest      map[string]string `json:"digest,omitempty"`
	Annotations map[string]string `json:"annotations,omitempty"`
}

type testResult struct {
	Result        string       `json:"result"`
	Configuration []descriptor `json:"configuration"`
	PassedTests   []string     `json:"passedTests"`
	WarnedTests   []string     `json:"warnedTests"`
	FailedTests   []string     `json:"failedTests"`
}

// attest returns the statement about the rules and the six other artifacts.
func attest(in Input, subjects []Artifact) statement {
	s := statement{Type: statementType, PredicateType: predicateType, Predicate: verdict(in.Rules)}
	for _, a := range subjects {
		s.Subject = append(s.Subject, descriptor{Name: a.Path, Digest: map[string]string{"sha256": a.SHA256}})
	}
	s.Predicate.Configuration = []descriptor{
		{Name: profilePart, Digest: map[string]string{"sha256": in.Profile.Digest()}},
		{Name: policySetPart, Digest: map[string]string{"sha256": in.PolicyDigest}},
		{
			Name: adapterPart, URI: fmt.Sprintf("urn:platform:adapter:%s:%s", in.Adapter.ID, in.Adapter.Version),
			Annotations: map[string]string{
				"id": in.Adapter.ID, "version": in.Adapter.Version,
				"contract_version": strconv.Itoa(in.Adapter.ContractVersion),
			},
		},
	}
	if in.Platform != "" {
		s.Predicate.Configuration = append(s.Predicate.Configuration, descriptor{
			Name: platformPart, URI: "urn:platform:release:" + in.Platform,
			Annotations: map[string]string{"version": in.Platform},
		})
	}
	return s
}

// verdict returns the passed and the warned rules; a rule with an exception is warned. No rule has failed,
// because only an accepted request has a proposal. A rule that does not apply, or that depends on the day, is
// in no list.
func verdict(rules []RuleOutcome) testResult {
	r := testResult{Result: "PASSED", PassedTests: []string{}, WarnedTests: []string{}, FailedTests: []string{}}
	for _, rule := range rules {
		switch rule.Outcome {
		case request.Violated, request.Excepted:
			r.Result = "WARNED"
			r.WarnedTests = append(r.WarnedTests, rule.PolicyID)
		case request.Satisfied:
			r.PassedTests = append(r.PassedTests, rule.PolicyID)
		}
	}
	return r
}
