package dashboard

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-core/request"
	"platform.internal/platform-core/wire"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/parts"
)

// TestALineHasOneEnvironment: a denied request for an environment is not the accepted one that is to be renewed, so each
// reason has its own request.
func TestALineHasOneEnvironment(t *testing.T) {
	summary := func(environment, id string) api.Summary {
		var s api.Summary
		s.EnvironmentID, s.RequestID, s.Brief = environment, id, request.Brief{Application: "shop"}
		return s
	}
	denied, accepted := summary("env-1", "denied"), summary("env-1", "accepted")
	unreadable, also := summary("", "unreadable"), summary("", "also")
	unreadable.Unreadable, also.Unreadable = true, true
	last := summary("env-6", "last")
	found := func(items ...api.Summary) wire.List[api.Summary] { return wire.List[api.Summary]{Items: items} }
	p := page{Needs: []need{
		{parts.Need{ID: parts.Correction}, found(denied, summary("env-2", "other"), unreadable, last)},
		{parts.Need{ID: parts.Renewal}, found(accepted, also, last)},
		{parts.Need{ID: parts.Budget}, found(accepted)},
	}}
	assert.Equal(t, []line{
		{denied, []reason{{denied, parts.Correction}, {accepted, parts.Renewal}, {accepted, parts.Budget}}},
		{summary("env-2", "other"), []reason{{summary("env-2", "other"), parts.Correction}}},
		{unreadable, []reason{{unreadable, parts.Correction}}},
		{also, []reason{{also, parts.Renewal}}},
		{last, []reason{{last, parts.Correction}, {last, parts.Renewal}}}, // also the reason for which others come first
	}, p.Lines())
}
