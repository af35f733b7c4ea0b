package policy_test

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/policy"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// numbers returns a list of numbers as an expression.
func numbers(count int) string {
	return "[" + strings.TrimSuffix(strings.Repeat("1,", count), ",") + "]"
}

// textOf returns an expression for a text of n bytes, a multiple of 1024.
func textOf(n int) string {
	return fmt.Sprintf(`"%s".replace("a", "%s")`, strings.Repeat("a", n/1024), strings.Repeat("b", 1024))
}

// deep returns a condition with nested loops.
func deep(loops int) string {
	condition, end := `["x"].exists(a0, `, ")"
	for i := 1; i < loops; i++ {
		condition += fmt.Sprintf("[a%d, a%d, a%d, a%d, a%d].exists(a%d, ", i-1, i-1, i-1, i-1, i-1, i)
		end += ")"
	}
	return fmt.Sprintf("%srequest.owner == a%d%s", condition, loops-1, end)
}

// costly returns conditions that grow or loop without end, and the limit that stops each.
func costly() map[string]struct{ condition, bound string } {
	fifty, many := strings.Repeat("a", 50), numbers(60)
	const steps, size = "takes more than 100000 steps", "makes a text or a list of more than 64 KiB"
	return map[string]struct{ condition, bound string }{
		"replace":            {`request.owner` + strings.Repeat(`.replace("", "`+fifty+`")`, 5) + `.size() > 0`, "replace makes a text of more than 64 KiB"},
		"replace some":       {textOf(64<<10) + `.replace("b", "` + fifty + `", 2).size() > 0`, "replace makes a text of more than 64 KiB"},
		"join":               {textOf(2048) + `.split("").join("` + fifty + `").size() > 0`, "join makes a text of more than 64 KiB"},
		"quote":              {strings.Repeat("strings.quote(", 40) + "request.owner" + strings.Repeat(")", 40) + ".size() > 0", size},
		"split":              {textOf(8192) + `.split("").size() > 0`, size},
		"add":                {`(` + textOf(40<<10) + ` + ` + textOf(40<<10) + `).size() > 0`, size},
		"format":             {`"%s%s".format([` + textOf(40<<10) + `, ` + textOf(40<<10) + `]).size() > 0`, size},
		"many loops":         {deep(8), steps},
		"lists that grow":    {`["x".split("")]` + strings.Repeat(`.map(l, l + l + l + l)`, 8) + `.size() > 0`, size},
		"nested lists":       {`[[1]]` + strings.Repeat(`.map(l, [l, l])`, 15) + `.size() > 0`, size},
		"loops":              {fmt.Sprintf(`%s.all(a, %s.all(b, %s.all(c, request.owner != "x" || a + b + c > 0)))`, many, many, many), steps},
		"a loop of texts":    {fmt.Sprintf(`%s.all(a, %s.all(b, %s != ""))`, many, many, textOf(8192)), steps},
		"a loop of lists":    {fmt.Sprintf(`[%s.map(x, request.owner)].all(l, %s.all(a, %s.all(b, l == l)))`, many, many, many), steps},
		"a loop of match":    {many + `.all(a, ` + many + `.all(b, !request.owner.matches("(.*a){50}x")))`, steps},
		"a loop of searches": {fmt.Sprintf(`[%s].all(s, %s.all(a, %s.all(b, s.indexOf(s + "c") < 0 && s.lastIndexOf(s + "c") < 0)))`, textOf(16<<10), many, many), steps},
		"a long match":       {textOf(8192) + `.matches("c")`, "matches: the text has more than 4 KiB"},
	}
}

// TestEvaluationIsLimited checks conditions that would take minutes or gigabytes: each fails, denies, and names the rule and
// the limit. An evaluation allocates a few megabytes at most.
func TestEvaluationIsLimited(t *testing.T) {
	for name, c := range costly() {
		for at, rule := range map[string]profile.Rule{
			policy.Require: requiring(c.condition),
			policy.When:    ruleOn("owner", c.condition, "false", ""),
		} {
			t.Run(name+" in "+at, func(t *testing.T) {
				set := compile(t, profile.Simulation, rule)
				in := input(t, nil)
				set.Evaluate(in)
				var violations []request.Violation
				allocatesLittle(t, func() { violations = set.Evaluate(in).Violations })
				require.Equal(t, []string{"team.a"}, ids(violations))
				assert.Contains(t, violations[0].Message, "The rule team.a could not be evaluated ("+at+": "+c.bound)
			})
		}
		t.Run(name+" in suggest", func(t *testing.T) {
			v := violation(t, ruleOn("owner", "", "false", c.condition+` ? "x@y.example" : "z@y.example"`))
			assert.True(t, v.Suggestion.IsZero())
		})
		t.Run(name+" in message_expression", func(t *testing.T) {
			v := violation(t, aRule(func(r *profile.Rule) {
				r.Require, r.MessageExpression = "false", c.condition+` ? "x" : "y"`
			}))
			assert.Equal(t, "m", v.Message, "the fixed one instead")
		})
	}
}

// allocatesLittle checks that a call allocates at most 32 MiB.
func allocatesLittle(t *testing.T, call func()) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	call()
	runtime.ReadMemStats(&after)
	assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(32<<20))
}

// TestLimitsAreReached checks rules just below a limit.
func TestLimitsAreReached(t *testing.T) {
	loop := func(rounds int) string { return numbers(rounds) + `.all(a, ` + numbers(60) + `.all(b, a + b > 0))` }
	for name, c := range map[string]struct{ below, above string }{
		"a text":        {textOf(64<<10) + ".size() == 65536", `(` + textOf(64<<10) + ` + "c").size() == 65537`},
		"a replacement": {`"aa".replace("a", ` + textOf(32<<10) + `).size() == 65536`, `"aac".replace("a", ` + textOf(32<<10) + `).size() == 65537`},
		"a joined text": {`[` + textOf(32<<10) + `, ` + textOf(31<<10) + `].join("").size() == 64512`, `[` + textOf(32<<10) + `, ` + textOf(32<<10) + `].join("c").size() == 65537`},
		"a list":        {textOf(4096) + `.substring(0, 4095).split("").size() == 4095`, textOf(4096) + `.split("").size() == 4096`},
		"a match":       {textOf(4096) + `.matches("^b")`, `(` + textOf(4096) + ` + "b").matches("^b")`},
		"steps":         {loop(100), loop(300)},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Empty(t, compile(t, profile.Simulation, requiring(c.below)).Evaluate(input(t, nil)).Violations)
			assert.Contains(t, violation(t, requiring(c.above)).Message, "could not be evaluated")
		})
	}
}

// TestUnboundedParts checks the parts of an expression that steps do not limit. Compile rejects them.
func TestUnboundedParts(t *testing.T) {
	for condition, want := range map[string]string{
		`"%.100f of %d".format([1.5, 2]) != ""`:                            "",
		`"%d of %.101f".format([2, 1.5]) != ""`:                            "1:1 has a format with 101 digits; at most 100 are allowed",
		`"a".replace("a", "%.9f").format([1.5]) != ""`:                     "1:12 must write the text that format fills in as one text",
		`timestamp("2026-01-01T00:00:00Z").getHours() == 0`:                "",
		`timestamp("2026-01-01T00:00:00Z").getHours("Europe/Berlin") == 1`: "1:43 has a time zone; write getHours(), which is in UTC",
		deep(8): "",
		deep(9): "1:1 has 9 loops inside each other; at most 8 are allowed",
		strings.Repeat("[", 50) + "1" + strings.Repeat("]", 50) + ".size() == 1": "",
		strings.Repeat("[", 51) + "1" + strings.Repeat("]", 51) + ".size() == 1": "1:1 makes 51 lists and maps; at most 50 are allowed, so split the rule",
		`["a"]` + strings.Repeat(".map(a, [a])", 30) + ".size() == 1":            "1:1 makes 91 lists and maps; at most 50 are allowed, so split the rule",
		`!request.owner.matches("x{997}")`:                                       "",
		`!request.owner.matches("x{999}")`:                                       "1:24 has a regular expression of 1001 instructions; at most 1000 are allowed, so repeat less or split it",
		`!matches(request.owner, "(.*a){900}x")`:                                 "1:25 has a regular expression of 4503 instructions; at most 1000 are allowed, so repeat less or split it",
		`request.owner.matches(request.application)`:                             "1:30 must write the regular expression of matches as one text; join several with |",
		`["^a", "^b"].exists(p, matches("x", p))`:                                "1:37 must write the regular expression of matches as one text; join several with |",
	} {
		faults := faultsOf(t, requiring(condition))
		assert.Equal(t, want, placed(faults), condition)
	}
}

// TestNestedLoops checks that nested loops compile quickly, since the literals are looked for in a limited number of nodes.
func TestNestedLoops(t *testing.T) {
	lists := `["` + strings.Repeat(`x", "`, 59) + `x"]`
	wide := `%s.all(a, [a].exists(z, [z, "b", "c", "d", "e"].exists(y, [y, y, y, y].exists(x, [x, x, x, x].exists(b, [b, b, b, b].exists(c, %s))))))`
	for _, condition := range []string{deep(8), fmt.Sprintf(wide, lists, `c < "y"`), fmt.Sprintf(wide, lists, `request.owner == c`)} {
		set := compile(t, profile.Simulation, requiring(condition))
		allocatesLittle(t, func() { set.ImpossibleComparisons(policy.KnownValues{}) })
	}
}

// TestIndexOf checks that indexOf and lastIndexOf count characters, as in CEL.
func TestIndexOf(t *testing.T) {
	for condition, want := range map[string]bool{
		`"äbäb".indexOf("b") == 1`:                    true,
		`"äbäb".indexOf("b", 2) == 3`:                 true,
		`"äbäb".indexOf("b", 4) == -1`:                true,
		`"äbäb".indexOf("", 2) == 2`:                  true,
		`"äbäb".indexOf("", 9) == 4`:                  true,
		`"äbäb".indexOf("x") == -1`:                   true,
		`"äbäb".indexOf("b", -1) == 1`:                false,
		`"äbäb".lastIndexOf("b") == 3`:                true,
		`"äbäb".lastIndexOf("äb") == 2`:               true,
		`"äbäb".lastIndexOf("b", 2) == 1`:             true,
		`"äbäb".lastIndexOf("äb", 3) == 2`:            true,
		`"äbäb".lastIndexOf("b", 9) == -1`:            true,
		`"äbäb".lastIndexOf("") == 4`:                 true,
		`"äbäb".lastIndexOf("", 2) == 2`:              true,
		`"äbäb".lastIndexOf("äbäbä") == -1`:           true,
		`"äbäb".lastIndexOf("b", -1) == 3`:            false,
		`"äbäb".lastIndexOf("äbäb", 0) == 0`:          true,
		`"äbäb".lastIndexOf("bäb", 0) == -1`:          true,
		`"äbäb".indexOf("äb", 1) == 2`:                true,
		`"".indexOf("a") + "".lastIndexOf("a") == -2`: true,
	} {
		set := compile(t, profile.Simulation, requiring(condition))
		assert.Equal(t, want, len(set.Evaluate(input(t, nil)).Violations) == 0, condition)
	}
}

// TestBudget checks that rules share a budget. The first rules by ID are evaluated, the others deny and name the limit. The
// budget ends with its context.
func TestBudget(t *testing.T) {
	var rules []profile.Rule
	for i := range 4 {
		rules = append(rules, aRule(func(r *profile.Rule) {
			r.ID, r.Require = fmt.Sprintf("team.r%d", i), numbers(60)+`.all(a, `+numbers(60)+`.all(b, a + b > 0))`
		}))
	}
	set := compile(t, profile.Simulation, rules...)
	budget := policy.NewBudget(t.Context(), 1_000_000)
	in := input(t, nil)
	in.Budget = budget
	require.Empty(t, set.Evaluate(in).Violations)
	each := (1_000_000 - budget.Left()) / len(rules)

	in.Budget = policy.NewBudget(t.Context(), 2*each)
	var failed []string
	for _, v := range set.Evaluate(in).Violations {
		failed = append(failed, v.PolicyID)
		assert.Contains(t, v.Message, fmt.Sprintf("all rules together take more than %d steps", 2*each))
	}
	assert.Equal(t, []string{"team.r2", "team.r3"}, failed)

	ctx, leave := context.WithCancel(t.Context())
	leave()
	in.Budget = policy.NewBudget(ctx, 1_000_000)
	require.Len(t, set.Evaluate(in).Violations, len(set.Rules()), "nothing is evaluated")
	assert.Zero(t, in.Budget.Left())
	require.ErrorIs(t, in.Budget.Err(), context.Canceled)
}

// BenchmarkStep prints how long a step of costly expressions takes at most. The limits in budget.go are in steps, and
// users wait for time.
func BenchmarkStep(b *testing.B) {
	for name, c := range costly() {
		b.Run(strings.ReplaceAll(name, " ", "-"), func(b *testing.B) {
			set := compile(b, profile.Simulation, requiring(c.condition))
			in, steps := input(b, nil), 0
			for b.Loop() {
				in.Budget = policy.NewBudget(b.Context(), 1_000_000)
				set.Evaluate(in)
				steps += 1_000_000 - in.Budget.Left()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(steps), "ns/step")
		})
	}
}
