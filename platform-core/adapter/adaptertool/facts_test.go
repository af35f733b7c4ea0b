package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// writeModule writes a module with two data files and a main.tf, and returns its folder.
func writeModule(t *testing.T, facts string) string {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "provider-t")
	for name, text := range map[string]string{
		"facts.json":        facts,
		"data/prices.json":  `{"of": "2026-11", "list": [{"of": "2026-06-18", "source": "s"}], "source": "s"}`,
		"data/terms.json":   `{"version": {"until": "2027-02", "source": "s"}, "days": {"value": 1, "source": "s"}}`,
		"terraform/main.tf": "terraform {\n  required_version = \">= 1.5.0\"\n}\n",
	} {
		path := filepath.Join(folder, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	}
	return folder
}

const goodFacts = `[{"at": "data/prices.json", "read": "of"}, {"at": "data/terms.json days", "read": "2026-01-31", "months": 24},
	{"at": "data/terms.json version", "read": "2026-03", "ends": "until"},
	{"at": "terraform/main.tf required_version", "read": "2026-11-21", "ends": "2027-12-24"}]`

func TestFacts(t *testing.T) {
	const head = "ENDS        DAYS  READ        FACT\n"
	const table = head + `2027-02-28    59  2026-03     provider-t/terms.json version
2027-06-30   181  2026-06-18  provider-t/prices.json
2027-12-24   358  2026-11-21  provider-t/terraform/main.tf required_version
2028-01-31   396  2026-01-31  provider-t/terms.json days
`
	const usage = "usage: adaptertool facts [--due-within 60d] [--on YYYY-MM-DD] MODULE..."
	good := writeModule(t, goodFacts)
	for name, c := range map[string]struct {
		args []string
		out  string
		err  string
	}{
		"all":                  {[]string{"--on", "2026-12-31", good}, table, ""},
		"the first ends in 59": {[]string{"--due-within", "60d", "--on", "2026-12-31", good}, head + "2027-02-28    59  2026-03     provider-t/terms.json version\n", "1 of 4 facts end within 60 days of 2026-12-31; read their sources again, then write the values and the days"},
		"in 60":                {[]string{"--due-within", "60d", "--on", "2026-12-30", good}, head + "2027-02-28    60  2026-03     provider-t/terms.json version\n", "1 of 4 facts end"},
		"in 61":                {[]string{"--due-within", "60d", "--on", "2026-12-29", good}, "None of 4 facts ends within 60 days of 2026-12-29.\n", ""},
		"yesterday":            {[]string{"--due-within", "0d", "--on", "2027-03-01", good}, head + "2027-02-28    -1  2026-03     provider-t/terms.json version\n", "1 of 4"},
		"no module":            {nil, "", usage},
		"no day":               {[]string{"--on", "soon", good}, "", usage + `: invalid value "soon" for flag -on: must be a real date as YYYY-MM-DD, such as 2027-03-31`},
		"no number":            {[]string{"--due-within", "-1", good}, "", `for flag -due-within: must be a number of days, such as 60d`},
		"no table":             {[]string{t.TempDir()}, "", "facts.json: no such file"},
	} {
		out, err := reportFacts(c.args, "2027-01-01")
		assert.Equal(t, c.out, out, name)
		if c.err == "" {
			assert.NoError(t, err, name)
		} else {
			assert.ErrorContains(t, err, c.err, name)
		}
	}
}

// TestFactsAreComplete: no fact is without an entry, and no entry without its fact.
func TestFactsAreComplete(t *testing.T) {
	for facts, says := range map[string]string{
		`[]`: "facts.json has no entry for data/prices.json \nfacts.json has no entry for data/prices.json list\n" +
			"facts.json has no entry for data/terms.json days\nfacts.json has no entry for data/terms.json version\n" +
			`facts.json has no entry for terraform/main.tf required_version = ">= 1.5.0"`,
		`[{"at": "data/none.json", "read": "2026-11"}]`:                        "no such file",
		`[{"at": "data/terms.json none", "read": "2026-11"}]`:                  `"data/terms.json none": nothing has the name "none"`,
		`[{"at": "data/terms.json days.value.none", "read": "2026-11"}]`:       `nothing has the name "none"`,
		`[{"at": "terraform/main.tf hashicorp/aws", "read": "2026-11"}]`:       `the file has no text "hashicorp/aws"`,
		`[{"at": "data/terms.json", "read": "of"}]`:                            `read: "of" is no date YYYY-MM-DD, no month YYYY-MM and no name of one`,
		`[{"at": "data/terms.json", "read": "2026-13"}]`:                       `read: "2026-13" is no date`,
		`[{"at": "data/terms.json", "read": "2026-11", "ends": "2027-02-30"}]`: `ends: "2027-02-30" is no date`,
		`[{"at": "data/terms.json", "read": "2026-11", "end": "2027-02-30"}]`:  `unknown field "end"`,
	} {
		_, err := reportFacts([]string{writeModule(t, facts)}, "2027-01-01")
		assert.ErrorContains(t, err, says, facts)
	}
}
