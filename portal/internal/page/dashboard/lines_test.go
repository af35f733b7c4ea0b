package dashboard

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-core/request"
	"platform.internal/platform-core/wire"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/parts"
)

// TestALineHasOneRequest: a denied request for an environment is not the accepted one that is to be renewed, although
// both have the same owner and budget.
func TestALineHasOneRequest(t *testing.T) {
	summary := func(id string) api.Summary {
		var s api.Summary
		s.RequestID, s.Brief = id, request.Brief{Application: "shop"}
		return s
	}
	found := func(ids ...string) (list wire.List[api.Summary]) {
		for _, id := range ids {
			list.Items = append(list.Items, summary(id))
		}
		return list
	}
	p := page{Needs: []need{
		{parts.Need{ID: "correction"}, found("denied")},
		{parts.Need{ID: parts.Renewal}, found("accepted")},
		{parts.Need{ID: "budget"}, found("accepted")},
	}}
	assert.Equal(t, []line{
		{summary("denied"), []string{"correction"}}, {summary("accepted"), []string{parts.Renewal, "budget"}},
	}, p.Lines())
}
