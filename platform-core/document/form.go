package document

import (
	"regexp"
	"regexp/syntax"
	"sync"
	"unicode/utf8"
)

// Form is the form of a whole text, by an RE2 expression. Package regexp writes a
// repetition out: to prepare [a-z]{1,512} takes it longer than all the rest of a
// request. So a Form takes the upper bound off the one repetition of an expression that
// has no other, and bounds the length of the text instead.
type Form struct {
	expression *regexp.Regexp
	// most is how many characters a text may have; -1 for any number.
	most int
}

// NewForm returns the form by an expression, or what is wrong with the expression.
func NewForm(expression string) (*Form, error) {
	whole, err := syntax.Parse("^(?:"+expression+")$", syntax.Perl)
	if err != nil {
		return nil, err
	}
	most, bounded := unbound(whole)
	if !bounded {
		most = -1
	}
	compiled, err := regexp.Compile(whole.String())
	if err != nil {
		return nil, err
	}
	return &Form{compiled, most}, nil
}

// LazyForm returns a function that prepares the form when it is first called. It panics
// where the expression is wrong.
func LazyForm(expression string) func() *Form {
	return sync.OnceValue(func() *Form {
		form, err := NewForm(expression)
		if err != nil {
			panic(err)
		}
		return form
	})
}

// Has reports whether the whole text has the form.
func (f *Form) Has(text string) bool {
	return (f.most < 0 || utf8.RuneCountInString(text) <= f.most) && f.expression.MatchString(text)
}

// unbound takes the upper bound off the only part of an expression whose length is not
// fixed, and returns how many characters a text may have that it matched before. Else
// it changes nothing.
func unbound(e *syntax.Regexp) (most int, bounded bool) {
	switch e.Op {
	case syntax.OpCapture:
		return unbound(e.Sub[0])
	case syntax.OpRepeat:
		length, fixed := fixedLength(e.Sub[0])
		if !fixed || e.Max < 0 {
			return 0, false
		}
		most, e.Max = length*e.Max, -1
		return most, true
	case syntax.OpConcat:
		var open *syntax.Regexp
		rest := 0
		for _, part := range e.Sub {
			switch length, fixed := fixedLength(part); {
			case fixed:
				rest += length
			case open != nil:
				return 0, false
			default:
				open = part
			}
		}
		if open == nil {
			return 0, false
		}
		most, bounded = unbound(open)
		return rest + most, bounded
	}
	return 0, false
}

// fixedLength returns how many characters an expression matches where that is always
// the same.
func fixedLength(e *syntax.Regexp) (length int, fixed bool) {
	switch e.Op {
	case syntax.OpEmptyMatch, syntax.OpBeginText, syntax.OpEndText:
		return 0, true
	case syntax.OpLiteral:
		return len(e.Rune), true
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return 1, true
	case syntax.OpCapture:
		return fixedLength(e.Sub[0])
	case syntax.OpConcat:
		for _, part := range e.Sub {
			its, fixed := fixedLength(part)
			if !fixed {
				return 0, false
			}
			length += its
		}
		return length, true
	case syntax.OpRepeat:
		length, fixed = fixedLength(e.Sub[0])
		return length * e.Min, fixed && e.Min == e.Max
	default:
		return 0, false
	}
}
