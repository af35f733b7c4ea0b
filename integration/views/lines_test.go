package views_test

import (
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
)

// mostLines is the most lines that a change of one field may change outside of evidence.
const mostLines = 60

// mostWords is the greatest number of words in the body of a change, by the number of changed fields. A change of the
// network may have more, because it replaces most resources.
var mostWords = map[int]int{1: 240, 2: 250}

// evidence are the files of an environment that a reviewer does not read line by line.
var evidence = []string{"policy-decision.json", "resource-inventory.json", "attestation.intoto.json"}

// identity are the fields that make another environment if they change.
var identity = []string{request.ApplicationField, request.EnvironmentField, request.RegionField}

// otherValues has other values of each field that an environment can change. A renewal is another expiry date. A size
// comes with its budget. Policy accepts no request that switches off a control.
func otherValues() map[string][]fields {
	all := map[string][]fields{
		request.OwnerField:         {{request.OwnerField: "another-team@example.com"}},
		request.CostCentreField:    {{request.CostCentreField: "CC-9"}},
		request.NetworkField:       {{request.NetworkField: "10.64.0.0/19"}, {request.NetworkField: "192.168.8.0/24"}},
		request.BudgetField:        {{request.BudgetField: 950}, {request.BudgetField: 9500}},
		request.JustificationField: {{request.JustificationField: strings.Repeat("Another reason. ", 30)}},
		request.ExpiryField:        {{request.ExpiryField: "2026-12-20"}},
	}
	for _, f := range request.Fields() {
		for _, value := range f.Values {
			changed := fields{f.Name: value}
			if f.Name == request.SizeField {
				changed[request.BudgetField] = 6000
			}
			all[f.Name] = append(all[f.Name], changed)
		}
	}
	return all
}

// TestLinesThatChange hands over a request and then the same request with another value of one field. Run it with -v
// to see the lines of each change.
func TestLinesThatChange(t *testing.T) {
	for _, in := range installations(t) {
		t.Run(in.String(), func(t *testing.T) {
			t.Parallel()
			d := newServiceDriver(t, in).(serviceDriver)
			accepted := example(t, in, "accepted")
			before := d.ask(t, "before", spellings(t, accepted)[0]).proposal
			require.NotEmpty(t, before)
			others := otherValues()
			for _, f := range request.Fields() {
				if slices.Contains(identity, f.Name) || strings.HasPrefix(f.Name, request.ControlsField) {
					continue
				}
				measured := 0
				for i, changed := range others[f.Name] {
					after := d.ask(t, fmt.Sprint(f.Name, i), spellings(t, accepted.with(changed))[0])
					if after.refusal == problem.RequestNotAccepted || after.proposal == before {
						continue
					}
					h := d.handover(t, after.proposal, before)
					lines, words := changedLines(h.patch), wordsOfBody(t, h.document)
					total := 0
					for _, n := range lines {
						total += n
					}
					measured++
					t.Logf("%-22s %-12.12s %3d words, %2d lines: %v", f.Name, fmt.Sprint(changed[f.Name]), words, total, lines)
					assert.Positive(t, total, f.Name)
					assert.LessOrEqual(t, total, mostLines, "%s: %v", f.Name, lines)
					assert.True(t, words <= mostWords[len(changed)] || f.Name == request.NetworkField, "%s: %d words", f.Name, words)
				}
				if in.mode != "sandbox" {
					assert.Positive(t, measured, "%s: no other value is accepted", f.Name)
				}
			}
		})
	}
}

// wordsOfBody counts the words of the body of a pull request. The marks of tables and lists are no words.
func wordsOfBody(t *testing.T, document string) int {
	t.Helper()
	var h struct{ Body string }
	require.NoError(t, json.Unmarshal([]byte(document), &h))
	return len(slices.DeleteFunc(strings.Fields(h.Body), func(word string) bool { return strings.Trim(word, "|-#[]%") == "" }))
}

// changedLines returns the added and removed lines of a patch by file, without evidence.
func changedLines(patch string) map[string]int {
	lines := map[string]int{}
	for i, diff := range strings.Split("\n"+strings.TrimSuffix(patch, "-- \n"), "\ndiff --git ") {
		header, hunks, _ := strings.Cut(diff, "\n@@")
		_, name, _ := strings.Cut(strings.SplitN(header, "\n", 2)[0], " b/")
		if i == 0 || slices.Contains(evidence, path.Base(name)) {
			continue
		}
		if strings.HasSuffix(name, ".yaml") {
			name = "request"
		}
		for line := range strings.Lines("@@" + hunks) {
			if strings.HasPrefix(line, "+") || strings.HasPrefix(line, "-") {
				lines[path.Base(name)]++
			}
		}
	}
	return lines
}
