package adapter_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/request"
)

func TestInventory(t *testing.T) {
	common := adapter.Settings{"account_id": "1", "tier": "plain"}
	inventory := adapter.NewInventory(input(), common)
	inventory.Add("n.b", "b", "n.a", adapter.Settings{"tier": "own"}, request.PrivateCluster, request.EncryptionAtRest)
	inventory.Add("m.c", "c", "", nil)
	inventory.Add("n.a", "a", "", nil)
	assert.Equal(t, []request.Resource{
		{
			Address: "m.c", Type: "m", Name: "c", Region: "north-1", Controls: []request.Control{},
			Properties: request.NewProperties(map[string]string{"account_id": "1", "tier": "plain"}), MonthlyCost: request.Cents(0),
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

func TestResourcesAreSorted(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for n := range 40 {
		inventory := adapter.NewInventory(input(), nil)
		var addresses []string
		for _, i := range random.Perm(n) {
			address := fmt.Sprintf("n.r%02d", i)
			inventory.Add(address, address, "", nil)
			addresses = append(addresses, address)
		}
		slices.Sort(addresses)
		var got []string
		for _, r := range inventory.Resources() {
			got = append(got, r.Address)
			assert.Equal(t, r.Address, r.Name, "each is whole")
		}
		assert.Equal(t, addresses, got)
	}
}
