package adaptertest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"unicode/utf8"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
)

// answer is what an adapter made of one demand.
type answer struct {
	demand
	evaluation adapter.Evaluation
	// refused is why there is no evaluation, ungenerated why there are no files.
	refused     error
	ungenerated error
	files       []adapter.File
}

// accepted reports whether the order is one that a host would generate.
func (a answer) accepted() bool {
	return a.ordinary && a.refused == nil && len(a.evaluation.Violations) == 0
}

// root and inputs return the generated files; there are none without a
// transcript's accepted answer.
func (a answer) root() []byte   { return a.files[0].Content }
func (a answer) inputs() []byte { return a.files[1].Content }

// generated reports whether the adapter made the two files.
func (a answer) generated() bool { return a.ungenerated == nil && len(a.files) == 2 }

// check is what an adapter made of one profile.
type check struct {
	profile profile.Profile
	checks  []profile.Check
	refused error
}

// transcript is what an adapter says to everything.
type transcript struct {
	answers []answer
	checks  []check
}

// asker asks one adapter, and gives up on it when a call is too slow.
type asker struct {
	adapter adapter.Adapter
	suite   *suite
}

// everything asks for each demand and profile, in the order given.
func (a asker) everything(ctx context.Context, list []demand, profiles []profile.Profile) (transcript, error) {
	t := transcript{answers: make([]answer, len(list)), checks: make([]check, len(profiles))}
	for i, d := range list {
		var err error
		if t.answers[i], err = a.answer(ctx, d); err != nil {
			return t, err
		}
	}
	for i, p := range profiles {
		var err error
		if t.checks[i], err = a.check(ctx, p); err != nil {
			return t, err
		}
	}
	return t, nil
}

// given is an answer, or why there is none.
type given[T any] struct {
	answer T
	err    error
}

// answer asks for one demand. The error is that of a call which was too slow.
func (a asker) answer(ctx context.Context, d demand) (answer, error) {
	made := answer{demand: d}
	var err error
	if made.evaluation, made.refused, err = a.evaluate(ctx, d.name, d.order); err != nil {
		return answer{demand: d}, err
	}
	made.files, made.ungenerated, err = a.generate(ctx, d.name, d.order)
	return made, err
}

// evaluate and generate make one call for the order of a name. refused is why
// there is no answer, err that the call was too slow.
func (a asker) evaluate(ctx context.Context, name string, order adapter.Input) (e adapter.Evaluation, refused, err error) {
	evaluated, err := bounded(ctx, a.suite, "Evaluate of "+name, func(ctx context.Context) given[adapter.Evaluation] {
		evaluation, err := a.adapter.Evaluate(ctx, order)
		return given[adapter.Evaluation]{evaluation, err}
	})
	return evaluated.answer, evaluated.err, err
}

func (a asker) generate(ctx context.Context, name string, order adapter.Input) (files []adapter.File, refused, err error) {
	generated, err := bounded(ctx, a.suite, "Generate of "+name, func(ctx context.Context) given[[]adapter.File] {
		files, err := a.adapter.Generate(ctx, order)
		return given[[]adapter.File]{files, err}
	})
	return generated.answer, generated.err, err
}

// check asks for the checks of one profile.
func (a asker) check(ctx context.Context, p profile.Profile) (check, error) {
	checked, err := bounded(ctx, a.suite, "CheckInstallation of "+profileName(p), func(ctx context.Context) given[[]profile.Check] {
		checks, err := a.adapter.CheckInstallation(ctx, p.Clone())
		return given[[]profile.Check]{checks, err}
	})
	return check{p, checked.answer, checked.err}, err
}

func profileName(p profile.Profile) string {
	return fmt.Sprintf("a profile in %s mode for %d regions", p.Mode, len(p.AllowedRegions))
}

// said is one thing that an adapter said, as text that can be compared.
type said struct {
	what string
	text []byte
}

// said returns what a transcript holds. Later changes of the answers do not
// change it.
func (t transcript) said() []said {
	var list []said
	for _, a := range t.answers {
		list = append(list, a.said()...)
	}
	for _, c := range t.checks {
		list = append(list, said{"CheckInstallation of " + profileName(c.profile), outcome(c.checks, c.refused)})
	}
	return list
}

func (a answer) said() []said {
	list := []said{{"Evaluate of " + a.name, outcome(a.evaluation, a.refused)}}
	if a.ungenerated != nil || len(a.files) != 2 {
		return append(list, said{"Generate of " + a.name, outcome(len(a.files), a.ungenerated)})
	}
	for _, f := range a.files {
		list = append(list, said{f.Name + " of " + a.name, bytes.Clone(f.Content)})
	}
	return list
}

// compare returns the first difference of what was said to equal demands; nil
// for none.
func compare(first, second []said) error {
	for i := range first {
		if i >= len(second) || first[i].what != second[i].what {
			return differs{first[i].what + " is not answered in the same way"}
		}
		if err := same(first[i].what, first[i].text, second[i].text); err != nil {
			return err
		}
	}
	return nil
}

// differs is the first difference of two texts.
type differs struct{ text string }

func (d differs) Error() string { return d.text }

// outcome returns an answer, or why there is none, as text that can be compared.
func outcome(value any, refused error) []byte {
	if refused != nil {
		return []byte("refused: " + refused.Error())
	}
	text, err := json.Marshal(value)
	if err != nil {
		return []byte("cannot be encoded: " + err.Error())
	}
	return text
}

// same returns where two texts part; nil where they do not.
func same(what string, first, second []byte) error {
	if bytes.Equal(first, second) {
		return nil
	}
	at := 0
	for at < len(first) && at < len(second) && first[at] == second[at] {
		at++
	}
	return differs{fmt.Sprintf("%s: first %s, then %s", what, around(first, at), around(second, at))}
}

// around quotes a text near a position.
func around(text []byte, at int) string {
	const before, after = 40, 40
	from, to := max(0, at-before), min(len(text), at+after)
	for from > 0 && !utf8.RuneStart(text[from]) {
		from--
	}
	for to < len(text) && !utf8.RuneStart(text[to]) {
		to++
	}
	return fmt.Sprintf("%q", text[from:to])
}
