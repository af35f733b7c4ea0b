// Package review is the page of one request: the decision, the policy messages for each field, the
// fixes or the resources, and the step to a proposal. [Routes] and [Files] return its routes for
// the list of requests.
package review

import (
	_ "embed"
	"net/http"

	"platform.internal/portal/internal/form"
	"platform.internal/portal/internal/listing"
	"platform.internal/portal/internal/parts"
	"platform.internal/portal/internal/shell"
	"platform.internal/portal/internal/topology"
)

// Page is the input of the template.
type Page struct {
	Heading string
	// Before is the time of the first submission, if the request was submitted again.
	Before *Before
	Badge  shell.Badge
	// Answer explains the decision in a sentence.
	Answer string
	// Unknown means that this release does not understand the decision.
	Unknown bool
	// Denials are the rules that deny; each links to its row if it has one.
	Denials    []form.Item
	Fixes      *parts.Fixes
	Exceptions parts.Exceptions
	Groups     []Group
	Others     []RuleMessage
	Bar        form.Bar
	Priced     form.Text
	Costs      []Cost
	Proposal   Proposal
	Topology   *topology.Topology
	// NoPicture says why there are resources but no Topology.
	NoPicture string
	Table     Resources
	// NoResources says why there are no resources.
	NoResources string
	RequestID   string
	Fingerprint string
	EvaluatedOn form.Text
	RecordPath  string
	Steps       []shell.Command
	// History lists the requests of the environment; nil if there are no others.
	History *History
	// Duplicate and Compare are the addresses of actions that start with this request.
	Duplicate, Compare string
}

//go:embed review.html
var source string

//go:embed retry.html
var retrySource string

var template = shell.Parse[Page](listing.Parts + form.BarParts + topology.Parts + parts.Templates + source)

// Routes returns the routes of the page, for the list of requests.
func Routes() []shell.Route {
	return []shell.Route{
		{Method: http.MethodGet, Pattern: "/requests/{request_id}", Handler: show},
		{Method: http.MethodPost, Pattern: "/requests/{request_id}/proposal", Handler: propose, BeforeSetup: true},
		{Method: http.MethodGet, Pattern: "/requests/{request_id}/proposal", Handler: backToRequest, BeforeSetup: true},
	}
}
