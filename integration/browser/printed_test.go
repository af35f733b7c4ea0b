package browser

import (
	"regexp"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// sheet matches a page object of a PDF file.
var sheet = regexp.MustCompile(`/Type\s*/Page\b[^s]`)

// printed prints the page on A4 and returns its sheets.
func (b *tab) printed() [][]byte {
	b.t.Helper()
	pdf, err := chromedp.Run(b.ctx, chromedp.PrintToPDF(chromedp.PDFPaper(chromedp.PaperA4)))
	require.NoError(b.t, err)
	sheets := sheet.FindAll(pdf, -1)
	require.NotEmpty(b.t, sheets)
	return sheets
}
