package rpc

import (
	"maps"
	"slices"

	"google.golang.org/protobuf/encoding/protowire"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
)

// profileFields carries a profile but for its exceptions: they are from rules of the
// platform and the organisation, which an adapter does not know.
func profileFields(x *exchange, d *profile.Profile) {
	text(x, 1, &d.Schema, &d.Provider)
	text(x, 3, &d.Mode)
	texts(x, 4, &d.AllowedRegions)
	named(x, "boundaries", 5, &d.Boundaries)
	text(x, 6, &d.PolicyDate)
	each(x, "policies", 7, &d.Policies, organisationRuleFields)
	named(x, "settings", 8, &d.Settings)
	if len(d.Settings) == 0 {
		d.Settings = nil // a profile is then the same as one of before settings
	}
	text(x, 9, &d.Unpriced)
}

// named carries texts by their names, which a message has sorted by name, each as a setting or a boundary.
func named(x *exchange, field string, number protowire.Number, d *map[string]string) {
	var list []adapter.Setting
	if x.sending {
		for _, name := range slices.Sorted(maps.Keys(*d)) {
			list = append(list, adapter.Setting{Name: name, Value: (*d)[name]})
		}
	}
	each(x, field, number, &list, settingFields)
	if x.sending {
		return
	}
	*d = make(map[string]string, len(list))
	for _, s := range list {
		(*d)[s.Name] = s.Value
	}
}

func organisationRuleFields(x *exchange, d *profile.Rule) {
	text(x, 1, &d.ID, &d.Title, &d.Field)
	text(x, 4, &d.Level)
	text(x, 5, &d.When, &d.Require, &d.Message, &d.MessageExpression, &d.Remediation, &d.Expected, &d.Suggest)
}

func checksFields(x *exchange, d *[]profile.Check) {
	each(x, "checks", 1, d, checkFields)
}

func checkFields(x *exchange, d *profile.Check) {
	text(x, 1, &d.ID, &d.Title)
	text(x, 3, &d.Status)
	text(x, 4, &d.Message, &d.Remediation, &d.Field)
}
