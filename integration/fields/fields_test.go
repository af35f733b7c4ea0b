package fields_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
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

// TestAFieldIsAddedInTheTableAndTheProto builds the platform with a field more:
// its entry in the table, its member of Request and its member of the message.
// The tests in testdata then find it in documents, rules, the schema, the
// template, the form and the calls of adapters.
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
	replace("platform-core/internal/providerv1/provider.pb.go", protocolWith(t, "support_hours"))
	packages := map[string]string{
		"rules.go.txt":    "platform-core/policy",
		"protocol.go.txt": "platform-core/internal/convert",
		"form.go.txt":     "portal/internal/form",
	}
	args := []string{"test", "-count=1", "-run", "^TestANewField", "-overlay"}
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
	for _, folder := range packages {
		args = append(args, "./"+folder)
	}
	cmd := exec.CommandContext(t.Context(), "go", args...)
	cmd.Dir = root
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
	require.Equal(t, len(packages), strings.Count(string(out), "ok  \t"), string(out))
	require.NotContains(t, string(out), "no tests to run")
}

// tableWith returns the table of fields with one more.
func tableWith(t *testing.T, root string) []byte {
	t.Helper()
	source, err := os.ReadFile(filepath.Join(root, "platform-core/request/fields.go"))
	require.NoError(t, err)
	insert := func(before, text string) {
		require.Equal(t, 1, bytes.Count(source, []byte(before)), before)
		source = bytes.Replace(source, []byte(before), []byte(text+before), 1)
	}
	insert("\tExpiryDate            Date ", "\tSupportHours string `json:\"support_hours\" yaml:\"support_hours\"`\n")
	insert("\t{\n\t\tName: ExpiryField,", `	choice(func(r *Request) *string { return &r.SupportHours }, lower, Field{
		Name: "support_hours", Influence: 16, Example: Text("office"), Values: []string{"office", "always"},
		Text: FieldText{Label: "Support hours", Group: Platform, Hint: "When somebody answers", Missing: "write office or always"},
	}),
`)
	return source
}

// protocolWith returns the generated code of the adapter protocol with a text
// more in the message Request, as protoc-gen-go writes it.
func protocolWith(t *testing.T, name string) []byte {
	t.Helper()
	const path = "platform/provider/v1/provider.proto"
	found, err := protoregistry.GlobalFiles.FindFileByPath(path)
	require.NoError(t, err)
	file := protodesc.ToFileDescriptorProto(found)
	for _, m := range file.GetMessageType() {
		if m.GetName() == "Request" {
			m.Field = append(m.Field, &descriptorpb.FieldDescriptorProto{
				Name: proto.String(name), JsonName: proto.String(name), Number: proto.Int32(1000),
				Type: descriptorpb.FieldDescriptorProto_TYPE_STRING.Enum(), Label: descriptorpb.FieldDescriptorProto_LABEL_OPTIONAL.Enum(),
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
