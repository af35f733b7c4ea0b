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

// elements returns the size of a value in elements; of one that is too large, one more
// than there may be.
func elements(v ref.Val) uint64 {
	return min(uint64(sizes.AggregateSize(v)), maxSize/elementSize+1)
}

// boundedPattern compiles the pattern of matches once, when the rule is read, and bounds
// the text that it is compared with. The overload is one of those of matches.
func boundedPattern(overload string) *interpreter.RegexOptimization {
	return &interpreter.RegexOptimization{
		Function: overloads.Matches, OverloadID: overload, RegexIndex: 1,
		Factory: func(call interpreter.InterpretableCall, pattern string) (interpreter.InterpretableCall, error) {
			matcher, err := regexp.Compile(pattern)
			if err != nil {
				return nil, err
			}
			return interpreter.NewCall(call.ID(), call.Function(), call.OverloadID(), call.Args(), func(args ...ref.Val) ref.Val {
				in := textOf(args[0])
				if len(in) > maxMatched {
					return types.NewErr("matches: the text has more than %d KiB", maxMatched>>10)
				}
				return types.Bool(matcher.MatchString(in))
			}), nil
		},
	}
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
