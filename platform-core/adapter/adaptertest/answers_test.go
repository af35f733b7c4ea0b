package adaptertest_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapter/adaptertest"
	"platform.internal/platform-core/adapter/adaptertool/template"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

func described(t *testing.T) adapter.Description {
	t.Helper()
	d, err := template.New().Describe(t.Context())
	require.NoError(t, err)
	return d
}

// good returns the answer of the skeleton's adapter, anew each time.
func good(t *testing.T) adaptertest.Answer {
	t.Helper()
	d := described(t)
	in := adaptertest.Input(d, profile.Enterprise, adaptertest.Request(d.DefaultRegion))
	a, err := adaptertest.Ask(t.Context(), template.New(), in)
	require.NoError(t, err)
	return a
}

// wrongAnswers spoil a good answer in one place, by what Check then says.
var wrongAnswers = map[string]func(*adaptertest.Answer){
	"there are no resources": func(a *adaptertest.Answer) { a.Evaluation.Resources, a.Evaluation.Estimate = nil, request.Estimate{} },
	"must come before": func(a *adaptertest.Answer) {
		a.Evaluation.Resources = append(a.Evaluation.Resources, a.Evaluation.Resources[0])
	},
	"main.tf: has 0 bytes":              func(a *adaptertest.Answer) { a.Files[0].Content = nil },
	"placement[0]: no text of it":       func(a *adaptertest.Answer) { a.Placement[0].Holds = "" },
	"and its items":                     func(a *adaptertest.Answer) { a.Evaluation.Resources[0].MonthlyCost = request.Cents(1) },
	"; the resource is terraform_data.": func(a *adaptertest.Answer) { a.Evaluation.Resources[0].Name = strings.Repeat("n", 401) },
	"is inside itself, by":              func(a *adaptertest.Answer) { a.Evaluation.Resources[0].Parent = a.Evaluation.Resources[0].Address },
	"-0.01 a month; a cost is from":     func(a *adaptertest.Answer) { a.Evaluation.Estimate.Items[0].MonthlyCost = request.Cents(-1) },
	"at the unit price \"\"":            func(a *adaptertest.Answer) { a.Evaluation.Estimate.Items[0].UnitPrice = "" },
	"of the unit \"\"":                  func(a *adaptertest.Answer) { a.Evaluation.Estimate.Items[0].Unit = "" },
	"is not among the resources":        func(a *adaptertest.Answer) { a.Evaluation.Estimate.Items[0].Address = "terraform_data.none" },
	"is no mandatory rule of the":       func(a *adaptertest.Answer) { a.Evaluation.Violations = []request.Violation{{PolicyID: "none"}} },
}

func TestEachWrongAnswerIsCaught(t *testing.T) {
	require.NoError(t, adaptertest.CheckAnswer(described(t), good(t)))
	for want, spoil := range wrongAnswers {
		a := good(t)
		spoil(&a)
		err := adaptertest.CheckAnswer(described(t), a)
		require.ErrorContains(t, err, want)
		assert.ErrorContains(t, err, "small development internal in north-1 in enterprise mode: ", "it names the input")
	}
}

func TestAMissingPriceIsNamed(t *testing.T) {
	a := good(t)
	require.NoError(t, adaptertest.CheckPrices(a))
	item := &a.Evaluation.Estimate.Items[0]
	item.MonthlyCost = request.Money{}
	assert.EqualError(t, adaptertest.CheckPrices(a),
		fmt.Sprintf("%q of %s has no price in north-1; add it to the price table, or leave out the region in this test", item.Item, item.Address))
}

// failing fails to evaluate or to generate.
type failing struct {
	adapter.Adapter
	evaluates bool
}

func (f failing) Evaluate(context.Context, adapter.Input) (adapter.Evaluation, error) {
	if f.evaluates {
		return adapter.Evaluation{}, nil
	}
	return adapter.Evaluation{}, errors.New("no idea")
}

func (f failing) Generate(context.Context, adapter.Input) (adapter.Generation, error) {
	return adapter.Generation{}, errors.New("no paper")
}

func TestErrorsAreTheAdapters(t *testing.T) {
	_, err := adaptertest.Ask(t.Context(), failing{}, adapter.Input{Mode: "sandbox"})
	require.ErrorContains(t, err, "in sandbox mode")
	require.ErrorContains(t, err, "no idea")
	_, err = adaptertest.Ask(t.Context(), failing{evaluates: true}, adapter.Input{})
	require.ErrorContains(t, err, "no paper")
	assert.Nil(t, adaptertest.Answer{}.Root())
	assert.Nil(t, adaptertest.Answer{}.Inputs())
}
