package rpc

import (
	"encoding/json"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/internal/providerv1"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// trip returns a function that sends a value as a message and reads it again.
func trip[D any](c Conversion[D]) func(*testing.T, D) D {
	return func(t *testing.T, d D) D {
		t.Helper()
		got, err := c.Decode(c.Encode(d))
		require.NoError(t, err)
		return got
	}
}

var (
	descriptionTrip = trip(Description)
	profileTrip     = trip(Profile)
	checksTrip      = trip(Checks)
	inputTrip       = trip(Input)
	evaluationTrip  = trip(Evaluation)
	generationTrip  = trip(Generation)
	settingTrip     = trip(Conversion[profile.Setting](settingKindFields))
	boundaryTrip    = trip(Conversion[profile.Boundary](boundaryKindFields))
	violationTrip   = trip(Conversion[request.Violation](violationFields))
	itemTrip        = trip(Conversion[request.EstimateItem](itemFields))
)

// keeps requires that a trip changes nothing of a T in which nothing is zero.
func keeps[T any](t *testing.T, trip func(*testing.T, T) T) {
	t.Helper()
	whole := filled[T]()
	require.Equal(t, whole, trip(t, whole))
}

func TestNoFieldIsForgotten(t *testing.T) {
	t.Run("Description", func(t *testing.T) { keeps(t, descriptionTrip) })
	t.Run("Profile", func(t *testing.T) {
		keeps(t, func(t *testing.T, p profile.Profile) profile.Profile {
			got := profileTrip(t, p)
			require.Nil(t, got.Exceptions, "adapters do not get them")
			got.Exceptions = p.Exceptions
			return got
		})
	})
	t.Run("Input", func(t *testing.T) { keeps(t, inputTrip) })
	t.Run("Evaluation", func(t *testing.T) {
		keeps(t, func(t *testing.T, e adapter.Evaluation) adapter.Evaluation {
			known, _ := request.Totals(e.Estimate.Items)
			got := evaluationTrip(t, e)
			require.Equal(t, known, got.Estimate.KnownTotal, "it is no field of the message")
			got.Estimate.KnownTotal = e.Estimate.KnownTotal
			return got
		})
	})
	t.Run("Checks", func(t *testing.T) { keeps(t, checksTrip) })
	t.Run("Generation", func(t *testing.T) { keeps(t, generationTrip) })
}

// A request that could not be sized costs nothing that is known, which is not nothing.
func TestNoEstimateStaysNone(t *testing.T) {
	got := evaluationTrip(t, adapter.Evaluation{}).Estimate
	require.False(t, got.KnownTotal.Known)
	require.False(t, got.MonthlyTotal.Known)
}

func TestFlagsAreKeptApart(t *testing.T) {
	inputs := flags(filled[adapter.Input]())
	ofRequest := slices.DeleteFunc(request.Fields(), func(f request.Field) bool { return f.Kind != request.FlagValue })
	require.Len(t, inputs, len(ofRequest)+1, "the input has one of its own")
	for _, input := range inputs {
		require.Equal(t, input, inputTrip(t, input))
	}
	for _, setting := range flags(filled[profile.Setting]()) {
		require.Equal(t, setting, settingTrip(t, setting))
	}
	for _, boundary := range flags(filled[profile.Boundary]()) {
		require.Equal(t, boundary, boundaryTrip(t, boundary))
	}
}

func TestAValueOfEachKindIsKept(t *testing.T) {
	values := []request.Value{
		{}, request.Text(""), request.Text("small"), request.Number(0), request.Number(-7),
		request.Flag(false), request.Flag(true),
	}
	for _, value := range values {
		sent := request.Violation{Actual: value, Suggestion: value}
		assert.Equal(t, sent, violationTrip(t, sent))
	}
}

func TestUnknownMoneyIsNotZero(t *testing.T) {
	for _, money := range []request.Money{{}, request.Cents(0), request.Cents(-150), request.Cents(21844)} {
		assert.Equal(t, money, itemTrip(t, request.EstimateItem{MonthlyCost: money}).MonthlyCost)
	}
}

func TestAbsentListsAreEmptyNotNil(t *testing.T) {
	evaluation := evaluationTrip(t, adapter.Evaluation{Resources: []request.Resource{{}}})
	unsized, err := Evaluation.Decode(nil)
	require.NoError(t, err)
	description := descriptionTrip(t, adapter.Description{Provider: profile.Provider{Regions: []profile.Region{{}}}})
	for name, value := range map[string]any{
		"evaluation": evaluation, "description": description,
		"profile": profileTrip(t, profile.Profile{}), "input": inputTrip(t, adapter.Input{}).Boundaries,
		"settings": inputTrip(t, adapter.Input{}).Settings, "checks": checksTrip(t, nil), "generation": generationTrip(t, adapter.Generation{}), "missing estimate": unsized.Estimate.Items,
	} {
		encoded, err := json.Marshal(value)
		require.NoError(t, err)
		assert.NotRegexp(t, `"(Violations|Advisories|Resources|items|controls|properties|regions|zones|boundaries|settings|choices|Capabilities|Files|Placement|Rationale|Rules|allowed_regions|policies)":null`, string(encoded), name)
		assert.NotEqual(t, "null", string(encoded), name)
	}
}

// TestNoSettingsAreNoMap: a profile without settings has the bytes of one from before
// there were any.
func TestNoSettingsAreNoMap(t *testing.T) {
	assert.Nil(t, profileTrip(t, profile.Profile{}).Settings)
	assert.NotContains(t, string(profileTrip(t, profile.Profile{}).Canonical()), "settings")
}

func TestMessagesWithoutMeaningAreRefused(t *testing.T) {
	unusual := &providerv1.Resource{Properties: []string{"name"}}
	unsorted := &providerv1.Resource{Properties: []string{"b", "1", "a", "2"}}
	repeated := &providerv1.Resource{Properties: []string{"a", "1", "a", "2"}}
	kind := &providerv1.Violation{Actual: &providerv1.Value{Kind: 9}}
	suggestion := &providerv1.Violation{Suggestion: &providerv1.Value{}}
	cases := map[string]struct {
		message *providerv1.EvaluateResponse
		field   string
	}{
		"a name without a value":    {&providerv1.EvaluateResponse{Resources: []*providerv1.Resource{{}, unusual}}, "resources[1].properties"},
		"unsorted names":            {&providerv1.EvaluateResponse{Resources: []*providerv1.Resource{unsorted}}, "resources[0].properties"},
		"a repeated name":           {&providerv1.EvaluateResponse{Resources: []*providerv1.Resource{repeated}}, "resources[0].properties"},
		"a value of unknown kind":   {&providerv1.EvaluateResponse{Violations: []*providerv1.Violation{kind}}, "violations[0].actual"},
		"a suggestion of no kind":   {&providerv1.EvaluateResponse{Violations: []*providerv1.Violation{suggestion}}, "violations[0].suggestion"},
		"an advisory of wrong kind": {&providerv1.EvaluateResponse{Advisories: []*providerv1.Violation{kind}}, "advisories[0].actual"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			_, err := Evaluation.Decode(encoded(t, c.message))
			var wrong *FieldError
			require.ErrorAs(t, err, &wrong)
			assert.Equal(t, c.field, wrong.Field)
			assert.NotEmpty(t, wrong.Reason)
		})
	}
}

func TestAnInputWithoutANetworkRangeIsRefused(t *testing.T) {
	_, err := Input.Decode(encoded(t, &providerv1.Order{Request: &providerv1.Request{NetworkCidr: "10.0.0.0"}}))
	var wrong *FieldError
	require.ErrorAs(t, err, &wrong)
	assert.Equal(t, "request.network_cidr", wrong.Field)
}

// TestSendingWritesNothing sends one value from two goroutines; the race detector sees a write to it.
func TestSendingWritesNothing(t *testing.T) {
	sendsTogether(t, Description)
	sendsTogether(t, Profile)
	sendsTogether(t, Checks)
	sendsTogether(t, Input)
	sendsTogether(t, Evaluation)
	sendsTogether(t, Generation)
}

func sendsTogether[D any](t *testing.T, c Conversion[D]) {
	t.Helper()
	shared := filled[D]()
	var sending sync.WaitGroup
	for range 2 {
		sending.Go(func() { c.Encode(shared) })
	}
	sending.Wait()
}
