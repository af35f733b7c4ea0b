package policy

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/overloads"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/common/types/traits"
	"cel.dev/cel-go/interpreter"
)

// Bounds of one evaluation of an organisation's expression. A list counts elementSize
// bytes for itself and for each element, besides the texts in it.
const (
	maxSteps    = 100_000
	maxSize     = 64 << 10
	elementSize = 16
	// maxPattern bounds the instructions of a compiled regular expression, maxMatched the
	// bytes of a text that is compared with one: the time is the product.
	maxPattern = 1_000
	maxMatched = 4 << 10
	// maxDigits bounds the digits after the point that format writes.
	maxDigits = 100
	// maxLists bounds the lists and maps that an expression makes. The type of a list of
	// lists gets longer with each, and to check it takes time that grows with its cube.
	maxLists = 50
	// maxLoops bounds the loops inside each other: CEL looks a name up in each loop twice, so
	// the time doubles with each.
	maxLoops = 8
)

// Steps that are counted for a byte. Calls of most functions read their arguments once.
const (
	bytesPerStep        = 32
	stepsPerMatchedByte = 20
)

// sizes measures values in elements of elementSize bytes. It gives up on lists that are
// nested more than a few deep, which then count as too large.
var sizes = types.NewSizeCalculator(types.SizeCalculatorStringUnitLength(elementSize))

// bounds returns the options of a program that bound its steps and the size of each value
// that it makes.
func bounds() []cel.ProgramOption {
	return []cel.ProgramOption{
		cel.CostLimit(maxSteps),
		cel.CostTracking(steps{}),
		cel.MemoryLimit(maxSize / elementSize),
		cel.MemoryTracking(types.MemoryTrackerSizeCalculator(sizes)),
		cel.OptimizeRegex(boundedPattern(overloads.Matches), boundedPattern(overloads.MatchesString)),
	}
}

// steps counts the steps of a call by the size of what it reads and returns.
type steps struct{}

// CallCost returns the steps of a call.
func (steps) CallCost(function, _ string, args []ref.Val, result ref.Val) *uint64 {
	if function == overloads.Matches && len(args) > 0 {
		count := 1 + stepsPerMatchedByte*uint64(min(len(text(args[0])), maxMatched))
		return &count
	}
	size := elements(result)
	for _, arg := range args {
		size += elements(arg)
	}
	count := 1 + size*elementSize/bytesPerStep
	return &count
}

// elements returns the size of a value in elements; of one that is too large, one more
// than there may be.
func elements(v ref.Val) uint64 {
	return min(uint64(sizes.AggregateSize(v)), maxSize/elementSize+1)
}

// boundedFunctions redefines the functions whose result may be much larger than their
// arguments, so that each fails before it makes what is too large, and those that take
// more time than it takes to read their arguments.
func boundedFunctions() []cel.EnvOption {
	texts := func(n int) []*cel.Type {
		list := make([]*cel.Type, n)
		for i := range list {
			list[i] = cel.StringType
		}
		return list
	}
	return []cel.EnvOption{
		cel.Function("replace",
			cel.MemberOverload("string_replace_string_string", texts(3), cel.StringType, cel.FunctionBinding(replace)),
			cel.MemberOverload("string_replace_string_string_int", append(texts(3), cel.IntType), cel.StringType, cel.FunctionBinding(replace))),
		cel.Function("join",
			cel.MemberOverload("list_join", []*cel.Type{cel.ListType(cel.StringType)}, cel.StringType, cel.FunctionBinding(join)),
			cel.MemberOverload("list_join_string", []*cel.Type{cel.ListType(cel.StringType), cel.StringType}, cel.StringType, cel.FunctionBinding(join))),
		cel.Function("indexOf",
			cel.MemberOverload("string_index_of_string", texts(2), cel.IntType, cel.FunctionBinding(indexOf)),
			cel.MemberOverload("string_index_of_string_int", append(texts(2), cel.IntType), cel.IntType, cel.FunctionBinding(indexOf))),
		cel.Function("lastIndexOf",
			cel.MemberOverload("string_last_index_of_string", texts(2), cel.IntType, cel.FunctionBinding(lastIndexOf)),
			cel.MemberOverload("string_last_index_of_string_int", append(texts(2), cel.IntType), cel.IntType, cel.FunctionBinding(lastIndexOf))),
	}
}

// indexOf returns the place, in characters, at which a text begins in another one, from a
// place on; -1 for none.
func indexOf(args ...ref.Val) ref.Val {
	in, part, from := text(args[0]), text(args[1]), 0
	if len(args) == 3 {
		offset, _ := args[2].(types.Int)
		if from = int(offset); from < 0 {
			return types.NewErr("index out of range: %d", from)
		}
	}
	start, skipped := cut(in, from)
	if part == "" {
		return types.Int(skipped)
	}
	at := strings.Index(in[start:], part)
	if at < 0 {
		return types.Int(-1)
	}
	return types.Int(skipped + utf8.RuneCountInString(in[start:start+at]))
}

// lastIndexOf returns the last place, in characters, at which a text begins in another
// one, up to a place; -1 for none.
func lastIndexOf(args ...ref.Val) ref.Val {
	in, part := text(args[0]), text(args[1])
	end := len(in)
	if len(args) == 3 {
		offset, _ := args[2].(types.Int)
		if offset < 0 {
			return types.NewErr("index out of range: %d", offset)
		}
		last, skipped := cut(in, int(offset))
		switch {
		case part == "":
			return types.Int(skipped)
		case last == len(in):
			return types.Int(-1)
		}
		end = min(end, last+len(part))
	}
	if part == "" {
		return types.Int(utf8.RuneCountInString(in))
	}
	at := strings.LastIndex(in[:end], part)
	if at < 0 {
		return types.Int(-1)
	}
	return types.Int(utf8.RuneCountInString(in[:at]))
}

// cut returns where the character with a number begins, and the number; the end of the
// text where it has fewer.
func cut(in string, number int) (start, count int) {
	for at := range in {
		if count == number {
			return at, count
		}
		count++
	}
	return len(in), count
}

func tooLarge(function string) ref.Val {
	return types.NewErr("%s makes a text of more than %d KiB", function, maxSize>>10)
}

func replace(args ...ref.Val) ref.Val {
	in, old, replacement, most := text(args[0]), text(args[1]), text(args[2]), -1
	if len(args) == 4 {
		count, _ := args[3].(types.Int)
		most = int(count)
	}
	count := strings.Count(in, old)
	if most >= 0 {
		count = min(count, most)
	}
	if len(in)+count*(len(replacement)-len(old)) > maxSize {
		return tooLarge("replace")
	}
	return types.String(strings.Replace(in, old, replacement, most))
}

func join(args ...ref.Val) ref.Val {
	list, ok := args[0].(traits.Lister)
	if !ok {
		return types.MaybeNoSuchOverloadErr(args[0])
	}
	separator := ""
	if len(args) == 2 {
		separator = text(args[1])
	}
	var joined strings.Builder
	for i, it := 0, list.Iterator(); it.HasNext() == types.True; i++ {
		element, ok := it.Next().(types.String)
		if !ok {
			return types.NewErr("join: the list has an element that is no text")
		}
		if i > 0 {
			joined.WriteString(separator)
		}
		joined.WriteString(string(element))
		if joined.Len() > maxSize {
			return tooLarge("join")
		}
	}
	return types.String(joined.String())
}

// boundedPattern compiles the pattern of matches once, when the rule is read, and bounds
// the text that it is compared with. The overload is one of those of matches.
func boundedPattern(overload string) *interpreter.RegexOptimization {
	return &interpreter.RegexOptimization{
		Function: overloads.Matches, OverloadID: overload, RegexIndex: 1,
		Factory: func(call interpreter.InterpretableCall, pattern string) (interpreter.InterpretableCall, error) {
			compiled, err := regexp.Compile(pattern)
			if err != nil {
				return nil, err
			}
			return interpreter.NewCall(call.ID(), call.Function(), call.OverloadID(), call.Args(), func(args ...ref.Val) ref.Val {
				in := text(args[0])
				if len(in) > maxMatched {
					return types.NewErr("matches: the text has more than %d KiB", maxMatched>>10)
				}
				return types.Bool(compiled.MatchString(in))
			}), nil
		},
	}
}

// unbounded returns a part of an expression whose time or size no step can bound, and what
// is wrong with it; nil for none. To compile a pattern for each evaluation would take a
// millisecond, a format may ask for a million digits, and a time zone is read from the disk
// of the machine: so these have to be known when the rule is read.
func unbounded(checked *ast.AST) (part ast.Expr, fault string) {
	for _, n := range ast.MatchDescendants(ast.NavigateAST(checked), ast.KindMatcher(ast.CallKind)) {
		call := n.AsCall()
		switch args := call.Args(); {
		case call.FunctionName() == overloads.Matches:
			part, fault = args[len(args)-1], patternFault(args[len(args)-1])
		case call.FunctionName() == "format" && call.IsMemberFunction():
			part, fault = call.Target(), formatFault(call.Target())
		case call.IsMemberFunction() && len(args) == 1 && checked.GetType(call.Target().ID()).IsExactType(types.TimestampType):
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
	if size, err := types.RegexProgramSize(written); err == nil && size > maxPattern {
		return fmt.Sprintf("has a regular expression of %d instructions; at most %d are allowed, so repeat less or split it", size, maxPattern)
	}
	return ""
}

// precision is how many digits a format asks for.
var precision = form(`%\.([0-9]+)`)

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

// tooMuch says that an expression, which is not checked yet, makes too many lists and maps, or
// has too many loops inside each other; nothing where it does not. Macros make both.
func tooMuch(parsed *ast.AST) string {
	lists, loops := 0, 0
	for _, n := range ast.MatchDescendants(ast.NavigateAST(parsed), ast.AllMatcher()) {
		switch n.Kind() {
		case ast.ListKind, ast.MapKind:
			lists++
		case ast.ComprehensionKind:
			loops = max(loops, loopsAround(n))
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

// loopsAround counts a loop and those in which it is, but for one that goes through what it makes.
func loopsAround(loop ast.NavigableExpr) int {
	count, inner := 1, loop
	for outer, ok := loop.Parent(); ok; outer, ok = outer.Parent() {
		if outer.Kind() == ast.ComprehensionKind && outer.AsComprehension().IterRange().ID() != inner.ID() {
			count++
		}
		inner = outer
	}
	return count
}

// errSteps and errSize say which bound an expression met.
var (
	errSteps = fmt.Errorf("takes more than %d steps", maxSteps)
	errSize  = fmt.Errorf("makes a text or a list of more than %d KiB", maxSize>>10)
)

// bound returns the error of an evaluation, in words where it met a bound.
func bound(err error) error {
	var cancelled interpreter.EvalCancelledError
	if !errors.As(err, &cancelled) {
		return err
	}
	if cancelled.Cause == interpreter.MemoryLimitExceeded {
		return errSize
	}
	return errSteps
}
