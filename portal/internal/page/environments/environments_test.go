package environments

import (
	html "html/template"
	"testing"

	"github.com/jba/templatecheck"
	"github.com/stretchr/testify/require"
)

func TestTemplateFitsItsStruct(t *testing.T) {
	require.NoError(t, template.Check(func(page *html.Template, example any) error {
		return templatecheck.CheckHTML(page, example)
	}))
}
