package shell

import (
	"bytes"
	"cmp"
	"html/template"
	"io"
	"mime"
	"net/http"
	"strconv"
	"unicode/utf8"

	platformcore "platform.internal/platform-core"
	"platform.internal/platform-core/problem"
)

// Answer is the result of a [Handler]: a page, a file, or a redirect. [Template.Answer],
// [File.Answer] and [SeeOther] return one.
type Answer func(*shell, http.ResponseWriter, *Visit)

// WithStatus returns the page with a status other than 200.
func (a Answer) WithStatus(status int) Answer {
	return func(s *shell, w http.ResponseWriter, v *Visit) {
		v.status = status
		a(s, w, v)
	}
}

// SeeOther returns a redirect for the answer to a POST. path must be a path of this portal.
func SeeOther(path string) Answer {
	return func(s *shell, w http.ResponseWriter, _ *Visit) { s.redirect(w, path) }
}

// LeadTo returns a [Handler] that redirects to path. It is for addresses that accept only a POST: a
// reload of the answer is a GET.
func LeadTo(path string) Handler {
	return func(*Visit) (Answer, error) { return SeeOther(path), nil }
}

// frame is the input of the layout around a page's content.
type frame struct {
	*Visit
	Options
	// FullTitle is Title with the platform's name.
	Title, FullTitle string
	Platform         string
	Version          string
	Theme            string
	// Address is the address of the page, for its printed form.
	Address string
}

// Template is the template of a page with the struct type that it shows. Create it with [Parse].
type Template[T any] struct{ html *template.Template }

// document is the input of the layout: the frame and the page's struct.
type document[T any] struct {
	Frame   frame
	Content T
}

// Parse returns the [Template] for a page's source, which must define the template "content". The
// source can use the functions. Parse panics if the source is invalid, because sources are part of
// the program.
func Parse[T any](source string, more template.FuncMap) Template[T] {
	t := template.Must(template.New("document").Funcs(functions).Funcs(more).ParseFS(layout, "*.html"))
	return Template[T]{template.Must(t.Parse(source))}
}

// Answer returns an [Answer] that shows the page with the title and the content.
func (t Template[T]) Answer(title string, content T) Answer {
	return func(s *shell, w http.ResponseWriter, v *Visit) {
		s.send(w, v, title, func(to io.Writer, f frame) error {
			return t.html.ExecuteTemplate(to, "document", document[T]{f, content})
		})
	}
}

// Check passes the template and a zero example of its input to checker, and returns its error.
func (t Template[T]) Check(checker func(t *template.Template, example any) error) error {
	return checker(t.html.Lookup("document"), document[T]{})
}

// send sends a page. It renders the page completely before it writes the status, so that a failing
// template can still answer 500.
func (s *shell) send(w http.ResponseWriter, v *Visit, title string, write func(io.Writer, frame) error) {
	var written bytes.Buffer
	err := write(&written, frame{
		Visit: v, Options: s.Options, Title: title, FullTitle: fullTitle(title),
		Platform: platformcore.Name, Version: platformcore.Version, Theme: themeOf(v.Request),
		Address: v.Host + s.PathPrefix + v.URL.EscapedPath(),
	})
	if err != nil {
		s.Logger.ErrorContext(v.Context(), "template", "title", title, "error", err)
		http.Error(w, "The portal could not show this page; its log says why.", http.StatusInternalServerError)
		return
	}
	sendBytes(w, cmp.Or(v.status, http.StatusOK), "text/html; charset=utf-8", s.prefixed(written.Bytes()))
}

func sendBytes(w http.ResponseWriter, status int, mediaType string, content []byte) {
	w.Header().Set("Content-Type", mediaType)
	w.Header().Set("Content-Length", strconv.Itoa(len(content)))
	w.WriteHeader(status)
	_, _ = w.Write(content)
}

// fullTitle returns the page's title and the platform's name. It omits the platform's name if the
// text would exceed 70 characters, because browser tabs and search results cut long titles.
func fullTitle(title string) string {
	const most = 70
	if full := title + " – " + platformcore.Name; utf8.RuneCountInString(full) <= most {
		return full
	}
	return title
}

// File is a document to save or to read, byte for byte.
type File struct {
	// Name is the file name that a browser suggests.
	Name string
	// MediaType is [PlainText] for a file to read, so that a browser never renders its content.
	MediaType string
	Content   []byte
	// Saved means that a browser saves the file instead of showing it.
	Saved bool
}

// The media types of files.
const (
	PlainText = "text/plain; charset=utf-8"
	JSON      = "application/json"
)

// Answer returns an [Answer] that sends the file.
func (f File) Answer() Answer {
	return func(_ *shell, w http.ResponseWriter, _ *Visit) {
		place := "inline"
		if f.Saved {
			place = "attachment"
		}
		w.Header().Set("Content-Disposition", mime.FormatMediaType(place, map[string]string{"filename": f.Name}))
		sendBytes(w, http.StatusOK, f.MediaType, f.Content)
	}
}

// afterSetup returns the handler of a file. Before setup it returns an error, so that a client does
// not save the page about setup as the file.
func afterSetup(handler Handler) Handler {
	return func(v *Visit) (Answer, error) {
		if v.Installation.Missing {
			return nil, problem.New(problem.InstallationNotFound, "There is no installation yet, so there is nothing to save.")
		}
		return handler(v)
	}
}
