package fileio_test

import (
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-cli/internal/fileio"
)

// TestEach checks that each file is done once and taken in order. Some files are done at the same
// time, and only a few before they are taken.
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
		<-second // wait until two have begun
		return file
	}, func(file string) {
		taken = append(taken, file)
		assert.LessOrEqual(t, begun.Load()-int64(len(taken)), int64(18))
	})
	assert.Equal(t, files, taken)
}
