package space

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"

	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/request"
)

// texts returns at least one text of a field for each combination of results of the rules' comparisons.
// complete is false if a combination may have no text in the list.
func (c *partition) texts(f *request.Field) (values []request.Value, complete bool) {
	values = slices.Concat([]request.Value{f.Example}, c.comparedValues(f.Name, policy.ByValue),
		c.comparedValues(f.Name, byLiteral))
	patterns, complete := c.patterns(f.Name)
	if len(patterns) == 0 {
		return values, complete
	}
	all, found := false, map[string]bool{}
	for _, form := range forms(f) { // the last form has all texts
		var texts []request.Value
		texts, all = shortestTexts(f, form, patterns, found, c.budget.Part(maxTextSteps))
		values = append(values, texts...)
	}
	return values, complete && all
}

// patterns returns the comparisons of a text field as regular expressions. complete is false if a
// pattern cannot be parsed.
func (c *partition) patterns(field string) (patterns []string, complete bool) {
	for by, anchors := range map[string][2]string{
		policy.ByValue: {`\A`, `\z`}, policy.ByStart: {`\A`, ""}, policy.ByEnd: {"", `\z`}, policy.ByPart: {"", ""},
	} {
		for _, v := range c.comparedValues(field, by) {
			patterns = append(patterns, anchors[0]+regexp.QuoteMeta(v.Text)+anchors[1])
		}
	}
	complete = true
	for _, v := range c.comparedValues(field, policy.ByPattern) {
		if _, err := syntax.Parse(v.Text, syntax.Perl); err != nil {
			complete = false
			continue
		}
		patterns = append(patterns, v.Text)
	}
	slices.Sort(patterns)
	return slices.Compact(patterns), complete
}

// mailbox is the part of an owner's address before the @, without a limit of its length.
const mailbox = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*"

// forms returns regular expressions of the values of a text field. The first form has texts that are
// easy to read, the last form has all texts.
func forms(f *request.Field) []string {
	switch f.Name {
	case request.OwnerField:
		const domain = `([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]*[a-z0-9])?`
		return []string{`\A[a-z]([a-z0-9-]*[a-z0-9])?@example\.com\z`, `\A` + mailbox + `@` + domain + `\z`}
	case request.JustificationField:
		return []string{`\A` + regexp.QuoteMeta(f.Example.Text) + `.*\z`, `\A\S.{8,}\S\z`}
	default:
		return []string{f.Limits.Pattern}
	}
}

// Limits of the search for texts of one form.
const (
	maxStates    = 20_000
	maxTextSteps = 2 * policy.RequestSteps
)

// shortestTexts returns the shortest text of a form for each combination of matching patterns that is
// not in found, and adds the combination to found. It is a breadth-first search, one character a step.
// complete is false if it reached a limit, or if the field does not accept the text of a combination.
func shortestTexts(
	f *request.Field, form string, patterns []string, found map[string]bool, budget *policy.Budget,
) (values []request.Value, complete bool) {
	m := newMatcher(append([]string{form}, patterns...), budget)
	letters, all := m.letters(f)
	type step struct {
		state state
		text  string
	}
	start := state{matched: make([]bool, len(m.starts)), last: -1}
	queue, seen, reached := []step{{start, ""}}, map[string]bool{start.key(): true}, map[string]bool{}
	for len(queue) > 0 && len(seen) < maxStates && budget.Left() > 0 {
		at := queue[0]
		queue = queue[1:]
		_, matched := m.closure(at.state, -1)
		if outcome := bitText(matched); matched[0] && !found[outcome] {
			reached[outcome] = true
			if text, ok := acceptedText(f, at.text); ok {
				found[outcome] = true
				values = append(values, text)
			}
		}
		for _, r := range letters {
			next := m.next(at.state, r)
			if key := next.key(); !seen[key] {
				seen[key] = true
				queue = append(queue, step{next, at.text + string(r)})
			}
		}
	}
	for outcome := range reached {
		if !found[outcome] {
			return values, false
		}
	}
	return values, all && len(queue) == 0 && budget.Left() > 0
}

// acceptedText returns a text as a value. ok is false if the field rejects the text, or if the text is not in
// normal form.
func acceptedText(f *request.Field, text string) (v request.Value, ok bool) {
	v, r := request.Text(text), request.Template("")
	return v, f.Set(&r, v) == nil && f.Get(&r) == v
}

// matcher runs several regular expressions over the same text: the instructions of all of them are one
// program of a nondeterministic automaton.
type matcher struct {
	program []syntax.Inst
	owners  []int    // the number of the expression of each instruction
	starts  []uint32 // the first instruction of each expression
	budget  *policy.Budget
}

func newMatcher(patterns []string, budget *policy.Budget) matcher {
	m := matcher{budget: budget}
	for _, pattern := range patterns {
		parsed, err := syntax.Parse(pattern, syntax.Perl)
		if err != nil {
			continue
		}
		compiled, err := syntax.Compile(parsed.Simplify())
		if err != nil {
			continue
		}
		offset := uint32(len(m.program)) // #nosec G115 -- a program is short
		for _, inst := range compiled.Inst {
			inst.Out += offset
			if inst.Op == syntax.InstAlt || inst.Op == syntax.InstAltMatch {
				inst.Arg += offset
			}
			m.program, m.owners = append(m.program, inst), append(m.owners, len(m.starts))
		}
		m.starts = append(m.starts, offset+uint32(compiled.Start)) // #nosec G115 -- a program is short
	}
	return m
}

// letters returns one character that the field accepts for each class of characters that the
// expressions distinguish. all is false if it gave up on a class.
func (m matcher) letters(f *request.Field) (letters []rune, all bool) {
	classes := map[string]bool{}
	add := func(r rune) (accepted bool) {
		if r != ' ' && (request.NormalText(f.Name, string(r)) != string(r) || !unicode.IsPrint(r)) {
			return false
		}
		if class := m.class(r); !classes[class] {
			classes[class] = true
			letters = append(letters, r)
		}
		return true
	}
	const likely = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.@ !\"#$%&'()*+,/:;<=>?[\\]^`{|}~"
	for _, r := range likely {
		add(r)
	}
	all = true
	bounds := append(m.bounds(), unicode.MaxRune+1)
	for i, first := range bounds[:len(bounds)-1] {
		rejected := 0
		for r := first; r < bounds[i+1] && m.budget.Left() > 0; r++ {
			if !unicode.IsPrint(r) {
				continue
			}
			if add(r) {
				break
			}
			if rejected++; rejected == maxRejected {
				all = false
				break
			}
		}
	}
	return letters, all
}

// maxRejected limits how many printable characters of a class are tried that the field rejects.
const maxRejected = 4096

// class returns which instructions match a character. Characters of one class have the same effect.
func (m matcher) class(r rune) string {
	m.budget.Spend(len(m.program) / 16)
	matching := make([]bool, 0, len(m.program)+1)
	for i := range m.program {
		matching = append(matching, m.program[i].MatchRune(r))
	}
	return bitText(append(matching, syntax.IsWordChar(r)))
}

// bounds returns the first characters, sorted, of the ranges that the expressions distinguish.
func (m matcher) bounds() (list []rune) {
	add := func(first, last rune) { list = append(list, first, last+1) }
	for i := range m.program {
		runes := m.program[i].Rune
		for n := 0; n < len(runes); n += 2 {
			add(runes[n], runes[min(n+1, len(runes)-1)])
		}
		if len(runes) == 1 { // the expression may ignore case
			for r := unicode.SimpleFold(runes[0]); r != runes[0]; r = unicode.SimpleFold(r) {
				add(r, r)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// bitText returns a 1 for each flag that is set, and a 0 for each other flag.
func bitText(flags []bool) string {
	text := make([]byte, len(flags))
	for i, set := range flags {
		if text[i] = '0'; set {
			text[i] = '1'
		}
	}
	return string(text)
}

// state is the state of the automaton after a text: the next instructions, the expressions that have
// matched, and the last character, or -1 at the start.
type state struct {
	next    []uint32
	matched []bool
	last    rune
}

// key returns equal texts for states with the same continuations.
func (s state) key() string {
	const offset = 256 // keeps instructions apart from bits
	var b strings.Builder
	b.WriteString(bitText(append(slices.Clone(s.matched), s.last < 0, syntax.IsWordChar(s.last))))
	for _, pc := range s.next {
		b.WriteRune(offset + rune(pc)) // #nosec G115 -- a program is short
	}
	return b.String()
}

// next returns the state after one more character.
func (m matcher) next(s state, r rune) state {
	m.budget.Spend(2 * len(m.starts))
	reached, matched := m.closure(s, r)
	out := state{matched: matched, last: r}
	for _, pc := range reached {
		if !matched[m.owners[pc]] && m.program[pc].MatchRune(r) {
			out.next = append(out.next, m.program[pc].Out)
		}
	}
	slices.Sort(out.next)
	out.next = slices.Compact(out.next)
	return out
}

// closure returns the character instructions that are reached before the next character, and which expressions
// have matched. next is -1 at the end of the text. A match may begin at each character.
func (m matcher) closure(s state, next rune) (reached []uint32, matched []bool) {
	matched = slices.Clone(s.matched)
	context := syntax.EmptyOpContext(s.last, next)
	seen := make([]bool, len(m.program))
	var visit func(pc uint32)
	visit = func(pc uint32) {
		if seen[pc] || matched[m.owners[pc]] {
			return
		}
		seen[pc] = true
		switch inst := &m.program[pc]; inst.Op {
		case syntax.InstAlt, syntax.InstAltMatch:
			visit(inst.Out)
			visit(inst.Arg)
		case syntax.InstCapture, syntax.InstNop:
			visit(inst.Out)
		case syntax.InstEmptyWidth:
			if syntax.EmptyOp(inst.Arg)&^context == 0 { // #nosec G115 -- Arg holds an EmptyOp
				visit(inst.Out)
			}
		case syntax.InstMatch:
			matched[m.owners[pc]] = true
		case syntax.InstFail:
		default:
			reached = append(reached, pc)
		}
	}
	for _, pc := range slices.Concat(s.next, m.starts) {
		visit(pc)
	}
	return reached, matched
}
