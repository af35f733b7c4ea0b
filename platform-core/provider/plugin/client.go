package plugin

import (
	"context"

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
}

var _ provider.Adapter = (*client)(nil)

// newClient returns the client of an adapter, once the adapter has described
// itself.
func newClient(ctx context.Context, stub providerv1.AdapterServiceClient) (*client, error) {
	response, err := stub.Describe(ctx, &providerv1.DescribeRequest{})
	if err != nil {
		return nil, err
	}
	return &client{stub: stub, description: convert.DescriptionFromMessage(response.GetDescription())}, nil
}

// Describe returns what the adapter said when it started.
func (c *client) Describe(context.Context) (provider.Description, error) { return c.description, nil }

// CheckInstallation asks for the readiness checks of a profile.
func (c *client) CheckInstallation(ctx context.Context, profile installation.Profile) ([]installation.Check, error) {
	response, err := c.stub.CheckInstallation(ctx, &providerv1.CheckInstallationRequest{Profile: convert.ProfileToMessage(profile)})
	if err != nil {
		return nil, err
	}
	return convert.ChecksFromMessage(response.GetChecks()), nil
}

// Evaluate asks for the evaluation of an order.
func (c *client) Evaluate(ctx context.Context, order provider.Order) (provider.Evaluation, error) {
	response, err := c.stub.Evaluate(ctx, &providerv1.EvaluateRequest{Order: convert.OrderToMessage(order)})
	if err != nil {
		return provider.Evaluation{}, err
	}
	return convert.EvaluationFromMessage(response)
}

// Generate asks for the files of an order.
func (c *client) Generate(ctx context.Context, order provider.Order) ([]provider.File, error) {
	response, err := c.stub.Generate(ctx, &providerv1.GenerateRequest{Order: convert.OrderToMessage(order)})
	if err != nil {
		return nil, err
	}
	return convert.FilesFromMessage(response.GetFiles()), nil
}
