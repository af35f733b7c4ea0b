package shell_test

import (
	"math"
	"regexp"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/portal/internal/shell"
)

// token matches a colour token with one value, or with one value for light and one for dark.
var token = regexp.MustCompile(`--([a-z-]+): ?(?:light-dark\((#[0-9a-f]+), ?(#[0-9a-f]+)\)|(#[0-9a-f]+))[;}]`)

// palette returns the colours of the light (0) or the dark (1) theme.
func palette(t *testing.T, theme int) map[string]string {
	t.Helper()
	set, err := shell.LoadAssets()
	require.NoError(t, err)
	colours := map[string]string{}
	for _, m := range token.FindAllStringSubmatch(string(content(t, set.Style)), -1) {
		colours[m[1]] = m[2+theme] + m[4]
	}
	return colours
}

// TestContrast checks both themes. Text needs a contrast of 4.5:1; the edges of controls and rings
// need 3:1 (WCAG 2.2, 1.4.3 and 1.4.11).
func TestContrast(t *testing.T) {
	for theme := range 2 {
		colours := palette(t, theme)
		hold := func(least float64, ink string, grounds ...string) {
			for _, ground := range grounds {
				require.GreaterOrEqual(t, contrast(t, colours[ink], colours[ground]), least, "%s on %s, theme %d", ink, ground, theme)
			}
		}
		hold(4.5, "ink", "page", "surface", "sunken", "good-tint", "bad-tint", "warn-tint", "calm-tint")
		hold(4.5, "quiet", "page", "surface", "sunken", "warn-tint")
		hold(4.5, "accent", "page", "surface", "sunken", "good-tint", "bad-tint", "warn-tint")
		hold(4.5, "on-accent", "accent")
		for _, state := range []string{"good", "bad", "warn", "calm"} {
			hold(4.5, state, "surface", "sunken", state+"-tint")
		}
		hold(4.5, "side-ink", "side", "side-lift")
		hold(4.5, "side-bright", "side", "side-lift")
		hold(3, "edge", "surface", "page", "sunken")
		hold(3, "side-edge", "side")
		hold(3, "side-ring", "side", "side-lift")
	}
}

// contrast returns the contrast ratio of two colours (WCAG 2.2).
func contrast(t *testing.T, a, b string) float64 {
	t.Helper()
	x, y := luminance(t, a)+.05, luminance(t, b)+.05
	return max(x, y) / min(x, y)
}

func luminance(t *testing.T, colour string) float64 {
	t.Helper()
	hex := colour[1:]
	if len(hex) == 3 {
		hex = string([]byte{hex[0], hex[0], hex[1], hex[1], hex[2], hex[2]})
	}
	sum := 0.0
	for i, weight := range []float64{.2126, .7152, .0722} {
		n, err := strconv.ParseUint(hex[2*i:2*i+2], 16, 8)
		require.NoError(t, err)
		sum += weight * linear(float64(n)/255)
	}
	return sum
}

func linear(channel float64) float64 {
	if channel <= .04045 {
		return channel / 12.92
	}
	return math.Pow((channel+.055)/1.055, 2.4)
}
