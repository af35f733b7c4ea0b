package adaptertest

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// answer is an adapter's answer to one question.
type answer struct {
	question
	Answer
	// refused is the error of Evaluate, and ungenerated the error of Generate.
	refused     error
	ungenerated error
}

// accepted reports whether the request is one that a host would generate.
func (a answer) accepted() bool {
	return a.ordinary && a.refused == nil && len(a.Evaluation.Violations) == 0
}

// empty reports whether an accepted request has no resources.
func (a answer) empty() bool { return a.accepted() && len(a.Evaluation.Resources) == 0 }

// findings returns the violations and advisories.
func (a answer) findings() []request.Violation {
	return slices.Concat(a.Evaluation.Violations, a.Evaluation.Advisories)
}

// generated reports whether the adapter made the two files.
func (a answer) generated() bool { return a.ungenerated == nil && len(a.Files) == 2 }

// readiness is an adapter's answer to one profile.
type readiness struct {
	profile profile.Profile
	checks  []profile.Check
	refused error
}

// transcript is an adapter's answers to everything.
type transcript struct {
	answers   []answer
	readiness []readiness
}

// everything asks an adapter every question, and for the checks of every profile.
func (s *suite) everything(ctx context.Context, a adapter.Adapter) (t transcript) {
	for _, q := range s.questions {
		t.answers = append(t.answers, answered(ctx, a, q))
	}
	for _, p := range s.profiles {
		t.readiness = append(t.readiness, readinessOf(ctx, a, p))
	}
	return t
}

// answered asks one question: Evaluate, and then Generate.
func answered(ctx context.Context, a adapter.Adapter, q question) answer {
	made := evaluated(ctx, a, q)
	made.Generation, made.ungenerated = a.Generate(ctx, q.input)
	return made
}

func evaluated(ctx context.Context, a adapter.Adapter, q question) answer {
	made := answer{question: q, Answer: Answer{Input: q.input}}
	made.Evaluation, made.refused = a.Evaluate(ctx, q.input)
	return made
}

func readinessOf(ctx context.Context, a adapter.Adapter, p profile.Profile) readiness {
	checks, err := a.CheckInstallation(ctx, p)
	return readiness{p, checks, err}
}

// inputName names an input in counter-examples that has nothing special.
func inputName(in adapter.Input) string {
	r := in.Request
	return fmt.Sprintf("%s %s %s in %s in %s mode", r.ClusterSize, r.Environment, r.DataClassification, r.Region, in.Mode)
}

func profileName(p profile.Profile) string {
	return fmt.Sprintf("a profile in %s mode for %d regions", p.Mode, len(p.AllowedRegions))
}

// text is one answer to one call, as text that can be compared.
type text struct {
	call    string
	content []byte
}

// texts returns what a transcript holds.
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
		list = append(list, text{f.Name + " of " + a.name, f.Content})
	}
	return append(list, text{"Generate of " + a.name, fmt.Appendf(nil,
		"%q %q %q %q", a.Placement, a.Rationale, a.Replacements, a.Needs)})
}

// encoded returns an answer, or why there is none, as text that can be compared.
func encoded(value any, refused error) []byte {
	content, err := json.Marshal(value)
	if err = cmp.Or(refused, err); err != nil {
		return []byte("refused: " + err.Error())
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
	return fmt.Errorf("%s: first %q, then %q", call, around(first, at), around(second, at))
}

// around returns what is at a place of a text, in whole characters.
func around(text []byte, at int) []byte {
	const reach = 40 // bytes
	from, to := max(0, at-reach), min(len(text), at+reach)
	for from > 0 && !utf8.RuneStart(text[from]) {
		from--
	}
	for to < len(text) && !utf8.RuneStart(text[to]) {
		to++
	}
	return text[from:to]
}
