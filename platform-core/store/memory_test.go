package store_test

import (
	"slices"
	"testing"

	"platform.internal/platform-core/store"
	"platform.internal/platform-core/store/storetest"
)

func TestMemory(t *testing.T) {
	storetest.Run(t, func(_ *testing.T, views, maxRecords int) []store.Store {
		return slices.Repeat([]store.Store{store.NewMemory(maxRecords)}, views)
	})
}
