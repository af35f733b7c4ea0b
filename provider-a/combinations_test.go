package providera

import (
	"encoding/json"
	"fmt"
	"net/netip"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/environment"
	"platform.internal/platform-core/installation"
	"platform.internal/platform-core/provider"
)

func combinations(d provider.Description) func(yield func(provider.Order) bool) {
	return func(yield func(provider.Order) bool) {
		for request := range requests(d) {
			for _, mode := range []installation.Mode{installation.Simulation, installation.Sandbox, installation.Enterprise} {
				if !yield(orderOf(mode, request)) {
					return
				}
			}
		}
	}
}

func requests(d provider.Description) func(yield func(environment.Request) bool) {
	return func(yield func(environment.Request) bool) {
		for _, region := range d.Regions {
			for _, size := range environment.Sizes() {
				for _, stage := range environment.Environments() {
					for _, classification := range environment.Classifications() {
						request := goodRequest(in(region.Name), sized(size), classified(classification))
						request.Environment = stage
						if !yield(request) {
							return
						}
					}
				}
			}
		}
	}
}

// TestEveryCombination runs each region with each size, environment,
// classification and mode.
func TestEveryCombination(t *testing.T) {
	d := described(t)
	checked, names := 0, map[string]string{}
	for order := range combinations(d) {
		checkOrder(t, d, order)
		p, err := planFor(order)
		require.NoError(t, err)
		for _, name := range uniqueNames(p) {
			other, taken := names[name]
			require.False(t, taken && other != order.Identity.RequestID, "%s is the name of two requests", name)
			names[name] = order.Identity.RequestID
		}
		checked++
	}
	t.Logf("%d combinations, %d unique names", checked, len(names))
}

// checkOrder holds everything that must be so for any order that can be sized.
func checkOrder(t *testing.T, d provider.Description, order provider.Order) {
	t.Helper()
	e := evaluated(t, order)
	what := fmt.Sprintf("%s %+v", order.Mode, order.Request)
	require.NoError(t, provider.CheckEvaluation(d, order, e), what)
	require.NotEmpty(t, e.Resources, what)
	require.Equal(t, prices.covers(order.Request.Region), e.Estimate.MonthlyTotal.Known, what)
	checkCosts(t, what, e)
	checkNames(t, what, e.Resources)
	checkLayout(t, what, order)
	files := generated(t, order)
	require.NoError(t, provider.CheckFiles(ID, files), what)
	checkInputs(t, what, order, files[1].Content)
	checkProduction(t, what, order, e.Resources)
}

// checkCosts holds that the inventory comes to the estimate.
func checkCosts(t *testing.T, what string, e provider.Evaluation) {
	t.Helper()
	sum := environment.Cents(0)
	for _, r := range e.Resources {
		if r.MonthlyCost.Known || !e.Estimate.MonthlyTotal.Known {
			sum = sum.Plus(r.MonthlyCost)
		}
	}
	require.Equal(t, e.Estimate.MonthlyTotal, sum, what)
	for _, i := range e.Estimate.Items {
		require.Equal(t, i.MonthlyCost.Known, i.UnitPrice != "", what)
	}
}

// checkNames holds names to the provider's limits, each once in its type.
func checkNames(t *testing.T, what string, resources []environment.Resource) {
	t.Helper()
	seen := map[string]bool{}
	for _, r := range resources {
		limit, limited := nameLimits[r.Type]
		if !limited {
			continue
		}
		require.LessOrEqual(t, len(r.Name), limit.longest, "%s %s", what, r.Address)
		require.False(t, limit.reserved != "" && strings.Contains(r.Name, limit.reserved), r.Name)
		require.False(t, seen[r.Type+" "+r.Name], "%s: two of %s have the name %s", what, r.Type, r.Name)
		seen[r.Type+" "+r.Name] = true
	}
}

// checkLayout holds that subnets are apart and inside the network, and that the
// ranges beside it are outside and apart.
func checkLayout(t *testing.T, what string, order provider.Order) {
	t.Helper()
	p, err := planFor(order)
	require.NoError(t, err, what)
	blocks := blocksOf(p.layout)
	for _, block := range blocks {
		require.True(t, isInside(order.Request.NetworkCIDR, block), "%s: %s", what, block)
	}
	apart := append(append([]netip.Prefix{}, blocks...), outsideOf(p.layout)...)
	for i, block := range apart {
		for _, other := range apart[i+1:] {
			require.False(t, block.Overlaps(other), "%s: %s and %s", what, block, other)
		}
	}
}

// checkInputs holds what mode, environment and classification must decide.
func checkInputs(t *testing.T, what string, order provider.Order, content []byte) {
	t.Helper()
	var in struct {
		Protection  bool              `json:"deletion_protection"`
		Placement   map[string]part   `json:"placement"`
		Rationale   map[string]string `json:"rationale"`
		Expires     string            `json:"expires_on"`
		Retention   int               `json:"log_retention_days"`
		KeyRotation int               `json:"key_rotation_days"`
	}
	require.NoError(t, json.Unmarshal(content, &in), what)
	require.Equal(t, order.Request.Environment == environment.Production, in.Protection, what)
	require.Equal(t, string(order.Request.ExpiryDate), in.Expires, what)
	restricted := order.Request.DataClassification == environment.Restricted
	require.Equal(t, restricted, in.Retention > 700, what)
	require.Equal(t, restricted, in.KeyRotation == 90, what)
	for field, words := range in.Rationale {
		require.NotEmpty(t, words, "%s %s", what, field)
	}
	checkPlacement(t, what, order, in.Placement)
}

// checkPlacement holds that a sandbox has one part, that nothing else is in the
// environment's boundary, and that every identifier is the profile's.
func checkPlacement(t *testing.T, what string, order provider.Order, placement map[string]part) {
	t.Helper()
	own := placement[environmentPart]
	require.NotEmpty(t, own.ID, what)
	if order.Mode == installation.Sandbox {
		require.Len(t, placement, 1, what)
		require.Equal(t, sandboxBoundary, own.Boundary, what)
		return
	}
	require.Equal(t, order.Request.Environment, own.Boundary, what)
	for name, p := range placement {
		require.NotEmpty(t, p.Holds, "%s %s", what, name)
		require.Equal(t, boundaryID(order, p.Boundary), p.ID, "%s %s", what, name)
		require.True(t, name == environmentPart || p.ID != own.ID, "%s: %s shares the environment's boundary", what, name)
	}
}

// TestEveryShapeIsWhatRootDeclares compares main.tf with the inventory for each
// combination that can change what is declared: one region for each number of
// zones stands for the others.
func TestEveryShapeIsWhatRootDeclares(t *testing.T) {
	blocks, shapes := readRoot(t), map[string]bool{}
	for order := range combinations(described(t)) {
		r := order.Request
		region, _ := findRegion(r.Region)
		shape := fmt.Sprint(shapeOf(region), r.ClusterSize, r.Environment, r.DataClassification, order.Mode)
		if shapes[shape] {
			continue
		}
		shapes[shape] = true
		declared := evaluate(t, blocks, generated(t, order)[1].Content, workflowInputs).instances(t)
		listed := evaluated(t, order).Resources
		require.Len(t, listed, len(declared), shape)
		for _, resource := range listed {
			require.Contains(t, declared, resource.Address, shape)
		}
	}
	t.Logf("%d shapes", len(shapes))
	assert.GreaterOrEqual(t, len(shapes), 200)
}

// TestNetworksAtTheirEnds runs the smallest and the largest network of each
// size through each environment and mode, in each private range.
func TestNetworksAtTheirEnds(t *testing.T) {
	d := described(t)
	for _, size := range environment.Sizes() {
		for _, bits := range []int{16, sizes[size].longestPrefix()} {
			for _, address := range []string{"10.0.0.0", "10.244.0.0", "10.255.255.255", "100.64.0.0", "172.16.0.0", "172.20.0.0", "192.168.255.255"} {
				request := goodRequest(sized(size), networked(netip.PrefixFrom(netip.MustParseAddr(address), bits).Masked().String()))
				for _, stage := range environment.Environments() {
					request.Environment = stage
					checkOrder(t, d, orderOf(installation.Enterprise, request))
				}
			}
		}
	}
}

// TestLongTextsFitIntoTags gives every field the longest text that a request
// may have and reads the tags that main.tf makes of them.
func TestLongTextsFitIntoTags(t *testing.T) {
	order := orderOf(installation.Enterprise, goodRequest(func(r *environment.Request) {
		r.Owner = strings.Repeat("o", 64) + "@" + strings.Repeat(strings.Repeat("d", 61)+".", 3) + "ex"
		r.CostCentre = strings.Repeat("C", 32)
		r.Application = "a234567890123456789012345678901z"
	}))
	require.Len(t, order.Request.Owner, 253)
	scope := evaluate(t, readRoot(t), generated(t, order)[1].Content, workflowInputs).scope
	tags := scope.Variables["local"].GetAttr("tags").AsValueMap()
	assert.LessOrEqual(t, len(tags), mostTags)
	for _, name := range []string{"Owner", "CostCentre", "DataClassification", "ExpiresOn", "RequestId"} {
		assert.Contains(t, tags, name)
	}
	for name, value := range tags {
		assert.Regexp(t, `^[A-Za-z]{1,127}$`, name)
		assert.Regexp(t, `^[A-Za-z0-9 _.:/=+@-]{0,256}$`, value.AsString(), name)
	}
}

// TestNoPlaceholderIsReal holds that simulation names no boundary that a
// profile could mean.
func TestNoPlaceholderIsReal(t *testing.T) {
	order := orderOf(installation.Simulation, goodRequest())
	for name, p := range placementOf(order) {
		assert.Regexp(t, "^0{8}|^placeholder", p.ID, name)
	}
}
