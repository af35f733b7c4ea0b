package providerb

import (
	"context"
	"net/netip"
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/environment"
	"platform.internal/platform-core/installation"
	"platform.internal/platform-core/provider"
)

// goodRequest returns a request that satisfies every rule, changed as asked.
func goodRequest(changes ...func(*environment.Request)) environment.Request {
	request := environment.Request{
		Application:           "checkout",
		Environment:           environment.Development,
		Owner:                 "payments-team@example.com",
		CostCentre:            "CC-4711",
		DataClassification:    environment.Internal,
		Region:                defaultRegion,
		NetworkCIDR:           netip.MustParsePrefix("10.40.0.0/20"),
		ClusterSize:           environment.Small,
		MonthlyBudget:         500,
		BusinessJustification: "Trying the new checkout against the payment partner.",
		ExpiryDate:            "2027-01-31",
		Controls: environment.Controls{
			EncryptionAtRest: true, PrivateCluster: true, CentralLogging: true, LeastPrivilege: true,
		},
	}
	for _, change := range changes {
		change(&request)
	}
	return request
}

// orderOf returns the order of a request in a mode with the placeholders.
func orderOf(mode installation.Mode, request environment.Request) provider.Order {
	profile := installation.Profile{Mode: mode, Boundaries: map[string]string{}}
	for _, b := range boundaries() {
		if b.Mode == mode {
			profile.Boundaries[b.Name] = b.Placeholder
		}
	}
	return provider.NewOrder(request, profile)
}

func evaluated(t *testing.T, order provider.Order) provider.Evaluation {
	t.Helper()
	e, err := New().Evaluate(context.Background(), order)
	require.NoError(t, err)
	return e
}

func generated(t *testing.T, order provider.Order) []provider.File {
	t.Helper()
	files, err := New().Generate(context.Background(), order)
	require.NoError(t, err)
	return files
}

func described(t *testing.T) provider.Description {
	t.Helper()
	d, err := New().Describe(context.Background())
	require.NoError(t, err)
	return d
}

// production, in, sized, classified and networked are changes of a request.
func production(r *environment.Request) { r.Environment, r.ExpiryDate = environment.Production, "" }

func in(region string) func(*environment.Request) {
	return func(r *environment.Request) { r.Region = region }
}

func sized(size string) func(*environment.Request) {
	return func(r *environment.Request) { r.ClusterSize = size }
}

func classified(classification string) func(*environment.Request) {
	return func(r *environment.Request) { r.DataClassification = classification }
}

func networked(cidr string) func(*environment.Request) {
	return func(r *environment.Request) { r.NetworkCIDR = netip.MustParsePrefix(cidr) }
}

func called(application string) func(*environment.Request) {
	return func(r *environment.Request) { r.Application = application }
}

// scenarios are orders that differ in what they declare.
func scenarios() map[string]provider.Order {
	simulation, sandbox, enterprise := installation.Simulation, installation.Sandbox, installation.Enterprise
	large := sized(environment.Large)
	return map[string]provider.Order{
		"development":           orderOf(simulation, goodRequest()),
		"test-medium":           orderOf(simulation, goodRequest(sized(environment.Medium), func(r *environment.Request) { r.Environment = environment.Test })),
		"production-restricted": orderOf(enterprise, goodRequest(production, large, classified(environment.Restricted))),
		"production-few-zones":  orderOf(enterprise, goodRequest(production, large, in(fewZonesRegion))),
		"sandbox":               orderOf(sandbox, goodRequest(classified(environment.Confidential))),
		"smallest-network":      orderOf(simulation, goodRequest(networked(smallestNetwork))),
		"largest-network":       orderOf(enterprise, goodRequest(networked("10.0.0.0/16"), large)),
		"carrier-network":       orderOf(enterprise, goodRequest(networked("100.64.0.0/20"))),
		"services-elsewhere":    orderOf(simulation, goodRequest(networked("172.20.0.0/16"))),
		"longest-name":          orderOf(simulation, goodRequest(called("a234567890123456789012345678901z"), production)),
	}
}
