package reference_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gotest.tools/v3/golden"

	"platform.internal/integration/build"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

func TestMain(m *testing.M) { os.Exit(build.Main(m)) }

// TestReference compares the pages to look things up in with what the programs report.
func TestReference(t *testing.T) {
	built := build.Binaries(t)
	api := "http://" + strings.TrimPrefix(build.StartServer(t, "--adapters", built.AdaptersDir), "http://")
	var providers struct{ Items []provider }
	get(t, api+"/v1/platform/providers", &providers)
	var document schema
	get(t, api+"/schemas/installation-profile", &document)

	fields := &page{}
	fields.requestFields()
	fields.profileFields(document)
	fields.compare(t, "fields.md")

	boundaries := &page{}
	boundaries.line("%s", providersIntroduction)
	for _, one := range providers.Items {
		boundaries.provider(one)
	}
	boundaries.compare(t, "providers.md")

	// The addresses of rules and codes in SARIF reports name one page.
	reference := &page{}
	reference.line("%s", referenceIntroduction)
	reference.rules(t, built.Platform, providers.Items)
	reference.codes()
	reference.exits(t, built.Platform)
	reference.compare(t, "reference.md")
}

const fieldsIntroduction = `# Fields of a request and a profile

This page is for developers who write a request, and for operators who write a profile. Look up here what to write in each field.
A test writes the page from the code.

## Fields of a request

A request is one flat document, JSON or YAML. Unknown and repeated fields, a second document and YAML aliases are faults. The platform
normalises each value first: it removes spaces around the value and sets the case of its letters. So ` + "`Dev` is `development`" + `.
` + "`platform schema request`" + ` prints a schema for your editor.`

const providersIntroduction = `# Boundaries and settings of the providers

This page is for operators who write a profile. Look up here which boundaries and settings each provider has. A test writes the page
from the running programs.

A boundary is an account, a subscription or the like. Separate boundaries must have different identifiers. A setting is for
the modes that the table names. Write a list as one text, with commas between its entries.`

const referenceIntroduction = `# Rules, codes and exit codes

This page is for everyone who reads an answer of the platform. Look up here what a rule asks for, and what a code means. A test writes
the page from the code and the running programs. [Fields](fields.md) and [providers](providers.md) have pages of their own.`

func get(t *testing.T, url string, into any) {
	t.Helper()
	answer, err := http.Get(url)
	require.NoError(t, err)
	defer answer.Body.Close()
	require.Equal(t, http.StatusOK, answer.StatusCode, url)
	require.NoError(t, json.NewDecoder(answer.Body).Decode(into))
}

// provider is what the page has of a provider, as the API describes it.
type provider struct {
	ID            string
	DisplayName   string `json:"display_name"`
	DefaultRegion string `json:"default_region"`
	Regions       []struct{ Name string }
	Boundaries    []struct {
		Name, Mode, Form string
		DisplayName      string `json:"display_name"`
		Separate         bool
	}
	Settings []struct {
		Name, Purpose, Form, Kind, Default string
		List                               bool
		Choices                            []string
		Modes                              []string
		DisplayName                        string `json:"display_name"`
	}
}

// schema is what the page has of the profile's schema.
type schema struct {
	Properties map[string]struct {
		Description string
		Enum        []any
	}
}

// page is the text of one page.
type page struct{ text strings.Builder }

// compare compares the page with its file in docs, or writes the file with -update.
func (p *page) compare(t *testing.T, name string) {
	t.Helper()
	file := filepath.Join("..", "..", "docs", name)
	if golden.FlagUpdate() {
		require.NoError(t, os.WriteFile(file, []byte(p.text.String()), 0o644))
		return
	}
	written, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, p.text.String(), string(written), "write %s anew with -update", name)
}

func (p *page) line(format string, values ...any) { fmt.Fprintf(&p.text, format+"\n", values...) }

func (p *page) table(heads ...string) {
	p.line("")
	p.row(heads...)
	p.row(slices.Repeat([]string{"---"}, len(heads))...)
}

func (p *page) row(cells ...string) {
	for i, c := range cells {
		cells[i] = strings.ReplaceAll(c, "|", `\|`)
	}
	p.line("| %s |", strings.Join(cells, " | "))
}

func code(texts ...string) string {
	for i, text := range texts {
		texts[i] = "`" + text + "`"
	}
	return strings.Join(texts, ", ")
}

func (p *page) requestFields() {
	p.line("%s", fieldsIntroduction)
	p.table("Field", "What to write", "Example")
	for _, f := range request.Fields() {
		p.row(code(f.Name), f.Form(), example(f))
	}
}

func example(f request.Field) string {
	switch {
	case len(f.Text.Samples) > 0:
		return code(f.Text.Samples[0])
	case f.Values != nil || f.Kind == request.NumberValue:
		return code(f.Example.String())
	default:
		return "" // a template's example has to be replaced
	}
}

// profileOrder is the order in which a profile is written.
var profileOrder = []string{"schema", "provider", "mode", "allowed_regions", "boundaries", "policy_date", "unpriced", "policies", "exceptions", "settings"}

func (p *page) profileFields(document schema) {
	p.line("\n## Fields of a profile\n\nOnly `provider` is needed. `platform setup init` writes one.")
	p.table("Field", "What to write")
	for _, name := range profileOrder {
		property, ok := document.Properties[name]
		if !ok {
			panic("the schema of the profile has no " + name)
		}
		delete(document.Properties, name)
		var values []string
		for _, value := range property.Enum {
			if value != nil {
				values = append(values, fmt.Sprint(value))
			}
		}
		text := property.Description
		if len(values) > 0 {
			text = code(values...) + ". " + text
		}
		p.row(code(name), strings.TrimSpace(text))
	}
	if len(document.Properties) > 0 {
		panic(fmt.Sprint("the page has not all of ", document.Properties))
	}
}

func (p *page) provider(one provider) {
	p.line("\n## %s\n\n%s has %d regions. The default is %s.", code(one.ID), one.DisplayName, len(one.Regions), code(one.DefaultRegion))
	p.table("Boundary", "Name", "Mode", "Form", "Separate")
	for _, b := range one.Boundaries {
		separate := ""
		if b.Separate {
			separate = "yes"
		}
		p.row(code(b.Name), b.DisplayName, b.Mode, b.Form, separate)
	}
	p.table("Setting", "Purpose", "Write", "Default", "Modes")
	for _, s := range one.Settings {
		write, usual := cmp.Or(s.Form, strings.NewReplacer("_", " ", "ipv4", "IPv4").Replace(s.Kind)), ""
		switch {
		case len(s.Choices) > 0:
			write = code(s.Choices...)
		case s.List:
			write += "; a list"
		}
		if s.Default != "" {
			usual = code(s.Default)
		}
		modes := cmp.Or(strings.Join(s.Modes, ", "), string(profile.Enterprise))
		if len(s.Modes) == len(profile.Modes()) {
			modes = "every mode"
		}
		p.row(code(s.Name), s.DisplayName+": "+strings.TrimSuffix(s.Purpose, "."), write, usual, modes)
	}
}

// rules lists those of every provider and mode, each once.
func (p *page) rules(t *testing.T, platform string, providers []provider) {
	t.Helper()
	found := map[string]profile.SourcedRule{}
	for _, one := range providers {
		for _, mode := range []profile.Mode{profile.Simulation, profile.Sandbox, profile.Enterprise} {
			cmd := exec.Command(platform, "policy", "list", "--profile", "-")
			cmd.Stdin = strings.NewReader(fmt.Sprintf(`{"provider":%q,"mode":%q}`, one.ID, mode))
			out, err := cmd.Output()
			require.NoError(t, err)
			var list struct{ Items []profile.SourcedRule }
			require.NoError(t, json.Unmarshal(out, &list))
			for _, r := range list.Items {
				found[r.ID] = r
			}
		}
	}
	p.line(`
## Rules

A request that breaks a rule is denied, unless the rule is advisory.

- ` + "`platform policy list --profile PROFILE`" + ` lists the rules in force, with their expressions and those of your organisation.
- ` + "`platform policy explain RULE`" + ` shows requests that the rule accepts and denies.`)
	p.table("Rule", "Field", "What it asks for", "What to do")
	for _, id := range sorted(found) {
		r, advisory := found[id], ""
		if r.Level == profile.Advisory {
			advisory = " (advisory)"
		}
		p.row(anchored(id, id)+advisory, code(r.Field), r.Title+": "+r.Expected, cmp.Or(r.Remediation, "The answer says what to write."))
	}
}

// anchored is a code that a link with its ID leads to.
func anchored(id, name string) string { return fmt.Sprintf("<a id=%q></a>", id) + code(name) }

func sorted[V any](byName map[string]V) []string {
	var names []string
	for name := range byName {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func (p *page) codes() {
	p.line(`
## Codes of problems

A refusal is a problem document (RFC 9457) with a ` + "`code`" + `. The command writes the same document to standard output. Its single faults
have [codes of their own](fault-codes.md). In SARIF, the rule of a file that is not a request is ` + "`input.`" + ` and the code.`)
	p.table("Code", "HTTP", "Exit", "What it means, and what to do")
	for _, c := range problem.Codes() {
		meaning, ok := meanings[c]
		if !ok {
			panic("no meaning of " + c)
		}
		status := fmt.Sprint(c.Status())
		if commandOnly(c) {
			status = "–"
		}
		p.row(anchored("input."+string(c), string(c)), status, fmt.Sprint(c.Exit()), meaning)
	}
}

// exits is the part of the help that every command has.
func (p *page) exits(t *testing.T, platform string) {
	t.Helper()
	help, err := exec.Command(platform, "--help").Output()
	require.NoError(t, err)
	_, rest, ok := strings.Cut(string(help), "\nExit codes:\n")
	require.True(t, ok)
	list, _, _ := strings.Cut(rest, "\n\n")
	p.line("\n## Exit codes of the command")
	p.table("Exit code", "Meaning")
	for line := range strings.Lines(list) {
		number, meaning, ok := strings.Cut(strings.TrimSpace(line), "  ")
		require.True(t, ok, line)
		p.row(number, strings.TrimSpace(meaning))
	}
}
