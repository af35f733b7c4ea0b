package proposal

import (
	"encoding/json"
	"strconv"

	"platform.internal/platform-core/problem"
)

// MadeWith has everything except the request that determines a proposal. An unknown text is empty.
type MadeWith struct {
	// Adapter is the ID of the adapter.
	Adapter         string `json:"adapter"`
	AdapterVersion  string `json:"adapter_version"`
	ContractVersion string `json:"contract_version"`
	// ProfileDigest and PolicySetDigest are "sha256:" and hex digits. The policy date does not change the
	// digest of the profile.
	ProfileDigest   string `json:"profile_digest"`
	PolicySetDigest string `json:"policy_set_digest"`
	// Platform is the release. Proposals of the first releases do not name it.
	Platform string `json:"platform"`
}

// PartDifference is a different part of two [MadeWith].
type PartDifference struct {
	// Part is the JSON name of the part.
	Part     string `json:"part"`
	Attested string `json:"attested"`
	Here     string `json:"here"`
}

// PlatformPart is the name of the part with the platform's release.
const PlatformPart = "platform"

// Differences returns the parts of the attested m that differ from here.
func (m MadeWith) Differences(here MadeWith) []PartDifference {
	found := []PartDifference{}
	for _, p := range []PartDifference{
		{"adapter", m.Adapter, here.Adapter}, {"adapter_version", m.AdapterVersion, here.AdapterVersion},
		{"contract_version", m.ContractVersion, here.ContractVersion},
		{"profile_digest", m.ProfileDigest, here.ProfileDigest},
		{"policy_set_digest", m.PolicySetDigest, here.PolicySetDigest}, {PlatformPart, m.Platform, here.Platform},
	} {
		if p.Attested != p.Here {
			found = append(found, p)
		}
	}
	return found
}

// MadeWith returns the [MadeWith] of the proposal of in.
func (in Input) MadeWith() MadeWith {
	return MadeWith{
		Adapter: in.Adapter.ID, AdapterVersion: in.Adapter.Version, ContractVersion: strconv.Itoa(in.Adapter.ContractVersion),
		ProfileDigest: "sha256:" + in.Profile.Digest(), PolicySetDigest: "sha256:" + in.PolicyDigest, Platform: in.Platform,
	}
}

// Attested is the content of an attestation.
type Attested struct {
	MadeWith
	// SHA256 are the hashes of the other files by path, as hex digits.
	SHA256 map[string]string
}

// ReadAttestation reads an attestation. It does not verify it: a person who can change the other files can
// also write another attestation.
func ReadAttestation(content string) (a Attested, err error) {
	err = json.Unmarshal([]byte(content), &a)
	return a, err
}

// UnmarshalJSON decodes an attestation; see [ReadAttestation].
func (a *Attested) UnmarshalJSON(data []byte) error {
	var s statement
	if err := json.Unmarshal(data, &s); err != nil {
		return err
	}
	*a = Attested{SHA256: map[string]string{}}
	const longest = 200 // characters; the platform writes shorter texts
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
			a.Adapter, a.AdapterVersion, a.ContractVersion = bounded(c.Annotations["id"]), bounded(c.Annotations["version"]),
				bounded(c.Annotations["contract_version"])
		case platformPart:
			a.Platform = bounded(c.Annotations["version"])
		}
	}
	return nil
}
