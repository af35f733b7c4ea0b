// Package parts has the parts that several pages show: tables of requests, the fixes of a denied
// request, the rules that a request breaks with an exception, and the differences between two
// requests.
//
// A page parses its template with [Parse]. It shows a part with the name of its template:
// "requests" and "history" with a [Table], "fixes" with [Fixes], "exceptions" with [Exceptions],
// "resource-changes" with [Changes], and "topology" with a
// [topology.Topology].
package parts

import (
	_ "embed"
	"html/template"
	"reflect"
	"strings"

	"platform.internal/platform-core/request"
	"platform.internal/portal/internal/form"
	"platform.internal/portal/internal/shell"
	"platform.internal/portal/internal/topology"
)

var (
	//go:embed parts.html
	partsText string
	//go:embed listing.html
	listingText string
)

// functions are the functions of templates in addition to those of package shell.
var functions = template.FuncMap{
	"count": shell.Count, "grouped": grouped, "dollars": request.Money.String, "usd": shell.USD, "known": shell.KnownCost, "signed": signed,
	"more": form.More, "label": form.Label, "words": form.InWords, "expected": form.Expected, "sentence": form.Sentence,
	"spaced": spaced, "orNone": orNone, "rest": rest,
	"breakable": breakable,
}

// Parse returns the [shell.Template] for a page's source, which can use all parts.
func Parse[T any](source string) shell.Template[T] {
	return shell.Parse[T](form.Parts+topology.Parts+listingText+partsText+source, functions)
}

// grouped formats an integer with a comma before every three digits.
func grouped(n any) string { return shell.Grouped(reflect.ValueOf(n).Int()) }

// rest returns how many of count things are not shown.
func rest(count, shown int) int { return max(0, count-shown) }

// spaced returns a name with spaces instead of underscores.
func spaced(name string) string { return strings.ReplaceAll(name, "_", " ") }

var afterMarks = strings.NewReplacer(".", ".<wbr>", "_", "_<wbr>")

// breakable returns an address that breaks only after a dot or an underscore.
func breakable(address string) template.HTML {
	return template.HTML(afterMarks.Replace(template.HTMLEscapeString(address))) //nolint:gosec // escaped
}

// orNone returns a value, or "none" if there is none.
func orNone(value *string) string {
	if value == nil || *value == "" {
		return "none"
	}
	return *value
}
