package store_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/store"
	"platform.internal/platform-core/store/storetest"
)

func TestMemory(t *testing.T) {
	storetest.Run(t, func(_ *testing.T, views, maxRecords int) []store.Store {
		return slices.Repeat([]store.Store{store.NewMemory(maxRecords)}, views)
	})
}

// TestManyAtOnce: entries that were added together are listed as those that came one by one.
func TestManyAtOnce(t *testing.T) {
	one, many := store.NewIndex(0), store.NewIndex(0)
	add := func(to *store.Index, n int) {
		s := store.RecordSummary{RequestID: fmt.Sprintf("req-%d", n*7919%1000)}
		require.True(t, to.AddRecord(s))
		require.False(t, to.AddRecord(s), "twice")
	}
	for n := range 10 {
		add(many, n)
	}
	many.AddMany(func() {
		for n := 10; n < 90; n++ {
			add(many, n)
		}
	})
	add(many, 90)
	for n := range 91 {
		add(one, n)
	}
	for _, order := range []store.Order{store.ByID, store.Newest} {
		want, err := one.ListRecords(store.RecordFilter{}, store.Page{Order: order})
		require.NoError(t, err)
		have, err := many.ListRecords(store.RecordFilter{}, store.Page{Order: order})
		require.NoError(t, err)
		assert.Equal(t, want, have)
	}
}
