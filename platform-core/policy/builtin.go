package policy

import (
	_ "embed" // for builtinRules
	"encoding/json"
	"sync"

	"cel.dev/cel-go/common/ast"
	exprpb "google.golang.org/genproto/googleapis/api/expr/v1alpha1"
	"google.golang.org/protobuf/proto"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// builtinRules has the rules of common.yaml and sandbox.yaml, by the name of the file, with checked expressions.
// Compiling them takes 20 ms, a quarter of the time of a command.
//
//go:embed builtin_rules.json
var builtinRules []byte

var builtins = sync.OnceValue(func() (files map[string][]builtin) {
	if err := json.Unmarshal(builtinRules, &files); err != nil {
		panic(err) // TestBuiltinRules writes them
	}
	return files
})

// builtin is a [CompiledRule] in a file. An expression is a serialized google.api.expr.v1alpha1.CheckedExpr.
type builtin struct {
	Rule                            profile.Rule
	Dated, Sized, Conditional       bool
	Constant                        request.Value
	When, Require, Message, Suggest []byte `json:",omitempty"`
}

// builtinsOf returns a function that returns the compiled rules of a file.
func builtinsOf(file string, source request.Source) func() []CompiledRule {
	return sync.OnceValue(func() (rules []CompiledRule) {
		for _, b := range builtins()[file] {
			rules = append(rules, CompiledRule{
				SourcedRule: profile.SourcedRule{Source: source, Rule: b.Rule}, fieldIndex: request.FieldIndex(b.Rule.Field),
				when: parsed(b.When), require: parsed(b.Require), message: parsed(b.Message), suggest: parsed(b.Suggest),
				dateDependent: b.Dated, estimateDependent: b.Sized, whenReadsField: b.Conditional, constantSuggestion: b.Constant,
			})
		}
		return rules
	})
}

// parsed returns a serialized expression; nil for none.
func parsed(serialized []byte) *expression {
	if serialized == nil {
		return nil
	}
	return newExpression(sync.OnceValue(func() *ast.AST {
		var checked exprpb.CheckedExpr
		err := proto.Unmarshal(serialized, &checked)
		tree, also := ast.ToAST(&checked)
		if err != nil || also != nil {
			panic("a rule of the platform cannot be read") // TestBuiltinRules writes them
		}
		return tree
	}))
}
