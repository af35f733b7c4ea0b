package etcdstore

import (
	"net"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.etcd.io/etcd/api/v3/etcdserverpb"
	clientv3 "go.etcd.io/etcd/client/v3"
	"go.uber.org/zap"

	"platform.internal/platform-core/store"
)

// TestMemberUsage: what the status of a member says of its space. Releases before 3.6 do not say their quota.
func TestMemberUsage(t *testing.T) {
	noSpace := (&etcdserverpb.AlarmMember{MemberID: 7, Alarm: etcdserverpb.AlarmType_NOSPACE}).String()
	corrupt := (&etcdserverpb.AlarmMember{MemberID: 7, Alarm: etcdserverpb.AlarmType_CORRUPT}).String()
	for name, test := range map[string]struct {
		status *clientv3.StatusResponse
		want   store.Usage
		used   float64
	}{
		"half used":                {&clientv3.StatusResponse{DbSize: 50, DbSizeQuota: 100}, store.Usage{Bytes: 50, MaxBytes: 100}, 0.5},
		"more than the quota":      {&clientv3.StatusResponse{DbSize: 150, DbSizeQuota: 100}, store.Usage{Bytes: 150, MaxBytes: 100}, 1},
		"alarm below the quota":    {&clientv3.StatusResponse{DbSize: 95, DbSizeQuota: 100, Errors: []string{noSpace}}, store.Usage{Bytes: 95, MaxBytes: 95}, 1},
		"alarm, quota not known":   {&clientv3.StatusResponse{DbSize: 50, Errors: []string{"etcdserver: no leader", noSpace}}, store.Usage{Bytes: 50, MaxBytes: 50}, 1},
		"another alarm":            {&clientv3.StatusResponse{DbSize: 50, Errors: []string{corrupt}}, store.Usage{}, 0},
		"quota not known":          {&clientv3.StatusResponse{DbSize: 50}, store.Usage{}, 0},
		"quota that is turned off": {&clientv3.StatusResponse{DbSize: 50, DbSizeQuota: -1}, store.Usage{}, 0},
	} {
		usage := memberUsage(test.status)
		assert.Equal(t, test.want, usage, name)
		assert.InDelta(t, test.used, usage.Used(), 0, name)
	}
}

// TestUsageOfMembersThatDoNotAnswer: a store that was full stays full until a member says otherwise.
func TestUsageOfMembersThatDoNotAnswer(t *testing.T) {
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	endpoint := "http://" + listener.Addr().String()
	require.NoError(t, listener.Close())
	client, err := clientv3.New(clientv3.Config{Endpoints: []string{endpoint}, Logger: zap.NewNop()})
	require.NoError(t, err)
	t.Cleanup(func() { _ = client.Close() })
	s, err := New(client, DefaultPrefix, 0)
	require.NoError(t, err)
	s.database.Store(&store.Usage{Bytes: 100, MaxBytes: 100})
	assert.Empty(t, s.measure(t.Context()))
	assert.True(t, s.isFull())
}

func TestIsTooOld(t *testing.T) {
	for version, want := range map[string]bool{
		"3.4.23": true, "2.3.8": true, "3.4.0-rc.1": true, "3.5.0": false, "3.5.16": false, "3.6.0": false, "3.10.1": false, "4.0.0": false, "10.1.0": false, "": false, "new": false,
	} {
		assert.Equal(t, want, isTooOld(version), version)
	}
}
