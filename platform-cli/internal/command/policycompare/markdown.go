package policycompare

import (
	"strings"

	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/terminal"
)

// markdown says everything for a pull request.
func markdown(c comparison) []string {
	lines := []string{"### Rules: " + verdict(c), ""}
	for _, line := range head(c)[1:] {
		lines = append(lines, "- "+code(line))
	}
	lines = append(lines, "")
	lines = append(lines, table("Denied now, accepted before", c.Stricter, func(d difference) outcome { return d.To })...)
	lines = append(lines, table("Accepted now, denied before", c.Looser, func(d difference) outcome { return d.From })...)
	if list := asides(c); len(list) > 0 {
		for _, line := range list {
			lines = append(lines, "- "+code(line))
		}
		lines = append(lines, "")
	}
	if c.Result != alike {
		lines = append(lines, "<details><summary>The other fields: a plain request</summary>", "", "```yaml")
		lines = append(append(lines, requestLines(c.PlainRequest)...), "```", "", "</details>", "")
	}
	return append(lines, searchLine(c))
}

// table lists the rules that decide differently; denying is the outcome of the
// installation that denies.
func table(heading string, list []difference, denying func(difference) outcome) []string {
	if len(list) == 0 {
		return nil
	}
	lines := []string{"#### " + heading, "", "| Rule | A request that shows it | Why it is denied | Cost a month |", "|---|---|---|---|"}
	for _, d := range list {
		var messages []string
		for _, v := range denying(d).Violations {
			messages = append(messages, code(v.Message))
		}
		price := cost(d.To)
		if before := cost(d.From); before != price {
			price = before + " → " + price
		}
		values := make([]string, 0, len(d.Values))
		for _, line := range valueLines(d.Values) {
			values = append(values, code(line))
		}
		lines = append(lines, "| "+strings.Join([]string{
			code(d.PolicyID) + " (" + d.Rule + ")", strings.Join(values, "<br>"), strings.Join(messages, "<br>"), price,
		}, " | ")+" |")
	}
	return append(lines, "")
}

// code is a free text that is only text: what a profile or a request holds.
func code(text string) string { return proposal.MarkdownCode(terminal.Line(text)) }
