package request_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
)

// plain returns the fields of a well-formed request.
func plain() map[string]any {
	return map[string]any{
		"application": "checkout", "environment": "development", "owner": "payments@example.com",
		"cost_centre": "CC-4711", "data_classification": "internal", "region": "eu-west-1",
		"network_cidr": "10.20.0.0/20", "cluster_size": "small", "monthly_budget": 500,
		"business_justification": "Integration tests of the checkout service.", "expiry_date": "2026-12-15",
	}
}

func parseFields(t testing.TB, fields map[string]any) (request.Request, error) {
	t.Helper()
	data, err := json.Marshal(fields)
	require.NoError(t, err)
	return request.Parse(document.Source{Format: document.JSON, Data: data})
}

func changed(field string, value any) map[string]any {
	fields := plain()
	fields[field] = value
	return fields
}

func identify(t testing.TB, fields map[string]any) request.Identity {
	t.Helper()
	request, err := parseFields(t, fields)
	require.NoError(t, err)
	return request.Identify()
}

// TestOneFingerprint lists spellings of one and the same request.
func TestOneFingerprint(t *testing.T) {
	want := identify(t, plain())
	assert.Regexp(t, `^req-[0-9a-f]{20}$`, want.RequestID)
	assert.Equal(t, want.RequestID, "req-"+strings.TrimPrefix(want.Fingerprint, "sha256:")[:20])
	for name, fields := range map[string]map[string]any{
		"application":          changed("application", "  Checkout\t"),
		"environment":          changed("environment", " DEV "),
		"owner":                changed("owner", " Payments@Example.COM "),
		"cost centre":          changed("cost_centre", "cc-4711"),
		"classification":       changed("data_classification", "INTERNAL"),
		"region":               changed("region", "EU-West-1"),
		"host bits":            changed("network_cidr", " 10.20.0.5/20 "),
		"size":                 changed("cluster_size", "Small"),
		"white space":          changed("business_justification", "\n Integration  tests of\tthe checkout\u00a0service. "),
		"controls spelled out": changed("controls", map[string]any{"encryption_at_rest": true, "private_cluster": true, "central_logging": true, "least_privilege": true}),
		"controls empty":       changed("controls", map[string]any{}),
		"controls null":        changed("controls", nil),
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, want, identify(t, fields)) })
	}
	t.Run("no expiry", func(t *testing.T) {
		absent := plain()
		delete(absent, "expiry_date")
		assert.Equal(t, identify(t, absent), identify(t, changed("expiry_date", nil)))
		assert.Equal(t, identify(t, absent), identify(t, changed("expiry_date", "")))
		assert.NotEqual(t, want, identify(t, absent))
	})
	t.Run("long form", func(t *testing.T) {
		assert.Equal(t, identify(t, changed("environment", "prod")), identify(t, changed("environment", "Production")))
	})
	t.Run("normal form C", func(t *testing.T) {
		assert.Equal(t, identify(t, changed("business_justification", "Caf\u00e9 orders, first test")),
			identify(t, changed("business_justification", "Cafe\u0301 orders, first test")))
	})
	t.Run("YAML in another order", func(t *testing.T) {
		request, err := request.Parse(document.Source{Format: document.YAML, Data: []byte(`
monthly_budget: 500
expiry_date: 2026-12-15
network_cidr: "10.20.0.0/20"
business_justification: >-
  Integration tests
  of the checkout service.
cluster_size: small
region: eu-west-1
data_classification: internal
cost_centre: CC-4711
owner: payments@example.com
environment: dev
application: checkout
`)})
		require.NoError(t, err)
		assert.Equal(t, want, request.Identify())
	})
}

// TestOtherFingerprint changes each field, and expects another request.
func TestOtherFingerprint(t *testing.T) {
	seen := map[string]string{identify(t, plain()).Fingerprint: "plain"}
	for field, value := range map[string]any{
		"application": "checkouts", "environment": "test", "owner": "payment@example.com", "cost_centre": "CC-4712",
		"data_classification": "public", "region": "eu-west-2", "network_cidr": "10.20.0.0/21", "cluster_size": "medium",
		"monthly_budget": 501, "business_justification": "Integration tests of the checkout service!",
		"expiry_date": "2026-12-16", "controls": map[string]any{"private_cluster": false},
	} {
		fingerprint := identify(t, changed(field, value)).Fingerprint
		assert.NotContains(t, seen, fingerprint, field)
		seen[fingerprint] = field
	}
}

// TestFaults holds that every kind of bad input is one fault of its field.
func TestFaults(t *testing.T) {
	long := strings.Repeat("a", 33)
	tests := []struct {
		field string
		value any
		code  problem.FaultCode
	}{
		{"application", "ab", problem.FaultForm},
		{"application", long, problem.FaultForm},
		{"application", "1checkout", problem.FaultForm},
		{"application", "checkout-", problem.FaultForm},
		{"application", "check_out", problem.FaultForm},
		{"application", "chec\u212Aout", problem.FaultForm}, // the Kelvin sign is no k
		{"application", 7, problem.FaultType},
		{"application", nil, problem.FaultMissing},
		{"environment", "staging", problem.FaultForm},
		{"environment", true, problem.FaultType},
		{"owner", "payments", problem.FaultForm},
		{"owner", "payments@localhost", problem.FaultForm},
		{"owner", "a@b.c, d@e.f", problem.FaultForm},
		{"owner", "pay ments@example.com", problem.FaultForm},
		{"owner", "péter@example.com", problem.FaultForm},
		{"owner", strings.Repeat("a", 65) + "@example.com", problem.FaultForm},
		{"owner", "a@" + strings.Repeat("b.", 126) + "com", problem.FaultForm},
		{"cost_centre", "C", problem.FaultForm},
		{"cost_centre", "-C1", problem.FaultForm},
		{"cost_centre", "C 1", problem.FaultForm},
		{"cost_centre", 4711, problem.FaultType},
		{"data_classification", "secret", problem.FaultForm},
		{"region", "eu", problem.FaultForm},
		{"region", "eu_west", problem.FaultForm},
		{"network_cidr", "10.20.0.0", problem.FaultForm},
		{"network_cidr", "10.20.0.0/33", problem.FaultForm},
		{"network_cidr", "10.20.0.0/020", problem.FaultForm},
		{"network_cidr", "010.20.0.0/20", problem.FaultForm},
		{"network_cidr", "fd00::/8", problem.FaultForm},
		{"network_cidr", "::ffff:10.20.0.0/112", problem.FaultForm},
		{"cluster_size", "huge", problem.FaultForm},
		{"monthly_budget", 0, problem.FaultForm},
		{"monthly_budget", -5, problem.FaultForm},
		{"monthly_budget", 1000001, problem.FaultForm},
		{"monthly_budget", 12.5, problem.FaultType},
		{"monthly_budget", json.Number("1e3"), problem.FaultType},
		{"monthly_budget", json.Number("500.0"), problem.FaultType},
		{"monthly_budget", json.Number("99999999999999999999"), problem.FaultForm},
		{"monthly_budget", "500", problem.FaultType},
		{"business_justification", "too short", problem.FaultForm},
		{"business_justification", strings.Repeat("x", 501), problem.FaultForm},
		{"business_justification", "with a bell \u0007 inside", problem.FaultForm},
		{"business_justification", "with a bidi \u202e override", problem.FaultForm},
		{"business_justification", "with zero\u200bwidth", problem.FaultForm},
		{"business_justification", "with a filler \u3164 here", problem.FaultForm},
		{"business_justification", "unassigned \U000e1234 here", problem.FaultForm},
		{"business_justification", "private \ue000 use here", problem.FaultForm},
		{"business_justification", "blank \u2800 Braille here", problem.FaultForm},
		{"business_justification", "1234 5678 90!?", problem.FaultForm},
		{"expiry_date", "2027-02-29", problem.FaultForm},
		{"expiry_date", "15.12.2026", problem.FaultForm},
		{"expiry_date", "2026-12-15T00:00:00Z", problem.FaultForm},
		{"expiry_date", 20261215, problem.FaultType},
		{"controls", "all", problem.FaultType},
	}
	for _, tt := range tests {
		t.Run(fmt.Sprintf("%s=%.40v", tt.field, tt.value), func(t *testing.T) {
			_, err := parseFields(t, changed(tt.field, tt.value))
			p := problem.From(err)
			require.Equal(t, problem.InvalidRequest, p.Code)
			require.Len(t, p.Faults, 1)
			assert.Equal(t, tt.field, p.Faults[0].Field)
			assert.Equal(t, tt.code, p.Faults[0].Code)
			assert.NotContains(t, strings.ToLower(p.Faults[0].Message), "invalid")
		})
	}
}

func TestAnEnvironmentHasOneID(t *testing.T) {
	base, err := parseFields(t, plain())
	require.NoError(t, err)
	id := base.EnvironmentID("provider_t")
	assert.True(t, request.IsEnvironmentID(id), id)
	assert.NotEqual(t, id, base.EnvironmentID("provider_u"))
	for field, other := range map[string]any{
		"application": "checkout2", "environment": "test", "owner": "shop@example.com", "cost_centre": "CC-1", "data_classification": "public",
		"region": "eu-west-2", "network_cidr": "10.20.0.0/21", "cluster_size": "large", "monthly_budget": 501,
		"business_justification": "Integration tests of the checkout services.", "expiry_date": "2026-12-16",
		"controls": map[string]bool{"private_cluster": false},
	} {
		later, err := parseFields(t, changed(field, other))
		require.NoError(t, err)
		names := field == "application" || field == "environment" || field == "region"
		assert.Equal(t, names, id != later.EnvironmentID("provider_t"), field)
	}
}

// TestCanonicalIsRFC8785 compares the canonical form with the library's.
func TestCanonicalIsRFC8785(t *testing.T) {
	full, err := parseFields(t, plain())
	require.NoError(t, err)
	requests := []request.Request{full, {}}
	for _, text := range []string{"", "plain", `"quoted"`, `C:\dir`, "<b>&amp;</b>", "a\tb\nc\x00\x1f\x7f", "Caf\u00e9 \u2028 \U0001f642", "\xff broken", "\ufffd"} {
		r := full
		r.BusinessJustification, r.Owner = text, text
		requests = append(requests, r)
	}
	for _, f := range request.Fields() {
		r := full
		f.Assign(&r, request.Value{Kind: f.Kind})
		requests = append(requests, r)
	}
	for _, r := range requests {
		assert.Equal(t, string(document.Canonical(r)), string(r.Canonical()))
	}
}

func TestBounds(t *testing.T) {
	for field, value := range map[string]any{
		"application":            "a" + strings.Repeat("-", 30) + "z",
		"owner":                  strings.Repeat("a", 64) + "@" + strings.Repeat("b.", 93) + "com",
		"cost_centre":            strings.Repeat("9", 32),
		"monthly_budget":         request.MaxBudget,
		"business_justification": strings.Repeat("é", 500),
		"network_cidr":           "0.0.0.0/0",
		"expiry_date":            "9999-12-31",
	} {
		_, err := parseFields(t, changed(field, value))
		assert.NoError(t, err, field)
	}
}

func TestAllFaultsAtOnceInTheOrderOfTheForm(t *testing.T) {
	_, err := request.Parse(document.Source{Name: "request.yaml", Format: document.YAML, Data: []byte(`Region: eu-west-1
monthly_budget: "500"
application: Ab
environment: staging
controls:
  private_cluster: "no"
  encrypted: true
`)})
	p := problem.From(err)
	require.Equal(t, problem.InvalidRequest, p.Code)
	var got []string
	for _, f := range p.Faults {
		got = append(got, fmt.Sprintf("%d %s %s", f.Line, f.Field, f.Code))
	}
	assert.Equal(t, []string{
		"3 application invalid_form", "4 environment invalid_form", "0 owner missing", "0 cost_centre missing",
		"0 data_classification missing", "0 network_cidr missing", "0 cluster_size missing",
		"2 monthly_budget wrong_type", "0 business_justification missing", "6 controls.private_cluster wrong_type",
		"1 Region unknown_field", "7 controls.encrypted unknown_field",
	}, got)
	assert.Contains(t, p.Faults[10].Message, "write region", "and region is not missing besides")
}

func TestWithIsParseOfTheChange(t *testing.T) {
	req, err := parseFields(t, plain())
	require.NoError(t, err)
	for _, field := range request.FieldNames() {
		if field == "controls" {
			continue
		}
		same, err := req.With(field, req.Value(field))
		require.NoError(t, err, field)
		assert.Equal(t, req, same, field)
	}
	_, err = req.With("monthly_budget", request.Number(0))
	assert.Error(t, err)
	off, err := req.With("controls.private_cluster", request.Flag(false))
	require.NoError(t, err)
	assert.False(t, off.Controls.PrivateCluster)
	assert.True(t, req.Controls.PrivateCluster, "a request is a value")
}

// FuzzParse holds that any text is either a request in normal form, which reads
// back as itself, or a problem that names what is wrong.
func FuzzParse(f *testing.F) {
	seed, err := json.Marshal(plain())
	require.NoError(f, err)
	f.Add(seed, true)
	f.Add([]byte("application: checkout\nowner: *a\n"), false)
	f.Add([]byte(`{"application":"\ud800","application":"x"}`), true)
	f.Add([]byte("<<: {a: b}\n? [x]\n: y\n"), false)
	f.Fuzz(func(t *testing.T, data []byte, isJSON bool) {
		format := document.YAML
		if isJSON {
			format = document.JSON
		}
		req, err := request.Parse(document.Source{Format: format, Data: data})
		if err != nil {
			var p *problem.Problem
			require.ErrorAs(t, err, &p)
			require.NotEmpty(t, p.Faults)
			return
		}
		again, err := request.Parse(document.Source{Format: document.JSON, Data: req.Canonical()})
		require.NoError(t, err)
		require.Equal(t, req, again)
	})
}

// FuzzNetworkCIDR holds that a range is read whole or refused, and is masked.
func FuzzNetworkCIDR(f *testing.F) {
	for _, s := range []string{"10.20.0.5/20", "0.0.0.0/0", "255.255.255.255/32", "::1/128", "10.0.0.0/-1", " 10.1.2.3/8"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		fields := maps.Clone(plain())
		fields["network_cidr"] = text
		request, err := parseFields(t, fields)
		if err != nil {
			return
		}
		require.Equal(t, request.NetworkCIDR.Masked(), request.NetworkCIDR)
		require.True(t, request.NetworkCIDR.Addr().Is4())
	})
}

func BenchmarkIdentify(b *testing.B) {
	r, err := parseFields(b, plain())
	require.NoError(b, err)
	b.ReportAllocs()
	for b.Loop() {
		r.Identify()
	}
}

func BenchmarkParse(b *testing.B) {
	data, err := json.Marshal(plain())
	require.NoError(b, err)
	b.ReportAllocs()
	for b.Loop() {
		_, _ = request.Parse(document.Source{Format: document.JSON, Data: data})
	}
}
