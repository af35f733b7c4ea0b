package policies

import (
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/portal/internal/form"
	"platform.internal/portal/internal/shell"
)

// Rules are the rules in force from one source, in the API's order.
type Rules struct {
	// Summary names the source and counts its rules.
	Summary string
	Rows    []Rule
	// Open means that the section is initially open.
	Open bool
}

// Rule is one rule in force.
type Rule struct{ PolicyID, Title, Field, Expected, Level string }

// sources are the sources of rules. The sources that an installation chooses come first.
var sources = []struct {
	source request.Source
	name   string
}{
	{request.SourceOrganisation, "The organisation"},
	{request.SourceMode, "The mode"},
	{request.SourceCommon, "The platform"},
	{request.SourceProvider, "The provider"},
}

// newRules returns the rules by source. It omits sources without rules.
func newRules(rules []profile.SourcedRule) []Rules {
	var list []Rules
	for _, s := range sources {
		of := Rules{Open: s.source == request.SourceOrganisation}
		for _, rule := range rules {
			if rule.Source != s.source {
				continue
			}
			of.Rows = append(of.Rows, Rule{
				PolicyID: rule.ID, Title: rule.Title, Field: form.Label(rule.Field),
				Expected: form.Expected(rule.Field, rule.Expected), Level: string(rule.Level),
			})
		}
		if len(of.Rows) > 0 {
			of.Summary = s.name + ": " + shell.Count(len(of.Rows), "rule")
			list = append(list, of)
		}
	}
	return list
}
