package server

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/serve"
)

// entries are a page of a list: encoded documents, each an entry in parts.
type entries struct {
	ids            []string
	sizes          []int // in bytes, in order
	next, previous string
	// load returns the entries from one index up to another.
	load func(ctx context.Context, from, to int) ([][][]byte, error)
}

// checked returns loaded entries. It fails with store_altered if an entry has another size than the list says: the
// length of the answer is the sum of the sizes.
func (e entries) checked(ctx context.Context, from, to int) ([][][]byte, error) {
	loaded, err := e.load(ctx, from, to)
	for i, entry := range loaded {
		size := 0
		for _, part := range entry {
			size += len(part)
		}
		if err == nil && size != e.sizes[from+i] {
			err = problem.New(problem.StoreAltered, "Data in the shared store was changed or damaged.").Because(
				fmt.Errorf("%s has %d bytes, and the list says %d", e.ids[from+i], size, e.sizes[from+i]))
		}
	}
	return loaded, err
}

// loadedEntries is the number of entries that are loaded at once, and kept for a slow reader.
const loadedEntries = 16

// list returns an answer {"items":[…]} of entries, with next and previous if there are more. It loads the first
// entries
// before the answer is sent.
func (a *api) list(r *http.Request, found entries) (answer, error) {
	const start = `{"items":[`
	var members, links []string
	for _, more := range []struct{ id, member, relation, parameter string }{
		{found.next, "next", "next", afterParameter},
		{found.previous, "previous", "prev", beforeParameter},
	} {
		if more.id != "" {
			members = append(members, `,"`+more.member+`":`+strconv.Quote(more.id))
			links = append(links, link(r.URL, more.parameter, more.id, more.relation))
		}
	}
	end := "]" + strings.Join(members, "") + "}\n"
	n := len(found.sizes)
	length := len(start) + len(end)
	for _, size := range found.sizes {
		length += size - 1 // without the newline
	}
	length -= min(n, 1)                           // the first comma
	sending := context.WithoutCancel(r.Context()) // it is sent when the time of making it is over
	first, err := found.checked(r.Context(), 0, min(n, loadedEntries))
	if err != nil {
		return answer{}, err
	}
	return answer{
		status:    http.StatusOK,
		mediaType: mediaJSON,
		items:     n,
		links:     links,
		length:    length,
		body: func(yield func([]byte) bool) {
			on, err := yield([]byte(start)), error(nil)
			if on {
				on, err = found.yield(sending, first, yield)
			}
			if err != nil {
				a.logger.LogAttrs(r.Context(), slog.LevelError, "a list broke off", append(problem.From(err).Attributes(),
					slog.String("path", shownPath(r.URL.Path)), slog.String("request_id", serve.EntryOf(r.Context()).ID))...)
				panic(http.ErrAbortHandler)
			}
			_ = on && yield([]byte(end))
		},
	}, nil
}

// yield yields every entry, first the loaded ones, and reports whether the reader wants more. If others cannot be
// loaded, the answer breaks off: its length shows the reader that it is incomplete.
func (e entries) yield(ctx context.Context, loaded [][][]byte, yield func([]byte) bool) (on bool, err error) {
	skip := 1 // the comma
	for at := 0; at < len(e.sizes); at += loadedEntries {
		if at > 0 {
			if loaded, err = e.checked(ctx, at, min(len(e.sizes), at+loadedEntries)); err != nil {
				return false, err
			}
		}
		for _, entry := range loaded {
			for i, part := range entry {
				part = part[skip:]
				skip = 0
				if i == len(entry)-1 {
					part = part[:len(part)-1] // its newline: to look for it would take longer than all else here
				}
				if !yield(part) {
					return false, nil
				}
			}
		}
	}
	return true, nil
}

// link returns a value of the header Link: the address of the list with another page.
func link(of *url.URL, parameter, id, relation string) string {
	query := of.Query()
	query.Del(afterParameter)
	query.Del(beforeParameter)
	query.Set(parameter, id)
	return "<" + of.EscapedPath() + "?" + query.Encode() + `>; rel="` + relation + `"`
}
