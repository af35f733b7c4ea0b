package profile_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-core/profile"
)

func TestKindOf(t *testing.T) {
	kinds := []profile.ResourceKind{{Resource: "subnet"}, {Resource: "subnet.public"}, {Resource: "vm"}}
	for address, want := range map[string]string{
		"subnet.public[0]": "subnet.public", "subnet.public": "subnet.public", "subnet.private[1]": "subnet", `vm.this["subnet.public"]`: "vm", "disk.this": "",
	} {
		resourceType := map[byte]string{'s': "subnet", 'v': "vm", 'd': "disk"}[address[0]]
		kind, ok := profile.KindOf(kinds, resourceType, address)
		assert.Equal(t, want, kind.Resource, address)
		assert.Equal(t, want != "", ok, address)
	}
}

func TestDetailOf(t *testing.T) {
	properties := map[string]string{"count": "4", "size": "{count}", "none": ""}
	for detail, want := range map[string]string{
		"": "", "plain": "plain", "{count} × {size}, up": "4 × {count}, up", "{none}": "", "{other}": "-", "{count} {other}": "-",
		"{count": "-", "{": "-", "{}": "-", "count}": "count}",
	} {
		text, whole := profile.ResourceKind{Detail: detail}.DetailOf(func(name string) (string, bool) { v, ok := properties[name]; return v, ok })
		if want == "-" {
			assert.False(t, whole, detail)
			want = ""
		} else {
			assert.True(t, whole, detail)
		}
		assert.Equal(t, want, text, detail)
	}
}
