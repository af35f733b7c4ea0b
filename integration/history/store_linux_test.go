package history_test

import (
	"fmt"
	"log/slog"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/store"
	"platform.internal/platform-core/store/storetest"
	"platform.internal/platform-server/etcdstore"
)

// stores counts the stores of a test: each has a prefix of its own.
var stores atomic.Int64

// open returns the views of several servers on a new store in a cluster.
func open(t testing.TB, endpoints []string, views, maxRecords int) []store.Store {
	t.Helper()
	return openAt(t, endpoints, fmt.Sprintf("/store-%d", stores.Add(1)), views, maxRecords)
}

// openAt is open of a store that may be there.
func openAt(t testing.TB, endpoints []string, prefix string, views, maxRecords int) (list []store.Store) {
	t.Helper()
	for range views {
		s, end, err := etcdstore.Open(etcdstore.Config{Endpoints: endpoints, Prefix: prefix, MaxRecords: maxRecords, Logger: slog.New(slog.DiscardHandler)})
		require.NoError(t, err)
		t.Cleanup(end)
		list = append(list, s)
	}
	return list
}

func TestAStoreInEtcd(t *testing.T) {
	endpoints := startMembers(t, 1).endpoints()
	storetest.Run(t, func(t *testing.T, views, maxRecords int) []store.Store { return open(t, endpoints, views, maxRecords) })
}
