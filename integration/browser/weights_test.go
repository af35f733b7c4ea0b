package browser

import (
	"bytes"
	"compress/gzip"
	"net/url"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
)

// The most that a page may weigh with its stylesheet and its script, compressed,
// in bytes: what a first visit fetches. A proposal carries its seven artifacts.
const (
	pageWeight     = 15_000
	proposalWeight = 30_000
)

var linked = regexp.MustCompile(`(?:href|src)="(/assets/[^"]+\.(?:css|js))"`)

// TestWeights prints what each page weighs, and bounds it.
func TestWeights(t *testing.T) {
	for _, s := range everyPage(t) {
		if s.prepare != "" {
			continue
		}
		page, status := opening(t, s.address)
		assets := 0
		for _, link := range linked.FindAllSubmatch(page, -1) {
			base, err := url.Parse(s.address)
			require.NoError(t, err)
			assets += compressed(fetch(t, base.Scheme+"://"+base.Host+string(link[1])))
		}
		most := pageWeight
		if s.name == "proposal" {
			most = proposalWeight
		}
		weight := compressed(page) + assets
		t.Logf("%-24s status %d  HTML %6d  compressed %5d  with style and script %5d", s.name, status, len(page), compressed(page), weight)
		require.Less(t, weight, most, s.name)
		require.Positive(t, assets)
	}
}

// compressed is the size of content as gzip.
func compressed(content []byte) int {
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
	_, _ = w.Write(content)
	_ = w.Close()
	return b.Len()
}
