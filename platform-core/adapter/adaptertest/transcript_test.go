package adaptertest

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// A difference is shown in whole characters.
func TestADifferenceIsNotCutInACharacter(t *testing.T) {
	for shift := range 4 {
		text := strings.Repeat("x", shift) + strings.Repeat("東", 60)
		err := same("Describe", []byte(text+"a"+text), []byte(text+"b"+text))
		assert.ErrorContains(t, err, "東a")
		assert.NotContains(t, err.Error(), `\x`)
	}
}
