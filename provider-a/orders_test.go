package providera

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/environment"
	"platform.internal/platform-core/installation"
	"platform.internal/platform-core/provider"
	"platform.internal/platform-core/provider/providertest/answers"
	"platform.internal/platform-core/provider/providertest/orders"
)

// description is what the adapter says of itself.
var description = func() provider.Description {
	d, err := New().Describe(context.Background())
	if err != nil {
		panic(err)
	}
	return d
}()

// goodRequest returns a request that satisfies every rule, changed as asked.
func goodRequest(changes ...orders.Change) environment.Request {
	return orders.Request(defaultRegion, changes...)
}

// orderOf returns the order of a request in a mode with the placeholders.
func orderOf(mode installation.Mode, request environment.Request) provider.Order {
	return orders.In(description, mode, request)
}

func evaluated(t *testing.T, order provider.Order) provider.Evaluation {
	t.Helper()
	e, err := New().Evaluate(t.Context(), order)
	require.NoError(t, err)
	return e
}

// answered returns the answer to an order that can be sized.
func answered(t *testing.T, order provider.Order) answers.Answer {
	t.Helper()
	a, err := answers.Of(t.Context(), New(), order)
	require.NoError(t, err)
	return a
}

// scenarios are orders that differ in what they declare.
func scenarios() map[string]provider.Order {
	simulation, sandbox, enterprise := installation.Simulation, installation.Sandbox, installation.Enterprise
	medium, large := orders.Sized(environment.Medium), orders.Sized(environment.Large)
	restricted, confidential := orders.Classified(environment.Restricted), orders.Classified(environment.Confidential)
	return map[string]provider.Order{
		"development":           orderOf(simulation, goodRequest()),
		"test-medium":           orderOf(simulation, goodRequest(medium, orders.Staged(environment.Test))),
		"production-restricted": orderOf(enterprise, goodRequest(orders.Production, large, restricted)),
		"production-few-zones":  orderOf(enterprise, goodRequest(orders.Production, large, orders.Region(fewZonesRegion))),
		"production-zone-out":   orderOf(enterprise, goodRequest(orders.Production, medium, orders.Region("ca-central-1"))),
		"sandbox":               orderOf(sandbox, goodRequest(confidential)),
		"smallest-network":      orderOf(simulation, goodRequest(orders.Networked(smallestNetwork))),
		"largest-network":       orderOf(enterprise, goodRequest(orders.Networked("10.0.0.0/16"), large)),
		"carrier-network":       orderOf(enterprise, goodRequest(orders.Networked("100.64.0.0/20"))),
		"services-elsewhere":    orderOf(simulation, goodRequest(orders.Networked("172.20.0.0/16"))),
		"longest-name":          orderOf(simulation, goodRequest(orders.Called(orders.LongestApplication), orders.Production)),
	}
}
