package policyreplay

import (
	"encoding/json"

	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/difference"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
)

// replayReport is the document of the command.
type replayReport struct {
	Schema  string       `json:"schema"`
	From    side         `json:"from"`
	To      side         `json:"to"`
	Summary summary      `json:"summary"`
	Rules   []ruleCounts `json:"rules"`
	// Results are the files that changed and the files without an evaluation.
	Results []json.RawMessage `json:"results"`
	// NotReproduced are the files whose recorded decision is not the decision of --from.
	NotReproduced []recorded `json:"not_reproduced"`
	Unchanged     []string   `json:"unchanged"`
}

// side is one of the two installations.
type side struct {
	Profile        string       `json:"profile"`
	Provider       string       `json:"provider"`
	Mode           profile.Mode `json:"mode"`
	ProfileDigest  string       `json:"profile_digest"`
	PolicyDate     request.Date `json:"policy_date,omitempty"`
	AdapterVersion string       `json:"adapter_version"`
	AdapterDigest  string       `json:"adapter_digest,omitempty"`
}

// summary counts files. Each file is in exactly one of the counts Same to Failed.
type summary struct {
	Files         int `json:"files"`
	Same          int `json:"same"`
	OtherChanges  int `json:"other_changes"`
	NewlyDenied   int `json:"newly_denied"`
	NewlyAccepted int `json:"newly_accepted"`
	Malformed     int `json:"malformed"`
	Failed        int `json:"failed"`
	// NotReproduced counts files that are also in another count.
	NotReproduced int            `json:"not_reproduced"`
	Price         prices         `json:"price"`
	Resources     resourceCounts `json:"resources"`
}

// Flips returns the number of files whose decision changes.
func (s summary) Flips() int { return s.NewlyDenied + s.NewlyAccepted }

// prices sum up the monthly estimates of the files that have an estimate under both installations.
type prices struct {
	Up   int `json:"up"`
	Down int `json:"down"`
	// Otherwise counts the files with a changed price of a part, or with an unknown price difference.
	Otherwise  int           `json:"otherwise"`
	Difference request.Money `json:"difference"`
	Currency   string        `json:"currency"`
	// Exact is false if a part of an estimate has no price.
	Exact bool `json:"exact"`
}

// Files returns the number of files with another price.
func (p prices) Files() int { return p.Up + p.Down + p.Otherwise }

// resourceCounts count the resources of the files that both installations accept.
type resourceCounts struct {
	Files    int `json:"files"`
	Added    int `json:"added"`
	Changed  int `json:"changed"`
	Replaced int `json:"replaced"`
	Removed  int `json:"removed"`
	Moved    int `json:"moved"`
}

// ruleCounts count the files that newly break a rule at a level, or no longer break it. They also
// count the files whose decision changes because of the rule.
type ruleCounts struct {
	PolicyID string        `json:"policy_id"`
	Level    profile.Level `json:"level"`
	// Excepted is true if an exception allows the broken rule.
	Excepted       bool `json:"excepted,omitempty"`
	Broken         int  `json:"broken"`
	NoLongerBroken int  `json:"no_longer_broken"`
	NewlyDenied    int  `json:"newly_denied"`
	NewlyAccepted  int  `json:"newly_accepted"`
}

// Standing returns the effect of the broken rule in words.
func (r ruleCounts) Standing() string {
	if r.Excepted {
		return "excepted"
	}
	return string(r.Level)
}

// fileResult is a changed file or a file with a problem. It has the changed parts of a request
// difference, where a is under --from and b under --to.
type fileResult struct {
	File        string            `json:"file"`
	Change      outcomeKind       `json:"change"`
	RequestID   string            `json:"request_id,omitempty"`
	Application string            `json:"application,omitempty"`
	Environment string            `json:"environment,omitempty"`
	From        request.Decision  `json:"from,omitempty"`
	To          request.Decision  `json:"to,omitempty"`
	Rules       *difference.Rules `json:"rules,omitempty"`
	// Reworded are the rules that deny or advise as before with changed texts.
	Reworded          []string                 `json:"reworded,omitempty"`
	Cost              *difference.Cost         `json:"cost,omitempty"`
	EnvironmentDiffer []string                 `json:"environment_differs_in,omitempty"`
	Resources         *difference.Resources    `json:"resources,omitempty"`
	Inputs            []difference.InputChange `json:"inputs,omitempty"`
	// OtherRoot is true if the Terraform root differs.
	OtherRoot bool             `json:"other_root,omitempty"`
	Problem   *problem.Problem `json:"problem,omitempty"`
}

// outcomeKind classifies the outcome of a file.
type outcomeKind string

const (
	same          outcomeKind = "same"
	otherChanges  outcomeKind = "other_changes"
	newlyDenied   outcomeKind = "newly_denied"
	newlyAccepted outcomeKind = "newly_accepted"
	malformed     outcomeKind = "malformed"
	failed        outcomeKind = "failed"
)

// Kind returns the kind of the outcome. A changed decision precedes other changes.
func (o outcome) Kind() outcomeKind {
	switch {
	case o.err != nil && o.exit() == problem.ExitFailure:
		return failed
	case o.err != nil:
		return malformed
	case o.flips() && o.B.Decision == request.Denied:
		return newlyDenied
	case o.flips():
		return newlyAccepted
	case o.differs():
		return otherChanges
	}
	return same
}

// result returns the outcome as an entry of the document.
func (o outcome) result() fileResult {
	r := fileResult{File: o.File, Change: o.Kind()}
	if o.err != nil {
		r.Problem = host.AsProblem(o.err)
		return r
	}
	r.RequestID, r.Application, r.Environment = o.A.RequestID, o.application, o.environment
	r.From, r.To = o.A.Decision, o.B.Decision
	r.Reworded = o.Reworded
	r.Rules, r.EnvironmentDiffer, r.Inputs, r.OtherRoot = o.Rules, o.EnvironmentDiffersIn, o.Inputs, o.HasOtherRoot()
	if o.HasOtherPrice() {
		r.Cost = o.Cost
	}
	if o.HasOtherResources() {
		r.Resources = o.Resources
	}
	return r
}

// sides returns the descriptions of the two installations.
func sides(f host.PairFlags, from, to *host.Session, both *service.Pair) (before, after side) {
	adapterFrom, adapterTo := both.Adapters()
	return sideOf(f.From, from, adapterFrom), sideOf(f.To, to, adapterTo)
}

func sideOf(file string, s *host.Session, status adapter.Status) side {
	p := s.Installed.Profile
	return side{
		Profile: file, Provider: p.Provider, Mode: p.Mode, ProfileDigest: "sha256:" + p.Digest(), PolicyDate: p.PolicyDate,
		AdapterVersion: status.Description.Version, AdapterDigest: status.Digest,
	}
}
