package setup

import (
	html "html/template"
	"testing"

	"github.com/jba/templatecheck"
	"github.com/stretchr/testify/require"
)

func check(page *html.Template, example any) error { return templatecheck.CheckHTML(page, example) }

func TestTemplatesFitTheirStructs(t *testing.T) {
	require.NoError(t, template.Check(check))
	require.NoError(t, boundariesTemplate.Check(check))
	require.NoError(t, lockedTemplate.Check(check))
}
