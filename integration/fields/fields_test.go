package fields_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/pluginpb"

	_ "platform.internal/platform-core/adapterhost" // registers the adapter protocol
)

// TestAFieldIsAddedInTheTableAndTheProto builds the platform with a field more of
// each kind: a text with choices, a number with limits, a flag that is off by
// default and a text that may be left out. Each has its entry in the table, its
// member of Request and its member of the message. The tests in testdata then
// find them in documents, rules, fixes, the schema, the template, the form and
// the calls of adapters.
func TestAFieldIsAddedInTheTableAndTheProto(t *testing.T) {
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	overlay := map[string]string{}
	replace := func(path string, content []byte) {
		file := filepath.Join(t.TempDir(), filepath.Base(path))
		require.NoError(t, os.WriteFile(file, content, 0o600))
		overlay[filepath.Join(root, path)] = file
	}
	replace("platform-core/request/fields.go", tableWith(t, root))
	replace("platform-core/internal/providerv1/provider.pb.go", protocolWith(t))
	packages := map[string]string{
		"rules.go.txt":    "platform-core/policy",
		"fix.go.txt":      "platform-core/service",
		"protocol.go.txt": "platform-core/internal/rpc",
		"reads.go.txt":    "platform-core/adapter/adaptertest",
		"form.go.txt":     "portal/internal/form",
	}
	args := []string{"test", "-count=1", "-run", "^TestANewField|^TestTheTable|^TestFlags", "-overlay"}
	for file, folder := range packages {
		source, err := os.ReadFile(filepath.Join("testdata", file))
		require.NoError(t, err)
		replace(folder+"/newfield_test.go", source)
	}
	list := filepath.Join(t.TempDir(), "overlay.json")
	encoded, err := json.Marshal(map[string]any{"Replace": overlay})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(list, encoded, 0o600))
	args = append(args, list)
	args = append(args, "./platform-core/request")
	for _, folder := range packages {
		args = append(args, "./"+folder)
	}
	cmd := exec.CommandContext(t.Context(), "go", args...)
	cmd.Dir = root
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
	require.Equal(t, len(packages)+1, strings.Count(string(out), "ok  \t"), string(out))
	require.NotContains(t, string(out), "no tests to run")
}

// tableWith returns the table of fields with more.
func tableWith(t *testing.T, root string) []byte {
	t.Helper()
	source, err := os.ReadFile(filepath.Join(root, "platform-core/request/fields.go"))
	require.NoError(t, err)
	insert := func(before, text string) {
		require.Equal(t, 1, bytes.Count(source, []byte(before)), before)
		source = bytes.Replace(source, []byte(before), []byte(text+before), 1)
	}
	insert("\tExpiryDate            Date ", members)
	insert("\tcontrol(EncryptionAtRest,", entries)
	return source
}

const members = `	SupportHours  string ` + "`json:\"support_hours\" yaml:\"support_hours\"`" + `
	NodeCount     int64  ` + "`json:\"node_count\" yaml:\"node_count\"`" + `
	PublicIngress bool   ` + "`json:\"public_ingress\" yaml:\"public_ingress\"`" + `
	Notes         string ` + "`json:\"notes,omitempty\" yaml:\"notes,omitempty\"`" + `
`

const entries = `	text(func(r *Request) *string { return &r.SupportHours }, lower, nil, Field{
		Name: "support_hours", Influence: 19, Example: Text("office"), Values: []string{"office", "always"},
		Text: FieldText{Label: "Support hours", Group: Platform, Hint: "When support answers", Missing: "write office or always"},
	}),
	{
		Name: "node_count", Kind: NumberValue, Influence: 16, Example: Number(3), Limits: Limits{Min: 1, Max: 10},
		Text: FieldText{Label: "Nodes", Group: Platform, Hint: "From 1 to 10", Missing: "write a number from 1 to 10"},
		get:  func(r *Request) Value { return Number(r.NodeCount) },
		set:  func(r *Request, v Value) { r.NodeCount = v.Number },
	},
	{
		Name: "public_ingress", Kind: FlagValue, Optional: true, Influence: 18,
		Text: FieldText{Label: "Public ingress", Group: Platform},
		get:  func(r *Request) Value { return Flag(r.PublicIngress) },
		set:  func(r *Request, v Value) { r.PublicIngress = v.Flag },
	},
	text(func(r *Request) *string { return &r.Notes }, plainProse, nil, Field{
		Name: "notes", Optional: true, Influence: 17, Limits: Limits{MinLength: 3, MaxLength: 20},
		Text: FieldText{Label: "Notes", Group: Business, Hint: "For the reviewer"},
	}),
`

// types are the fields' in the message Request of the proto.
var types = map[string]descriptorpb.FieldDescriptorProto_Type{
	"support_hours": descriptorpb.FieldDescriptorProto_TYPE_STRING, "node_count": descriptorpb.FieldDescriptorProto_TYPE_INT64,
	"public_ingress": descriptorpb.FieldDescriptorProto_TYPE_BOOL, "notes": descriptorpb.FieldDescriptorProto_TYPE_STRING,
}

// protocolWith returns the generated code of the adapter protocol with the fields
// in the message Request, as protoc-gen-go writes it.
func protocolWith(t *testing.T) []byte {
	t.Helper()
	const path = "platform/provider/v1/provider.proto"
	found, err := protoregistry.GlobalFiles.FindFileByPath(path)
	require.NoError(t, err)
	file := protodesc.ToFileDescriptorProto(found)
	for _, m := range file.GetMessageType() {
		if m.GetName() != "Request" {
			continue
		}
		for i, name := range slices.Sorted(maps.Keys(types)) {
			m.Field = append(m.Field, &descriptorpb.FieldDescriptorProto{
				Name: proto.String(name), JsonName: proto.String(name), Number: proto.Int32(int32(1000 + i)),
				Type: types[name].Enum(), Label: descriptorpb.FieldDescriptorProto_LABEL_OPTIONAL.Enum(),
			})
		}
	}
	question, err := proto.Marshal(&pluginpb.CodeGeneratorRequest{
		FileToGenerate: []string{path}, ProtoFile: []*descriptorpb.FileDescriptorProto{file},
	})
	require.NoError(t, err)
	cmd := exec.CommandContext(t.Context(), "go", "run", "google.golang.org/protobuf/cmd/protoc-gen-go")
	cmd.Stdin = bytes.NewReader(question)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	answer, err := cmd.Output()
	require.NoError(t, err, stderr.String())
	var response pluginpb.CodeGeneratorResponse
	require.NoError(t, proto.Unmarshal(answer, &response))
	require.Empty(t, response.GetError())
	require.Len(t, response.GetFile(), 1)
	return []byte(response.GetFile()[0].GetContent())
}
