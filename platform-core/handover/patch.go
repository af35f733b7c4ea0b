package handover

import (
	"bytes"
	"cmp"
	"fmt"
	"mime"
	"slices"
	"strings"
	"time"

	"platform.internal/platform-core/difference"
	"platform.internal/platform-core/request"
)

// head is the message before the changes: a commit of zeros, the date, the subject and the message of the commit.
const head = `From %040d Mon Sep 17 00:00:00 2001
From: platform <platform@localhost>
Date: %s
Subject: [PATCH] %s
MIME-Version: 1.0
Content-Type: text/plain; charset=UTF-8
Content-Transfer-Encoding: 8bit

%s---
`

// Patch returns the hand-over as a mailbox of one message, which `git am` applies to the tree. The day is the
// date of the message, at midnight UTC. The patch is empty if there is nothing to write or remove. The error is
// that of a day that does not exist.
func (h *Handover) Patch(day request.Date) ([]byte, error) {
	at, err := time.Parse(time.DateOnly, string(day))
	if err != nil || len(h.Written)+len(h.Removed) == 0 {
		return nil, err
	}
	var b bytes.Buffer
	_, message, _ := strings.Cut(h.CommitMessage, "\n\n")
	fmt.Fprintf(&b, head, 0, at.Format(time.RFC1123Z), mime.QEncoding.Encode("utf-8", h.Title), message)
	for _, c := range h.changes() {
		b.WriteString(c.header())
		b.WriteString(difference.Hunks(h.before[c.from], h.Files[c.to]))
	}
	b.WriteString("-- \n")
	return b.Bytes(), nil
}

// change is a file that is changed; from is empty for a new file, to for a removed one.
type change struct{ from, to string }

// changes returns all changes, sorted by path. A request document that replaces exactly one is a renamed file, so
// that its difference is that of the two requests.
func (h *Handover) changes() (all []change) {
	current := request.RecordPath(h.RequestID)
	for _, path := range h.Written {
		switch _, existed := h.before[path]; {
		case existed:
			all = append(all, change{path, path})
		case path == current && len(h.Removed) == 1:
			all = append(all, change{h.Removed[0], path})
		default:
			all = append(all, change{"", path})
		}
	}
	for _, path := range h.Removed {
		if !slices.ContainsFunc(all, func(c change) bool { return c.from == path }) {
			all = append(all, change{path, ""})
		}
	}
	return all
}

// header returns the lines before the hunks of a file.
func (c change) header() string {
	from, to, more := "a/"+c.from, "b/"+c.to, ""
	switch {
	case c.from == "":
		from, more = "/dev/null", "new file mode 100644\n"
	case c.to == "":
		to, more = "/dev/null", "deleted file mode 100644\n"
	case c.from != c.to:
		more = fmt.Sprintf("similarity index 90%%\nrename from %s\nrename to %s\n", c.from, c.to)
	}
	return fmt.Sprintf("diff --git a/%s b/%s\n%s--- %s\n+++ %s\n", cmp.Or(c.from, c.to), cmp.Or(c.to, c.from), more, from,
		to)
}
