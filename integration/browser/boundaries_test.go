package browser

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestPlaceholdersAreLockedOnPurpose counts the empty boundaries while they are written. The main button asks for them.
func TestPlaceholdersAreLockedOnPurpose(t *testing.T) {
	t.Parallel()
	p := startPlatform(t)
	b := open(t, chromium(t), desktop)
	b.visit(p.portal.URL + "/setup/boundaries?provider=provider_a&mode=enterprise")
	const quiet = `document.querySelector('[name=placeholders]').innerText`
	require.Equal(t, "Lock with 8 placeholders", evaluate[string](b, quiet))
	b.do(evaluated(`document.querySelector('.field input').focus()`))
	b.press("123456789012")
	require.Equal(t, "Lock with 7 placeholders", evaluate[string](b, quiet))
	b.click(`main form .button`)
	b.becomes(`document.activeElement.matches('.notice')`) // the focus scrolls
	require.Equal(t, 7, evaluate[int](b, `document.querySelectorAll('#problem li').length`))
	require.Equal(t, "Lock with 7 placeholders", evaluate[string](b, quiet))
	b.click(`[name=placeholders]`)
	require.Equal(t, "Provider locked", b.heading())
}
