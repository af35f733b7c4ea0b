package shell

import (
	"embed"
	"html/template"
	"io"
)

//go:embed *.html
var layout embed.FS

// Template is the template of a page, tied to the struct that it shows.
type Template[T any] struct{ html *template.Template }

// document is what the layout shows: the frame, and the page's struct in it.
type document[T any] struct {
	Frame   frame
	Content T
}

// Parse makes the template of a page from its source, which defines the
// template "content". It panics on a fault: sources are part of the program.
func Parse[T any](source string) Template[T] {
	t := template.Must(template.New("document").ParseFS(layout, "*.html"))
	return Template[T]{template.Must(t.Parse(source))}
}

// Answer returns the page with the title and the content.
func (t Template[T]) Answer(title string, content T) Answer {
	return Answer{title: title, write: func(w io.Writer, f frame) error {
		return t.html.ExecuteTemplate(w, "document", document[T]{f, content})
	}}
}

// Check hands the template and an example of what it shows to a checker.
func (t Template[T]) Check(checker func(t *template.Template, example any) error) error {
	return checker(t.html.Lookup("document"), document[T]{})
}
