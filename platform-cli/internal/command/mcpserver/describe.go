package mcpserver

import (
	"context"
	"encoding/json"

	"platform.internal/platform-cli/internal/host"
	platformcore "platform.internal/platform-core"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/wire"
)

// description is the document of the tool describe.
type description struct {
	Schema         string                 `json:"schema"`
	Version        string                 `json:"version"`
	Provider       string                 `json:"provider"`
	Mode           profile.Mode           `json:"mode"`
	AllowedRegions []string               `json:"allowed_regions"`
	PolicyDate     request.Date           `json:"policy_date,omitempty"`
	ProfileDigest  string                 `json:"profile_digest"`
	Fields         []field                `json:"fields"`
	Rules          []rule                 `json:"rules"`
	Exceptions     []wire.ListedException `json:"exceptions,omitempty"`
}

type field struct {
	Name string `json:"name"`
	// Write describes the value to write.
	Write    string         `json:"write"`
	Values   []string       `json:"values,omitempty"`
	Optional bool           `json:"optional,omitempty"`
	Default  *request.Value `json:"default,omitempty"`
	Example  string         `json:"example,omitempty"`
	// Personal is true if only a person knows the value.
	Personal bool `json:"personal,omitempty"`
}

type rule struct {
	ID       string         `json:"id"`
	Source   request.Source `json:"source"`
	Level    profile.Level  `json:"level"`
	Field    string         `json:"field"`
	Title    string         `json:"title"`
	Expected string         `json:"expected"`
}

func describe(ctx context.Context, s *host.Session, _ json.RawMessage) (answer, error) {
	list, err := s.Policies(ctx)
	if err != nil {
		return answer{}, err
	}
	p := s.Installed.Profile
	d := description{
		Schema:         "platform.agent-description/v1",
		Version:        platformcore.Version,
		Provider:       p.Provider,
		Mode:           p.Mode,
		AllowedRegions: p.AllowedRegions,
		PolicyDate:     p.PolicyDate,
		ProfileDigest:  "sha256:" + p.Digest(),
		Exceptions:     list.Exceptions,
	}
	for _, f := range request.Fields() {
		d.Fields = append(d.Fields, describedField(f))
	}
	for _, r := range list.Items {
		d.Rules = append(d.Rules, rule{r.ID, r.Source, r.Level, r.Field, r.Title, r.Expected})
	}
	return answer{full: d}, nil
}

func describedField(f request.Field) field {
	d := field{Name: f.Name, Values: f.Values, Optional: f.Optional, Personal: f.IsPersonal(), Write: f.Form()}
	if f.Default != (request.Value{}) {
		d.Default = &f.Default
	}
	if len(f.Text.Samples) > 0 {
		d.Example = f.Text.Samples[0]
	}
	return d
}
