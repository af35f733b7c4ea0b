package etcdstore

import (
	"fmt"
	"strconv"
	"strings"

	"platform.internal/platform-core/store"
)

// layout names the keys of a store.
type layout struct {
	prefix string // ends with a slash
}

func newLayout(prefix string) layout { return layout{prefix + "/v2/"} }

func (l layout) installation() string { return l.prefix + "installation" }
func (l layout) segment() string      { return l.prefix + "segment" }

// entry is the key of the record of a request, or of its proposal.
func (l layout) entry(kind, requestID string) string { return l.prefix + kind + "/" + requestID }

func (l layout) key(kind string, key store.Key) string {
	return l.prefix + "keys/" + kind + "/" + string(key)
}

func (l layout) text(digest string) string { return l.prefix + "texts/" + digest }

// log is where the log begins, from a segment on.
func (l layout) log(segment int) string { return fmt.Sprintf("%slog/%012d/", l.prefix, segment) }

// logged is the key of an entry in the log.
func (l layout) logged(segment int, kind, id string) string { return l.log(segment) + kind + "/" + id }

// parseLogged returns the segment of a key of the log, and the kind of what is logged.
func (l layout) parseLogged(key string) (segment int, kind string, ok bool) {
	rest, ok := strings.CutPrefix(key, l.prefix+"log/")
	parts := strings.SplitN(rest, "/", 3)
	if !ok || len(parts) != 3 {
		return 0, "", false
	}
	segment, err := strconv.Atoi(parts[0])
	return segment, parts[1], err == nil && segment >= 0
}

// The kinds of entries. In the log, boundKeys and a kind is the kind of further keys of such entries.
const (
	recordKind   = "records"
	proposalKind = "proposals"
	boundKeys    = "keys-of-"
)
