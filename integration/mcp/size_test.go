package mcp_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// maxAnswer is how long an answer may be without detail: full, in bytes of the line without its ID.
const maxAnswer = 12_000

// TestAnswersAreShort calls each tool of the server's own list: no answer is longer than its limit. The same call
// with detail: full has all of it. Each answer is given once.
func TestAnswersAreShort(t *testing.T) {
	dir, platform := folder(t)
	random := rand.New(rand.NewPCG(30, 6))
	rules := largeProfile(t, random, filepath.Join(dir, "large.json"))
	inputs, tools := largeInputs(t, random, dir, platform, rules), toolsOf(t, dir, platform)
	var lines []string
	for tool, properties := range tools {
		calls := inputs[tool]
		assert.NotEmpty(t, calls, "large inputs of the tool %s are missing in this test", tool)
		for _, property := range properties {
			long := strings.Repeat("x<\"\u202e", 50_000)
			calls = append(calls, map[string]any{property: long}, map[string]any{property: map[string]any{long: long}})
		}
		calls = append(calls, map[string]any{strings.Repeat("y", 100_000): 1})
		for i, arguments := range calls {
			line := func(detail string) {
				id := fmt.Sprintf("%s %d %s", tool, i, detail)
				line, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": map[string]any{"name": tool, "arguments": arguments}})
				require.NoError(t, err)
				lines = append(lines, string(line))
			}
			line("short")
			if i < len(inputs[tool]) {
				arguments = maps.Clone(arguments)
				arguments["detail"] = "full"
				line("full")
			}
		}
	}
	largest := map[string]int{}
	for _, a := range awaited(t, dir, platform, "large.json", lines) {
		var id string
		require.NoError(t, json.Unmarshal(a.ID, &id))
		if tool, _, _ := strings.Cut(id, " "); strings.HasSuffix(id, "full") {
			largest[tool] = max(largest[tool], len(a.whole))
			continue
		}
		assert.LessOrEqual(t, len(a.whole)-len(a.ID), maxAnswer, id)
		once(t, a)
	}
	delete(tools, "template") // which has no more to say
	for tool := range tools {
		assert.Greater(t, largest[tool], maxAnswer, "the inputs of the tool %s are not large", tool)
	}
}

// awaited returns the answers to calls, for which it waits before it ends the input: the server
// drops calls that take long after that.
func awaited(t *testing.T, dir, platform, profile string, calls []string) (answers []answer) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), platform, "mcp", "--profile", profile)
	cmd.Dir = dir
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	go func() { _, _ = io.WriteString(in, initialize+strings.Join(calls, "\n")+"\n") }() // the answers show whether it was read
	lines := bufio.NewReader(out)
	for range 1 + len(calls) {
		line, err := lines.ReadString('\n')
		require.NoError(t, err)
		a := answer{whole: line}
		require.NoError(t, json.Unmarshal([]byte(line), &a))
		answers = append(answers, a)
	}
	require.NoError(t, in.Close())
	require.NoError(t, cmd.Wait())
	return answers[1:] // the first is that of initialize
}

// once checks that an answer has one text, which says what is missing from it.
func once(t *testing.T, a answer) {
	t.Helper()
	var r struct {
		Content    []struct{ Text string }
		Structured json.RawMessage `json:"structuredContent"`
	}
	require.NoError(t, json.Unmarshal(a.Result, &r))
	require.Len(t, r.Content, 1, a.whole)
	assert.Empty(t, r.Structured)
	assert.True(t, json.Valid([]byte(r.Content[0].Text)))
}

// TestADenialIsShortAndWhole: all violations are named, however many there are.
func TestADenialIsShortAndWhole(t *testing.T) {
	dir, platform := folder(t)
	rules := largeProfile(t, rand.New(rand.NewPCG(30, 7)), filepath.Join(dir, "large.json"))
	for _, tool := range []string{"evaluate", "propose"} {
		call, err := json.Marshal(map[string]any{"name": tool, "arguments": map[string]any{"request": read(t, dir, "accepted")}})
		require.NoError(t, err)
		answers := exchanged(t, dir, platform, "large.json", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":`+string(call)+`}`)
		require.Len(t, answers, 1)
		var r struct {
			Content []struct{ Text string }
			IsError bool
		}
		require.NoError(t, json.Unmarshal(answers[0].Result, &r))
		assert.False(t, r.IsError, "a denial is an answer")
		var e struct {
			RequestID   string `json:"request_id"`
			Fingerprint string
			Decision    string
			Resources   int
			Estimate    struct {
				KnownTotal string `json:"known_total"`
			}
			Proposal   string `json:"proposal_id"`
			Violations []any
			Shortened  []string
		}
		require.NoError(t, json.Unmarshal([]byte(r.Content[0].Text), &e))
		assert.Regexp(t, `^req-[0-9a-f]{20}$`, e.RequestID)
		assert.Regexp(t, `^sha256:[0-9a-f]{64}$`, e.Fingerprint)
		assert.Equal(t, "denied", e.Decision)
		assert.Equal(t, "262.34", e.Estimate.KnownTotal)
		assert.Positive(t, e.Resources)
		assert.Empty(t, e.Proposal)
		assert.Len(t, e.Violations, len(rules))
		assert.NotEmpty(t, e.Shortened)
		for _, id := range rules {
			assert.Contains(t, r.Content[0].Text, `"`+id+`"`)
		}
	}
}

// toolsOf returns the arguments of each tool, as the server lists them.
func toolsOf(t *testing.T, dir, platform string) map[string][]string {
	t.Helper()
	answers := exchanged(t, dir, platform, "profile.yaml", `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)
	require.Len(t, answers, 1)
	assert.LessOrEqual(t, len(answers[0].whole), maxAnswer)
	var list struct {
		Tools []struct {
			Name        string
			InputSchema struct{ Properties map[string]any }
			Annotations struct{ ReadOnlyHint bool }
		}
	}
	require.NoError(t, json.Unmarshal(answers[0].Result, &list))
	tools := map[string][]string{}
	for _, tool := range list.Tools {
		assert.True(t, tool.Annotations.ReadOnlyHint, tool.Name)
		assert.Contains(t, tool.InputSchema.Properties, "detail", tool.Name)
		tools[tool.Name] = []string{}
		for property := range tool.InputSchema.Properties {
			tools[tool.Name] = append(tools[tool.Name], property)
		}
	}
	return tools
}

// largeProfile writes a profile with as many rules as there may be, which every request of this
// package breaks, and returns their IDs.
func largeProfile(t *testing.T, random *rand.Rand, path string) (ids []string) {
	t.Helper()
	rules := []map[string]any{}
	for i := range 200 {
		id := fmt.Sprintf("drawn.rule-%03d.%s", i, strings.Repeat("x", random.IntN(20)))
		ids = append(ids, strings.TrimSuffix(id, "."))
		rules = append(rules, map[string]any{
			"id": ids[i], "field": "monthly_budget", "level": "mandatory", "title": prose(random), "require": fmt.Sprintf("request.monthly_budget > %d", 1000+i),
			"message": prose(random), "remediation": prose(random), "expected": prose(random),
		})
	}
	names := []string{}
	for range 250 {
		names = append(names, fmt.Sprintf("%q", fmt.Sprintf("app-%x", random.Uint32())))
	}
	last := rules[len(rules)-1]
	last["when"] = "!(request.application in [" + strings.Join(names, ",") + "])"
	last["message_expression"] = `request.application + " is not one of ` + strings.ReplaceAll(strings.Join(names, ","), `"`, "'") + `"`
	delete(last, "message")
	profile, err := json.Marshal(map[string]any{"provider": "provider_a", "policy_date": "2026-11-21", "policies": rules})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, profile, 0o644))
	return ids
}

// prose returns a text of nearly the length that a rule may have.
func prose(random *rand.Rand) string {
	words := []string{"budget", `"quoted"`, "<b>", "größer", "漢字", `back\slash`, "&", "of"}
	var b strings.Builder
	for b.Len() < 700 {
		b.WriteString(words[random.IntN(len(words))] + " ")
	}
	return strings.TrimSpace(b.String()) + "."
}

// largeInputs returns calls of each tool that have long answers, by their arguments.
func largeInputs(t *testing.T, random *rand.Rand, dir, platform string, rules []string) map[string][]map[string]any {
	t.Helper()
	accepted, denied := read(t, dir, "accepted"), read(t, dir, "request")
	commented := denied + strings.Repeat("# "+prose(random)+"\n", 200)
	var unknown strings.Builder
	for i := range 5_000 {
		fmt.Fprintf(&unknown, "unknown_%x_%d: %q\n", random.Uint64(), i, "value")
	}
	requests := []map[string]any{{"request": accepted}, {"request": denied}, {"request": commented}, {"request": unknown.String()}}
	files, altered := map[string]string{}, map[string]string{}
	var saved struct {
		Artifacts []struct{ Path, Content string }
		Marker    struct{ Path, Content string } `json:"safety_marker"`
	}
	require.NoError(t, json.Unmarshal([]byte(read(t, dir, "proposal")), &saved))
	for _, a := range append(saved.Artifacts, saved.Marker) {
		files[a.Path], altered[a.Path] = a.Content, a.Content
		if strings.HasSuffix(a.Path, ".tf") || strings.HasSuffix(a.Path, ".md") {
			var b strings.Builder
			for line := range strings.Lines(a.Content) {
				fmt.Fprintf(&b, "%x %s", random.Uint32(), line)
			}
			altered[a.Path] = b.String()
		}
	}
	record := printed(t, dir, platform, "request", "validate", "accepted", "--profile", "large.json")
	return map[string][]map[string]any{
		"describe": {{}},
		"template": {{}},
		"evaluate": requests,
		"fix":      requests,
		"propose":  requests,
		"explain":  {{"rule": rules[0]}, {"rule": rules[len(rules)-1]}, {"rule": "common.network.size"}},
		"verify":   {{"files": altered}, {"proposal": read(t, dir, "proposal")}, {"files": files}},
		"diff":     {{"a_files": files, "b_files": altered}, {"a": accepted, "b": record}, {"a_files": files, "b": record}, {"a": unknown.String(), "b": denied}},
	}
}
