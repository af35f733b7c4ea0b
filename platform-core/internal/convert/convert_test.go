package convert

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/internal/providerv1"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// wired returns m after a trip over the wire.
func wired[M proto.Message](t *testing.T, m M) M {
	t.Helper()
	data, err := proto.Marshal(m)
	require.NoError(t, err)
	other := m.ProtoReflect().New().Interface().(M)
	require.NoError(t, proto.Unmarshal(data, other))
	return other
}

func descriptionTrip(t *testing.T, d adapter.Description) adapter.Description {
	return DescriptionFromMessage(wired(t, DescriptionToMessage(d)))
}

func profileTrip(t *testing.T, p profile.Profile) profile.Profile {
	return ProfileFromMessage(wired(t, ProfileToMessage(p)))
}

func inputTrip(t *testing.T, o adapter.Input) adapter.Input {
	t.Helper()
	input, err := InputFromMessage(wired(t, InputToMessage(o)))
	require.NoError(t, err)
	return input
}

func evaluationTrip(t *testing.T, e adapter.Evaluation) adapter.Evaluation {
	t.Helper()
	evaluation, err := EvaluationFromMessage(wired(t, EvaluationToMessage(e)))
	require.NoError(t, err)
	return evaluation
}

func checksTrip(t *testing.T, checks []profile.Check) []profile.Check {
	return ChecksFromMessage(wired(t, &providerv1.CheckInstallationResponse{Checks: ChecksToMessage(checks)}).GetChecks())
}

func generationTrip(t *testing.T, g adapter.Generation) adapter.Generation {
	return GenerationFromMessage(wired(t, GenerationToMessage(g)))
}

// keeps requires that a trip changes nothing of a T in which nothing is zero.
func keeps[T any](t *testing.T, trip func(*testing.T, T) T) {
	t.Helper()
	whole := filled[T]()
	require.Equal(t, whole, trip(t, whole))
}

func TestNoFieldIsForgotten(t *testing.T) {
	t.Run("Description", func(t *testing.T) { keeps(t, descriptionTrip) })
	t.Run("Profile", func(t *testing.T) { keeps(t, profileTrip) })
	t.Run("Input", func(t *testing.T) { keeps(t, inputTrip) })
	t.Run("Evaluation", func(t *testing.T) { keeps(t, evaluationTrip) })
	t.Run("Checks", func(t *testing.T) { keeps(t, checksTrip) })
	t.Run("Generation", func(t *testing.T) { keeps(t, generationTrip) })
}

func TestFlagsAreKeptApart(t *testing.T) {
	inputs := flags(filled[adapter.Input]())
	require.Len(t, inputs, len(request.AllControls()))
	for _, input := range inputs {
		require.Equal(t, input, inputTrip(t, input))
	}
	for _, boundary := range flags(filled[profile.Boundary]()) {
		require.Equal(t, boundary, boundaryKindFromMessage(wired(t, boundaryKindToMessage(boundary))))
	}
}

func TestAValueOfEachKindIsKept(t *testing.T) {
	values := []request.Value{
		{}, request.Text(""), request.Text("small"), request.Number(0), request.Number(-7),
		request.Flag(false), request.Flag(true),
	}
	for _, value := range values {
		sent := request.Violation{Actual: value, Suggestion: value}
		received, err := violationFromMessage("", wired(t, violationToMessage(sent)))
		require.NoError(t, err)
		assert.Equal(t, sent, received)
	}
}

func TestUnknownMoneyIsNotZero(t *testing.T) {
	for _, money := range []request.Money{{}, request.Cents(0), request.Cents(-150), request.Cents(21844)} {
		assert.Equal(t, money, moneyFromMessage(moneyToMessage(money)))
	}
}

func TestAbsentListsAreEmptyNotNil(t *testing.T) {
	evaluation := evaluationTrip(t, adapter.Evaluation{Resources: []request.Resource{{}}})
	description := descriptionTrip(t, adapter.Description{Provider: profile.Provider{Regions: []profile.Region{{}}}})
	for name, value := range map[string]any{
		"evaluation": evaluation, "description": description,
		"profile": profileTrip(t, profile.Profile{}), "input": inputTrip(t, adapter.Input{}).Boundaries,
		"checks": checksTrip(t, nil), "generation": generationTrip(t, adapter.Generation{}), "missing estimate": estimateFromMessage(nil).Items,
	} {
		encoded, err := json.Marshal(value)
		require.NoError(t, err)
		assert.NotRegexp(t, `"(Violations|Advisories|Resources|items|controls|properties|regions|zones|boundaries|Capabilities|Files|Placement|Rationale|Rules|allowed_regions|policies)":null`, string(encoded), name)
		assert.NotEqual(t, "null", string(encoded), name)
	}
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
			_, err := EvaluationFromMessage(c.message)
			var wrong *Error
			require.ErrorAs(t, err, &wrong)
			assert.Equal(t, c.field, wrong.Field)
			assert.NotEmpty(t, wrong.Reason)
		})
	}
}

func TestAnInputWithoutANetworkRangeIsRefused(t *testing.T) {
	_, err := InputFromMessage(&providerv1.Order{Request: &providerv1.Request{NetworkCidr: "10.0.0.0"}})
	var wrong *Error
	require.ErrorAs(t, err, &wrong)
	assert.Equal(t, "request.network_cidr", wrong.Field)
}

func TestEqualEvaluationsAreEqualBytes(t *testing.T) {
	sent := filled[adapter.Evaluation]()
	for i := range 50 {
		sent.Resources[0].Properties[string(rune('a'+i%26))] = "value"
	}
	first, err := proto.Marshal(EvaluationToMessage(sent))
	require.NoError(t, err)
	for range 20 {
		again, err := proto.Marshal(EvaluationToMessage(sent))
		require.NoError(t, err)
		require.Equal(t, first, again)
	}
}
