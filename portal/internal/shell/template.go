package shell

import (
	"embed"
	"html/template"
	"io"
)

//go:embed *.html
var layout embed.FS

// Template is the template of a page with the struct type that it shows. Create it with [Parse].
type Template[T any] struct{ html *template.Template }

// document is the input of the layout: the frame and the page's struct.
type document[T any] struct {
	Frame   frame
	Content T
}

// Parse returns the [Template] for a page's source, which must define the template "content". It
// panics if the source is invalid, because sources are part of the program.
func Parse[T any](source string) Template[T] {
	t := template.Must(template.New("document").ParseFS(layout, "*.html"))
	return Template[T]{template.Must(t.Parse(source))}
}

// Answer returns an [Answer] that shows the page with the title and the content.
func (t Template[T]) Answer(title string, content T) Answer {
	return Answer{title: title, write: func(w io.Writer, f frame) error {
		return t.html.ExecuteTemplate(w, "document", document[T]{f, content})
	}}
}

// Check passes the template and a zero example of its input to checker, and returns its error.
func (t Template[T]) Check(checker func(t *template.Template, example any) error) error {
	return checker(t.html.Lookup("document"), document[T]{})
}
