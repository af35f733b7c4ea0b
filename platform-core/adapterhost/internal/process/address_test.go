package process

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestLoopbackAddresses(t *testing.T) {
	assert.NoError(t, checkLoopback("tcp", "127.0.0.1:1234"))
	for _, elsewhere := range []string{
		"", "127.0.0.1", "127.0.0.1:0", "127.0.0.1:http", "127.0.0.2:1", "localhost:1", "10.0.0.1:1", "[::1]:1",
		"[::ffff:127.0.0.1]:1", "evil.invalid:443", "127.0.0.1:70000",
	} {
		assert.Error(t, checkLoopback("tcp", elsewhere), elsewhere)
	}
	assert.Error(t, checkLoopback("unix", "127.0.0.1:1234"))
}
