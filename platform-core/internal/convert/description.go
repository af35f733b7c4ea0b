package convert

import (
	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/internal/providerv1"
	"platform.internal/platform-core/profile"
)

func descriptionFields(x *exchange, d *adapter.Description, m *providerv1.Description) {
	text(x, &d.ID, &m.Id)
	text(x, &d.DisplayName, &m.DisplayName)
	text(x, &d.DefaultRegion, &m.DefaultRegion)
	each(x, "regions", &d.Regions, &m.Regions, regionFields)
	each(x, "boundaries", &d.Boundaries, &m.Boundaries, boundaryKindFields)
	text(x, &d.Version, &m.Version)
	texts(x, &d.Capabilities, &m.Capabilities)
	each(x, "rules", &d.Rules, &m.Rules, ruleFields)
	texts(x, &d.EstimateReads, &m.EstimateReads)
}

func regionFields(x *exchange, d *profile.Region, m *providerv1.Region) {
	text(x, &d.Name, &m.Name)
	text(x, &d.DisplayName, &m.DisplayName)
	texts(x, &d.Zones, &m.Zones)
}

func boundaryKindFields(x *exchange, d *profile.Boundary, m *providerv1.BoundaryKind) {
	text(x, &d.Name, &m.Name)
	text(x, &d.DisplayName, &m.DisplayName)
	text(x, &d.Mode, &m.Mode)
	text(x, &d.Pattern, &m.Pattern)
	text(x, &d.Form, &m.Form)
	text(x, &d.Placeholder, &m.Placeholder)
	same(x, &d.FoldCase, &m.FoldCase)
	same(x, &d.Separate, &m.Separate)
}

func ruleFields(x *exchange, d *adapter.Rule, m *providerv1.Rule) {
	text(x, &d.ID, &m.Id)
	text(x, &d.Title, &m.Title)
	text(x, &d.Field, &m.Field)
	text(x, &d.Level, &m.Level)
	text(x, &d.Expected, &m.Expected)
	texts(x, &d.Reads, &m.Reads)
}
