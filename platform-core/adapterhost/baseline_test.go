package adapterhost

import (
	"context"
	_ "embed"
	"io"
	"testing"

	goplugin "github.com/hashicorp/go-plugin"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/test/bufconn"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/internal/rpc"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// baselineImage is the contract as it was first released.
//
//go:embed testdata/baseline.binpb
var baselineImage []byte

// baselineService returns the service of the baseline, with its messages, which
// know nothing of what was added since.
func baselineService() protoreflect.ServiceDescriptor {
	image := &descriptorpb.FileDescriptorSet{}
	must(proto.Unmarshal(baselineImage, image))
	files, err := protodesc.NewFiles(image)
	must(err)
	return named(files, "platform.provider.v1.AdapterService")
}

func named(files *protoregistry.Files, name protoreflect.FullName) protoreflect.ServiceDescriptor {
	found, err := files.FindDescriptorByName(name)
	must(err)
	return found.(protoreflect.ServiceDescriptor)
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// baselineAnswers are the answers of the baseline's adapter, in the baseline's
// own words.
var baselineAnswers = map[protoreflect.Name]string{
	"Describe": `{"description": {
		"id": "sample", "displayName": "Sample", "defaultRegion": "north-1", "version": "0.9.0",
		"regions": [{"name": "north-1", "displayName": "North", "zones": ["north-1a"]}],
		"capabilities": ["estimate", "something-that-no-host-knows"],
		"rules": [{"id": "sample.cluster.small", "title": "Small", "field": "cluster_size", "level": "mandatory", "expected": "small"}]}}`,
	"CheckInstallation": `{"checks": [{"id": "sample.a", "title": "A", "status": "passed", "message": "m"}]}`,
	"Evaluate": `{
		"violations": [{"policyId": "sample.cluster.small", "source": "provider", "field": "cluster_size", "message": "m",
			"remediation": "r", "expected": "small", "actual": {"kind": "VALUE_KIND_TEXT", "text": "large"},
			"suggestion": {"kind": "VALUE_KIND_TEXT", "text": "small"}}],
		"resources": [{"address": "sample_cluster.main", "type": "sample_cluster", "name": "n", "region": "north-1",
			"controls": ["central_logging", "encryption_at_rest", "least_privilege", "private_cluster"],
			"properties": ["nodes", "3"], "monthlyCents": "7300"}],
		"estimate": {"currency": "USD", "monthlyTotalCents": "7300", "priceTable": "2026-01", "items": [
			{"address": "sample_cluster.main", "item": "nodes", "quantity": "730", "unit": "hours", "unitPrice": "0.10", "monthlyCents": "7300"}]}}`,
	"Generate": `{"files": [{"name": "main.tf", "content": "IyByb290Cg=="}, {"name": "terraform.tfvars.json", "content": "e30K"}]}`,
}

// baseline is an adapter that was built against the baseline: its messages are
// made from the committed image, and no package of today's contract is in its
// answers.
type baseline struct {
	goplugin.NetRPCUnsupportedPlugin
}

func serveBaseline() {
	goplugin.Serve(&goplugin.ServeConfig{
		HandshakeConfig:  libraryHandshake,
		VersionedPlugins: map[int]goplugin.PluginSet{1: {"adapter": &baseline{}}},
		GRPCServer:       goplugin.DefaultGRPCServer,
	})
}

func (*baseline) GRPCServer(_ *goplugin.GRPCBroker, server *grpc.Server) error {
	service := baselineService()
	description := grpc.ServiceDesc{ServiceName: string(service.FullName()), HandlerType: (*any)(nil)}
	for i := range service.Methods().Len() {
		method := service.Methods().Get(i)
		description.Methods = append(description.Methods, grpc.MethodDesc{
			MethodName: string(method.Name()),
			Handler: func(_ any, _ context.Context, decode func(any) error, _ grpc.UnaryServerInterceptor) (any, error) {
				if err := decode(dynamicpb.NewMessage(method.Input())); err != nil {
					return nil, err
				}
				answer := dynamicpb.NewMessage(method.Output())
				return answer, protojson.Unmarshal([]byte(baselineAnswers[method.Name()]), answer)
			},
		})
	}
	server.RegisterService(&description, struct{}{})
	return nil
}

func (*baseline) GRPCClient(context.Context, *goplugin.GRPCBroker, *grpc.ClientConn) (any, error) {
	return struct{}{}, nil
}

// An adapter that nobody built again since the baseline continues to work: every
// method, every field that it knew.
func TestTodaysHostRunsAnAdapterOfTheBaseline(t *testing.T) {
	t.Parallel()
	catalog := open(t, Options{Dir: install(t, "baseline")})
	impl, err := catalog.Adapter(t.Context(), "sample")
	require.NoError(t, err)
	status, err := catalog.Status(t.Context(), "sample")
	require.NoError(t, err)
	assert.Equal(t, 1, status.ContractVersion)
	assert.Equal(t, "0.9.0", status.Description.Version)
	assert.True(t, status.Description.Has(adapter.CapabilityEstimate))
	assert.Equal(t, profile.Mandatory, status.Description.Rules[0].Level)

	checks, err := impl.CheckInstallation(t.Context(), sampleProfile())
	require.NoError(t, err)
	assert.Equal(t, []profile.Check{{ID: "sample.a", Title: "A", Status: profile.Passed, Message: "m"}}, checks)
	evaluation, err := impl.Evaluate(t.Context(), sampleOrder(request.Large))
	require.NoError(t, err)
	assert.Equal(t, request.Text(request.Small), evaluation.Violations[0].Suggestion)
	assert.Equal(t, request.NewProperties(map[string]string{"nodes": "3"}), evaluation.Resources[0].Properties)
	assert.Equal(t, request.Cents(7300), evaluation.Estimate.MonthlyTotal)
	generation, err := impl.Generate(t.Context(), sampleOrder(request.Small))
	require.NoError(t, err)
	assert.Equal(t, []adapter.File{
		{Name: adapter.RootFile, Content: []byte("# root\n")}, {Name: adapter.InputsFile, Content: []byte("{}\n")},
	}, generation.Files)
	assert.Empty(t, generation.Placement, "the baseline has none")
	assert.Empty(t, generation.Rationale)
}

// A host of the baseline asks today's adapter; its calls name no host.
func TestTodaysAdapterAnswersAHostOfTheBaseline(t *testing.T) {
	listener := bufconn.Listen(pipeBuffer)
	server := rpc.NewServer(io.Discard)
	rpc.Register(server, sample{})
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(server.Stop)
	connection, err := dialEmbedded(listener, Options{}.withDefaults())
	require.NoError(t, err)
	t.Cleanup(func() { _ = connection.Close() })
	method := baselineService().Methods().ByName("CheckInstallation")
	question, answer := dynamicpb.NewMessage(method.Input()), dynamicpb.NewMessage(method.Output())
	must(protojson.Unmarshal([]byte(`{"profile": {"provider": "sample", "mode": "sandbox", "allowedRegions": ["north-1"]}}`), question))
	require.NoError(t, connection.Invoke(t.Context(), "/platform.provider.v1.AdapterService/CheckInstallation", question, answer))
	checks := answer.Get(method.Output().Fields().ByName("checks")).List()
	require.Equal(t, 1, checks.Len())
	check := checks.Get(0).Message()
	assert.Equal(t, "The profile names north-1.", check.Get(check.Descriptor().Fields().ByName("message")).String())
}
