package terminal

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"platform.internal/platform-core/problem"
)

// FaultLines returns the lines of the faults of documents, sorted by file and line, with an empty line before each. It
// shows [MostShown] of each file.
func FaultLines(faults []problem.Fault) (lines []string) {
	var list []Diagnostic
	for _, f := range faults {
		list = append(list, diagnosticOf(f))
	}
	slices.SortStableFunc(list, Diagnostic.Compare)
	count, left := map[string]int{}, 0
	for _, d := range list {
		if count[d.File]++; count[d.File] > MostShown {
			left++
			continue
		}
		lines = append(append(lines, ""), d.Lines()...)
	}
	return append(lines, More(left)...)
}

// More returns a line for n diagnostics that are not shown, or nothing if n is 0.
func More(n int) []string {
	if n <= 0 {
		return nil
	}
	return []string{fmt.Sprintf("and %d more", n)}
}

func diagnosticOf(f problem.Fault) Diagnostic {
	d := Diagnostic{
		File: f.File, Line: f.Line, Column: f.Column, Source: f.Source, Code: string(f.Code), Message: f.Message,
		End: endOf(f),
	}
	if f.PolicyID != "" {
		d.Code = f.PolicyID
	}
	if m := toWrite.FindStringSubmatch(f.Message); m != nil && d.marked() != nil {
		name := nameBefore(d)
		if isDate.MatchString(m[2]) || strings.HasPrefix(name, `"`) && !plainJSON.MatchString(m[2]) {
			m[2] = strconv.Quote(m[2])
		}
		d.Message, d.Write = m[1], name+m[2]
	}
	if f.Field != "" {
		d.Message = f.Field + " " + d.Message
	}
	return d
}

// toWrite matches a message that ends with the only text to write.
var toWrite = regexp.MustCompile(`^(.*); write (\S+|'.*'|".*")$`)

// isDate matches a text that YAML reads as a date without quotes. plainJSON matches values that JSON has without quotes.
var (
	isDate    = regexp.MustCompile(`^\d{4}-\d\d-\d\d$`)
	plainJSON = regexp.MustCompile(`^(\d+|true|false|["'].*)$`)
)

// fieldName matches a name at the end of the text before its value.
var fieldName = regexp.MustCompile(`["']?[\w.-]+["']?: *$`)

// nameBefore returns the name of the field whose value d marks, as the document has it.
func nameBefore(d Diagnostic) string {
	characters := strings.Split(d.Source.Text, "")
	return fieldName.FindString(strings.Join(characters[:min(d.Column-1-d.Source.Before, len(characters))], ""))
}

// endOf returns the column behind the name or the value with the fault.
func endOf(f problem.Fault) int {
	if f.Column == 0 || f.Column-1-f.Source.Before < 0 {
		return 0
	}
	characters := strings.Split(f.Source.Text, "")
	text := strings.Join(characters[min(f.Column-1-f.Source.Before, len(characters)):], "")
	switch f.Code {
	case problem.FaultSyntax, problem.FaultExpression, problem.FaultEncoding:
		return f.Column + 1
	}
	return f.Column + len(strings.Split(token(text), ""))
}

// token returns the name or the value at the start of a text.
func token(text string) string {
	if text == "" {
		return text
	}
	if quote := text[0]; quote == '"' || quote == '\'' {
		for end := 1; end < len(text); end++ {
			switch {
			case quote == '"' && text[end] == '\\':
				end++
			case text[end] == quote:
				return text[:end+1]
			}
		}
		return text
	}
	if text[0] == '[' || text[0] == '{' {
		return text[:1]
	}
	end := len(text)
	for _, stop := range []string{": ", " #", ",", "}", "]"} {
		if at := strings.Index(text, stop); at >= 0 {
			end = min(end, at)
		}
	}
	return strings.TrimSuffix(strings.TrimRight(text[:end], " \t\r"), ":")
}
