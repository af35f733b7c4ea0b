package form

import (
	"platform.internal/platform-core/request"
	"platform.internal/portal/internal/shell"
)

// Costs are the estimated costs in words, by field and value.
type Costs map[string]map[string]string

// Costs returns the costs of the values on the form's cards. It omits values without an estimate.
func (b Feedback) Costs() Costs {
	costs := Costs{}
	if b.Known == nil {
		return costs
	}
	for _, field := range []string{request.SizeField, request.EnvironmentField} {
		costs[field] = map[string]string{}
		for _, c := range b.Known.Choices[field] {
			if !c.KnownTotal.Known {
				continue
			}
			words := shell.MonthlyCost(c.Estimate())
			if environment := c.Assuming[request.EnvironmentField]; environment != "" {
				words += " in " + environment
			}
			if size := c.Assuming[request.SizeField]; size != "" {
				words += " with size " + size
			}
			costs[field][c.Value] = words
		}
	}
	return costs
}
