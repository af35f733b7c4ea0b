package terraform_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/request"
)

// later are changes of one field that a later request for the same environment may
// make. A control that is switched off is denied in every mode.
var later = []alteration{
	{"business_justification", func(r *request.Request) { r.BusinessJustification += " And longer." }},
	{"cluster_size", func(r *request.Request) { r.ClusterSize = request.Medium }},
	{"cluster_size", func(r *request.Request) { r.ClusterSize = request.Large }},
	{"cost_centre", func(r *request.Request) { r.CostCentre = "CC-4712" }},
	{"data_classification", func(r *request.Request) { r.DataClassification = request.Public }},
	{"data_classification", func(r *request.Request) { r.DataClassification = request.Confidential }},
	{"data_classification", func(r *request.Request) { r.DataClassification = request.Restricted }},
	{"expiry_date", func(r *request.Request) { r.ExpiryDate = "2027-02-28" }},
	{"expiry_date", func(r *request.Request) { r.ExpiryDate = "" }},
	{"monthly_budget", func(r *request.Request) { r.MonthlyBudget++ }},
	{"owner", func(r *request.Request) { r.Owner = "checkout-team@example.com" }},
}

// alteration is a change of one field.
type alteration struct {
	field  string
	change func(*request.Request)
}

// alterations returns the later requests for an environment, each of one field. If
// they are not asked for whole, the last of each field goes into two plans: size and
// classification in the second, since they are what changes an environment most.
func alterations(environment string) []alteration {
	var each []alteration
	for _, l := range later {
		var r request.Request
		l.change(&r)
		if environment == request.Production || r.DataClassification != request.Restricted && (l.field != "expiry_date" || r.ExpiryDate != "") {
			each = append(each, l)
		}
	}
	if whole {
		return each
	}
	all := func(fields ...string) alteration {
		return alteration{strings.Join(fields, ", "), func(r *request.Request) {
			for _, l := range each {
				if slices.Contains(fields, l.field) {
					l.change(r)
				}
			}
		}}
	}
	return []alteration{
		all("business_justification", "cost_centre", "expiry_date", "monthly_budget", "owner"), all("cluster_size", "data_classification"),
	}
}

// succeeded are the resources that get a successor before they go, by the field that
// asks for it, and why nothing is lost with them.
var succeeded = map[string]map[string]string{
	"aws_eks_node_group.this": {"cluster_size": "a group's type of machine is fixed; nodes hold no data, and the old ones are drained when the new ones are there"},
}

// touched are the resources that another expiry date and budget change, by cloud: those by which a cleanup and a budget
// find an environment.
var touched = map[string][]string{
	"aws":     {"aws_budgets_budget.monthly", "aws_default_security_group.this"},
	"azurerm": {"azurerm_consumption_budget_subscription.monthly", "azurerm_resource_group.this"},
}

// succeeds reports whether a resource may be replaced by its successor for one of the
// fields.
func succeeds(address, fields string) bool {
	for field := range succeeded[address] {
		if slices.Contains(strings.Split(fields, ", "), field) {
			return true
		}
	}
	return false
}

// TestALaterRequestChangesTheEnvironmentInPlace makes a state of one request and
// plans later ones in it. None of them removes anything or puts something in its
// place, so nothing that holds data or state, but for what is succeeded.
func TestALaterRequestChangesTheEnvironmentInPlace(t *testing.T) {
	for _, c := range clouds {
		for _, environment := range []string{request.Development, request.Production} {
			if !whole && environment == request.Development {
				continue
			}
			t.Run(c.name+" "+environment, func(t *testing.T) {
				t.Parallel()
				w := of(t, c)
				inputs := func(change func(*request.Request)) []byte {
					_, inputs := c.files(t, c.enterprise(t, func(r *request.Request) { r.Environment = environment }, change))
					return inputs
				}
				first := inputs(func(*request.Request) {})
				state := w.apply(t, first, encoded(t, c.workflow))
				same, _ := w.planIn(t, state, first, encoded(t, c.workflow))
				for address, p := range same {
					assert.Equal(t, []string{"no-op"}, p.Change.Actions, "the same request changes %s", address)
				}
				longer, _ := w.planIn(t, state, inputs(func(r *request.Request) { r.ExpiryDate, r.MonthlyBudget = "2027-02-28", 901 }), encoded(t, c.workflow))
				for address, p := range longer {
					assert.Equal(t, slices.Contains(touched[c.name], address), p.Change.Actions[0] != "no-op", "another expiry date and budget: %s", address)
				}
				for _, l := range alterations(environment) {
					planned, _ := w.planIn(t, state, inputs(l.change), encoded(t, c.workflow))
					for address, p := range planned {
						if succeeds(address, l.field) && p.Change.Actions[0] == "create" {
							continue
						}
						assert.NotContains(t, p.Change.Actions, "delete", "%s: %s is replaced or removed for its %v", l.field, address, p.Change.ReplacePaths)
					}
					t.Logf("%-8s %-12s %-70s in place %2d, new %d, replaced or removed %d", c.name, environment, l.field, acted(planned, "update"), acted(planned, "create"), acted(planned, "delete"))
				}
			})
		}
	}
}

// TestAnUpdateFromTheFirstReleaseReplacesNoData makes a state with the main.tf of release 1.0.0, and plans the same
// request with this one in it. The only resources that it removes are rules and routes, which hold no data.
func TestAnUpdateFromTheFirstReleaseReplacesNoData(t *testing.T) {
	for _, c := range clouds {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := of(t, c)
			read := func(suffix string) []byte {
				text, err := os.ReadFile(filepath.Join("testdata", "1.0.0", c.name+suffix))
				require.NoError(t, err)
				return text
			}
			first := w
			first.folder = t.TempDir()
			write(t, filepath.Join(first.folder, "main.tf"), read(".tf"))
			first.must(t, "init", "-backend=false", "-no-color")
			_, inputs := c.files(t, adaptertest.InputWith(c.describe(t), nil, c.request(t, func(r *request.Request) {
				r.Environment, r.DataClassification, r.ClusterSize, r.ExpiryDate = request.Production, request.Restricted, request.Large, ""
			})))
			planned, _ := w.planIn(t, first.apply(t, read(".tfvars.json")), inputs, encoded(t, c.workflow))
			kept := 0
			for address, p := range planned {
				if p.Change.Actions[0] == "no-op" || p.Change.Actions[0] == "update" {
					kept++
				}
				if slices.Contains(p.Change.Actions, "delete") {
					assert.Contains(t, withoutData, p.Type, "%s is replaced or removed for its %v", address, p.Change.ReplacePaths)
				}
			}
			assert.Greater(t, kept, len(planned)/2, "the state is that of the same environment")
			t.Logf("%s: in place %d, new %d, replaced or removed %d", c.name, acted(planned, "update"), acted(planned, "create"), acted(planned, "delete"))
		})
	}
}

// withoutData are the types of resources that a release may replace.
var withoutData = []string{"aws_route"}

// acted returns the number of resources that a plan acts on in one way.
func acted(planned map[string]change, action string) int {
	count := 0
	for _, p := range planned {
		if slices.Contains(p.Change.Actions, action) {
			count++
		}
	}
	return count
}

// TestEachResourceTypeSaysWhatReplacesIt compares the tables of changes with the
// schemas: each type that main.tf declares has its arguments, and each argument is
// one of the type.
func TestEachResourceTypeSaysWhatReplacesIt(t *testing.T) {
	for _, c := range clouds {
		types := c.schemaTypes(t)
		table := c.replaces(t)
		assert.Equal(t, slices.Sorted(maps.Keys(types)), slices.Sorted(maps.Keys(table)))
		for name, arguments := range table {
			assert.True(t, slices.IsSorted(arguments), name)
			for _, argument := range arguments {
				assert.True(t, types[name].has(strings.Split(argument, ".")), "%s has no %s", name, argument)
			}
		}
	}
}

// schemaBlock is a block of a provider's schema.
type schemaBlock struct {
	Attributes map[string]any `json:"attributes"`
	BlockTypes map[string]struct {
		Block schemaBlock `json:"block"`
	} `json:"block_types"`
}

func (b schemaBlock) has(steps []string) bool {
	nested, isBlock := b.BlockTypes[steps[0]]
	if len(steps) > 1 {
		return isBlock && nested.Block.has(steps[1:])
	}
	return isBlock || b.Attributes[steps[0]] != nil
}

// schemaTypes returns the resource types that an adapter's main.tf declares.
func (c cloud) schemaTypes(t *testing.T) map[string]schemaBlock {
	t.Helper()
	text, err := os.ReadFile(c.schemaFile())
	require.NoError(t, err)
	var document struct {
		Providers map[string]struct {
			Resources map[string]struct {
				Block schemaBlock `json:"block"`
			} `json:"resource_schemas"`
		} `json:"provider_schemas"`
	}
	require.NoError(t, json.Unmarshal(text, &document))
	types := map[string]schemaBlock{}
	for _, provider := range document.Providers {
		for name, resource := range provider.Resources {
			types[name] = resource.Block
		}
	}
	return types
}

// replaces returns the arguments whose change replaces a resource, by type.
func (c cloud) replaces(t *testing.T) map[string][]string {
	t.Helper()
	text, err := os.ReadFile(c.changesFile())
	require.NoError(t, err)
	var document struct {
		Replaces map[string][]string `json:"replaces"`
	}
	require.NoError(t, json.Unmarshal(text, &document))
	return document.Replaces
}

// calledOtherwise are properties of an inventory that an adapter says replace their
// resource, and that are no argument of that name, with what they are.
var calledOtherwise = map[string]string{
	"aws_eks_node_group instance_type":               "instance_types, which has one element",
	"azurerm_kubernetes_cluster api_server_subnet":   "api_server_access_profile.subnet_id, which the inventory names by the range",
	"azurerm_kubernetes_cluster disk_encryption_set": "disk_encryption_set_id, which the inventory names by the resource",
	"azurerm_role_assignment granted_to":             "principal_id, which the inventory names by the resource",
}

// TestAdaptersSayWhatReplaces compares what an adapter says of its inventory with the
// tables that plans are made with. Properties that no request changes it may leave out.
func TestAdaptersSayWhatReplaces(t *testing.T) {
	for _, c := range clouds {
		generation := c.generation(t, c.enterprise(t))
		require.NotEmpty(t, generation.Replacements)
		table := c.replaces(t)
		for _, r := range generation.Replacements {
			for _, property := range r.Properties {
				known := slices.ContainsFunc(table[r.Type], func(argument string) bool {
					return argument == property || strings.HasSuffix(argument, "."+property)
				})
				assert.NotEqual(t, known, calledOtherwise[r.Type+" "+property] != "", "%s: %s of %s", c.name, property, r.Type)
			}
		}
	}
}

// otherThanTheArgument are properties of an inventory that are called like an argument
// whose change replaces, and that say something else, with what that is.
var otherThanTheArgument = map[string]string{
	"aws_budgets_budget account_id":              "of each resource: another account is another environment",
	"aws_route53_resolver_rule_association name": "the rule's; the association has none",
	"azurerm_role_assignment name":               "the role's; the assignment's own is made up by Azure",
}

// TestAdaptersSayAllThatReplaces is the other way round: what the tables have and the
// inventory shows, under the argument's name, an adapter says.
func TestAdaptersSayAllThatReplaces(t *testing.T) {
	for _, c := range clouds {
		generation := c.generation(t, c.enterprise(t))
		listed := map[string][]string{}
		for _, r := range generation.Replacements {
			listed[r.Type] = r.Properties
		}
		inputs, table, met := c.inputs(t), c.replaces(t), map[string]bool{}
		inputs["a landing zone"] = c.throughTheHub(t)
		for _, in := range inputs {
			for _, r := range c.inventory(t, in) {
				for _, argument := range table[r.Type] {
					property := argument[strings.LastIndexByte(argument, '.')+1:]
					if _, ok := r.Properties.Get(property); (ok || property == adapter.NameProperty) && !met[r.Type+" "+property] {
						met[r.Type+" "+property] = true
						assert.NotEqual(t, slices.Contains(listed[r.Type], property), otherThanTheArgument[r.Type+" "+property] != "",
							"%s: %s of %s replaces it", c.name, property, r.Type)
					}
				}
			}
		}
	}
}

// TestNamesOfApplicationsThatAreCutAlike gives two applications the longest names that
// differ in their last character only: what the environment names is still not shared.
func TestNamesOfApplicationsThatAreCutAlike(t *testing.T) {
	for _, c := range clouds {
		for _, environment := range request.Environments() {
			names := func(application string) map[string]string {
				return c.names(t, c.enterprise(t, func(r *request.Request) {
					r.Application, r.Environment = application, environment
				}))
			}
			short, one, other := names("checkout"), names("an-application-of-32-characters1"), names("an-application-of-32-characters2")
			for address, name := range names("basket") {
				if name != short[address] {
					assert.NotEqual(t, one[address], other[address], "%s %s: %s", c.name, environment, address)
				}
			}
		}
	}
}

// TestNamesStayForTheEnvironment changes each field of a request by itself. The
// names of the resources are those of the environment: provider, application,
// environment and region change names, and nothing else changes one, but for that of
// a successor.
func TestNamesStayForTheEnvironment(t *testing.T) {
	identity := map[string]func(*request.Request){
		"application": func(r *request.Request) { r.Application = "basket" },
		"environment": func(r *request.Request) { r.Environment = request.Test },
	}
	for _, c := range clouds {
		base := func(change func(*request.Request)) adapter.Input {
			return c.enterprise(t, func(r *request.Request) { r.Environment = request.Production }, change)
		}
		names := c.names(t, base(func(*request.Request) {}))
		moved := func(field string, change func(*request.Request)) (different, kept int) {
			for address, name := range c.names(t, base(change)) {
				switch before, ok := names[address]; {
				case succeeds(address, field):
				case ok && before != name:
					different++
				case ok:
					kept++
				}
			}
			return different, kept
		}
		for _, l := range later {
			different, kept := moved(l.field, l.change)
			assert.Zero(t, different, "%s: %s changes names", c.name, l.field)
			assert.NotZero(t, kept)
			t.Logf("%s: %s changes %d of %d names", c.name, l.field, different, different+kept)
		}
		identity["region"] = func(r *request.Request) { r.Region = c.otherRegion(t) }
		for field, change := range identity {
			different, kept := moved(field, change)
			assert.NotZero(t, different, "%s: %s leaves every name", c.name, field)
			t.Logf("%s: %s changes %d of %d names", c.name, field, different, different+kept)
		}
	}
}

// names returns the names of an input's resources by address.
func (c cloud) names(t *testing.T, in adapter.Input) map[string]string {
	t.Helper()
	names := map[string]string{}
	for address, r := range c.inventory(t, in) {
		names[address] = r.Name
	}
	return names
}

// otherRegion returns a region that is not the default one.
func (c cloud) otherRegion(t *testing.T) string {
	t.Helper()
	d := c.describe(t)
	for _, r := range d.Regions {
		if r.Name != d.DefaultRegion {
			return r.Name
		}
	}
	require.Fail(t, fmt.Sprint(c.name, " has one region"))
	return ""
}
