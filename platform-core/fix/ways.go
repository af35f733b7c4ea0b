package fix

// branches are the ways on from a step that a rule denies: one more field changes, or is
// left to a person; or one that has changed, and that costs nothing, gets another value.
type branches struct {
	rule    int
	outcome verdict
	fields  Fields // that may change
	again   Fields // that have changed
	open    Fields // that may be left to a person
	count   int    // about how many ways there are
}

// waysOn returns the ways on that change one of the fields. A field may be left to a person
// where any rule asks for it: later changes may break that rule.
func (s *search) waysOn(of *step, fields Fields) branches {
	fields &^= of.open
	b := branches{fields: fields &^ of.changed &^ s.fixed, again: fields & of.changed &^ s.sizing}
	b.open = fields &^ of.changed & s.asks
	b.count = b.open.count()
	b.count += (fields &^ of.changed &^ s.sizing).count()
	for f := range (b.again | b.fields&s.sizing).all {
		b.count += s.space.count(f)
	}
	return b
}

// expand adds the ways on from a step. Where the estimate depends on a field, each value
// of it may lead to the cheapest request. Of another field one value is enough, as long as
// no rule that reads the field denies what follows.
func (s *search) expand(of *step, b *branches) {
	for f := range b.fields.all {
		if suggested := b.outcome.suggested; f == s.fieldOf(b) && suggested != 0 {
			s.push(of.with(f, suggested, b.rule))
			if !s.sizing.has(f) {
				continue
			}
		}
		values := s.allowed(f)
		if !s.sizing.has(f) {
			values = values[:min(len(values), 1)]
		}
		for _, value := range values {
			s.push(of.with(f, value, b.rule))
		}
	}
	for f := range b.again.all {
		for _, value := range s.allowed(f) {
			s.push(of.with(f, value, b.rule))
		}
		if f == s.fieldOf(b) && b.outcome.suggested != 0 {
			s.push(of.with(f, b.outcome.suggested, b.rule))
		}
	}
	for f := range b.open.all {
		open := *of
		open.open |= 1 << f
		open.why[f] = int16(b.rule) // #nosec G115 -- see with
		s.push(&open)
	}
}

// fieldOf returns the field that a violation of the rule names; -1 for none.
func (s *search) fieldOf(b *branches) int { return s.rules[b.rule].field }

func (of *step) with(field int, value uint16, rule int) *step {
	next := *of
	next.at[field] = value
	if !of.changed.has(field) { // else what another rule wants of it as well
		next.why[field] = int16(rule) // #nosec G115 -- there are some hundred rules
	}
	next.changed |= 1 << field
	return &next
}

// allowed returns the values to try for a field: those that no rule denies which reads
// only this field.
func (s *search) allowed(field int) []uint16 {
	return s.space.allowed(field, func(value uint16) bool {
		s.Budget.Spend(len(s.rules))
		c := candidate{step: &step{node: node{at: point{}.with(field, value)}}}
		for i := range s.rules {
			r := &s.rules[i]
			if s.without[i] || r.reads != 1<<field || r.Native || r.Sized {
				continue
			}
			if outcome, _ := s.outcome(&c, i); outcome.denies {
				s.used[i]++
				return false
			}
		}
		return true
	})
}
