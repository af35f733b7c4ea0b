package review

import (
	"net/url"
	"slices"

	"platform.internal/platform-core/request"
	"platform.internal/platform-core/wire"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/listing"
	"platform.internal/portal/internal/shell"
)

// historySize is the maximum number of listed requests of an environment.
const historySize = 10

// newPath is the address of the form, before the ID of the request to start with.
const newPath = "/requests/new?from="

// History lists the requests for the same application and environment.
type History struct {
	listing.Table
	// All is the address of the complete list; empty if this list is complete.
	All string
	// Unread says why the list could not be read; nil if it was read.
	Unread *shell.Notice
}

// Before is the time of the first submission of a request that was submitted again.
type Before struct{ Received listing.Moment }

// newBefore returns an unknown time if the history does not contain the request.
func newBefore(record request.Record, history []api.Summary) *Before {
	at := slices.IndexFunc(history, func(s api.Summary) bool { return s.RequestID == record.RequestID })
	if at < 0 {
		return &Before{}
	}
	return &Before{listing.Moment{Time: history[at].ReceivedAt}}
}

func historyOf(v *shell.Visit, record request.Record) (wire.List[api.Summary], error) {
	return v.API.Summaries(v.Context(), api.Selection{
		Application: record.Request.Application, Environment: record.Request.Environment, Limit: historySize,
	})
}

// newHistory returns nil if there is no other request.
func newHistory(v *shell.Visit, record request.Record, r readings) *History {
	if notice := v.Notice("The history of this environment could not be read", r.historyErr); notice != nil {
		return &History{Unread: notice}
	}
	isThis := func(s api.Summary) bool { return s.RequestID == record.RequestID }
	if len(r.history.Items) == 0 || len(r.history.Items) == 1 && isThis(r.history.Items[0]) {
		return nil
	}
	h := &History{Table: listing.Table{Caption: "The newest first; " + listing.Amounts, Rows: listing.Rows(v, r.history.Items)}}
	this := slices.IndexFunc(r.history.Items, isThis)
	for i, other := range r.history.Items {
		row := &h.Rows[i]
		if row.Current = i == this; row.Current {
			continue
		}
		older, newer := other.RequestID, record.RequestID
		if this < 0 || i < this { // a request that is not listed is older than the listed ones
			older, newer = newer, older
		}
		row.Compare = listing.ComparePath + "?" + url.Values{"a": {older}, "b": {newer}}.Encode()
	}
	if r.history.Next != "" {
		h.All = listing.Path + "?" + url.Values{"q": {record.Request.Application}, request.EnvironmentField: {record.Request.Environment}}.Encode()
	}
	return h
}
