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

// texts returns texts of a field: one at least for each way in which the comparisons
// and functions of the rules may come out. whole is set where no way was left out.
func (c *partition) texts(f *request.Field) (values []request.Value, whole bool) {
	values = slices.Concat([]request.Value{f.Example}, c.comparedValues(f.Name, policy.ByValue), c.comparedValues(f.Name, byLiteral))
	tests, whole := c.patterns(f.Name)
	if len(tests) == 0 {
		return values, whole
	}
	all, found := false, map[string]bool{}
	for _, form := range forms(f) { // the last has all texts
		var texts []request.Value
		texts, all = shortest(f, form, tests, found, c.budget.Part(maxTextSteps))
		values = append(values, texts...)
	}
	return values, whole && all
}

// tests returns the comparisons and functions of a text field as regular expressions.
func (c *partition) patterns(field string) (tests []string, whole bool) {
	for by, around := range map[string][2]string{policy.ByValue: {`\A`, `\z`}, policy.ByStart: {`\A`, ""}, policy.ByEnd: {"", `\z`}, policy.ByPart: {"", ""}} {
		for _, v := range c.comparedValues(field, by) {
			tests = append(tests, around[0]+regexp.QuoteMeta(v.Text)+around[1])
		}
	}
	whole = true
	for _, v := range c.comparedValues(field, policy.ByPattern) {
		if _, err := syntax.Parse(v.Text, syntax.Perl); err != nil {
			whole = false
			continue
		}
		tests = append(tests, v.Text)
	}
	slices.Sort(tests)
	return slices.Compact(tests), whole
}

// mailbox is what an owner may be, without the bounds of its length.
const mailbox = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*"

// forms returns regular expressions of a text field's values: first one of those that
// people read more easily, and at last one of all.
func forms(f *request.Field) []string {
	switch f.Name {
	case request.OwnerField:
		return []string{`\A[a-z]([a-z0-9-]*[a-z0-9])?@example\.com\z`, `\A` + mailbox + `@([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]*[a-z0-9])?\z`}
	case request.JustificationField:
		return []string{`\A` + regexp.QuoteMeta(f.Example.Text) + `.*\z`, `\A\S.{8,}\S\z`}
	default:
		return []string{f.Limits.Pattern}
	}
}

// maxStates bounds how many states the search for texts of a form looks at, maxTextSteps
// the steps that it takes.
const (
	maxStates    = 20_000
	maxTextSteps = 2 * policy.RequestSteps
)

// shortest returns the shortest text of a form for each way in which the tests may come
// out together, but for those that were found. It follows the tests at once, character by
// character. whole is set where it came to the end of all texts, and each way has one that
// the field can have: the shortest may be too long in a part that the form does not bound.
func shortest(f *request.Field, form string, tests []string, found map[string]bool, budget *policy.Budget) (values []request.Value, whole bool) {
	m := newMatcher(append([]string{form}, tests...), budget)
	letters, all := m.letters(f)
	type step struct {
		state state
		text  string
	}
	start := m.start()
	queue, seen, reached := []step{{start, ""}}, map[string]bool{start.key(): true}, map[string]bool{}
	for len(queue) > 0 && len(seen) < maxStates && budget.Left() > 0 {
		at := queue[0]
		queue = queue[1:]
		if outcome := m.outcome(at.state); outcome[0] == '1' && !found[outcome] {
			reached[outcome] = true
			if text, ok := normal(f, at.text); ok {
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

// normal returns a text as a value, where the field can have it as it is.
func normal(f *request.Field, text string) (request.Value, bool) {
	v, r := request.Text(text), request.Template("")
	return v, f.Set(&r, v) == nil && f.Get(&r) == v
}

// matcher follows several regular expressions at once.
type matcher struct {
	progs  []*syntax.Prog
	size   int // how many instructions all have
	budget *policy.Budget
}

func newMatcher(patterns []string, budget *policy.Budget) matcher {
	m := matcher{budget: budget}
	for _, pattern := range patterns {
		if parsed, err := syntax.Parse(pattern, syntax.Perl); err == nil {
			if prog, err := syntax.Compile(parsed.Simplify()); err == nil {
				m.progs, m.size = append(m.progs, prog), m.size+len(prog.Inst)
			}
		}
	}
	return m
}

// letters returns one character of each kind that the expressions distinguish, of those
// that the field has. all is not set if it gave up looking for one.
func (m matcher) letters(f *request.Field) (letters []rune, all bool) {
	kinds := map[string]bool{}
	all = true
	try := func(r rune) (is bool) {
		if r != ' ' && (request.NormalText(f.Name, string(r)) != string(r) || !unicode.IsPrint(r)) {
			return false
		}
		if kind := m.kind(r); !kinds[kind] {
			kinds[kind] = true
			letters = append(letters, r)
		}
		return true
	}
	for _, group := range []string{"abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789", "-_.@ !\"#$%&'()*+,/:;<=>?[\\]^`{|}~"} {
		for _, r := range group {
			try(r)
		}
	}
	starts := m.starts()
	for i, first := range starts {
		end := rune(unicode.MaxRune + 1)
		if i+1 < len(starts) {
			end = starts[i+1]
		}
		tried := 0
		for r := first; r < end && m.budget.Left() > 0; r++ {
			if !unicode.IsPrint(r) {
				continue
			}
			if try(r) {
				break
			}
			if tried++; tried == maxCharacters {
				all = false
				break
			}
		}
	}
	return letters, all
}

// kind returns what the expressions see of a character.
func (m matcher) kind(r rune) string {
	m.budget.Spend(m.size / 16)
	var kind strings.Builder
	for _, prog := range m.progs {
		for i := range prog.Inst {
			kind.WriteByte("01"[flag(consumes(&prog.Inst[i]) && prog.Inst[i].MatchRune(r))])
		}
	}
	kind.WriteByte("01"[flag(syntax.IsWordChar(r))])
	return kind.String()
}

// maxCharacters limits how many visible characters of a range are tried that the field does not have.
const maxCharacters = 4096

// starts returns where the ranges of characters begin that the expressions distinguish,
// sorted: all of a range are of one kind.
func (m matcher) starts() (list []rune) {
	add := func(first, last rune) { list = append(list, first, last+1) }
	for _, prog := range m.progs {
		for i := range prog.Inst {
			inst := &prog.Inst[i]
			for n := 0; n < len(inst.Rune); n += 2 {
				add(inst.Rune[n], inst.Rune[min(n+1, len(inst.Rune)-1)])
			}
			if len(inst.Rune) == 1 { // perhaps in any case
				for r := unicode.SimpleFold(inst.Rune[0]); r != inst.Rune[0]; r = unicode.SimpleFold(r) {
					add(r, r)
				}
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

func flag(is bool) int {
	if is {
		return 1
	}
	return 0
}

func consumes(i *syntax.Inst) bool {
	switch i.Op {
	case syntax.InstRune, syntax.InstRune1, syntax.InstRuneAny, syntax.InstRuneAnyNotNL:
		return true
	default:
		return false
	}
}

// state is where the expressions are after a text: the instructions that are next, of
// each, and whether it has matched. last is the last character; -1 at the start.
type state struct {
	next    [][]uint32
	matched []bool
	last    rune
}

// firstPC keeps the numbers of instructions apart from what else is in a key.
const firstPC = 256

func (s state) key() string {
	var b strings.Builder
	for i, set := range s.next {
		b.WriteByte("01"[flag(s.matched[i])])
		if !s.matched[i] {
			for _, pc := range set {
				b.WriteRune(firstPC + rune(pc)) // #nosec G115 -- a program is short
			}
		}
		b.WriteByte(' ')
	}
	b.WriteByte("01"[flag(s.last < 0)])
	b.WriteByte("01"[flag(syntax.IsWordChar(s.last))])
	return b.String()
}

func (m matcher) start() state {
	return state{next: make([][]uint32, len(m.progs)), matched: make([]bool, len(m.progs)), last: -1}
}

// dead reports whether an expression matches no text that begins as the one so far.
func (m matcher) dead(i int, s state) bool {
	const start = syntax.EmptyBeginText
	return len(s.next[i]) == 0 && s.last >= 0 && m.progs[i].StartCond()&start != 0
}

// next returns the state after one more character.
func (m matcher) next(s state, r rune) state {
	m.budget.Spend(2 * len(m.progs))
	out := state{next: make([][]uint32, len(m.progs)), matched: make([]bool, len(m.progs)), last: r}
	for i, prog := range m.progs {
		if out.matched[i] = s.matched[i]; out.matched[i] || m.dead(i, s) {
			continue
		}
		closed, matched := closure(prog, s.next[i], syntax.EmptyOpContext(s.last, r))
		if out.matched[i] = matched; matched {
			continue
		}
		for _, pc := range closed {
			if inst := &prog.Inst[pc]; consumes(inst) && inst.MatchRune(r) && !slices.Contains(out.next[i], inst.Out) {
				out.next[i] = append(out.next[i], inst.Out)
			}
		}
		slices.Sort(out.next[i])
	}
	return out
}

// outcome returns which expressions match where the text ends: a 1 for each that does.
func (m matcher) outcome(s state) string {
	out := make([]byte, len(m.progs))
	for i, prog := range m.progs {
		matched := s.matched[i]
		if !matched && !m.dead(i, s) {
			_, matched = closure(prog, s.next[i], syntax.EmptyOpContext(s.last, -1))
		}
		out[i] = "01"[flag(matched)]
	}
	return string(out)
}

// closure returns the instructions that are reached without a character, from those that
// are next and from the start, as a match may begin anywhere.
func closure(prog *syntax.Prog, next []uint32, context syntax.EmptyOp) (reached []uint32, matched bool) {
	seen := make([]bool, len(prog.Inst))
	var visit func(pc uint32)
	visit = func(pc uint32) {
		if seen[pc] {
			return
		}
		seen[pc] = true
		switch inst := &prog.Inst[pc]; inst.Op {
		case syntax.InstAlt, syntax.InstAltMatch:
			visit(inst.Out)
			visit(inst.Arg)
		case syntax.InstCapture, syntax.InstNop:
			visit(inst.Out)
		case syntax.InstEmptyWidth:
			if syntax.EmptyOp(inst.Arg)&^context == 0 { // #nosec G115 -- that is what it holds
				visit(inst.Out)
			}
		case syntax.InstMatch:
			matched = true
		case syntax.InstFail:
		default:
			reached = append(reached, pc)
		}
	}
	for _, pc := range next {
		visit(pc)
	}
	visit(uint32(prog.Start)) // #nosec G115 -- a program is short
	return reached, matched
}
