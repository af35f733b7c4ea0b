package convert

import (
	"maps"
	"slices"

	"platform.internal/platform-core/internal/providerv1"
	"platform.internal/platform-core/profile"
)

func profileFields(x *exchange, d *profile.Profile, m *providerv1.Profile) {
	text(x, &d.Schema, &m.Schema)
	text(x, &d.Provider, &m.Provider)
	text(x, &d.Mode, &m.Mode)
	texts(x, &d.AllowedRegions, &m.AllowedRegions)
	identifiers(x, &d.Boundaries, &m.Boundaries)
	text(x, &d.PolicyDate, &m.PolicyDate)
	each(x, "policies", &d.Policies, &m.Policies, organisationRuleFields)
}

// identifiers carries boundaries, which a message has sorted by name.
func identifiers(x *exchange, d *map[string]string, m *[]*providerv1.Boundary) {
	if x.sending {
		for _, name := range slices.Sorted(maps.Keys(*d)) {
			*m = append(*m, &providerv1.Boundary{Name: name, Id: (*d)[name]})
		}
		return
	}
	*d = make(map[string]string, len(*m))
	for _, b := range *m {
		(*d)[b.GetName()] = b.GetId()
	}
}

func organisationRuleFields(x *exchange, d *profile.Rule, m *providerv1.OrganisationRule) {
	text(x, &d.ID, &m.Id)
	text(x, &d.Title, &m.Title)
	text(x, &d.Field, &m.Field)
	text(x, &d.Level, &m.Level)
	text(x, &d.When, &m.When)
	text(x, &d.Require, &m.Require)
	text(x, &d.Message, &m.Message)
	text(x, &d.MessageExpression, &m.MessageExpression)
	text(x, &d.Remediation, &m.Remediation)
	text(x, &d.Expected, &m.Expected)
	text(x, &d.Suggest, &m.Suggest)
}

func checksFields(x *exchange, d *[]profile.Check, m *providerv1.CheckInstallationResponse) {
	each(x, "checks", d, &m.Checks, checkFields)
}

func checkFields(x *exchange, d *profile.Check, m *providerv1.Check) {
	text(x, &d.ID, &m.Id)
	text(x, &d.Title, &m.Title)
	text(x, &d.Status, &m.Status)
	text(x, &d.Message, &m.Message)
	text(x, &d.Remediation, &m.Remediation)
}
