package pairs_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/integration/providers"
	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/difference"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
)

// regionsOf returns two regions of a provider, or its only one.
func regionsOf(t *testing.T, provider string) []string {
	t.Helper()
	regions := providers.Regions(t, providers.Adapters[provider])
	return regions[:min(2, len(regions))]
}

// platform is a service with one installation, in simulation.
type platform struct{ *service.Service }

func newPlatform(t *testing.T, provider string) platform {
	t.Helper()
	return platformOf(t, provider, "")
}

// platformOf returns a service with a profile that also has lines of YAML.
func platformOf(t *testing.T, provider, more string) platform {
	t.Helper()
	return platformWith(t, provider, fmt.Sprintf("allowed_regions: [%s]\n%s", strings.Join(regionsOf(t, provider), ", "), more))
}

// platformWith is a service whose profile has lines of YAML after the provider.
func platformWith(t *testing.T, provider, more string) platform {
	t.Helper()
	return platform{providers.Installed(t, service.Options{Adapters: providers.Adapters, Now: func() time.Time {
		return time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	}}, "provider: "+provider+"\n"+more)}
}

// base is the request of each pair.
func base(t *testing.T, provider string) request.Request {
	t.Helper()
	r := request.Template(regionsOf(t, provider)[0])
	r.Application, r.MonthlyBudget, r.ExpiryDate = "checkout", 20_000, "2026-12-15"
	return r
}

// another has another value for each field, which policy accepts unless it is a control.
func another(t *testing.T, provider string) map[string]request.Value {
	t.Helper()
	regions := regionsOf(t, provider)
	return map[string]request.Value{
		"application": request.Text("billing"), "environment": request.Text("test"), "owner": request.Text("b@example.com"),
		"cost_centre": request.Text("CC-2"), "data_classification": request.Text("confidential"),
		"region": request.Text(regions[len(regions)-1]), "network_cidr": request.Text("10.64.0.0/20"),
		"cluster_size": request.Text("medium"), "monthly_budget": request.Number(30_000),
		"business_justification": request.Text("Another reason altogether."), "expiry_date": request.Text("2027-01-15"),
		"controls.encryption_at_rest": request.Flag(false), "controls.private_cluster": request.Flag(false),
		"controls.central_logging": request.Flag(false), "controls.least_privilege": request.Flag(false),
	}
}

// record reads the record of a request, bundle its proposal.
func (p platform) record(t *testing.T, r request.Request) difference.Document {
	t.Helper()
	evaluated, err := p.Evaluate(t.Context(), r, service.EvaluateOptions{})
	require.NoError(t, err)
	return read(t, evaluated.JSON)
}

func (p platform) proposal(t *testing.T, r request.Request) difference.Document {
	t.Helper()
	evaluated, err := p.Evaluate(t.Context(), r, service.EvaluateOptions{})
	require.NoError(t, err)
	require.Empty(t, evaluated.Violations)
	derived, err := p.Derive(t.Context(), evaluated)
	require.NoError(t, err)
	return read(t, derived.JSON)
}

func read(t *testing.T, text []byte) difference.Document {
	t.Helper()
	d, err := difference.Read("a document", document.Source{Format: document.JSON, Data: text})
	require.NoError(t, err)
	return d
}

// TestOneField compares proposals that differ in one field, and writes down the effect.
func TestOneField(t *testing.T) {
	for _, provider := range providers.IDs() {
		t.Run(provider, func(t *testing.T) {
			p, found := newPlatform(t, provider), strings.Builder{}
			for _, f := range request.Fields() {
				a := base(t, provider)
				value, ok := another(t, provider)[f.Name]
				require.True(t, ok, "the table lacks %s", f.Name)
				b, err := a.With(f.Name, value)
				require.NoError(t, err)
				if f.Name == request.RegionField && a.Region == b.Region {
					continue // the provider has one region
				}
				if f.IsControl() {
					checkControl(t, f.Name, difference.Compare("a", p.record(t, a), "b", p.record(t, b)))
					continue
				}
				d := difference.Compare("a", p.proposal(t, a), "b", p.proposal(t, b))
				assert.Equal(t, []difference.FieldChange{{Field: f.Name, A: f.Get(&a), B: value}}, d.Changes)
				check(t, provider, f.Name, d)
				write(&found, f.Name, d)
			}
			providers.Golden(t, found.String(), provider+".txt")
		})
	}
}

// TestAnotherAccountIsAnotherEnvironment compares proposals of one request for profiles that differ in mode, or in the
// boundary of the stage, such as its account. Nothing changes in place.
func TestAnotherAccountIsAnotherEnvironment(t *testing.T) {
	for _, provider := range providers.IDs() {
		d, err := providers.Adapters[provider].Describe(t.Context())
		require.NoError(t, err)
		request := base(t, provider)
		other := ""
		enterprise := func(changed string) platform {
			lines := "mode: enterprise\nboundaries:\n"
			for i, b := range d.BoundariesOf(profile.Enterprise) {
				id := b.Placeholder[:len(b.Placeholder)-2] + fmt.Sprint(10+i)
				if b.Name == changed {
					id = id[:len(id)-2] + "99"
				}
				if b.Separate && b.Name != request.Environment {
					other = b.Name
				}
				lines += fmt.Sprintf("  %s: %q\n", b.Name, id)
			}
			return platformOf(t, provider, lines)
		}
		a := enterprise("").proposal(t, request)
		for name, b := range map[string]platform{"account": enterprise(request.Environment), "mode": newPlatform(t, provider)} {
			found := difference.Compare("a", a, "b", b.proposal(t, request))
			assert.Equal(t, []string{placeOf(t, d, request)}, found.EnvironmentDiffersIn, "%s of %s", name, provider)
			assert.False(t, found.SameEnvironment)
			assert.Empty(t, found.Resources.Replaced)
		}
		otherAccount := difference.Compare("a", a, "b", enterprise(other).proposal(t, request))
		assert.True(t, otherAccount.SameEnvironment, "another account besides the environment's is no other environment")
		assert.False(t, otherAccount.Same, "the profile is another")
	}
}

// placeOf returns the property of each resource that has the boundary of its environment, such as "account_id".
func placeOf(t *testing.T, d adapter.Description, r request.Request) string {
	t.Helper()
	in := adaptertest.Input(d, profile.Enterprise, r)
	e, err := providers.Adapters[d.ID].Evaluate(t.Context(), in)
	require.NoError(t, err)
	for _, property := range e.Resources[0].Properties {
		if strings.HasSuffix(property.Value, in.Boundary(in.OwnBoundary())) {
			return property.Name
		}
	}
	require.Fail(t, "no property has the boundary of the environment: give it to adapter.NewInventory", d.ID)
	return ""
}

// checkControl checks that its own rule denies a control that is switched off.
func checkControl(t *testing.T, name string, d difference.Difference) {
	t.Helper()
	require.Len(t, d.Rules.Broken, 1, name)
	assert.Equal(t, name, d.Rules.Broken[0].Field)
	assert.Equal(t, []request.Decision{request.Accepted, request.Denied}, []request.Decision{d.A.Decision, d.B.Decision})
	assert.Nil(t, d.Resources)
}

// identity are the fields that identify an environment.
var identity = []string{request.ApplicationField, request.EnvironmentField, request.RegionField}

// later are the fields that another request for the same environment often changes.
var later = []string{
	request.OwnerField, request.CostCentreField, request.BudgetField, request.JustificationField, request.ExpiryField, request.SizeField,
}

// nodes returns the types of a provider's nodes. A later request may replace them, since they have no state.
func nodes(t *testing.T, provider string) (types []string) {
	t.Helper()
	d, err := providers.Adapters[provider].Describe(t.Context())
	require.NoError(t, err)
	for _, kind := range d.ResourceKinds {
		if kind.Role == profile.NodesRole {
			types = append(types, kind.Resource)
		}
	}
	return types
}

// check checks what holds for each change of a field.
func check(t *testing.T, provider, field string, d difference.Difference) {
	t.Helper()
	if slices.Contains(identity, field) {
		assert.Equal(t, []string{field}, d.EnvironmentDiffersIn)
		assert.NotEqual(t, d.A.StateKey, d.B.StateKey, field)
		return
	}
	assert.True(t, d.SameEnvironment, field)
	assert.Equal(t, d.A.StateKey, d.B.StateKey, field)
	assert.Empty(t, d.Missing, "%s: the adapter names what a change replaces", field)
	if !slices.Contains(later, field) {
		return
	}
	assert.Empty(t, d.Resources.Added, field)
	assert.Empty(t, d.Resources.Removed, field)
	for _, c := range d.Resources.Replaced {
		assert.Contains(t, nodes(t, provider), c.Type, "%s replaces %s", field, c.Address)
	}
	for _, c := range d.Resources.Changed {
		for _, p := range c.Changes {
			assert.NotEqual(t, adapter.NameProperty, p.Property, "%s renames %s", field, c.Address)
		}
	}
	if field != request.SizeField {
		assert.Equal(t, d.Cost.A, d.Cost.B, field)
	}
}

// write writes down the effect of a field on resources and inputs. It leaves out other environments and the names of requests.
func write(to *strings.Builder, field string, d difference.Difference) {
	line := func(format string, args ...any) { fmt.Fprintf(to, format+"\n", args...) }
	r := d.Resources
	line("%s: %d added, %d changed, %d replaced, %d removed; same environment: %t", field,
		len(r.Added), len(r.Changed), len(r.Replaced), len(r.Removed), d.SameEnvironment)
	if !d.SameEnvironment {
		return
	}
	for _, one := range r.Added {
		line("  + %s", one.Address)
	}
	for _, one := range r.Changed {
		line("  ~ %s: %s", one.Address, properties(one))
	}
	for _, one := range r.Replaced {
		line("  -/+ %s: %s%s", one.Address, strings.Join(one.ReplacedBy, ", "), in(one.ReplacedWith))
	}
	for _, one := range r.Removed {
		line("  - %s", one.Address)
	}
	for _, one := range d.Inputs {
		if one.Input != "fingerprint" && one.Input != "request_id" {
			line("  input %s", one.Input)
		}
	}
}

func in(parent string) string {
	if parent == "" {
		return ""
	}
	return " in " + parent
}

func properties(c difference.ResourceChange) string {
	var names []string
	for _, p := range c.Changes {
		names = append(names, p.Property)
	}
	return strings.Join(names, ", ")
}
