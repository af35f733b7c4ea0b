package rpc

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestParseOffer(t *testing.T) {
	whole := Offer{Version: 1, Network: "unix", Address: "/tmp/x"}
	for line, want := range map[string]Offer{
		whole.String():                 whole,
		"1|1|unix|/tmp/x|grpc":         whole,
		"1|1|unix|/tmp/x|grpc||true\n": whole,
		"1|1|unix|/tmp/x|grpc|MIIB":    {Version: 1, Network: "unix", Address: "/tmp/x", Certificate: "MIIB"},
		"1|2|tcp|127.0.0.1:1|grpc|":    {Version: 2, Network: "tcp", Address: "127.0.0.1:1"},
	} {
		offer, err := ParseOffer(line)
		assert.NoError(t, err, line)
		assert.Equal(t, want, offer, line)
	}
	for line, version := range map[string]int{
		"": -1, "hello": -1, "1|2": -1, "1|two|unix|x|grpc|": -1, "1|-2|unix|x|grpc|": -1,
		"2|1|unix|x|grpc|": 1, "1|1|unix|x": 1, "1|1|unix|x|netrpc|": 1,
	} {
		offer, err := ParseOffer(line)
		assert.ErrorIs(t, err, ErrOffer, line)
		assert.Equal(t, version, offer.Version, line)
	}
}
