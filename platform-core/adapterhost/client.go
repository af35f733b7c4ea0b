package adapterhost

import (
	"context"
	"strings"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapterhost/confine"
	"platform.internal/platform-core/internal/convert"
	"platform.internal/platform-core/internal/providerv1"
	"platform.internal/platform-core/internal/rpc"
	"platform.internal/platform-core/profile"
)

// client is one running adapter at the other end of a connection. Its errors
// are those of gRPC and of package convert.
type client struct {
	stub providerv1.AdapterServiceClient
	// description is the adapter's, from its start. It is shared, so nobody changes
	// it.
	description adapter.Description
	// announced is what it reported of its own confinement.
	announced confine.Announced
}

var _ adapter.Adapter = (*client)(nil)

// thisHost is this host as every call names it to the adapter. It is shared, so
// nobody changes it.
var thisHost = &providerv1.Host{Capabilities: adapter.Capabilities()}

// newClient returns the client of an adapter, once the adapter has described
// itself.
func newClient(ctx context.Context, stub providerv1.AdapterServiceClient) (*client, error) {
	var headers metadata.MD
	response, err := stub.Describe(ctx, &providerv1.DescribeRequest{Host: thisHost}, grpc.Header(&headers))
	if err != nil {
		return nil, err
	}
	header := func(name string) string { return strings.Join(headers.Get(name), ",") }
	return &client{
		stub: stub, description: convert.DescriptionFromMessage(response.GetDescription()), announced: confine.ReadAnnounced(header(rpc.LevelHeader), header(rpc.OpenHeader)),
	}, nil
}

// Describe returns the description from the adapter's start.
func (c *client) Describe(context.Context) (adapter.Description, error) { return c.description, nil }

// CheckInstallation asks for the readiness checks of a profile.
func (c *client) CheckInstallation(ctx context.Context, profile profile.Profile) ([]profile.Check, error) {
	response, err := c.stub.CheckInstallation(ctx, &providerv1.CheckInstallationRequest{
		Profile: convert.ProfileToMessage(profile), Host: thisHost,
	})
	if err != nil {
		return nil, err
	}
	return convert.ChecksFromMessage(response.GetChecks()), nil
}

// Evaluate asks for the evaluation of an input.
func (c *client) Evaluate(ctx context.Context, input adapter.Input) (adapter.Evaluation, error) {
	response, err := c.stub.Evaluate(ctx, &providerv1.EvaluateRequest{Order: convert.InputToMessage(input), Host: thisHost})
	if err != nil {
		return adapter.Evaluation{}, err
	}
	return convert.EvaluationFromMessage(response)
}

// Generate asks for the generation of an input.
func (c *client) Generate(ctx context.Context, input adapter.Input) (adapter.Generation, error) {
	response, err := c.stub.Generate(ctx, &providerv1.GenerateRequest{Order: convert.InputToMessage(input), Host: thisHost})
	if err != nil {
		return adapter.Generation{}, err
	}
	return convert.GenerationFromMessage(response), nil
}
