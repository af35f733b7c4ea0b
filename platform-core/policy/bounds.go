package policy

import (
	"errors"
	"fmt"
	"regexp"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/overloads"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/interpreter"
)

// Limits of one evaluation of an organisation's expression. A list takes elementSize bytes for itself and for each
// element, besides the texts in it.
const (
	maxSteps    = 100_000
	maxSize     = 64 << 10
	elementSize = 16
	// maxPattern limits the instructions of a regular expression, and maxMatched the bytes of a text that is
	// matched with it. The time is their product.
	maxPattern = 1_000
	maxMatched = 4 << 10
	// maxDigits limits the digits after the decimal point in a format.
	maxDigits = 100
	// maxLists limits the lists and maps in an expression. The time to check the type of nested lists grows with
	// the cube of their depth.
	maxLists = 50
	// maxLoops limits nested loops. CEL looks up a name twice in each loop, so the time doubles with each.
	maxLoops = 8
)

// Steps for a byte. Most functions read their arguments once.
const (
	bytesPerStep        = 32
	stepsPerMatchedByte = 20
)

// sizes measures values in elements of elementSize bytes. Lists that are nested more than a few levels deep count as
// too large.
var sizes = types.NewSizeCalculator(types.SizeCalculatorStringUnitLength(elementSize))

// bounds returns the options of a program that limit its steps and the size of its values.
func bounds() []cel.ProgramOption {
	return []cel.ProgramOption{
		cel.CostLimit(maxSteps),
		cel.CostTracking(steps{}),
		cel.MemoryLimit(maxSize / elementSize),
		cel.MemoryTracking(types.MemoryTrackerSizeCalculator(sizes)),
		cel.OptimizeRegex(boundedPattern(overloads.Matches), boundedPattern(overloads.MatchesString)),
	}
}

// steps counts the steps of a call by the sizes of its arguments and its result.
type steps struct{}

// CallCost returns the steps of a call.
func (steps) CallCost(function, _ string, args []ref.Val, result ref.Val) *uint64 {
	if function == overloads.Matches && len(args) > 0 {
		count := 1 + stepsPerMatchedByte*uint64(min(len(textOf(args[0])), maxMatched))
		return &count
	}
	size := elements(result)
	for _, arg := range args {
		size += elements(arg)
	}
	count := 1 + size*elementSize/bytesPerStep
	return &count
}

// elements returns the size of a value in elements. For a value that is too large it returns one more than the limit.
func elements(v ref.Val) uint64 {
	return min(uint64(sizes.AggregateSize(v)), maxSize/elementSize+1)
}

// boundedPattern compiles the pattern of matches when the rule is compiled, and limits the matched text. The overload
// is one of matches.
func boundedPattern(overload string) *interpreter.RegexOptimization {
	return &interpreter.RegexOptimization{
		Function: overloads.Matches, OverloadID: overload, RegexIndex: 1,
		Factory: func(call interpreter.InterpretableCall, pattern string) (interpreter.InterpretableCall, error) {
			matcher, err := regexp.Compile(pattern)
			if err != nil {
				return nil, err
			}
			return interpreter.NewCall(call.ID(), call.Function(), call.OverloadID(), call.Args(),
				func(args ...ref.Val) ref.Val {
					in := textOf(args[0])
					if len(in) > maxMatched {
						return types.NewErr("matches: the text has more than %d KiB", maxMatched>>10)
					}
					return types.Bool(matcher.MatchString(in))
				}), nil
		},
	}
}

// errSteps and errSize are the errors of an expression that exceeds a limit.
var (
	errSteps = fmt.Errorf("takes more than %d steps", maxSteps)
	errSize  = fmt.Errorf("makes a text or a list of more than %d KiB", maxSize>>10)
)

// boundError returns the error of an evaluation. For an exceeded limit it returns errSteps or errSize.
func boundError(err error) error {
	var cancelled interpreter.EvalCancelledError
	if !errors.As(err, &cancelled) {
		return err
	}
	if cancelled.Cause == interpreter.MemoryLimitExceeded {
		return errSize
	}
	return errSteps
}
