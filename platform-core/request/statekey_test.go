package request_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-core/request"
)

// TestTheStateKeyIsTheEnvironments: it changes exactly with what an environment's
// identity is made of.
func TestTheStateKeyIsTheEnvironments(t *testing.T) {
	base := request.Template("eu-west-1")
	key := base.StateKey("provider_a")
	assert.Equal(t, "provider_a/eu-west-1/my-application/development/terraform.tfstate", key)
	assert.NotEqual(t, key, base.StateKey("provider_b"))
	for field, value := range map[string]request.Value{
		"application": request.Text("other"), "environment": request.Text("test"), "owner": request.Text("b@example.com"),
		"cost_centre": request.Text("CC-2"), "data_classification": request.Text("public"), "region": request.Text("eu-west-2"),
		"network_cidr": request.Text("10.0.0.0/20"), "cluster_size": request.Text("large"), "monthly_budget": request.Number(7),
		"business_justification": request.Text("Another reason altogether."), "expiry_date": request.Text("2027-01-01"),
		"controls.encryption_at_rest": request.Flag(false), "controls.private_cluster": request.Flag(false),
		"controls.central_logging": request.Flag(false), "controls.least_privilege": request.Flag(false),
	} {
		other, err := base.With(field, value)
		assert.NoError(t, err, field)
		assert.NotEqual(t, base, other, field)
		same := base.EnvironmentID("provider_a") == other.EnvironmentID("provider_a")
		assert.Equal(t, same, key == other.StateKey("provider_a"), field)
	}
	assert.Len(t, request.Fields(), 15, "the table above has each field")
}
