package profile_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

const exception = "{policy: common.network.size, application: checkout, environment: test, owner: net@example.com, reason: The old network stays until the move., until: 2026-12-31}"

var provider = profile.Provider{ID: "provider_t", DefaultRegion: "north-1", Regions: []profile.Region{{Name: "north-1"}}}

func withExceptions(t *testing.T, exceptions string) (profile.Profile, []problem.Fault) {
	t.Helper()
	draft, err := profile.Parse(document.Source{Format: document.YAML, Data: []byte("provider: provider_t\n" + exceptions)})
	require.NoError(t, err)
	p, err := draft.Resolve(provider, func(profile.Mode, []profile.Rule) []problem.Fault { return nil })
	if err == nil {
		return p, nil
	}
	return p, problem.From(err).Faults
}

func TestAnExceptionHasTheFormsOfARequest(t *testing.T) {
	p, faults := withExceptions(t, `exceptions: [{policy: " common.network.size", application: " Checkout ", environment: PROD, owner: Net@Example.com, reason: "The old network\n  stays until the move.", until: " 2026-12-31"}]`)
	require.Empty(t, faults)
	assert.Equal(t, []profile.Exception{{
		Policy: "common.network.size", Application: "checkout", Environment: "production", Owner: "net@example.com",
		Reason: "The old network stays until the move.", Until: "2026-12-31",
	}}, p.Exceptions)
}

func TestAProfileWithoutExceptionsIsAsBefore(t *testing.T) {
	none, faults := withExceptions(t, "")
	require.Empty(t, faults)
	for _, text := range []string{"exceptions: []", "exceptions: null"} {
		p, faults := withExceptions(t, text)
		require.Empty(t, faults)
		assert.Equal(t, none.Canonical(), p.Canonical())
	}
	assert.NotContains(t, string(none.Canonical()), "exceptions")
	with, faults := withExceptions(t, "exceptions: ["+exception+"]")
	require.Empty(t, faults)
	assert.NotEqual(t, none.Digest(), with.Digest())
	later, faults := withExceptions(t, "exceptions: ["+strings.Replace(exception, "12-31", "12-30", 1)+"]")
	require.Empty(t, faults)
	assert.NotEqual(t, with.Digest(), later.Digest())
}

func TestFaultsOfExceptions(t *testing.T) {
	with := func(old, replacement string) string {
		return "exceptions: [" + strings.Replace(exception, old, replacement, 1) + "]"
	}
	for text, want := range map[string][]string{
		"exceptions: [{}]": {
			"exceptions[0].policy is missing; write the ID of a rule, such as common.network.size",
			"exceptions[0].application is missing; write the application's name, such as checkout",
			"exceptions[0].environment is missing; write development, test or production",
			"exceptions[0].owner is missing; write the owning team's e-mail address, such as payments-team@example.com",
			"exceptions[0].reason is missing; write in a sentence why the rule may be broken",
			"exceptions[0].until is missing; write the last day on which the exception holds, such as 2027-03-31",
		},
		"exceptions: [" + exception + ", null]":   {"exceptions[1] is empty; write a value or leave the entry out"},
		"exceptions: [" + exception + ", common]": {"exceptions[1] must be an object, not text"},
		"exceptions: " + exception:                {"exceptions must be a list, not an object"},
		"exceptions: [" + exception + ", " + strings.Replace(strings.Replace(exception, "checkout", "CHECKOUT", 1), "12-31", "12-30", 1) + "]": {
			"exceptions[1] is for the same policy, application and environment as exceptions[0]; keep one of them",
		},
		with("checkout", "c"): {"exceptions[0].application must be 3 to 32 characters of a-z, 0-9 and -, start with a letter and not end with -, such as checkout"},
		with("test", "moon"):  {"exceptions[0].environment must be one of development, test, production"},
		with("net@", "net"):   {"exceptions[0].owner must be one e-mail address of at most 254 characters, such as payments-team@example.com"},
		with("The old network stays until the move.", "Move."):                      {"exceptions[0].reason must be 10 to 500 characters that say why the rule may be broken; it has 5"},
		with("The old network stays until the move.", strings.Repeat("word ", 101)): {"exceptions[0].reason must be 10 to 500 characters that say why the rule may be broken; it has 504"},
		with("2026-12-31", "2026-02-30"):                                            {"exceptions[0].until must be a real date as YYYY-MM-DD, such as 2027-03-31; write 2026-02-28"},
		with("2026-12-31", "20261220"):                                              {"exceptions[0].until must be text, not a number; write 2026-12-20"},
		with("2026-12-31", "7"):                                                     {"exceptions[0].until must be text, not a number"},
		with("owner", "onwer"): {
			"exceptions[0].onwer is not a field here; write owner",
			"exceptions[0].owner is missing; write the owning team's e-mail address, such as payments-team@example.com",
		},
		"exceptions: [" + strings.Repeat(exception+", ", 200) + exception + "]": {"exceptions must be at most 200, not 201"},
	} {
		_, faults := withExceptions(t, text)
		var got []string
		for _, f := range faults {
			got = append(got, f.Field+" "+f.Message)
		}
		assert.Equal(t, want, got, problem.Excerpt(text, 200))
	}
}

func TestAReasonIsVisible(t *testing.T) {
	_, faults := withExceptions(t, "exceptions:\n- "+strings.Replace(exception, "The old network stays until the move.", `"The old\u202E network stays."`, 1))
	require.Len(t, faults, 1)
	assert.Equal(t, "exceptions[0].reason", faults[0].Field)
	assert.Equal(t, "has an invisible character (U+202E); remove it", faults[0].Message)
}

func TestReadinessWarnsOfExceptionsThatHaveEnded(t *testing.T) {
	list := []profile.Exception{
		{Policy: "a.b", Application: "checkout", Environment: "test", Until: "2026-12-31"},
		{Policy: "a.b", Application: "billing", Environment: "test", Until: "2026-11-30"},
	}
	for day, want := range map[string]string{
		"2026-11-30": "2 exceptions; the first to end holds until 30 Nov 2026.",
		"2026-12-01": "1 of 2 exceptions ended: exceptions[1] (a.b, billing, test) on 30 Nov 2026.",
		"2027-01-01": "2 of 2 exceptions ended: exceptions[0] (a.b, checkout, test) on 31 Dec 2026; exceptions[1] (a.b, billing, test) on 30 Nov 2026.",
	} {
		check := profile.ExceptionCheck(list, request.Date(day))
		assert.Equal(t, want, check.Message)
		assert.Equal(t, day != "2026-11-30", check.Status == profile.Warning)
		assert.Equal(t, day != "2026-11-30", check.Remediation != "")
	}
}
