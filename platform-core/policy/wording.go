package policy

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
)

// maxQuoted limits the characters of an expression in a message.
const maxQuoted = 40

// errorsOf returns the errors of CEL. It returns only the first syntax error, since the others follow from it.
func errorsOf(issues *cel.Issues) []*cel.Error {
	list := issues.Errors()
	if at := slices.IndexFunc(list,
		func(e *cel.Error) bool { return strings.HasPrefix(e.Message, "Syntax error: ") }); at >= 0 {
		return list[at : at+1]
	}
	return list
}

// wording replaces messages of CEL. pattern matches a message, and words returns the new message from the groups of the
// match and the node with the error.
type wording struct {
	pattern string
	words   func(w *worder, found []string, id int64) string
}

var wordings = []wording{
	{`^Syntax error: token recognition error at: '(.*)`, func(w *worder, found []string, _ int64) string {
		return "is not a CEL expression: " + unexpected(strings.TrimSuffix(found[1], "'"))
	}},
	{`^Syntax error: (?:mismatched|extraneous) input '(.*?)' expecting`,
		func(w *worder, found []string, _ int64) string {
			return "is not a CEL expression: " + unexpected(found[1])
		}},
	{`^Syntax error: (.*)`, func(w *worder, found []string, _ int64) string {
		return "is not a CEL expression: " + strings.ReplaceAll(found[1], "<EOF>", "the end")
	}},
	{`^undefined field '(.*)'$`, (*worder).unknownField},
	{`^undeclared reference to '(.*?)'`, (*worder).unknownName},
	{`^found no matching overload for '(getDayOfWeek)'`, func(*worder, []string, int64) string {
		return "cannot apply getDayOfWeek to a text; write " + weekdayFunction + `(request.expiry_date) == "Monday"`
	}},
	{`^found no matching overload for '(.*)' applied to '(.*)'$`,
		func(w *worder, found []string, _ int64) string {
			message := "cannot apply " + strings.Trim(strings.TrimPrefix(found[1], "@"), "_") + " to " + plainTypes(found[2])
			if found[2] == "(string, null)" || found[2] == "(null, string)" {
				message += `; an absent text is ""`
			}
			return message
		}},
	{`^type '(.*)' does not support field selection$`, func(w *worder, found []string, _ int64) string {
		return "reads a field of " + plainTypes(found[1]) + ", which has none"
	}},
}

// worder writes the messages about an expression. parsed is nil if CEL cannot parse the expression.
type worder struct {
	source string
	parsed *ast.AST
}

// message returns the message about an error, and the column of the wrong name, from 1.
func (w *worder) message(e *cel.Error) (text string, column int) {
	for _, one := range wordings {
		if found := regexp.MustCompile(one.pattern).FindStringSubmatch(e.Message); found != nil {
			return one.words(w, found, e.ExprID), w.columnOf(found[1], e)
		}
	}
	return "does not compile: " + e.Message, e.Location.Column() + 1
}

// columnOf returns the column of a name. The column of CEL is that of the dot before a field, or of the bracket after
// a function.
func (w *worder) columnOf(name string, e *cel.Error) int {
	lines, given := strings.Split(w.source, "\n"), e.Location.Column()
	if e.Location.Line() > len(lines) || name == "" {
		return given + 1
	}
	line, size := []rune(lines[e.Location.Line()-1]), len([]rune(name))
	for at := max(given-size, 0); at+size <= len(line); at++ {
		if string(line[at:at+size]) == name && (at+size == given || at >= given) {
			return at + 1
		}
	}
	return given + 1
}

// mistakenFor has the operators of CEL by operators of other languages.
var mistakenFor = map[string]string{"=": "==", "and": "&&", "or": "||", "not": "!", "AND": "&&", "OR": "||", "NOT": "!",
	"&": "&&", "|": "||", "<>": "!=", "“": `"`, "”": `"`, "„": `"`, "‘": "'", "’": "'"}

// unexpected returns a message about an unexpected text.
func unexpected(text string) string {
	text = strings.TrimSpace(text)
	if write, ok := mistakenFor[text]; ok {
		return "write " + write + " for " + text
	}
	switch {
	case text == "<EOF>":
		return "it ends too early"
	case strings.HasPrefix(text, `"`) || strings.HasPrefix(text, "'"):
		return "the text " + problem.Excerpt(text, maxQuoted) + " has no closing quote on its line"
	}
	if text == "@" {
		return "@ is not expected here; put the text in quotes"
	}
	return problem.Excerpt(text, maxQuoted) + " is not expected here"
}

// compound matches a type with other types in it.
var compound = lazyRegexp(`(list|map)\([^()]*\)`)

// plainTypes returns the types in a message of CEL in plain English.
func plainTypes(list string) string {
	list = strings.NewReplacer(".(", ", ", "(", "", ")", "").Replace(compound().ReplaceAllString(list, "a $1"))
	var named []string
	for one := range strings.SplitSeq(list, ", ") {
		if one != "" {
			named = append(named, plainType(one))
		}
	}
	return strings.Join(named, " and ")
}

var plainNames = map[string]string{"string": "text", "int": "a whole number", "double": "a number with a fraction",
	"bool": "true or false"}

func plainType(name string) string {
	if plain, ok := plainNames[name]; ok {
		return plain
	}
	if object, ok := strings.CutPrefix(name, typePrefix); ok {
		return "the whole " + object
	}
	return name
}

// unknownField returns a message about a field that an object does not have.
func (w *worder) unknownField(found []string, id int64) string {
	name, path := found[1], ""
	if selected := w.node(id); selected != nil {
		path, _ = pathOf(selected.AsSelect().Operand())
	}
	if path == "" {
		return problem.Excerpt(name, maxQuoted) + " is not a field here"
	}
	message, fields := problem.Excerpt(path+"."+name, maxQuoted)+" is not a field", fieldsAt(path)
	if near := document.Nearest(name, fields); near != "" {
		return message + "; write " + path + "." + near
	}
	return message + "; the fields of " + path + " are " + strings.Join(fields, ", ")
}

// node returns the node with the ID; nil for none.
func (w *worder) node(id int64) ast.NavigableExpr {
	if w.parsed == nil {
		return nil
	}
	for _, n := range ast.MatchDescendants(ast.NavigateAST(w.parsed), ast.AllMatcher()) {
		if n.ID() == id {
			return n
		}
	}
	return nil
}

// ownFunctions are the functions of this package. celFunctions are functions of CEL that are useful in rules.
var (
	ownFunctions = []string{
		"days", "date_plus", "date_words", weekdayFunction, "usd", "cidr_length", "cidr_within", "cidr_resize", "cidr_private",
	}
	celFunctions = []string{
		"all", "charAt", "contains", "endsWith", "exists", "exists_one", "filter", "format", "has", "indexOf", "int", "join",
		"lastIndexOf",
		"lowerAscii", "map", "matches", "replace", "size", "split", "startsWith", "string", "substring", "trim", "upperAscii",
	}
)

// calledInCEL and namedInCEL have functions and variables by their names in other languages.
var (
	calledInCEL = map[string]string{
		"length": "size", "len": "size", "count": "size", "includes": "contains", "match": "matches",
		"lower": "lowerAscii", "upper": "upperAscii",
		"today": dateVariable, "now": dateVariable,
	}
	namedInCEL = map[string]string{"today": dateVariable, "now": dateVariable, "date": dateVariable}
)

// bareText matches words without quotes, such as eu-west-1, which are not meant as an expression.
var bareText = lazyRegexp(`^[A-Za-z0-9][A-Za-z0-9_-]*(?:[ @./:,-]+[A-Za-z0-9_-]+)*[.!?]?$`)

// isBareText reports whether an expression is a text, such as eu-west-1, that lacks the quotes of CEL.
func isBareText(source string) bool {
	if !bareText().MatchString(source) {
		return false
	}
	first, _, _ := strings.Cut(source, ".")
	return document.Nearest(first, variables) == "" && namedInCEL[first] == "" &&
		!slices.Contains(fieldsAt(requestVariable), source)
}

// dashed matches words or numbers with dashes, such as eu-west-1 and 2027-01-31, which CEL subtracts.
var dashed = lazyRegexp(`^[A-Za-z0-9]+(?:-[A-Za-z0-9]+)+`)

// bareText returns the text with dashes that lacks the quotes of CEL, and its place. The text is around the node with
// an error, or an operand of this node. The text is empty if no quotes are missing.
func (w *worder) bareText(id int64) (text string, line, column int) {
	found := w.node(id)
	if found == nil {
		return "", 0, 0
	}
	operands := found.Children()
	for outer, ok := found.Parent(); ok && isCall(outer, operators.Subtract); outer, ok = outer.Parent() {
		operands = []ast.NavigableExpr{outer}
	}
	for _, operand := range operands {
		if operand.Kind() == ast.ListKind {
			operands = append(operands, operand.Children()...)
		}
	}
	for _, operand := range operands {
		if !isCall(operand, operators.Subtract) {
			continue
		}
		for isCall(operand, operators.Subtract) {
			operand = operand.Children()[0]
		}
		at := w.parsed.SourceInfo().GetStartLocation(operand.ID())
		source := []rune(strings.Split(w.source, "\n")[at.Line()-1])
		if text = dashed().FindString(string(source[at.Column():])); text != "" {
			return text, at.Line(), at.Column() + 1
		}
	}
	return "", 0, 0
}

// unknownName returns a message about a name that does not exist. For a call it suggests functions, for other names
// variables and their fields.
func (w *worder) unknownName(found []string, id int64) string {
	name := found[1]
	message := "there is no variable or function " + problem.Excerpt(name, maxQuoted)
	if n := w.node(id); n != nil && n.Kind() == ast.CallKind {
		if write := cmp.Or(calledInCEL[name],
			document.Nearest(name, slices.Concat(ownFunctions, celFunctions))); write != "" {
			return message + "; write " + write
		}
		return message + "; the functions are " + strings.Join(ownFunctions, ", ") + ", besides those of CEL"
	}
	for _, variable := range variables[:3] { // the objects
		if slices.Contains(fieldsAt(variable), name) {
			return message + "; write " + variable + "." + name
		}
	}
	for _, f := range request.Fields() {
		if value := strings.ToLower(name); slices.Contains(f.Values, value) {
			return message + `; write "` + value + `"`
		}
	}
	if write := cmp.Or(namedInCEL[name], document.Nearest(name, variables)); write != "" {
		return message + "; write " + write
	}
	if near := document.Nearest(name, fieldsAt(requestVariable)); near != "" {
		return message + "; write " + requestVariable + "." + near
	}
	if n := w.node(id); n != nil {
		outer, ok := n.Parent()
		if ok && (isCall(outer, operators.Equals, operators.NotEquals) || outer.Kind() == ast.ListKind) {
			return message + "; write " + strconv.Quote(name)
		}
	}
	return message + "; the variables are " + strings.Join(variables, ", ") + ", and a text is in quotes"
}
