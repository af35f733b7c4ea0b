package template

import (
	_ "embed"
	"fmt"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/document"
)

// rootText is the Terraform of every environment. It holds nothing of a request.
//
//go:embed terraform/main.tf
var rootText []byte

// filesOf returns the Terraform root and the inputs that carry the plan.
func filesOf(p plan) ([]adapter.File, error) {
	values, err := document.Encode(inputs(p))
	if err != nil {
		return nil, fmt.Errorf("write %s: %w", adapter.InputsFile, err)
	}
	return []adapter.File{
		{Name: adapter.RootFile, Content: append([]byte{}, rootText...)},
		{Name: adapter.InputsFile, Content: values},
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
