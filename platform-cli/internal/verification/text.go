package verification

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/terminal"
)

// longest bounds what a line shows of a text, in characters.
const longest = 200

// Lines say the answer to a person, each safe to show and no wider than a terminal.
func (a Answer) Lines() []string {
	var lines []string
	switch a.Outcome {
	case Verified:
		lines = a.verifiedLines()
	case MadeWithAnother:
		lines = a.anotherLines()
	case NoLongerAccepted:
		lines = a.deniedLines()
	case Altered:
		lines = a.alteredLines()
	}
	return terminal.WrapAll(lines)
}

func (a Answer) verifiedLines() []string {
	lines := []string{fmt.Sprintf("verified: %s, all %d files as derived from the request", a.ProposalID, a.Files)}
	for _, p := range a.Parts { // only the platform's release may differ
		lines = append(lines, fmt.Sprintf("  made by %s; platform %s makes the same bytes", cmp.Or(prefixed("platform ", shortened(p.Attested)), "a release that it does not name"), p.Here))
	}
	return append(lines, a.exceptionLines()...)
}

// exceptionLines say on what the acceptance rests.
func (a Answer) exceptionLines() []string {
	if len(a.Exceptions) == 0 {
		return nil
	}
	lines := []string{"  accepted with " + terminal.Count(len(a.Exceptions), "exception") + ":"}
	for _, x := range a.Exceptions {
		lines = append(lines, fmt.Sprintf("    %s, until %s, of %s: %s", x.PolicyID, x.Until, x.Owner, shortened(x.Reason)))
	}
	return lines
}

// partNames are what a person calls the parts of proposal.MadeWith.
var partNames = map[string]string{
	"adapter": "adapter", "adapter_version": "adapter version", "contract_version": "contract version",
	"profile_digest": "profile", "policy_set_digest": "policy set", proposal.PlatformPart: "platform",
}

func (a Answer) anotherLines() []string {
	lines := []string{fmt.Sprintf("made with another %s: %s says so, and cannot be derived here", a.partsText(), shortened(a.Bundle))}
	for _, p := range a.Parts {
		lines = append(lines, partLines(p)...)
	}
	lines = append(lines, "  To verify it, use "+strings.Join(a.wanted(), " and ")+".")
	if len(a.Denied) > 0 {
		lines = append(lines, fmt.Sprintf("  With what is here, policy denies its request on %s. %s: %s", a.PolicyDate, a.Denied[0].PolicyID, a.Denied[0].Message))
	}
	if len(a.Same) > 0 {
		lines = append(lines, fmt.Sprintf("  %d of its %d files are derived here to the same bytes.", len(a.Same), a.Files))
	}
	return append(lines, fmt.Sprintf("  Its %d files agree with each other and with its content hash. That shows only that none was changed since all were written, not who wrote them: whoever changes one can write the others anew.", a.Files))
}

// partLines show both values; digests are too wide for one line.
func partLines(p proposal.PartDifference) []string {
	attested := cmp.Or(shortened(p.Attested), "none")
	if strings.HasPrefix(p.Here, "sha256:") {
		return []string{"  " + partNames[p.Part] + ", by its digest: in the attestation, and here", "    " + attested, "    " + p.Here}
	}
	return []string{fmt.Sprintf("  %s: %s in the attestation, %s here", partNames[p.Part], attested, p.Here)}
}

// wanted says what would make the proposal, as its attestation has it.
func (a Answer) wanted() []string {
	var list []string
	differs := map[string]bool{}
	for _, p := range a.Parts {
		differs[p.Part] = true
	}
	m := a.Attested
	if differs["adapter"] || differs["adapter_version"] {
		list = append(list, shortened(fmt.Sprintf("adapter %s %s", m.Adapter, m.AdapterVersion)))
	}
	if differs[proposal.PlatformPart] || differs["contract_version"] {
		list = append(list, cmp.Or(prefixed("platform ", shortened(m.Platform)), "the release of the platform that made it"))
	}
	if differs["profile_digest"] {
		list = append(list, "the profile with that digest (platform setup validate prints a profile's)")
	} else if differs["policy_set_digest"] {
		list = append(list, "the release of the platform with that policy set")
	}
	return list
}

func prefixed(prefix, text string) string {
	if text == "" {
		return ""
	}
	return prefix + text
}

func (a Answer) deniedLines() []string {
	lines := []string{fmt.Sprintf("no longer accepted: on %s, policy denies the request of %s", a.PolicyDate, shortened(a.Bundle))}
	for _, d := range a.Denied {
		lines = append(lines, fmt.Sprintf("  %s (%s): %s", d.Field, d.PolicyID, d.Message))
	}
	if a.VerifyOn == "" {
		return append(lines, "  No day was found on which policy accepts it, so no byte was derived; its files agree with each other, which does not show who wrote them.")
	}
	lines = append(lines, fmt.Sprintf("  As of %s, policy accepts it, and all %d files are derived again, byte by byte: give --on %s to verify it as of that day.", a.VerifyOn, a.Files, a.VerifyOn))
	return append(lines, a.exceptionLines()...)
}

func (a Answer) alteredLines() []string {
	lines := []string{fmt.Sprintf("altered: %s is not as it was made; this differs:", shortened(a.Bundle))}
	for _, m := range a.Altered {
		lines = append(lines, mismatchLines(m)...)
	}
	switch compared := a.compared(); {
	case !compared && len(a.Parts) > 0:
		lines = append(lines, fmt.Sprintf("  Its attestation names another %s, so no line can be compared here. Verify it with what it names to see the lines.", a.partsText()))
	case compared && len(a.Denied) > 0:
		lines = append(lines, fmt.Sprintf("  Policy denies the request on %s, so it was compared with what %s gives.", a.PolicyDate, a.VerifyOn))
	}
	return lines
}

// compared reports whether the altered files were compared with derived ones.
func (a Answer) compared() bool {
	return slices.ContainsFunc(a.Altered, func(m proposal.Mismatch) bool { return m.Line > 0 })
}

// partsText lists the parts that differ, as a sentence does.
func (a Answer) partsText() string {
	var names []string
	for _, p := range a.Parts {
		names = append(names, partNames[p.Part])
	}
	if last := len(names) - 1; last > 0 {
		return strings.Join(names[:last], ", ") + " and " + names[last]
	}
	return names[0]
}

// mismatchLines show a file or field, and its first difference.
func mismatchLines(m proposal.Mismatch) []string {
	where := "  " + shortened(m.Where)
	if m.Line == 0 {
		return []string{where, "    " + shortened(m.Message)}
	}
	return []string{
		where,
		fmt.Sprintf("    line %d, column %d; %s", m.Line, m.Column, differ(m.Lines)),
		"      found   " + cmp.Or(m.Found, fileEnds),
		"      derived " + cmp.Or(m.Derived, fileEnds),
	}
}

// fileEnds is shown for a file that ends before the other.
const fileEnds = "(the file ends)"

func differ(lines int) string {
	if lines == 1 {
		return "1 line differs"
	}
	return fmt.Sprintf("%d lines differ", lines)
}

func shortened(text string) string { return problem.Excerpt(terminal.Line(text), longest) }
