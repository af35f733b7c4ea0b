package providera

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// TestEveryCombination runs each region with each size, environment,
// classification and mode.
func TestEveryCombination(t *testing.T) {
	checked, names := 0, map[string]string{}
	for _, input := range adaptertest.Sample(adaptertest.Inputs(description)) {
		for _, name := range uniqueNames(checkInput(t, input)) {
			other, taken := names[name]
			require.False(t, taken && other != input.Identity.RequestID, "%s is the name of two requests", name)
			names[name] = input.Identity.RequestID
		}
		checked++
	}
	t.Logf("%d combinations, %d unique names", checked, len(names))
	assert.NotZero(t, checked)
}

// TestNetworks runs every network that no rule objects to: each private range, from
// the largest network to the smallest that holds a size.
func TestNetworks(t *testing.T) {
	checked := 0
	for _, request := range adaptertest.Networks(defaultRegion) {
		if input := inputOf(profile.Enterprise, request); len(evaluated(t, input).Violations) == 0 {
			checkInput(t, input)
			checked++
		}
	}
	assert.Greater(t, checked, 30)
}

// checkInput checks everything that must be so for any input that can be sized,
// and returns its plan.
func checkInput(t *testing.T, input adapter.Input) plan {
	t.Helper()
	a := answered(t, input)
	require.NoError(t, adaptertest.CheckAnswer(description, a))
	require.NoError(t, nameLimits.CheckNames(a.Evaluation.Resources), a)
	require.Equal(t, prices.Covers(input.Request.Region), a.Evaluation.Estimate.MonthlyTotal.Known, a)
	p := planOf(t, input)
	require.NoError(t, adaptertest.CheckLayout(input.Request.NetworkCIDR, blocksOf(p.layout), outsideOf(p.layout)), a)
	checkInputs(t, a)
	checkProduction(t, a)
	return p
}

// checkInputs checks what mode, environment and classification must decide.
func checkInputs(t *testing.T, a adaptertest.Answer) {
	t.Helper()
	var in struct {
		Protection  bool   `json:"deletion_protection"`
		Expires     string `json:"expires_on"`
		Retention   int    `json:"log_retention_days"`
		KeyRotation int    `json:"key_rotation_days"`
	}
	require.NoError(t, json.Unmarshal(a.Inputs(), &in), a)
	require.Equal(t, a.Input.Request.Environment == request.Production, in.Protection, a)
	require.Equal(t, string(a.Input.Request.ExpiryDate), in.Expires, a)
	restricted := a.Input.Request.DataClassification == request.Restricted
	require.Equal(t, restricted, in.Retention > 700, a)
	require.Equal(t, restricted, in.KeyRotation == 90, a)
	require.NotEmpty(t, a.Rationale, a)
	require.NoError(t, adaptertest.CheckPlacement(description, a.Input, "environment", a.Placement), a)
}

// TestEveryShapeIsWhatRootDeclares compares main.tf with the inventory for each
// combination that can change what is declared, one region for each number of
// zones, and for each scenario.
func TestEveryShapeIsWhatRootDeclares(t *testing.T) {
	shapes := map[string]adapter.Input{}
	for _, input := range adaptertest.Sample(adaptertest.Inputs(description)) {
		r := input.Request
		region, _ := regions.Find(r.Region)
		shape := fmt.Sprint(shapeOf(region), r.ClusterSize, r.Environment, r.DataClassification, input.Mode)
		if _, has := shapes[shape]; !has {
			shapes[shape] = input
		}
	}
	assert.GreaterOrEqual(t, len(shapes), 100)
	for name, input := range scenarios() {
		shapes[name] = input
	}
	root := adaptertest.ReadRoot(t, rootText)
	for shape, input := range shapes {
		a := answered(t, input)
		m := evaluate(t, root, a)
		require.NoError(t, adaptertest.CheckInventory(m, a.Evaluation.Resources, namedBy...), shape)
	}
	t.Logf("%d shapes", len(shapes))
}

// TestLongTextsFitIntoTags gives every field the longest text that a request
// may have and reads the tags that main.tf makes of them.
func TestLongTextsFitIntoTags(t *testing.T) {
	a := answered(t, inputOf(profile.Enterprise, goodRequest(adaptertest.LongestTexts)))
	tags, err := evaluate(t, adaptertest.ReadRoot(t, rootText), a).Texts("tags")
	require.NoError(t, err)
	assert.LessOrEqual(t, len(tags), maxTags)
	for _, name := range []string{"Owner", "CostCentre", "DataClassification", "ExpiresOn", "RequestId"} {
		assert.Contains(t, tags, name)
	}
	for name, value := range tags {
		assert.Regexp(t, `^[A-Za-z]{1,127}$`, name)
		assert.Regexp(t, `^[A-Za-z0-9 _.:/=+@-]{0,256}$`, value, name)
	}
}
