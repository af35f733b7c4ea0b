package adaptertest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
)

// answer is what an adapter made of one question.
type answer struct {
	question
	Answer
	// refused is why there is no evaluation, ungenerated why there are no files.
	refused     error
	ungenerated error
}

// accepted reports whether the request is one that a host would generate.
func (a answer) accepted() bool {
	return a.ordinary && a.refused == nil && len(a.Evaluation.Violations) == 0
}

// generated reports whether the adapter made the two files.
func (a answer) generated() bool { return a.ungenerated == nil && len(a.Files) == 2 }

// readiness is what an adapter made of one profile.
type readiness struct {
	profile profile.Profile
	checks  []profile.Check
	refused error
}

// transcript is what an adapter answers to everything.
type transcript struct {
	answers   []answer
	readiness []readiness
}

// asker asks one adapter, and gives up on it when a call is too slow. The last
// error of its methods is errSlow, or nil.
type asker struct {
	adapter adapter.Adapter
	suite   *suite
}

// everything asks every question and for every profile.
func (a asker) everything(ctx context.Context) (t transcript, slow error) {
	for _, q := range a.suite.questions {
		made, slow := a.answer(ctx, q)
		if slow != nil {
			return t, slow
		}
		t.answers = append(t.answers, made)
	}
	for _, p := range a.suite.profiles {
		made, slow := a.ready(ctx, p)
		if slow != nil {
			return t, slow
		}
		t.readiness = append(t.readiness, made)
	}
	return t, nil
}

// answer asks one question: Evaluate, and then Generate.
func (a asker) answer(ctx context.Context, q question) (answer, error) {
	made := answer{question: q, Answer: Answer{Input: q.input}}
	if slow := a.evaluate(ctx, &made); slow != nil {
		return made, slow
	}
	return made, a.generate(ctx, &made)
}

func (a asker) evaluate(ctx context.Context, made *answer) (slow error) {
	made.Evaluation, made.refused, slow = bounded(ctx, a.suite, "Evaluate of "+made.name, func(ctx context.Context) (adapter.Evaluation, error) {
		return a.adapter.Evaluate(ctx, made.input)
	})
	return slow
}

func (a asker) generate(ctx context.Context, made *answer) (slow error) {
	made.Generation, made.ungenerated, slow = bounded(ctx, a.suite, "Generate of "+made.name, func(ctx context.Context) (adapter.Generation, error) {
		return a.adapter.Generate(ctx, made.input)
	})
	return slow
}

// ready asks for the checks of one profile.
func (a asker) ready(ctx context.Context, p profile.Profile) (readiness, error) {
	checks, err, slow := bounded(ctx, a.suite, "CheckInstallation of "+profileName(p), func(ctx context.Context) ([]profile.Check, error) {
		return a.adapter.CheckInstallation(ctx, p.Clone())
	})
	return readiness{p, checks, err}, slow
}

func profileName(p profile.Profile) string {
	return fmt.Sprintf("a profile in %s mode for %d regions", p.Mode, len(p.AllowedRegions))
}

// text is one answer to one call, as text that can be compared.
type text struct {
	call    string
	content []byte
}

// texts returns what a transcript holds. Later changes of the answers do not
// change it.
func (t transcript) texts() []text {
	var list []text
	for _, a := range t.answers {
		list = append(list, a.texts()...)
	}
	for _, r := range t.readiness {
		list = append(list, text{"CheckInstallation of " + profileName(r.profile), encoded(r.checks, r.refused)})
	}
	return list
}

func (a answer) texts() []text {
	list := []text{{"Evaluate of " + a.name, encoded(a.Evaluation, a.refused)}}
	if !a.generated() {
		return append(list, text{"Generate of " + a.name, encoded(len(a.Files), a.ungenerated)})
	}
	for _, f := range a.Files {
		list = append(list, text{f.Name + " of " + a.name, bytes.Clone(f.Content)})
	}
	return append(list, text{"Generate of " + a.name, fmt.Appendf(nil, "%q %q", a.Placement, a.Rationale)})
}

// encoded returns an answer, or why there is none, as text that can be compared.
func encoded(value any, refused error) []byte {
	if refused != nil {
		return []byte("refused: " + refused.Error())
	}
	content, err := json.Marshal(value)
	if err != nil {
		return []byte("cannot be encoded: " + err.Error())
	}
	return content
}

// compare returns the first difference of the answers to the same questions;
// nil for none.
func compare(first, second []text) error {
	for i := range first {
		if i >= len(second) || first[i].call != second[i].call {
			return errors.New(first[i].call + " is not answered in the same way")
		}
		if err := same(first[i].call, first[i].content, second[i].content); err != nil {
			return err
		}
	}
	return nil
}

// same returns where two texts start to differ; nil where they do not.
func same(call string, first, second []byte) error {
	if bytes.Equal(first, second) {
		return nil
	}
	at := 0
	for at < len(first) && at < len(second) && first[at] == second[at] {
		at++
	}
	return fmt.Errorf("%s: first %s, then %s", call, around(first, at), around(second, at))
}

// around quotes a text near a position.
func around(text []byte, at int) string {
	const before, after = 40, 40
	return fmt.Sprintf("%q", text[max(0, at-before):min(len(text), at+after)])
}
