package serve

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"log/slog"
	"net"
	"net/http"
	"regexp"
	"strings"
	"time"

	"github.com/go-chi/chi/v5/middleware"

	"platform.internal/platform-core/problem"
)

// The headers with the IDs of a request.
const (
	RequestIDHeader = "X-Request-Id"
	// TraceHeader is of the W3C Trace Context.
	TraceHeader = "Traceparent"
)

// Entry has the attributes of a request's log line that handlers set.
type Entry struct {
	// ID is the caller's X-Request-Id, or a new one.
	ID string
	// Trace is the caller's traceparent; empty for none.
	Trace string
	// Code is the code of the problem in the answer. Record is the ID of the record or proposal. Both are empty for none.
	Code   problem.Code
	Record string
}

// entryKey is the key of an Entry among the values of a context.
type entryKey struct{}

// EntryOf returns the [Entry] of the request with the context. It returns a discarded one outside of [Observed].
func EntryOf(ctx context.Context) *Entry {
	if entry, ok := ctx.Value(entryKey{}).(*Entry); ok {
		return entry
	}
	return &Entry{}
}

// Observer has the receivers of log lines and metrics of requests.
type Observer struct {
	// Logger gets a line for each request. It has no body, no query, and no header except the IDs. Nil for none.
	Logger *slog.Logger
	// Metrics count the requests; nil for none.
	Metrics *Metrics
	// Route returns the route of a request, a label of the metrics. It must be one of few. Required with Metrics.
	Route func(*http.Request) string
}

// Observed returns a handler that gives each request an ID, sends it with the answer, and logs and counts the request.
func Observed(o Observer, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		entry := newEntry(r.Header)
		w.Header().Set(RequestIDHeader, entry.ID)
		if entry.Trace != "" {
			w.Header().Set(TraceHeader, entry.Trace)
		}
		r = r.WithContext(context.WithValue(r.Context(), entryKey{}, entry))
		sent := middleware.NewWrapResponseWriter(w, r.ProtoMajor)
		if o.Metrics != nil {
			o.Metrics.inFlight.Inc()
		}
		defer func() {
			took := time.Since(start)
			if o.Metrics != nil {
				o.Metrics.ended(r.Method, o.Route(r), sent.Status(), took)
			}
			o.log(r, entry, sent, took)
		}()
		next.ServeHTTP(sent, r)
	})
}

func (o Observer) log(r *http.Request, entry *Entry, sent middleware.WrapResponseWriter, took time.Duration) {
	if o.Logger == nil {
		return
	}
	remote, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		remote = r.RemoteAddr
	}
	attributes := []slog.Attr{
		slog.String(
			"method",
			problem.Excerpt(r.Method, maxMethod),
		), slog.String("path", problem.Excerpt(r.URL.Path, maxPath)),
		slog.Int(
			"status",
			sent.Status(),
		), slog.Int("bytes", sent.BytesWritten()), slog.Int64("microseconds", took.Microseconds()),
		slog.String("remote", remote), slog.String("request_id", entry.ID),
	}
	for _, optional := range []slog.Attr{slog.String("traceparent", entry.Trace), slog.String("code", string(entry.Code)),
		slog.String("record", entry.Record)} {
		if optional.Value.String() != "" {
			attributes = append(attributes, optional)
		}
	}
	o.Logger.LogAttrs(r.Context(), slog.LevelInfo, "request", attributes...)
}

// Bounds of the texts of a request in a log line, in characters.
const (
	maxMethod = 40
	maxPath   = 200
)

var (
	requestID   = regexp.MustCompile(`^[A-Za-z0-9._:/+=@-]{1,128}$`)
	traceparent = regexp.MustCompile(`^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$`)
)

// newEntry returns an entry with the IDs of the caller if they have the usual form.
func newEntry(h http.Header) *Entry {
	entry := &Entry{ID: h.Get(RequestIDHeader)}
	if !requestID.MatchString(entry.ID) {
		var id [16]byte
		_, _ = rand.Read(id[:]) // never fails
		entry.ID = hex.EncodeToString(id[:])
	}
	if trace := h.Get(TraceHeader); isTrace(trace) {
		entry.Trace = trace
	}
	return entry
}

// isTrace reports whether text is a traceparent: its version not ff, trace and parent not
// all zero (W3C Trace Context, section 3.2).
func isTrace(text string) bool {
	return traceparent.MatchString(text) && text[:2] != "ff" && strings.Trim(text[3:35], "0") != "" &&
		strings.Trim(text[36:52], "0") != ""
}
