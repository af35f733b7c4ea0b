package report

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"platform.internal/platform-cli/internal/edit"
	platformcore "platform.internal/platform-core"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// SARIF returns the violations, exceptions, advisories and faults of the files as a SARIF log. An
// accepted file without exceptions and advisories has no result. SARIF fails if the log cannot be
// encoded.
func SARIF(files []File, rules []profile.SourcedRule) ([]byte, error) {
	s := &sarifWriter{rulesOf(rules)}
	run := sarifRun{ColumnKind: "unicodeCodePoints", Invocations: []sarifInvocation{{Successful: true}},
		Results: []sarifResult{}}
	for _, f := range files {
		run.Results = append(run.Results, s.file(f)...)
		if f.Problem != nil && f.Problem.Code.Exit() == problem.ExitFailure {
			run.Invocations[0].Successful = false
		}
	}
	if slices.ContainsFunc(run.Results, func(r sarifResult) bool { return r.Suppressions != nil }) {
		for i := range run.Results {
			if run.Results[i].Suppressions == nil {
				run.Results[i].Suppressions = &[]sarifSuppression{}
			}
		}
	}
	run.Tool.Driver = sarifDriver{Name: platformcore.Name, Version: platformcore.Version, Rules: s.rules}
	return document.Encode(sarifLog{sarifSchema, sarifVersion, []sarifRun{run}})
}

func levelOf(l profile.Level) string {
	if l == profile.Advisory {
		return "note"
	}
	return "error"
}

// sarifWriter collects the rules of policy, and adds rules for malformed input.
type sarifWriter struct{ rules []sarifRule }

// sarifFile writes the results of one file.
type sarifFile struct {
	*sarifWriter
	File
	// place returns the regions of a field of the request, as [edit.Regions] does.
	place func(field string) (member, value edit.Region)
	// seen counts the results with the same rule and field.
	seen map[string]int
}

func (s *sarifWriter) file(file File) []sarifResult {
	f := sarifFile{s, file, edit.Regions(file.Source), map[string]int{}}
	if f.Problem != nil {
		return f.problem()
	}
	var list []sarifResult
	for _, v := range f.Record.Violations {
		list = append(list, f.violation(v, "error"))
	}
	for _, x := range f.Record.Exceptions {
		list = append(list, f.exception(x))
	}
	for _, v := range f.Record.Advisories {
		list = append(list, f.violation(v, "note"))
	}
	return list
}

func (f sarifFile) violation(v request.Violation, level string) sarifResult {
	at, _ := f.place(v.Field)
	r := f.result(at, v.PolicyID, v.Field, level, v.Field+": "+v.Message+" "+v.Remediation)
	if len(f.Fix) > 0 && level == "error" {
		r.Fixes = []sarifFix{fixOf(f.File)}
	}
	return r
}

// fixOf returns the fix of a file. Each result has the same fix, because policy needs all of its
// changes.
func fixOf(f File) sarifFix {
	change := sarifChange{Artifact: sarifArtifact{URI: uri(f.Path)}}
	for _, r := range f.Fix {
		change.Replacements = append(change.Replacements, sarifReplacement{r.Region, sarifContent{r.Text}})
	}
	return sarifFix{sarifText{"The least changes with which policy accepts the request."}, []sarifChange{change}}
}

// exception returns the result of an exception. Its level is note, for readers that ignore
// suppressions.
func (f sarifFile) exception(x request.ExceptedViolation) sarifResult {
	at, _ := f.place(x.Field)
	r := f.result(at, x.PolicyID, x.Field, "note", x.Field+": "+x.Message)
	r.Suppressions = &[]sarifSuppression{{"external", "accepted",
		plain(fmt.Sprintf("Exception until %s, of %s: %s", x.Until.Words(), x.Owner, x.Reason))}}
	return r
}

func (f sarifFile) problem() []sarifResult {
	id := "input." + string(f.Problem.Code)
	if len(f.Problem.Faults) == 0 {
		return []sarifResult{f.result(edit.Region{}, id, "", "error", f.Problem.Detail)}
	}
	var list []sarifResult
	for _, fault := range f.Problem.Faults {
		list = append(list, f.result(f.placeOf(fault), id, fault.Field+" "+string(fault.Code), "error", faultText(fault)))
	}
	return list
}

// placeOf returns the region of a fault. It is that of the field if the field is on the fault's
// line.
func (f sarifFile) placeOf(fault problem.Fault) edit.Region {
	at := edit.Region{StartLine: fault.Line, StartColumn: fault.Column}
	if fault.Column > 0 || fault.Field == "" {
		return at
	}
	if field, _ := f.place(fault.Field); field.StartLine == fault.Line {
		return field
	}
	return at
}

func faultText(f problem.Fault) string {
	if f.Field == "" {
		return f.Message
	}
	return f.Field + " " + f.Message
}

// result returns the result of a rule about something, such as a field.
func (f sarifFile) result(at edit.Region, rule, about, level, text string) sarifResult {
	region := sarifRegion{Region: at}
	if part := at.Text(f.Source.Data); part != "" && len(part) <= maxSnippet && isPlain(part) {
		region.Snippet = &sarifText{part}
	}
	region.StartLine = max(region.StartLine, 1)
	return sarifResult{
		RuleID: rule, RuleIndex: f.index(rule), Level: level, Message: sarifText{plain(text)},
		Locations:    []sarifLocation{{sarifPhysical{Artifact: sarifArtifact{URI: uri(f.Path)}, Region: region}}},
		Fingerprints: f.fingerprints(rule, about),
	}
}

// maxSnippet bounds a quoted part of a document, in bytes.
const maxSnippet = 500

// fingerprints identify a result by file, rule and field. They stay the same if lines move or if
// another wrong value is written. GitHub code scanning expects this name and this form of hash and
// count.
func (f sarifFile) fingerprints(rule, about string) map[string]string {
	what := uri(f.Path) + "\n" + rule + "\n" + about
	f.seen[what]++
	sum := sha256.Sum256([]byte(what))
	return map[string]string{"primaryLocationLineHash": fmt.Sprintf("%s:%d", hex.EncodeToString(sum[:8]), f.seen[what])}
}

// index returns the position of a rule. It adds the rule of a problem if it is missing.
func (s *sarifWriter) index(id string) int {
	if i := slices.IndexFunc(s.rules, func(r sarifRule) bool { return r.ID == id }); i >= 0 {
		return i
	}
	s.rules = append(s.rules, problemRule(id))
	return len(s.rules) - 1
}

// uri returns the path as a URI reference. It keeps a relative path relative, so that code scanning
// finds the file in its repository.
func uri(path string) string {
	reference := url.URL{Path: filepath.ToSlash(path)}
	if filepath.IsAbs(path) {
		reference.Scheme = "file"
	}
	return reference.String()
}

// plain returns a text without hidden characters and links. A message of SARIF may contain Markdown
// links (SARIF 2.1.0, 3.11.6).
func plain(text string) string { return strings.ReplaceAll(visible(text), "](", `\](`) }

// visible replaces each hidden character of a text, such as a control, a line end or a direction
// mark.
func visible(text string) string {
	return strings.Map(func(r rune) rune {
		if document.Visible(r) {
			return r
		}
		return '\uFFFD'
	}, text)
}

// isPlain reports whether a part of a document has no hidden character other than line ends.
func isPlain(text string) bool {
	return !strings.ContainsFunc(text,
		func(r rune) bool { return r != '\n' && r != '\r' && r != '\t' && !document.Visible(r) })
}
