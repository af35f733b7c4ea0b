package store_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/store"
	"platform.internal/platform-core/store/storetest"
	"platform.internal/platform-core/wire"
)

func TestMemory(t *testing.T) {
	storetest.Run(t, func(_ *testing.T, views, maxRecords int) []store.Store {
		return slices.Repeat([]store.Store{store.NewMemory(maxRecords)}, views)
	})
}

// TestListsBetweenEntries: an order does not depend on when it was asked for before.
func TestListsBetweenEntries(t *testing.T) {
	seldom, often := store.NewIndex(0), store.NewIndex(0)
	for n := range 200 {
		s := store.RecordSummary{Summary: wire.Summary{RequestID: fmt.Sprintf("req-%d", n*7919%1000)}}
		for _, x := range []*store.Index{seldom, often} {
			require.True(t, x.AddRecord(s))
			require.False(t, x.AddRecord(s), "twice")
		}
		if n%7 > 3 {
			_, err := often.ListRecords(store.RecordFilter{}, store.Page{})
			require.NoError(t, err)
		}
	}
	for _, order := range []store.Order{store.ByID, store.Newest} {
		want, err := seldom.ListRecords(store.RecordFilter{}, store.Page{Order: order})
		require.NoError(t, err)
		have, err := often.ListRecords(store.RecordFilter{}, store.Page{Order: order})
		require.NoError(t, err)
		assert.Equal(t, want, have)
		byID := slices.IsSortedFunc(have.Items, func(a, b store.RecordSummary) int { return strings.Compare(a.RequestID, b.RequestID) })
		assert.Equal(t, order == store.ByID, byID)
	}
}
