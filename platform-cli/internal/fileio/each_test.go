package fileio_test

import (
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-cli/internal/fileio"
)

// Each file is done once, some at the same time, and never more than a few before they
// are taken; they are taken in their order.
func TestEach(t *testing.T) {
	var files, taken []string
	for i := range 500 {
		files = append(files, fmt.Sprintf("%03d", i))
	}
	var begun atomic.Int64
	second := make(chan struct{})
	fileio.Each(files, func(file string) string {
		if begun.Add(1) == 2 {
			close(second)
		}
		<-second // nobody is done before two have begun
		return file
	}, func(file string) {
		taken = append(taken, file)
		assert.LessOrEqual(t, begun.Load()-int64(len(taken)), int64(18))
	})
	assert.Equal(t, files, taken)
}
