package plugin

import (
	"context"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"

	"platform.internal/platform-core/installation"
	"platform.internal/platform-core/provider"
	"platform.internal/platform-core/provider/plugin/internal/convert"
	"platform.internal/platform-core/provider/plugin/internal/providerv1"
)

// client is one running adapter at the other end of a connection. Its errors
// are those of gRPC and of package convert.
type client struct {
	stub providerv1.AdapterServiceClient
	// description is what the adapter said when it started. It is shared, so
	// nobody changes it.
	description provider.Description
	// announced is what it said of its box.
	announced announced
}

var _ provider.Adapter = (*client)(nil)

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
func (c *client) Describe(context.Context) (provider.Description, error) { return c.description, nil }

// CheckInstallation asks for the readiness checks of a profile.
func (c *client) CheckInstallation(ctx context.Context, profile installation.Profile) ([]installation.Check, error) {
	response, err := c.stub.CheckInstallation(ctx, &providerv1.CheckInstallationRequest{
		Profile: convert.ProfileToMessage(profile), Host: hostMessage,
	})
	if err != nil {
		return nil, err
	}
	return convert.ChecksFromMessage(response.GetChecks()), nil
}

// Evaluate asks for the evaluation of an order.
func (c *client) Evaluate(ctx context.Context, order provider.Order) (provider.Evaluation, error) {
	response, err := c.stub.Evaluate(ctx, &providerv1.EvaluateRequest{Order: convert.OrderToMessage(order), Host: hostMessage})
	if err != nil {
		return provider.Evaluation{}, err
	}
	return convert.EvaluationFromMessage(response)
}

// Generate asks for the files of an order.
func (c *client) Generate(ctx context.Context, order provider.Order) ([]provider.File, error) {
	response, err := c.stub.Generate(ctx, &providerv1.GenerateRequest{Order: convert.OrderToMessage(order), Host: hostMessage})
	if err != nil {
		return nil, err
	}
	return convert.FilesFromMessage(response.GetFiles()), nil
}
