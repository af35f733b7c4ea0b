package mcpserver

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/document"
)

// drawn returns a random value. The numbers texts and entries bound the length of texts and of
// lists and objects.
func drawn(random *rand.Rand, depth, texts, entries int) any {
	switch kind := random.IntN(8); {
	case depth == 0 || kind < 3:
		var b strings.Builder
		for range random.IntN(texts) {
			b.WriteRune([]rune("ab \"\\<&\n漢é\u202e😀")[random.IntN(12)])
		}
		return b.String()
	case kind == 3:
		return random.IntN(1000)
	case kind < 6:
		list := []any{}
		for range random.IntN(entries) {
			list = append(list, drawn(random, depth-1, texts, entries))
		}
		return list
	default:
		object := map[string]any{}
		for i := range random.IntN(entries) {
			name := []string{"policy_id", "field", "path", fmt.Sprintf("m%d", i),
				strings.Repeat("n", random.IntN(texts))}[random.IntN(5)]
			object[name] = drawn(random, depth-1, texts, entries)
		}
		return object
	}
}

// TestShortAnswersFit checks that every answer fits. A document that fits must stay the same.
func TestShortAnswersFit(t *testing.T) {
	random := rand.New(rand.NewPCG(30, 5))
	cut := 0
	for range 300 {
		whole := map[string]any{}
		for i := range 1 + random.IntN(12) {
			whole[fmt.Sprintf("member_%d", i)] = drawn(random, 3, 1+random.IntN(100)*random.IntN(10), 2+random.IntN(7))
		}
		data, err := document.Encode(whole)
		require.NoError(t, err)
		line, err := short(data)
		require.NoError(t, err)
		text, err := json.Marshal(string(line))
		require.NoError(t, err)
		require.LessOrEqual(t, len(text), maxAnswer-envelope)
		require.NotContains(t, string(line), "\n")
		var back map[string]any
		require.NoError(t, json.Unmarshal(line, &back))
		if _, isShort := back["shortened"]; !isShort {
			assert.JSONEq(t, string(data), string(line))
			continue
		}
		cut++
		again, err := short(data)
		require.NoError(t, err)
		require.Equal(t, string(line), string(again))
		assert.Contains(t, string(line), "detail: full")
		for name := range whole {
			assert.Contains(t, back, name)
		}
	}
	assert.Greater(t, cut, 20)
}

// TestWhatAShortAnswerKeeps checks that names stay without their texts, and that each number of
// entries is correct.
func TestWhatAShortAnswerKeeps(t *testing.T) {
	for name, c := range map[string]struct {
		entries, size int
		names, gone   bool
	}{
		"a few long ones":  {10, 5_000, false, false},
		"many":             {200, 50, true, false},
		"many long ones":   {200, 1_000, true, false},
		"too many by name": {1_000, 10, true, true},
	} {
		t.Run(name, func(t *testing.T) {
			type violation struct {
				ID      string `json:"policy_id"`
				Message string `json:"message"`
			}
			var whole struct {
				Fingerprint string      `json:"fingerprint"`
				Violations  []violation `json:"violations"`
			}
			whole.Fingerprint = "sha256:" + strings.Repeat("0", 64)
			for i := range c.entries {
				whole.Violations = append(whole.Violations,
					violation{fmt.Sprintf("organisation.rule-%04d", i), strings.Repeat("é", c.size)})
			}
			data, err := document.Encode(whole)
			require.NoError(t, err)
			line, err := short(data)
			require.NoError(t, err)
			var back struct {
				Fingerprint string
				Violations  []any
				Shortened   []string
			}
			require.NoError(t, json.Unmarshal(line, &back))
			assert.Equal(t, whole.Fingerprint, back.Fingerprint)
			assert.Equal(t, c.gone, len(back.Violations) < c.entries)
			names := 0
			for i, v := range back.Violations {
				assert.Contains(t, fmt.Sprint(v), whole.Violations[i].ID)
				if _, isName := v.(string); isName {
					names++
				}
			}
			assert.Equal(t, c.names, names > 0)
			says := fmt.Sprintf("violations: %d in all, %d by name only, %d left out.", c.entries, names,
				c.entries-len(back.Violations))
			assert.Equal(t, c.names || c.gone, strings.Contains(strings.Join(back.Shortened, " "), says), back.Shortened)
		})
	}
}
