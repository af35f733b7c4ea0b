package operations

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestAge(t *testing.T) {
	for d, want := range map[time.Duration]string{
		-time.Minute: "0 minutes", 90 * time.Second: "1 minute", 119 * time.Minute: "119 minutes", 2 * time.Hour: "2 hours",
		47 * time.Hour: "47 hours", 48 * time.Hour: "2 days", 3000 * 24 * time.Hour: "3,000 days",
	} {
		require.Equal(t, want, age(d))
	}
}
