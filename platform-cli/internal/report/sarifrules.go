package report

import (
	"cmp"
	"fmt"
	"strings"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/proposal"
)

// ruleOf returns a rule with the fields that GitHub code scanning requires.
func ruleOf(id, title, full, level string, help sarifHelp) sarifRule {
	return sarifRule{ID: id, Short: sarifText{plain(title)}, Full: sarifText{plain(full)}, Help: help,
		Configuration: sarifConfiguration{level}}
}

func rulesOf(rules []profile.SourcedRule) []sarifRule {
	list := make([]sarifRule, len(rules))
	for i, r := range rules {
		full := r.Title
		if r.Expected != "" {
			full += ": " + r.Expected
		}
		list[i] = ruleOf(r.ID, r.Title, full, levelOf(r.Level), helpOf(r))
	}
	return list
}

// problemRule returns the rule for a problem that no rule of policy covers, such as a malformed
// document.
func problemRule(id string) sarifRule {
	title := problem.Code(strings.TrimPrefix(id, "input.")).Title()
	const help = "The message says what is wrong with the document, and what to write instead."
	return ruleOf(id, title, title, "error", sarifHelp{help, help})
}

// helpOf returns the remediation and the description of a rule.
func helpOf(r profile.SourcedRule) sarifHelp {
	text := plain(cmp.Or(r.Remediation, r.Expected, r.Title))
	lines := []string{proposal.MarkdownText(text), ""}
	for _, part := range []struct{ name, text string }{
		{"Field", r.Field}, {"Expected", r.Expected}, {"Applies when", r.When}, {"Requires", r.Require},
	} {
		if part.text != "" {
			lines = append(lines, fmt.Sprintf("- %s: %s", part.name, proposal.MarkdownCode(part.text)))
		}
	}
	lines = append(lines, "", fmt.Sprintf(
		"`platform policy explain %s` shows requests that it accepts and denies; `platform request fix` writes the least change.",
		r.ID))
	return sarifHelp{text, strings.Join(lines, "\n")}
}
