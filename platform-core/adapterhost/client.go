package adapterhost

import (
	"context"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/internal/convert"
	"platform.internal/platform-core/internal/providerv1"
	"platform.internal/platform-core/profile"
)

// client is one running adapter at the other end of a connection. Its errors
// are those of gRPC and of package convert.
type client struct {
	stub providerv1.AdapterServiceClient
	// description is what the adapter said when it started. It is shared, so
	// nobody changes it.
	description adapter.Description
	// announced is what it said of its box.
	announced announced
}

var _ adapter.Adapter = (*client)(nil)

// hostMessage is what every call says of this host. It is shared, so nobody
// changes it.
var hostMessage = convert.HostToMessage(thisHost())

// newClient returns the client of an adapter, once the adapter has described
// itself.
func newClient(ctx context.Context, stub providerv1.AdapterServiceClient) (*client, error) {
	var headers metadata.MD
	response, err := stub.Describe(ctx, &providerv1.DescribeRequest{Host: hostMessage}, grpc.Header(&headers))
	if err != nil {
		return nil, err
	}
	return &client{
		stub: stub, description: convert.DescriptionFromMessage(response.GetDescription()), announced: announcement(headers),
	}, nil
}

// Describe returns what the adapter said when it started.
func (c *client) Describe(context.Context) (adapter.Description, error) { return c.description, nil }

// CheckInstallation asks for the readiness checks of a profile.
func (c *client) CheckInstallation(ctx context.Context, profile profile.Profile) ([]profile.Check, error) {
	response, err := c.stub.CheckInstallation(ctx, &providerv1.CheckInstallationRequest{
		Profile: convert.ProfileToMessage(profile), Host: hostMessage,
	})
	if err != nil {
		return nil, err
	}
	return convert.ChecksFromMessage(response.GetChecks()), nil
}

// Evaluate asks for the evaluation of an order.
func (c *client) Evaluate(ctx context.Context, order adapter.Input) (adapter.Evaluation, error) {
	response, err := c.stub.Evaluate(ctx, &providerv1.EvaluateRequest{Order: convert.OrderToMessage(order), Host: hostMessage})
	if err != nil {
		return adapter.Evaluation{}, err
	}
	return convert.EvaluationFromMessage(response)
}

// Generate asks for the files of an order.
func (c *client) Generate(ctx context.Context, order adapter.Input) ([]adapter.File, error) {
	response, err := c.stub.Generate(ctx, &providerv1.GenerateRequest{Order: convert.OrderToMessage(order), Host: hostMessage})
	if err != nil {
		return nil, err
	}
	return convert.FilesFromMessage(response.GetFiles()), nil
}
