package proposal

import (
	"encoding/json"
	"strconv"

	"platform.internal/platform-core/problem"
)

// MadeWith is everything besides the request that decides what a proposal is. A text
// that is not known is empty.
type MadeWith struct {
	// Adapter is the ID of the adapter.
	Adapter         string `json:"adapter"`
	AdapterVersion  string `json:"adapter_version"`
	ContractVersion string `json:"contract_version"`
	// ProfileDigest and PolicySetDigest are "sha256:" and hex digits. The profile's is the
	// same whatever policy date it names.
	ProfileDigest   string `json:"profile_digest"`
	PolicySetDigest string `json:"policy_set_digest"`
	// Platform is the release; proposals of the first releases do not name it.
	Platform string `json:"platform"`
}

// PartDifference is a part in which two MadeWith differ.
type PartDifference struct {
	// Part is its name, as in the encoded MadeWith.
	Part     string `json:"part"`
	Attested string `json:"attested"`
	Here     string `json:"here"`
}

// PlatformPart is the Part of the platform's release.
const PlatformPart = "platform"

// Differences returns the parts in which m, which is attested, differs from here.
func (m MadeWith) Differences(here MadeWith) []PartDifference {
	found := []PartDifference{}
	for _, p := range []PartDifference{
		{"adapter", m.Adapter, here.Adapter}, {"adapter_version", m.AdapterVersion, here.AdapterVersion},
		{"contract_version", m.ContractVersion, here.ContractVersion}, {"profile_digest", m.ProfileDigest, here.ProfileDigest},
		{"policy_set_digest", m.PolicySetDigest, here.PolicySetDigest}, {PlatformPart, m.Platform, here.Platform},
	} {
		if p.Attested != p.Here {
			found = append(found, p)
		}
	}
	return found
}

// MadeWith returns what the proposal of in is made with.
func (in Input) MadeWith() MadeWith {
	return MadeWith{
		Adapter: in.Adapter.ID, AdapterVersion: in.Adapter.Version, ContractVersion: strconv.Itoa(in.Adapter.ContractVersion),
		ProfileDigest: "sha256:" + in.Profile.Digest(), PolicySetDigest: "sha256:" + in.PolicyDigest, Platform: in.Platform,
	}
}

// Attested is what an attestation says.
type Attested struct {
	MadeWith
	// SHA256 are the hashes of the other files by path, as hex digits.
	SHA256 map[string]string
}

// ReadAttestation reads the content of an attestation. It believes what it reads: whoever
// could change the other files could write another attestation.
func ReadAttestation(content string) (Attested, error) {
	var s statement
	if err := json.Unmarshal([]byte(content), &s); err != nil {
		return Attested{}, err
	}
	a := Attested{SHA256: map[string]string{}}
	const longest = 200 // characters of what no platform writes
	bounded := func(text string) string { return problem.Excerpt(text, longest) }
	for _, subject := range s.Subject {
		a.SHA256[subject.Name] = subject.Digest["sha256"]
	}
	for _, c := range s.Predicate.Configuration {
		switch c.Name {
		case profilePart:
			a.ProfileDigest = bounded("sha256:" + c.Digest["sha256"])
		case policySetPart:
			a.PolicySetDigest = bounded("sha256:" + c.Digest["sha256"])
		case adapterPart:
			a.Adapter, a.AdapterVersion, a.ContractVersion = bounded(c.Annotations["id"]), bounded(c.Annotations["version"]), bounded(c.Annotations["contract_version"])
		case platformPart:
			a.Platform = bounded(c.Annotations["version"])
		}
	}
	return a, nil
}
