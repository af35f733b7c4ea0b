package adapter

import (
	"maps"

	"platform.internal/platform-core/request"
)

// WithTags returns the inputs of main.tf together with those that it makes the
// tags of every resource of: they say whose a resource is, which request asked for
// it, and until when. main.tf declares a variable for each.
func WithTags(in Input, inputs map[string]any) map[string]any {
	r := in.Request
	tagged := map[string]any{
		request.ApplicationField:    r.Application,
		request.ClassificationField: r.DataClassification,
		request.CostCentreField:     r.CostCentre,
		request.EnvironmentField:    r.Environment,
		request.OwnerField:          r.Owner,
		"expires_on":                r.ExpiryDate, // empty for none
		"fingerprint":               in.Identity.Fingerprint,
		"request_id":                in.Identity.RequestID,
	}
	maps.Copy(tagged, inputs)
	return tagged
}
