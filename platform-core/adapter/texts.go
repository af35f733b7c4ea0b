package adapter

import (
	"bytes"
	"cmp"
	"fmt"
	"strings"
	"unicode"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// These limits bound the texts of an answer, in bytes.
const (
	// MaxNameSize limits names, identifiers, addresses and units.
	MaxNameSize = 256
	// MaxLineSize limits titles, and the texts of placement, rationale and needs.
	MaxLineSize = 400
	// MaxTextSize limits sentences, and the values of properties.
	MaxTextSize = 4 << 10
)

// MaxMarks limits the combining marks in a row. More marks would cover the lines above and below.
// Vietnamese, Thai, Hebrew and Hindi use up to three.
const MaxMarks = 4

// texts checks every text in one entry of an answer. A text is one line of valid UTF-8 and has at most
// the allowed size. It is empty, or has at least one visible character, and no hidden ones. texts keeps
// the first breach.
type texts struct {
	checker
	// list is the name of the list with the entry; empty if the entry is in no list. index is the index
	// of the entry in the list.
	list  string
	index int
	err   error
}

// text sets err if a text breaks the rule. field is the name of the text in the entry.
func (t *texts) text(field, text string, limit int) {
	if plain(text, limit) {
		return
	}
	t.quoted(field, text, limit)
	if t.err != nil {
		return
	}
	if at := document.Stacked(text, MaxMarks); at >= 0 {
		t.err = t.fault(problem.ContractText, t.at(field),
			"has more than %d combining marks in a row (byte %d); leave some out", MaxMarks, at+1)
	}
}

// plain reports whether a quick check finds that a text keeps the rule. Most texts pass it.
func plain(text string, limit int) bool {
	return text == "" || len(text) <= limit && text[0] != ' ' && document.ASCII(text)
}

// quoted checks a text like [texts.text], but allows any number of combining marks. It is for texts of the
// requester: a justification has no such limit.
func (t *texts) quoted(field, text string, limit int) {
	if t.err != nil || plain(text, limit) {
		return
	}
	if len(text) > limit {
		t.err = t.fault(problem.ContractSize, t.at(field), "has %d bytes; at most %d are allowed", len(text), limit)
	} else if hidden, r := document.Hidden(text, ""); hidden >= 0 {
		t.err = t.fault(problem.ContractText, t.at(field), "has a character that cannot be seen or printed (%U, byte %d); "+
			"write one line of visible characters", r, hidden+1)
	} else if text != "" && !strings.ContainsFunc(text, shows) {
		t.err = t.fault(problem.ContractText, t.at(field),
			"has only white space; write at least one visible character")
	}
}

// shows reports whether a visible character is neither white space nor a combining mark.
func shows(r rune) bool { return !unicode.IsSpace(r) && !unicode.Is(unicode.M, r) }

func (t *texts) at(field string) string {
	if t.list == "" {
		return field
	}
	return at(t.list, t.index) + "." + field
}

// at returns the field of an entry of a list, such as "regions[2]".
func at(list string, index int) string { return fmt.Sprintf("%s[%d]", list, index) }

// name checks texts of at most [MaxNameSize]. pairs are fields and their texts.
func (t *texts) name(pairs ...string) { t.pairs(pairs, MaxNameSize) }

// line checks texts of at most [MaxLineSize]. pairs are fields and their texts.
func (t *texts) line(pairs ...string) { t.pairs(pairs, MaxLineSize) }

// sentence checks texts of at most [MaxTextSize]. pairs are fields and their texts.
func (t *texts) sentence(pairs ...string) { t.pairs(pairs, MaxTextSize) }

func (t *texts) pairs(pairs []string, limit int) {
	for i := 0; i < len(pairs); i += 2 {
		t.text(pairs[i], pairs[i+1], limit)
	}
}

// names checks a list of names.
func names[T ~string](t *texts, field string, list []T) {
	if t.err == nil && len(list) > MaxEntries {
		t.err = t.tooMany(t.at(field), len(list), MaxEntries)
	}
	for i, name := range list {
		if !plain(string(name), MaxNameSize) {
			t.name(at(field, i), string(name))
		}
	}
}

// properties checks the names and values of properties. The breach names the first wrong property in the
// order of names.
func (t *texts) properties(list request.Properties) {
	if t.err == nil && len(list) > MaxEntries {
		t.err = t.tooMany(t.at("properties"), len(list), MaxEntries)
	}
	for _, p := range list {
		t.name("properties", p.Name)
		if !plain(p.Value, MaxTextSize) {
			t.sentence("properties."+p.Name, p.Value)
		}
	}
}

// entries returns the first breach in the texts of a list, or an error if the list has more than limit
// entries. check checks one entry.
func entries[T any](c checker, list string, entered []T, limit int, check func(*texts, *T)) error {
	if len(entered) > limit {
		return c.tooMany(list, len(entered), limit)
	}
	t := &texts{checker: c, list: list}
	for t.index = range entered {
		if check(t, &entered[t.index]); t.err != nil {
			return t.err
		}
	}
	return nil
}

func descriptionTexts(c checker, d *Description) error {
	t := &texts{checker: c}
	t.name("id", d.ID)
	t.line("display_name", d.DisplayName, "writes", d.Writes)
	t.name("default_region", d.DefaultRegion, "version", d.Version)
	names(t, "capabilities", d.Capabilities)
	names(t, "estimate_reads", d.EstimateReads)
	return cmp.Or(t.err,
		entries(c, "regions", d.Regions, MaxEntries, regionTexts),
		entries(c, "boundaries", d.Boundaries, MaxEntries, boundaryTexts),
		entries(c, SettingsField, d.Settings, MaxEntries, settingTexts),
		entries(c, "resource_kinds", d.ResourceKinds, MaxEntries, kindTexts),
		entries(c, "choices", d.Choices, MaxEntries, choiceTexts),
		entries(c, "rules", d.Rules, MaxEntries, ruleTexts),
	)
}

func regionTexts(t *texts, r *profile.Region) {
	t.name("name", r.Name)
	t.line("display_name", r.DisplayName)
	names(t, "zones", r.Zones)
}

func boundaryTexts(t *texts, b *profile.Boundary) {
	t.name("name", b.Name)
	t.line("display_name", b.DisplayName)
	t.name("mode", string(b.Mode))
	t.sentence("pattern", b.Pattern)
	t.line("form", b.Form)
	t.name("placeholder", b.Placeholder)
}

func kindTexts(t *texts, k *profile.ResourceKind) {
	t.name("resource", k.Resource, "role", string(k.Role), "display_name", k.DisplayName)
	t.line("detail", k.Detail)
}

func choiceTexts(t *texts, choice *profile.Choice) {
	t.name("field", choice.Field, "value", choice.Value)
	t.line("text", choice.Text)
}

func ruleTexts(t *texts, r *Rule) {
	t.name("id", r.ID)
	t.line("title", r.Title)
	t.name("field", r.Field, "level", string(r.Level))
	t.sentence("expected", r.Expected)
	names(t, "reads", r.Reads)
	t.name("until", string(r.Until))
	t.sentence("message", r.Message, "remediation", r.Remediation)
}

func evaluationTexts(c checker, e *Evaluation) error {
	return cmp.Or(
		entries(c, "violations", e.Violations, MaxFindings, violationTexts),
		entries(c, "advisories", e.Advisories, MaxFindings, violationTexts),
		entries(c, "resources", e.Resources, MaxResources, resourceTexts),
		estimateTexts(c, &e.Estimate),
	)
}

func violationTexts(t *texts, v *request.Violation) {
	t.name("policy_id", v.PolicyID, "source", string(v.Source), "field", v.Field)
	t.sentence("message", v.Message, "remediation", v.Remediation)
	t.quoted("actual", v.Actual.Text, MaxTextSize)
	t.sentence("expected", v.Expected, "suggestion", v.Suggestion.Text)
}

func resourceTexts(t *texts, r *request.Resource) {
	t.name("address", r.Address, "type", r.Type, "name", r.Name, request.RegionField, r.Region, "parent", r.Parent)
	names(t, "controls", r.Controls)
	t.properties(r.Properties)
}

func estimateTexts(c checker, e *request.Estimate) error {
	t := &texts{checker: c}
	t.name("estimate.currency", e.Currency, "estimate.price_table", e.PriceTable)
	return cmp.Or(t.err, entries(c, "estimate.items", e.Items, MaxItems, itemTexts))
}

func itemTexts(t *texts, i *request.EstimateItem) {
	t.name("address", i.Address)
	t.line("item", i.Item)
	t.name("basis", string(i.Basis), "quantity", string(i.Quantity), "unit", i.Unit, "unit_price", string(i.UnitPrice))
}

func generationTexts(c checker, g *Generation) error {
	return cmp.Or(
		entries(c, "placement", g.Placement, MaxReviewLines, placementTexts),
		entries(c, "rationale", g.Rationale, MaxReviewLines, reasonTexts),
		entries(c, "replacements", g.Replacements, MaxEntries, replacementTexts),
		entries(c, "needs", g.Needs, MaxNeeds, needTexts),
	)
}

func placementTexts(t *texts, p *PlacementPart) {
	t.line("name", p.Name, "boundary", p.Boundary, "id", p.ID, "holds", p.Holds)
}

func reasonTexts(t *texts, r *Reason) {
	t.line("field", r.Field, "text", r.Text)
}

func replacementTexts(t *texts, r *Replacement) {
	t.name("type", r.Type)
	names(t, "properties", r.Properties)
}

func needTexts(t *texts, n *Need) {
	t.name("kind", string(n.Kind))
	t.line("name", n.Name, "text", n.Text)
}

func checkTexts(t *texts, c *profile.Check) {
	t.name("id", c.ID, "field", c.Field)
	t.line("title", c.Title)
	t.name("status", string(c.Status))
	t.sentence("message", c.Message, "remediation", c.Remediation)
}

// content returns an error if a file is empty, too large, or has hidden characters. Line feeds and tabs
// are allowed.
func (c checker) content(f File) error {
	if len(f.Content) == 0 || len(f.Content) > MaxFileSize {
		return c.fault(problem.ContractSize, f.Name, "has %d bytes; 1 to %d are allowed", len(f.Content), MaxFileSize)
	}
	if hidden, r := document.Hidden(string(f.Content), "\n\t"); hidden >= 0 {
		return c.fault(problem.ContractText, f.Name, "has a character that cannot be seen or printed (%U, line %d); "+
			"write visible characters, tabs and line feeds", r, 1+bytes.Count(f.Content[:hidden], []byte("\n")))
	}
	return nil
}
