package httpapi

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"platform.internal/platform-core/service"
)

// list returns an answer {"items":[…]} of documents that are encoded already, each
// an entry in parts, with next and previous where there is more.
func list[T any](r *http.Request, found service.List[T], partsOf func(T) [][]byte) answer {
	const start = `{"items":[`
	var members, links []string
	for _, more := range []struct{ id, member, relation, parameter string }{
		{found.Next, "next", "next", afterParameter},
		{found.Previous, "previous", "prev", beforeParameter},
	} {
		if more.id != "" {
			members = append(members, `,"`+more.member+`":`+strconv.Quote(more.id))
			links = append(links, link(r.URL, more.parameter, more.id, more.relation))
		}
	}
	end := "]" + strings.Join(members, "") + "}\n"
	entries := found.Entries
	if len(entries) == 0 {
		end = start + end
	}
	return answer{status: http.StatusOK, mediaType: mediaJSON, items: len(entries), links: links, body: func(yield func([]byte) bool) {
		skip := 1 // the comma
		if len(entries) > 0 && !yield([]byte(start)) {
			return
		}
		for _, entry := range entries {
			if !yieldEntry(yield, partsOf(entry), skip) {
				return
			}
			skip = 0
		}
		yield([]byte(end))
	}}
}

// link returns a value of the header Link: the list's own address, but for the page.
func link(of *url.URL, parameter, id, relation string) string {
	query := of.Query()
	query.Del(afterParameter)
	query.Del(beforeParameter)
	query.Set(parameter, id)
	return "<" + of.EscapedPath() + "?" + query.Encode() + `>; rel="` + relation + `"`
}

// yieldEntry yields the parts of an entry from some character on, and without its
// last one, a newline.
func yieldEntry(yield func([]byte) bool, parts [][]byte, from int) bool {
	for i, part := range parts {
		if i == 0 {
			part = part[from:]
		}
		if i == len(parts)-1 {
			part = part[:len(part)-1] // to look at it would take longer than all else here
		}
		if !yield(part) {
			return false
		}
	}
	return true
}
