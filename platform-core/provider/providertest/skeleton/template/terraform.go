package template

import (
	_ "embed"
	"fmt"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/provider"
)

// rootText is the Terraform of every environment. It holds nothing of a request.
//
//go:embed terraform/main.tf
var rootText []byte

// filesOf returns the Terraform root and the inputs that carry the plan.
func filesOf(p plan) ([]provider.File, error) {
	values, err := document.Encode(inputs(p))
	if err != nil {
		return nil, fmt.Errorf("write %s: %w", provider.InputsFile, err)
	}
	return []provider.File{
		{Name: provider.RootFile, Content: append([]byte{}, rootText...)},
		{Name: provider.InputsFile, Content: values},
	}, nil
}

// inputs returns the values of main.tf's variables. JSON is written with sorted
// keys, and a text of the request is only ever a string in it.
func inputs(p plan) map[string]any {
	r := p.order.Request
	return map[string]any{
		"account_id":             accountOf(p.order),
		"application":            r.Application,
		"business_justification": r.BusinessJustification,
		"cost_centre":            r.CostCentre,
		"expires_on":             string(r.ExpiryDate),
		"log_retention_days":     p.logDays,
		"name":                   p.name,
		"network_cidr":           r.NetworkCIDR.String(),
		"nodes":                  p.nodes,
		"owner":                  r.Owner,
		"region":                 r.Region,
		"request_id":             p.order.Identity.RequestID,
	}
}
