package browser

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"platform.internal/integration/providers"
	"platform.internal/platform-core/request"
)

// environments are requests with a different picture for each provider.
var environments = []struct{ environment, size, network string }{
	{request.Development, request.Small, "10.20.0.0/20"},
	{request.Test, request.Medium, "10.20.0.0/22"},
	{request.Production, request.Large, "10.20.0.0/16"},
}

// TestTheTopologyFits measures the picture as the browser lays it out, wide and
// narrow: nothing reaches out of what it is in, items that are beside each other do
// not overlap, and each zone's items are in its column.
func TestTheTopologyFits(t *testing.T) {
	t.Parallel()
	for provider, adapter := range providers.Adapters {
		description, err := adapter.Describe(t.Context())
		require.NoError(t, err)
		p := inMode(t, provider, "simulation")
		b := p.tab(desktop)
		for _, e := range environments {
			p.wants(e.environment, map[string]any{
				"region": description.DefaultRegion, "environment": e.environment, "cluster_size": e.size,
				"network_cidr": e.network, "monthly_budget": 90000,
			})
		}
		for i, id := range p.requestIDs("accepted") {
			b.do(chromedp.EmulateViewport(desktop, height))
			b.visit("/requests/" + id)
			require.Greater(t, evaluate[int](b, `document.querySelectorAll('.t-tier li').length`), 3, b.heading())
			for _, width := range []int64{desktop, 1024, 768, phone, small} {
				b.do(chromedp.EmulateViewport(width, height))
				b.isEmpty(topologyFaults, "%s at %d", b.heading(), width)
				b.picture(fmt.Sprintf("topology-%s-%d-%d-light.png", provider, i, width))
				b.prefer("prefers-color-scheme", "dark")
				b.picture(fmt.Sprintf("topology-%s-%d-%d-dark.png", provider, i, width))
				b.prefer("prefers-color-scheme", "light")
			}
		}
	}
}

// topologyFaults are the texts of what is laid out wrong.
const topologyFaults = `(() => {
	const all = [...document.querySelectorAll('.topology li, .t-out, .t-net, .t-cluster, .t-shared, .t-beside > div')].filter(e => e.offsetParent)
	const frame = e => e.getBoundingClientRect(), name = e => e.className + ': ' + e.textContent.trim().slice(0, 60)
	const picture = frame(document.querySelector('.topology'))
	const apart = (a, b) => a.left >= b.right - 1 || a.right <= b.left + 1 || a.top >= b.bottom - 1 || a.bottom <= b.top + 1
	const heads = [...document.querySelectorAll('.t-heads li')].filter(e => e.offsetParent).map(frame)
	const faults = all.filter(e => e.scrollWidth > e.clientWidth + 1 || frame(e).left < picture.left || frame(e).right > picture.right).map(e => 'reaches out: ' + name(e))
	for (const list of document.querySelectorAll('.topology ul:not(details ul)')) {
		const items = [...list.children].filter(e => e.offsetParent)
		items.forEach((a, i) => items.slice(i + 1).forEach(b => apart(frame(a), frame(b)) || faults.push('overlaps: ' + name(a) + ' / ' + name(b))))
	}
	for (const cell of document.querySelectorAll('.t-tier > li')) {
		const zone = Number(cell.className.slice(3)), head = heads[zone - 1]
		if (head && (frame(cell).left < head.left || frame(cell).right > head.right)) faults.push('is not in its zone: ' + name(cell))
	}
	return faults
})()`

// picture writes an image of the topology if the flag -screenshots is set.
func (b *tab) picture(file string) {
	b.t.Helper()
	if *screenshots == "" {
		return
	}
	image, err := chromedp.Run(b.ctx, chromedp.Screenshot(".topology"))
	require.NoError(b.t, err)
	require.NoError(b.t, os.WriteFile(filepath.Join(*screenshots, file), image, 0o600))
}
