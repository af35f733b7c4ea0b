package policies

import (
	"cmp"

	"platform.internal/portal/internal/shell"
)

func show(v *shell.Visit) (shell.Answer, error) {
	list, err := v.API.Policies(v.Context())
	failure := cmp.Or(v.Installation.Fault, err)
	p := Page{Notice: v.Notice("The policies could not be read", failure)}
	if failure == nil {
		p.Read, p.Exceptions, p.Rules = true, newExceptions(list), newRules(list.Items)
	}
	return template.Answer("Policies", p), nil
}
