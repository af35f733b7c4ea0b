package service_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/service"
	"platform.internal/platform-core/store"
)

func TestBeforeAnyInstallation(t *testing.T) {
	s := newService(t, &scripted{})
	_, err := s.Installation(t.Context())
	assert.Equal(t, problem.InstallationNotFound, code(err))
	_, err = s.Submit(t.Context(), "k", theRequest(t, "checkout"))
	assert.Equal(t, problem.InstallationRequired, code(err))
	_, err = s.Evaluate(t.Context(), theRequest(t, "checkout"), service.EvaluateOptions{Alternatives: service.MaxAlternatives})
	assert.Equal(t, problem.InstallationRequired, code(err))
	_, err = s.Propose(t.Context(), "k", "req-00000000000000000000")
	assert.Equal(t, problem.InstallationRequired, code(err))
	_, err = s.Policies(t.Context())
	assert.Equal(t, problem.InstallationNotFound, code(err))
	records, _ := s.Records(t.Context(), store.RecordFilter{}, store.Page{})
	assert.Empty(t, records.Items)
	assert.False(t, counts(t, s).Installed)
}

func TestInstallOnce(t *testing.T) {
	for _, mode := range []string{"simulation", "sandbox", "enterprise"} {
		t.Run(mode, func(t *testing.T) {
			s := newService(t, &scripted{})
			_, _, err := s.Install(t.Context(), draft(t, simulation+"mode: "+mode+"\nallowed_regions: [nowhere]"))
			require.Equal(t, problem.InstallationRejected, code(err))
			first, created, err := s.Install(t.Context(), draft(t, simulation+"mode: "+mode))
			require.NoError(t, err, "a rejected installation can be tried again")
			assert.True(t, created)
			again, created, err := s.Install(t.Context(), draft(t, "mode: "+mode+"\nprovider: \" PROVIDER_T \"\nallowed_regions: [north-1]"))
			require.NoError(t, err)
			assert.False(t, created)
			assert.Equal(t, first.JSON, again.JSON)
			_, _, err = s.Install(t.Context(), draft(t, simulation+"mode: "+mode+"\nallowed_regions: [south-1]"))
			assert.Equal(t, problem.InstallationLocked, code(err))
			now, err := s.Installation(t.Context())
			require.NoError(t, err)
			assert.Equal(t, first.JSON, now.JSON)
		})
	}
}

func TestRejectedProfiles(t *testing.T) {
	tests := map[string]struct {
		profile string
		want    []string
	}{
		"no provider":            {"mode: simulation", []string{"provider missing"}},
		"unknown provider":       {"provider: provider_z\nmode: party", []string{"provider unsupported_value", "mode unsupported_value"}},
		"unknown mode":           {simulation + "mode: party", []string{"mode unsupported_value"}},
		"unknown region":         {simulation + "allowed_regions: [north-1, eu-west-1]", []string{"allowed_regions[1] unsupported_value"}},
		"no region":              {simulation + "allowed_regions: []", []string{"allowed_regions invalid_form"}},
		"region twice":           {simulation + "allowed_regions: [north-1, NORTH-1]", []string{"allowed_regions[1] repeated_value"}},
		"sandbox, two regions":   {simulation + "mode: sandbox\nallowed_regions: [north-1, south-1]", []string{"allowed_regions not_in_this_mode"}},
		"boundary in simulation": {simulation + "boundaries: {sandbox: '123'}", []string{"boundaries.sandbox unknown_field"}},
		"malformed boundary":     {simulation + "mode: sandbox\nboundaries: {sandbox: 12x}", []string{"boundaries.sandbox invalid_form"}},
		"missing and unknown boundaries": {
			simulation + "mode: enterprise\nboundaries: {production: abc, moon: abc}",
			[]string{"boundaries.moon unknown_field", "boundaries.security missing", "boundaries.test missing"},
		},
		"collapsed": {simulation + "mode: enterprise\nboundaries: {production: abc, security: ABC, test: abc}", []string{"boundaries.security collapsed_boundary"}},
		"unpriced":  {simulation + "unpriced: maybe", []string{"unpriced unsupported_value"}},
		"date":      {simulation + "policy_date: 2026-02-30", []string{"policy_date invalid_form"}},
		"schema":    {simulation + "schema: other/v1", []string{"schema unsupported_value"}},
		"unknown":   {simulation + "region: north-1", []string{"region unknown_field"}},
		"rules": {
			simulation + "policies:\n- {id: team.a, title: t, field: owner, level: mandatory, require: request.x, message: m, remediation: r, expected: e}\n",
			[]string{"policies[0].require invalid_expression"},
		},
		"rules with impossible values, and one that does not compile": {
			simulation + "policies:\n" + ruleText("a", `when: 'request.environment == "prod"', require: 'request.region != "nrth-1"'`) +
				ruleText("b", `when: 'profile.provider == "aws"', require: request.onwer`),
			[]string{"policies[0].when unsupported_value", "policies[0].require unsupported_value", "policies[1].require invalid_expression", "policies[1].when unsupported_value"},
		},
		"a rule that fails, and a suggestion that does not help": {
			simulation + "policies:\n" + ruleText("a", `require: '1 / 0 == 1'`) + ruleText("b", `require: 'request.cluster_size == "small"', suggest: '"large"'`),
			[]string{"policies[0].require invalid_expression", "policies[1].suggest invalid_expression"},
		},
		"a file of rules": {simulation + "policies:\n- rules.yaml\n", []string{"policies[0] unreadable"}},
		"without a known provider": {
			"schema: z\nprovider: x\nmode: y\nallowed_regions: []\npolicy_date: w\npolicies: [{id: A}]\n",
			[]string{"schema unsupported_value", "provider unsupported_value", "mode unsupported_value", "allowed_regions invalid_form",
				"policy_date invalid_form", "policies[0].id invalid_form", "policies[0].field unsupported_value", "policies[0].level unsupported_value",
				"policies[0].require missing", "policies[0].message missing", "policies[0].title missing", "policies[0].remediation missing", "policies[0].expected missing"},
		},
		"unknown mode with boundaries": {simulation + "mode: y\nboundaries: {a: b}", []string{"mode unsupported_value"}},
		"everything at once": {
			simulation + "mode: enterprise\nallowed_regions: [x]\npolicy_date: y\nboundaries: {}\nschema: z\nnew: 1",
			[]string{"new unknown_field", "schema unsupported_value", "allowed_regions[0] unsupported_value", "policy_date invalid_form"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			s := newService(t, &scripted{})
			_, _, err := s.Install(t.Context(), draft(t, tt.profile))
			p := problem.From(err)
			require.Equal(t, problem.InstallationRejected, p.Code, "%v", err)
			var got []string
			for _, f := range p.Faults {
				got = append(got, f.Field+" "+string(f.Code))
			}
			assert.Equal(t, tt.want, got)
			_, err = s.Validate(t.Context(), draft(t, tt.profile))
			assert.Equal(t, p, problem.From(err), "validate says the same")
			_, err = s.Installation(t.Context())
			assert.Error(t, err, "nothing is stored")
		})
	}
}

func TestPlaceholdersAreNeverReady(t *testing.T) {
	s := newService(t, &scripted{})
	r, err := s.Validate(t.Context(), draft(t, simulation+"mode: enterprise"))
	require.NoError(t, err)
	assert.False(t, r.Ready)
	r, err = s.Validate(t.Context(), draft(t, simulation+"mode: enterprise\nboundaries: {production: FFF, security: eee, test: eee}"))
	require.NoError(t, err)
	assert.True(t, r.Ready)
	assert.Equal(t, "fff", r.Profile.Boundaries["production"])
	r, err = s.Validate(t.Context(), draft(t, simulation))
	require.NoError(t, err)
	assert.True(t, r.Ready, "simulation needs no boundaries")
}
