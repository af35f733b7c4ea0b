package policy

import (
	"errors"
	"fmt"
	"regexp/syntax"
	"strconv"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/overloads"
	"cel.dev/cel-go/common/types"
)

// unboundedPart returns a part of an expression whose time or size the steps do not limit, and its fault; nil if there
// is none. Compiling a pattern takes a millisecond, a format may have a million digits, and a time zone
// is read from the disk. So these have to be literals.
func unboundedPart(checked *ast.AST) (part ast.Expr, fault string) {
	for _, n := range calls(checked) {
		call := n.AsCall()
		switch args := call.Args(); {
		case call.FunctionName() == overloads.Matches:
			part, fault = args[len(args)-1], patternFault(args[len(args)-1])
		case call.FunctionName() == "format" && call.IsMemberFunction():
			part, fault = call.Target(), formatFault(call.Target())
		case call.IsMemberFunction() && len(args) == 1 &&
			checked.GetType(call.Target().ID()).IsExactType(types.TimestampType):
			part, fault = n, "has a time zone; write "+call.FunctionName()+"(), which is in UTC"
		}
		if fault != "" {
			return part, fault
		}
	}
	return nil, ""
}

func patternFault(pattern ast.Expr) string {
	written, ok := literalText(pattern)
	if !ok {
		return "must write the regular expression of matches as one text; join several with |"
	}
	var wrong *syntax.Error
	switch size, err := types.RegexProgramSize(written); {
	case errors.As(err, &wrong):
		return fmt.Sprintf("is no regular expression: %s: %s", wrong.Code, wrong.Expr)
	case size > maxPattern:
		return fmt.Sprintf("has a regular expression of %d instructions; at most %d are allowed, so repeat less or split it",
			size, maxPattern)
	}
	return ""
}

// precision matches the number of digits in a format.
var precision = lazyRegexp(`%\.([0-9]+)`)

func formatFault(format ast.Expr) string {
	written, ok := literalText(format)
	if !ok {
		return "must write the text that format fills in as one text"
	}
	for _, found := range precision().FindAllStringSubmatch(written, -1) {
		if n, err := strconv.Atoi(found[1]); err != nil || n > maxDigits {
			return fmt.Sprintf("has a format with %s digits; at most %d are allowed", found[1], maxDigits)
		}
	}
	return ""
}

// nestingFault returns the fault of an expression that has too many lists and maps, or too many nested loops; empty if
// there is none. Macros make both. The expression is not checked yet.
func nestingFault(parsed *ast.AST) string {
	lists, loops := 0, 0
	for _, n := range ast.MatchDescendants(ast.NavigateAST(parsed), ast.AllMatcher()) {
		switch n.Kind() {
		case ast.ListKind, ast.MapKind:
			lists++
		case ast.ComprehensionKind:
			loops = max(loops, 1+len(loopsAround(n)))
		}
	}
	switch {
	case loops > maxLoops:
		return fmt.Sprintf("has %d loops inside each other; at most %d are allowed", loops, maxLoops)
	case lists > maxLists:
		return fmt.Sprintf("makes %d lists and maps; at most %d are allowed, so split the rule", lists, maxLists)
	}
	return ""
}
