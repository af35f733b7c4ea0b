package inorder_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-cli/internal/inorder"
)

// TestEach does two things at once, of which the first waits for the second, and takes
// them in their order.
func TestEach(t *testing.T) {
	items := slices.Repeat([]int{0, 1}, 50)
	second := make(chan int, len(items))
	var taken []int
	inorder.Each(items, func(i int) int {
		if i == 0 {
			return <-second
		}
		second <- 0
		return 1
	}, func(i int) { taken = append(taken, i) })
	assert.Equal(t, items, taken)
}
