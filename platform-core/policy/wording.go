package policy

import (
	"regexp"
	"slices"
	"strings"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/ast"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
)

// maxQuoted bounds what a message repeats of an expression, in characters.
const maxQuoted = 40

// issue is what CEL finds wrong with an expression: a message about the character at a
// line and a column of its text, from 1, and about a node of it.
type issue struct {
	message      string
	line, column int
	id           int64
}

const syntaxError = "Syntax error: "

// issuesOf returns what CEL finds wrong. Of what it cannot parse, it is the first thing:
// the others follow from it.
func issuesOf(issues *cel.Issues) (list []issue) {
	for _, e := range issues.Errors() {
		list = append(list, issue{e.Message, e.Location.Line(), e.Location.Column() + 1, e.ExprID})
	}
	if at := slices.IndexFunc(list, func(i issue) bool { return strings.HasPrefix(i.message, syntaxError) }); at >= 0 {
		return list[at : at+1]
	}
	return list
}

// wording is a form of CEL's messages and what is written in its place. name returns the
// part of the expression that the message is about, where it is a name.
type wording struct {
	form func() *regexp.Regexp
	say  func(w *worder, found []string, id int64) string
}

var wordings = []wording{
	{lazyRegexp(`^Syntax error: token recognition error at: '(.*)`), func(w *worder, found []string, _ int64) string {
		return "is not a CEL expression: " + unexpected(strings.TrimSuffix(found[1], "'"))
	}},
	{lazyRegexp(`^Syntax error: (?:mismatched|extraneous) input '(.*?)' expecting`), func(w *worder, found []string, _ int64) string {
		return "is not a CEL expression: " + unexpected(found[1])
	}},
	{lazyRegexp(`^Syntax error: (.*)`), func(w *worder, found []string, _ int64) string {
		return "is not a CEL expression: " + strings.ReplaceAll(found[1], "<EOF>", "the end")
	}},
	{lazyRegexp(`^undefined field '(.*)'$`), func(w *worder, found []string, id int64) string { return w.unknownField(found[1], id) }},
	{lazyRegexp(`^undeclared reference to '(.*?)'`), func(w *worder, found []string, _ int64) string { return unknownName(found[1]) }},
	{lazyRegexp(`^found no matching overload for '(.*)' applied to '(.*)'$`), func(w *worder, found []string, _ int64) string {
		message := "cannot apply " + strings.Trim(strings.TrimPrefix(found[1], "@"), "_") + " to " + plainTypes(found[2])
		if found[2] == "(string, null)" || found[2] == "(null, string)" {
			message += `; an absent text is ""`
		}
		return message
	}},
	{lazyRegexp(`^type '(.*)' does not support field selection$`), func(w *worder, found []string, _ int64) string {
		return "reads a field of " + plainTypes(found[1]) + ", which has none"
	}},
}

// worder words what is wrong with an expression; parsed is nil where CEL cannot parse it.
type worder struct {
	source string
	parsed *ast.AST
}

// message returns what is wrong, and the column of the name that it is about.
func (w *worder) message(i issue) (text string, column int) {
	for _, one := range wordings {
		if found := one.form().FindStringSubmatch(i.message); found != nil {
			return one.say(w, found, i.id), w.columnOf(found[1], i)
		}
	}
	return "does not compile: " + i.message, i.column
}

// columnOf returns the column of a name: CEL gives that of the dot before a field, and of
// the bracket after a function.
func (w *worder) columnOf(name string, i issue) int {
	lines := strings.Split(w.source, "\n")
	if i.line > len(lines) || name == "" {
		return i.column
	}
	line, size := []rune(lines[i.line-1]), len([]rune(name))
	at := max(i.column-1-size, 0) // from 0
	for ; at+size <= len(line); at++ {
		if string(line[at:at+size]) == name && (at+size == i.column-1 || at+1 >= i.column) {
			return at + 1
		}
	}
	return i.column
}

// mistakenFor is what people write where CEL has another operator.
var mistakenFor = map[string]string{"=": "==", "and": "&&", "or": "||", "not": "!", "AND": "&&", "OR": "||", "NOT": "!", "&": "&&", "|": "||", "<>": "!="}

// unexpected says that a text is not expected where it is.
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
	return problem.Excerpt(text, maxQuoted) + " is not expected here"
}

// compound is a type with others in it.
var compound = lazyRegexp(`(list|map)\([^()]*\)`)

// plainTypes returns types of CEL, as its messages write them, in plain English.
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

func plainType(name string) string {
	switch name {
	case "string":
		return "text"
	case "int":
		return "a whole number"
	case "double":
		return "a number with a fraction"
	case "bool":
		return "true or false"
	}
	if object, ok := strings.CutPrefix(name, typePrefix); ok {
		return "the whole " + object
	}
	return name
}

// unknownField says that a variable, or an object in one, has no such field.
func (w *worder) unknownField(name string, id int64) string {
	path, fields := w.objectOf(id)
	if path == "" {
		return problem.Excerpt(name, maxQuoted) + " is not a field here"
	}
	message := problem.Excerpt(path+"."+name, maxQuoted) + " is not a field"
	if near := document.Nearest(name, fields); near != "" {
		return message + "; write " + path + "." + near
	}
	return message + "; the fields of " + path + " are " + strings.Join(fields, ", ")
}

// objectOf returns the object of which the node with the ID selects a field, as a path,
// and the names of its fields.
func (w *worder) objectOf(id int64) (path string, fields []string) {
	if w.parsed == nil {
		return "", nil
	}
	for _, n := range ast.MatchDescendants(ast.NavigateAST(w.parsed), ast.KindMatcher(ast.SelectKind)) {
		if n.ID() == id {
			path, _ = pathOf(n.AsSelect().Operand())
		}
	}
	return path, fieldsAt(path)
}

// functionNames are the functions of a rule: those of this package, and those of CEL that
// rules have a use for.
var functionNames = []string{
	"days", "date_plus", "weekday", "cidr_length", "cidr_within", "cidr_resize", "cidr_private",
	"all", "charAt", "contains", "endsWith", "exists", "exists_one", "filter", "format", "has", "indexOf", "int", "join", "lastIndexOf", "lowerAscii",
	"map", "matches", "replace", "size", "split", "startsWith", "string", "substring", "trim", "upperAscii",
}

// inCEL is what others call a variable or function.
var inCEL = map[string]string{
	"length": "size", "len": "size", "count": "size", "includes": "contains", "match": "matches", "lower": "lowerAscii", "upper": "upperAscii",
	"today": dateVariable, "now": dateVariable, "date": dateVariable,
}

// unknownName says that there is no such variable or function.
func unknownName(name string) string {
	message := "there is no variable or function " + problem.Excerpt(name, maxQuoted)
	if write, ok := inCEL[name]; ok {
		return message + "; write " + write
	}
	for _, variable := range variables[:3] {
		if slices.Contains(fieldsAt(variable), name) {
			return message + "; write " + variable + "." + name
		}
	}
	if near := document.Nearest(name, slices.Concat(variables, functionNames)); near != "" {
		return message + "; write " + near
	}
	if near := document.Nearest(name, fieldsAt(requestVariable)); near != "" {
		return message + "; write " + requestVariable + "." + near
	}
	return message + "; the variables are " + strings.Join(variables, ", ")
}
