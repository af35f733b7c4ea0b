package adapter_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/request"
)

func TestInventory(t *testing.T) {
	common := adapter.Settings{"account_id": "1", "tier": "plain"}
	inventory := adapter.NewInventory(input(), common)
	inventory.Add("n.b", "b", "n.a", adapter.Settings{"tier": "own"}, request.PrivateCluster, request.EncryptionAtRest)
	inventory.AddUnpriced("m.c", "c", "", nil)
	inventory.Add("n.a", "a", "", nil)
	assert.Equal(t, []request.Resource{
		{
			Address: "m.c", Type: "m", Name: "c", Region: "north-1", Controls: []request.Control{},
			Properties: request.NewProperties(map[string]string{"account_id": "1", "tier": "plain"}),
		},
		{
			Address: "n.a", Type: "n", Name: "a", Region: "north-1", Controls: []request.Control{},
			Properties: request.NewProperties(map[string]string{"account_id": "1", "tier": "plain"}), MonthlyCost: request.Cents(0),
		},
		{
			Address: "n.b", Type: "n", Name: "b", Region: "north-1", Parent: "n.a",
			Controls:   []request.Control{request.EncryptionAtRest, request.PrivateCluster},
			Properties: request.NewProperties(map[string]string{"account_id": "1", "tier": "own"}), MonthlyCost: request.Cents(0),
		},
	}, inventory.Resources())
	assert.Equal(t, adapter.Settings{"account_id": "1", "tier": "plain"}, common, "the common settings are the author's own")
}

func TestAddressesOfInstances(t *testing.T) {
	assert.Equal(t, "aws_eip.nat[0]", adapter.Indexed("aws_eip.nat", 0))
	assert.Equal(t, `aws_kms_key.this["logs"]`, adapter.Keyed("aws_kms_key.this", "logs"))
}
