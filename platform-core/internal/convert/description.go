package convert

import (
	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
)

func descriptionFields(x *exchange, d *adapter.Description) {
	text(x, 1, &d.ID)
	text(x, 2, &d.DisplayName)
	text(x, 3, &d.DefaultRegion)
	each(x, "regions", 4, &d.Regions, regionFields)
	each(x, "boundaries", 5, &d.Boundaries, boundaryKindFields)
	text(x, 6, &d.Version)
	texts(x, 7, &d.Capabilities)
	each(x, "rules", 8, &d.Rules, ruleFields)
	texts(x, 9, &d.EstimateReads)
	each(x, "settings", 10, &d.Settings, settingKindFields)
	each(x, "resource_kinds", 12, &d.ResourceKinds, resourceKindFields)
	text(x, 13, &d.Writes)
	each(x, "choices", 14, &d.Choices, choiceFields)
}

func choiceFields(x *exchange, c *profile.Choice) {
	text(x, 1, &c.Field)
	text(x, 2, &c.Value)
	text(x, 3, &c.Text)
}

func resourceKindFields(x *exchange, d *profile.ResourceKind) {
	text(x, 1, &d.Resource)
	text(x, 2, &d.Role)
	text(x, 3, &d.DisplayName)
	text(x, 4, &d.Detail)
	flag(x, 5, &d.Zonal)
}

func settingKindFields(x *exchange, d *profile.Setting) {
	text(x, 1, &d.Name)
	text(x, 2, &d.DisplayName)
	text(x, 3, &d.Purpose)
	text(x, 4, &d.Kind)
	flag(x, 5, &d.List)
	text(x, 6, &d.Pattern)
	text(x, 7, &d.Form)
	texts(x, 8, &d.Choices)
	text(x, 9, &d.Default)
	text(x, 10, &d.Example)
}

func regionFields(x *exchange, d *profile.Region) {
	text(x, 1, &d.Name)
	text(x, 2, &d.DisplayName)
	texts(x, 3, &d.Zones)
}

func boundaryKindFields(x *exchange, d *profile.Boundary) {
	text(x, 1, &d.Name)
	text(x, 2, &d.DisplayName)
	text(x, 3, &d.Mode)
	text(x, 4, &d.Pattern)
	text(x, 5, &d.Form)
	text(x, 6, &d.Placeholder)
	flag(x, 7, &d.FoldCase)
	flag(x, 8, &d.Separate)
}

func ruleFields(x *exchange, d *adapter.Rule) {
	text(x, 1, &d.ID)
	text(x, 2, &d.Title)
	text(x, 3, &d.Field)
	text(x, 4, &d.Level)
	text(x, 5, &d.Expected)
	texts(x, 6, &d.Reads)
	text(x, 7, &d.Until)
	text(x, 8, &d.Message)
	text(x, 9, &d.Remediation)
}
