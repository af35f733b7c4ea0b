package browser

import (
	"testing"
)

// TestPlaceholdersAreLockedOnPurpose counts the empty boundaries while they are written. The main button asks for them.
func TestPlaceholdersAreLockedOnPurpose(t *testing.T) {
	t.Parallel()
	p := startPlatform(t)
	b := p.open(desktop, "/setup/boundaries?provider=provider_a&mode=enterprise")
	const quiet = `document.querySelector('[name=placeholders]').innerText`
	equals(b, "Lock with 8 placeholders", quiet)
	b.do(evaluated(`document.querySelector('.field input').focus()`))
	b.press("123456789012")
	equals(b, "Lock with 7 placeholders", quiet)
	b.click(`main form .button`)
	b.becomes(`document.activeElement.matches('.notice')`) // the focus scrolls
	equals(b, 7, `document.querySelectorAll('#problem li').length`)
	equals(b, "Lock with 7 placeholders", quiet)
	b.click(`[name=placeholders]`)
	b.hasHeading("Provider locked")
}
