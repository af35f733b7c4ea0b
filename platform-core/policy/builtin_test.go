package policy

import (
	"os"
	"testing"

	"cel.dev/cel-go/common/ast"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"
	"gotest.tools/v3/golden"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/profile"
)

// compiledFile compiles the rules of a file.
func compiledFile(t *testing.T, name string) []CompiledRule {
	t.Helper()
	data, err := os.ReadFile(name)
	require.NoError(t, err)
	var in struct {
		Rules []profile.Rule `json:"rules"`
	}
	require.Empty(t, document.Read(document.Source{Name: name, Format: document.YAML, Data: data}, &in).Faults())
	env, err := environment()
	require.NoError(t, err)
	c := &compiler{env: env}
	var rules []CompiledRule
	for _, r := range in.Rules {
		rules = append(rules, c.rule(name+": "+r.ID, r, ""))
	}
	require.Empty(t, c.faults)
	return rules
}

// TestBuiltinRules checks that builtin_rules.json has the compiled rules of the YAML files.
func TestBuiltinRules(t *testing.T) {
	files := map[string][]builtin{}
	for _, file := range []string{"common.yaml", "sandbox.yaml"} {
		for _, r := range compiledFile(t, file) {
			files[file] = append(files[file], builtin{
				r.Rule, r.dateDependent, r.estimateDependent, r.whenReadsField, r.constantSuggestion, serialized(t, r.when), serialized(t, r.require), serialized(t, r.message), serialized(t, r.suggest),
			})
		}
	}
	written, err := document.Encode(files)
	require.NoError(t, err)
	golden.AssertBytes(t, written, "../builtin_rules.json") // run make generate
}

// serialized returns a serialized expression, and checks that it can be read again.
func serialized(t *testing.T, e *expression) []byte {
	t.Helper()
	if e == nil {
		return nil
	}
	want, err := ast.ToProto(ast.NewCheckedAST(ast.NewAST(e.checked().Expr(), nil), e.checked().TypeMap(), e.checked().ReferenceMap()))
	require.NoError(t, err)
	kept, err := proto.MarshalOptions{Deterministic: true}.Marshal(want)
	require.NoError(t, err)
	got, err := ast.ToProto(parsed(kept).checked())
	require.NoError(t, err)
	require.True(t, proto.Equal(want, got))
	return kept
}
