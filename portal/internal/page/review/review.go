// Package review is the page of one request: the decision, what policy says of
// each field, the way to acceptance or the resources that the environment would
// have, and the step to a proposal.
package review

import (
	_ "embed"
	"net/http"

	"platform.internal/portal/internal/excepted"
	"platform.internal/portal/internal/fixes"
	"platform.internal/portal/internal/form"
	"platform.internal/portal/internal/listing"
	"platform.internal/portal/internal/shell"
	"platform.internal/portal/internal/topology"
)

// Page is what the template shows.
type Page struct {
	Heading string
	// Before says when the request was recorded, of a submission that found it.
	Before *Before
	Badge  shell.Badge
	// Answer says in a sentence what the decision means.
	Answer string
	// Unknown means that this release does not understand the decision.
	Unknown bool
	// Denials are the rules that deny, each a link to its row where it has one.
	Denials    []form.Item
	Fixes      *fixes.Fixes
	Exceptions excepted.List
	Groups     []Group
	Others     []RuleMessage
	Bar        form.Bar
	Priced     form.Text
	Costs      []Cost
	Proposal   Proposal
	Topology   *topology.Topology
	// NoPicture says why there is no Topology where there are resources.
	NoPicture string
	Table     Resources
	// NoResources says why there are none.
	NoResources string
	RequestID   string
	Fingerprint string
	EvaluatedOn form.Text
	RecordPath  string
	Steps       []shell.Command
	// History are the other requests of the environment; nil where there is none.
	History *History
	// Duplicate and Compare are the addresses of what begins with this request.
	Duplicate, Compare string
}

//go:embed review.html
var source string

//go:embed retry.html
var retrySource string

var template = shell.Parse[Page](listing.Parts + form.BarParts + topology.Parts + excepted.Part + fixes.Part + source)

// Routes are the addresses of the page, for the list of requests that it
// belongs to.
func Routes() []shell.Route {
	return []shell.Route{
		{Method: http.MethodGet, Pattern: "/requests/{request_id}", Handler: show},
		{Method: http.MethodPost, Pattern: "/requests/{request_id}/proposal", Handler: propose, BeforeSetup: true},
		{Method: http.MethodGet, Pattern: "/requests/{request_id}/proposal", Handler: backToRequest, BeforeSetup: true},
	}
}
