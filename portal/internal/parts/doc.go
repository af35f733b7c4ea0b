// Package parts has the parts that several pages show: the fixes of a denied request, the rules that a
// request breaks with an exception, and the differences between two requests.
//
// A page adds [Templates] to the source of its template, and shows a part with the name of its
// template: "fixes" with [Fixes], "exceptions" with [Exceptions], "resource-changes" with
// [Resources] of a [Comparison].
package parts

import _ "embed"

// Templates are the templates of all parts.
//
//go:embed parts.html
var Templates string
