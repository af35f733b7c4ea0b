package adapter_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/request"
)

// largeEvaluation returns an evaluation as a complete environment has it: some
// hundred resources with ten properties each, and an item for each.
func largeEvaluation() adapter.Evaluation {
	e := evaluation()
	e.Resources, e.Estimate.Items = nil, nil
	for i := range 100 {
		r := request.Resource{
			Address: fmt.Sprintf("network_gateway.zone_%03d", i), Type: "network_gateway", Name: fmt.Sprintf("checkout-%03d", i),
			Region: "north-1", Controls: request.AllControls(), MonthlyCost: request.Cents(1),
		}
		for j := range 10 {
			r.Properties = append(r.Properties, request.Property{Name: fmt.Sprintf("setting_%d", j), Value: "a value of some length, such as an ARN or a name"})
		}
		e.Resources = append(e.Resources, r)
		e.Estimate.Items = append(e.Estimate.Items, request.EstimateItem{
			Basis:   request.Fixed,
			Address: r.Address, Item: "NAT gateway, 730 hours", Quantity: "730", Unit: "hour", UnitPrice: "0.01", MonthlyCost: request.Cents(1),
		})
	}
	e.Estimate.KnownTotal, e.Estimate.MonthlyTotal = request.Cents(100), request.Cents(100)
	return e
}

// BenchmarkCheckEvaluation is on the path of each request.
func BenchmarkCheckEvaluation(b *testing.B) {
	d, in, e := description(), input(), largeEvaluation()
	require.NoError(b, adapter.CheckEvaluation(d, in, e))
	for b.Loop() {
		_ = adapter.CheckEvaluation(d, in, e)
	}
}

// BenchmarkCheckGeneration is on the path of each proposal.
func BenchmarkCheckGeneration(b *testing.B) {
	g := generation()
	g.Files[0].Content = []byte(strings.Repeat("  name = \"the name of a resource\"\n", 1000))
	require.NoError(b, adapter.CheckGeneration("provider_t", g))
	for b.Loop() {
		_ = adapter.CheckGeneration("provider_t", g)
	}
}
