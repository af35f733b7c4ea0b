package policy

import (
	"fmt"
	"slices"
	"sync/atomic"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/interpreter"

	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// Coverage is what inputs have shown of the organisation's rules of a Set: how each came
// out, and what the conditions in it came to. It may be used from many goroutines.
type Coverage struct{ rules []*ruleCoverage }

// Covered is what inputs have shown of one rule.
type Covered struct {
	PolicyID string `json:"policy_id"`
	// Satisfied, Violated and NotApplicable count the inputs for which it came out so; for
	// those that are not counted it failed.
	Satisfied     int64 `json:"satisfied"`
	Violated      int64 `json:"violated"`
	NotApplicable int64 `json:"not_applicable"`
	Gaps          []Gap `json:"gaps"`
}

// Gap is what no input has shown of a rule: an Outcome, or else what the condition Text
// in Expression, when or require, was Never: true, false or evaluated at all.
type Gap struct {
	Outcome    request.Outcome `json:"outcome,omitempty"`
	Expression string          `json:"expression,omitempty"`
	Text       string          `json:"text,omitempty"`
	// Column is where the condition starts in the expression, from 1.
	Column int    `json:"column,omitempty"`
	Never  string `json:"never,omitempty"`
}

// String says the gap to a person who writes inputs.
func (g Gap) String() string {
	if g.Outcome == "" {
		return fmt.Sprintf("%s: `%s` was never %s", g.Expression, g.Text, g.Never)
	}
	return map[request.Outcome]string{
		request.Satisfied:     "no case satisfies it",
		request.Violated:      "no case breaks it",
		request.NotApplicable: "it applies in every case",
	}[g.Outcome]
}

// ruleCoverage counts the outcomes of a rule in the order of wanted.
type ruleCoverage struct {
	id         string
	wanted     []request.Outcome
	outcomes   map[request.Outcome]*atomic.Int64
	conditions []*condition
	programs   []cel.Program // of when, where there is one, and of require
}

// condition is a part of an expression of which the value decides what else is looked at.
type condition struct {
	Gap
	yes, no atomic.Bool
}

// Coverage returns the coverage of the set by no input yet, in an installation.
func (s *Set) Coverage(p profile.Profile) (*Coverage, error) {
	env, err := environment()
	if err != nil {
		return nil, err
	}
	if env, err = env.Extend(cel.EnableMacroCallTracking()); err != nil { // to write loops as they were written
		return nil, fmt.Errorf("extend the policy language: %w", err)
	}
	c := &Coverage{}
	for i := range s.rules {
		r := &s.rules[i]
		if r.Source != request.SourceOrganisation {
			continue
		}
		covered := &ruleCoverage{id: r.ID, wanted: r.reachable(p), outcomes: map[request.Outcome]*atomic.Int64{}}
		for _, o := range []request.Outcome{request.Satisfied, request.Violated, request.NotApplicable} {
			covered.outcomes[o] = &atomic.Int64{}
		}
		if err := covered.compile(env, r.Rule, newFacts(Input{Profile: p})); err != nil {
			return nil, err
		}
		c.rules = append(c.rules, covered)
	}
	return c, nil
}

// reachable returns the outcomes that inputs of an installation may have. The profile may
// decide whether a rule applies, be it by itself.
func (r *compiled) reachable(p profile.Profile) []request.Outcome {
	f := newFacts(Input{Profile: p})
	f.unknown, f.unsized = request.FieldNames(), true
	applies := yes
	if r.when != nil {
		if applies, _ = r.when.holds(f); r.when.reads(dateVariable) {
			applies = open
		}
	}
	switch applies {
	case no:
		return nil
	case yes:
		return []request.Outcome{request.Satisfied, request.Violated}
	default:
		return []request.Outcome{request.Satisfied, request.Violated, request.NotApplicable}
	}
}

// compile makes the programs that watch the conditions of a rule; installed has the
// profile.
func (r *ruleCoverage) compile(env *cel.Env, rule profile.Rule, installed *facts) error {
	for _, e := range []struct{ name, source string }{{"when", rule.When}, {"require", rule.Require}} {
		if e.source == "" {
			continue
		}
		checked, issues := env.Compile(e.source)
		if issues.Err() != nil {
			return fmt.Errorf("compile %s of %s: %w", e.name, rule.ID, issues.Err())
		}
		watched := map[int64]*condition{}
		for _, operand := range operands(checked.NativeRep(), installed) {
			text, err := cel.ExprToString(operand, checked.NativeRep().SourceInfo())
			if err != nil {
				return fmt.Errorf("write a condition of %s: %w", rule.ID, err)
			}
			watched[operand.ID()] = &condition{Gap: Gap{Expression: e.name, Text: text, Column: column(checked.NativeRep(), operand)}}
			r.conditions = append(r.conditions, watched[operand.ID()])
		}
		program, err := env.Program(checked, append(bounds(), watching(watched))...)
		if err != nil {
			return fmt.Errorf("prepare %s of %s: %w", e.name, rule.ID, err)
		}
		r.programs = append(r.programs, program)
	}
	return nil
}

// Add notes how the rules come out for an input.
func (c *Coverage) Add(in Input, outcomes []Outcome) {
	f := newFacts(in)
	for _, r := range c.rules {
		at := slices.IndexFunc(outcomes, func(o Outcome) bool { return o.ID == r.id })
		switch status := outcomes[at].Status; status {
		case request.Failed, request.Open:
		case request.Satisfied, request.NotApplicable:
			r.outcomes[status].Add(1)
		default: // also where something keeps it from denying
			r.outcomes[request.Violated].Add(1)
		}
		for _, program := range r.programs {
			if value, err := f.Budget.run(program, f); err != nil || value == types.False { // then require is not looked at
				break
			}
		}
	}
}

// Rules returns what was shown of each rule, sorted by ID.
func (c *Coverage) Rules() []Covered {
	list := make([]Covered, len(c.rules))
	for i, r := range c.rules {
		list[i] = Covered{
			PolicyID: r.id, Satisfied: r.outcomes[request.Satisfied].Load(), Violated: r.outcomes[request.Violated].Load(),
			NotApplicable: r.outcomes[request.NotApplicable].Load(), Gaps: r.gaps(),
		}
	}
	return list
}

func (r *ruleCoverage) gaps() []Gap {
	gaps := []Gap{}
	for _, o := range r.wanted {
		if r.outcomes[o].Load() == 0 {
			gaps = append(gaps, Gap{Outcome: o})
		}
	}
	if len(r.wanted) == 0 { // it never applies in this installation
		return gaps
	}
	for _, one := range r.conditions {
		gap := one.Gap
		switch yes, no := one.yes.Load(), one.no.Load(); {
		case yes && no:
			continue
		case yes:
			gap.Never = "false"
		case no:
			gap.Never = "true"
		default:
			gap.Never = "evaluated"
		}
		gaps = append(gaps, gap)
	}
	return gaps
}

// watching returns the option of a program that notes what conditions come to, by their
// numbers in the expression: also in a loop, where each comes to several values.
func watching(watched map[int64]*condition) cel.ProgramOption {
	return cel.CustomDecoratorV2(func(i interpreter.InterpretableV2) (interpreter.InterpretableV2, error) {
		if c := watched[i.ID()]; c != nil {
			return watcher{i, c}, nil
		}
		return i, nil
	})
}

type watcher struct {
	interpreter.InterpretableV2
	of *condition
}

// Exec executes the condition, and notes what it comes to.
func (w watcher) Exec(frame *interpreter.ExecutionFrame) ref.Val {
	value := w.InterpretableV2.Exec(frame)
	switch value {
	case types.True:
		w.of.yes.Store(true)
	case types.False:
		w.of.no.Store(true)
	}
	return value
}

// Eval does what Exec does.
func (w watcher) Eval(vars interpreter.Activation) ref.Val {
	return interpreter.EvalActivation(vars, w.Exec)
}

// operands returns the operands of &&, || and ?: that an input can decide, each without
// what negates it: what such an operand comes to is what decides the operator.
func operands(checked *ast.AST, installed *facts) (list []ast.Expr) {
	root, varies := ast.NavigateAST(checked), varying(checked)
	ruledOut := map[int64]bool{}
	for _, n := range ast.MatchDescendants(root, func(n ast.NavigableExpr) bool { return n.Kind() == ast.CallKind }) {
		arguments := n.AsCall().Args()
		switch n.AsCall().FunctionName() {
		case operators.LogicalAnd, operators.LogicalOr:
		case operators.Conditional:
			if checked.GetType(n.ID()) != types.BoolType {
				arguments = arguments[:1]
			}
		default:
			continue
		}
		for _, other := range unreachable(checked, n.AsCall(), varies, installed) {
			for _, part := range ast.MatchDescendants(ast.NavigateExpr(checked, other), ast.AllMatcher()) {
				ruledOut[part.ID()] = true
			}
		}
		for _, operand := range arguments {
			for is(operand, operators.LogicalNot) {
				operand = operand.AsCall().Args()[0]
			}
			if !isOperator(operand) && readsAny(checked, operand, varies) {
				list = append(list, operand)
			}
		}
	}
	list = slices.DeleteFunc(list, func(e ast.Expr) bool { return ruledOut[e.ID()] })
	slices.SortStableFunc(list, func(a, b ast.Expr) int { return column(checked, a) - column(checked, b) })
	return list
}

func is(e ast.Expr, function string) bool {
	return e.Kind() == ast.CallKind && e.AsCall().FunctionName() == function
}

// isOperator reports whether an operand has operands itself, which decide it.
func isOperator(e ast.Expr) bool {
	return is(e, operators.LogicalAnd) || is(e, operators.LogicalOr) || is(e, operators.Conditional)
}

// varying returns the variables that inputs of one installation may differ in: all but
// the profile, and of loops those that go through anything of them.
func varying(checked *ast.AST) map[string]bool {
	varies := map[string]bool{requestVariable: true, estimateVariable: true, dateVariable: true}
	for _, n := range ast.MatchDescendants(ast.NavigateAST(checked), ast.KindMatcher(ast.ComprehensionKind)) {
		if loop := n.AsComprehension(); readsAny(checked, loop.IterRange(), varies) {
			varies[loop.IterVar()] = true
		}
	}
	return varies
}

func readsAny(checked *ast.AST, e ast.Expr, variables map[string]bool) bool {
	return len(ast.MatchDescendants(ast.NavigateExpr(checked, e), func(n ast.NavigableExpr) bool {
		return n.Kind() == ast.IdentKind && variables[n.AsIdent()]
	})) > 0
}

// unreachable returns the operands of &&, || or ?: that no input of the installation
// reaches, because another one reads only the profile and decides.
func unreachable(checked *ast.AST, call ast.CallExpr, varies map[string]bool, installed *facts) []ast.Expr {
	args := call.Args()
	comesTo := func(e ast.Expr) ref.Val {
		part := ast.NewCheckedAST(ast.NewAST(e, checked.SourceInfo()), checked.TypeMap(), checked.ReferenceMap())
		if readsAny(checked, e, varies) {
			return nil
		}
		value, _ := newExpression(func() *ast.AST { return part }, bounds()...).eval(installed)
		return value
	}
	if call.FunctionName() == operators.Conditional {
		switch comesTo(args[0]) {
		case types.True:
			return args[2:]
		case types.False:
			return args[1:2]
		}
		return nil
	}
	decides := ref.Val(types.False)
	if call.FunctionName() == operators.LogicalOr {
		decides = types.True
	}
	for i, arg := range args {
		if comesTo(arg) == decides {
			return append(slices.Clone(args[:i]), args[i+1:]...)
		}
	}
	return nil
}

// column returns where an expression starts in its text, from 1.
func column(checked *ast.AST, e ast.Expr) int {
	first := -1
	for _, n := range ast.MatchDescendants(ast.NavigateExpr(checked, e), ast.AllMatcher()) {
		if at, known := checked.SourceInfo().GetOffsetRange(n.ID()); known && (first < 0 || int(at.Start) < first) {
			first = int(at.Start)
		}
	}
	return first + 1
}
