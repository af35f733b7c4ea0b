package rpc

import (
	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
)

func descriptionFields(x *exchange, d *adapter.Description) {
	text(x, 1, &d.ID, &d.DisplayName, &d.DefaultRegion)
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
	text(x, 1, &c.Field, &c.Value, &c.Text)
}

func resourceKindFields(x *exchange, d *profile.ResourceKind) {
	text(x, 1, &d.Resource)
	text(x, 2, &d.Role)
	text(x, 3, &d.DisplayName, &d.Detail)
	flag(x, 5, &d.Zonal)
}

func settingKindFields(x *exchange, d *profile.Setting) {
	text(x, 1, &d.Name, &d.DisplayName, &d.Purpose)
	text(x, 4, &d.Kind)
	flag(x, 5, &d.List)
	text(x, 6, &d.Pattern, &d.Form)
	texts(x, 8, &d.Choices)
	text(x, 9, &d.Default, &d.Example)
	texts(x, 11, &d.Modes)
}

func regionFields(x *exchange, d *profile.Region) {
	text(x, 1, &d.Name, &d.DisplayName)
	texts(x, 3, &d.Zones)
}

func boundaryKindFields(x *exchange, d *profile.Boundary) {
	text(x, 1, &d.Name, &d.DisplayName)
	text(x, 3, &d.Mode)
	text(x, 4, &d.Pattern, &d.Form, &d.Placeholder)
	flag(x, 7, &d.FoldCase)
	flag(x, 8, &d.Separate)
}

func ruleFields(x *exchange, d *adapter.Rule) {
	text(x, 1, &d.ID, &d.Title, &d.Field)
	text(x, 4, &d.Level)
	text(x, 5, &d.Expected)
	texts(x, 6, &d.Reads)
	text(x, 7, &d.Until)
	text(x, 8, &d.Message, &d.Remediation)
}
