package policy

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cel.dev/cel-go/cel"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// compiler compiles rules and collects their faults.
type compiler struct {
	env    *cel.Env
	faults []problem.Fault
	budget *Budget // for evaluations during compilation
}

// organisation compiles the organisation's rules. It stops when the context ends.
func (c *compiler) organisation(rules []profile.Rule) (list []CompiledRule) {
	if len(rules) > maxRules {
		c.fault("policies", problem.FaultForm, "has %d rules; at most %d are allowed", len(rules), maxRules)
		return nil
	}
	seen := map[string]bool{}
	for i, r := range rules {
		if c.budget.ctx.Err() != nil {
			return list
		}
		path := fmt.Sprintf("policies[%d]", i)
		list = append(list, c.rule(path, r, request.SourceOrganisation))
		if slices.ContainsFunc(reserved, func(p string) bool { return strings.HasPrefix(r.ID, p) }) {
			c.fault(path+".id", problem.FaultUnsupported, "must not start with %s; those are the platform's own",
				strings.Join(reserved, " "))
		}
		if seen[r.ID] {
			c.fault(path+".id", problem.FaultRepeated, "is the ID of an earlier rule; give each rule its own")
		}
		seen[r.ID] = true
	}
	return list
}

// reserved are the prefixes of rule IDs that an organisation may not use.
var reserved = []string{"common.", "simulation.", "sandbox.", "enterprise.", "provider_"}

// rule compiles one rule. path is its path in the document.
func (c *compiler) rule(path string, r profile.Rule, source request.Source) CompiledRule {
	c.texts(path, r)
	out := CompiledRule{SourcedRule: profile.SourcedRule{Source: source, Rule: r}, profilePath: path,
		fieldIndex: request.FieldIndex(r.Field)}
	field, _ := request.FieldNamed(r.Field)
	out.when = c.expression(path+".when", r.When, cel.BoolType)
	out.require = c.expression(path+".require", r.Require, cel.BoolType)
	out.message = c.expression(path+".message_expression", r.MessageExpression, cel.StringType)
	out.suggest = c.expression(path+".suggest", r.Suggest, typeOf(field))
	out.dateDependent = out.when.reads(dateVariable) ||
		r.Level == profile.Advisory && (out.require.reads(dateVariable) || out.message.reads(dateVariable))
	out.estimateDependent = out.readsVariable(estimateVariable) || out.suggest.reads(estimateVariable)
	out.whenReadsField = out.when.readsField(r.Field)
	if out.constantSatisfies(c.budget) {
		out.constantSuggestion = valueOf(out.suggest.literal())
	}
	return out
}

// constantSatisfies reports whether the rule suggests a constant, and each request with this constant satisfies the
// rule or the rule does not apply.
func (r *CompiledRule) constantSatisfies(budget *Budget) bool {
	if r.fieldIndex < 0 || r.require == nil || r.suggest == nil || r.suggest.literal() == nil {
		return false
	}
	f := NewCandidate(Input{Budget: budget})
	if requestFields[r.fieldIndex].Set(&f.Request, valueOf(r.suggest.literal())) != nil {
		return false
	}
	if r.whenReadsField {
		if !r.when.readsOnly(r.Field) {
			return false
		}
		if applies, err := r.when.truth(f); err != nil || applies == no {
			return err == nil
		}
	}
	if !r.require.readsOnly(r.Field) {
		return false
	}
	satisfied, err := r.require.truth(f)
	return err == nil && satisfied == yes
}

// texts checks the fields of a rule that are not expressions.
func (c *compiler) texts(path string, r profile.Rule) {
	if !IsRuleID(r.ID) {
		c.fault(path+".id", problem.FaultForm,
			"must be dotted lower-case words of at most 100 characters, such as payments.region.europe-only")
	}
	if !slices.Contains(request.FieldNames(), r.Field) {
		c.fault(path+".field", problem.FaultUnsupported, "must be a field of a request%s", fieldHint(r.Field))
	}
	if r.Level != profile.Mandatory && r.Level != profile.Advisory {
		c.fault(path+".level", problem.FaultUnsupported, "must be mandatory or advisory")
	}
	if r.Require == "" {
		c.fault(path+".require", problem.FaultMissing,
			"is missing; write the CEL expression that an acceptable request satisfies")
	}
	if r.Message == "" && r.MessageExpression == "" {
		c.fault(path+".message", problem.FaultMissing,
			"is missing; write the fault in one sentence, or a message_expression")
	}
	c.text(path+".title", r.Title, true)
	c.text(path+".message", r.Message, false)
	c.text(path+".remediation", r.Remediation, true)
	c.text(path+".expected", r.Expected, true)
}

// fieldHint returns the field that was probably meant, or all fields.
func fieldHint(name string) string {
	if near := document.Nearest(strings.TrimPrefix(name, requestVariable+"."), request.FieldNames()); near != "" {
		return "; write " + near
	}
	return ": " + strings.Join(request.FieldNames(), ", ")
}

func (c *compiler) text(path, text string, required bool) {
	switch {
	case required && strings.TrimSpace(text) == "":
		c.fault(path, problem.FaultMissing, "is missing; write it in a few words")
	case len(text) > maxText:
		c.fault(path, problem.FaultForm, "must be at most %d bytes", maxText)
	case !document.AllVisible(text):
		c.fault(path, problem.FaultForm, "must be one line of visible characters")
	}
}

// expression compiles an expression that has to return a value of a type. It is nil for an empty source, and if there
// is a fault.
func (c *compiler) expression(path, source string, want *cel.Type) *expression {
	if source == "" {
		return nil
	}
	if len(source) > maxExpression {
		c.fault(path, problem.FaultExpression, "must be at most %d bytes", maxExpression)
		return nil
	}
	if want.IsExactType(cel.StringType) && isBareText(source) {
		c.faultAt(path, 1, 1, `is a text without quotes of its own; write '"`+source+`"'`)
		return nil
	}
	parsed, issues := c.env.Parse(source)
	if issues.Err() != nil {
		c.explain(path, &worder{source: source}, issues)
		return nil
	}
	if fault := nestingFault(parsed.NativeRep()); fault != "" {
		c.faultAt(path, 1, 1, fault)
		return nil
	}
	checked, issues := c.env.Check(parsed)
	if issues.Err() != nil {
		c.explain(path, &worder{source, parsed.NativeRep()}, issues)
		return nil
	}
	if got := checked.OutputType(); !got.IsExactType(want) && got.Kind() != cel.DynType.Kind() {
		c.faultAt(path, 1, 1, "must give "+plainTypes(want.String())+", not "+plainTypes(got.String()))
		return nil
	}
	if part, fault := unboundedPart(checked.NativeRep()); part != nil {
		at := checked.NativeRep().SourceInfo().GetStartLocation(part.ID())
		c.faultAt(path, at.Line(), at.Column()+1, fault)
		return nil
	}
	e := newExpression(checked.NativeRep, bounds()...)
	if _, err := e.whole(); err != nil {
		c.faultAt(path, 1, 1, "cannot be prepared: "+err.Error())
		return nil
	}
	return e
}

// explain adds the faults that CEL finds in an expression.
func (c *compiler) explain(path string, w *worder, issues *cel.Issues) {
	var bare []string
	for _, e := range errorsOf(issues) {
		if text, line, column := w.bareText(e.ExprID); text != "" {
			if place := fmt.Sprint(line, ":", column); !slices.Contains(bare, place) {
				c.faultAt(path, line, column, "has the text "+text+" without quotes; write "+strconv.Quote(text))
				bare = append(bare, place)
			}
			continue
		}
		message, column := w.message(e)
		c.faultAt(path, e.Location.Line(), column, message)
	}
}

func (c *compiler) fault(field string, code problem.FaultCode, format string, args ...any) {
	c.faults = append(c.faults, problem.Fault{Field: field, Code: code, Message: fmt.Sprintf(format, args...)})
}

// faultAt adds a fault of an expression at a line and a column of its source.
func (c *compiler) faultAt(path string, line, column int, message string) {
	c.faults = append(c.faults,
		problem.Fault{Field: path, Code: problem.FaultExpression, Message: message, Line: line, Column: column})
}
