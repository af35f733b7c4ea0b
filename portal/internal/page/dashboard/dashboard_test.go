package dashboard

import (
	html "html/template"
	"testing"

	"github.com/jba/templatecheck"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/environment"
)

func TestTemplateFitsItsStruct(t *testing.T) {
	require.NoError(t, template.Check(func(page *html.Template, example any) error {
		return templatecheck.CheckHTML(page, example)
	}))
}

func TestNumbers(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 1000000: "1,000,000"} {
		require.Equal(t, want, grouped(n))
	}
	require.Equal(t, "1,260.34", dollars(environment.Cents(126034)))
	require.Equal(t, "0.05", dollars(environment.Cents(5)))
	require.Equal(t, "unknown", dollars(environment.Money{}), "unknown is never zero")
}
