package history_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	clientv3 "go.etcd.io/etcd/client/v3"

	"platform.internal/integration/build"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/store"
	"platform.internal/platform-core/wire"
	providera "platform.internal/provider-a"
)

// submit posts a payload to a server.
func (c *cluster) submit(n, payload int) error {
	_, err := c.on(c.servers[n]).call(c.t.Context(), call{kind: submit, key: payload, payload: payload})
	return err
}

func (c *cluster) get(n int, path string) (text []byte, err error) {
	return c.on(c.servers[n]).do(c.t.Context(), http.MethodGet, path, "", 0)
}

// install stores a profile in an empty store.
func install(t testing.TB, s store.Store) {
	t.Helper()
	_, _, err := s.Install(t.Context(), store.InstalledProfile{
		Profile: []byte("{}\n"), Platform: "1", Adapter: "a", AdapterVersion: "1",
	})
	require.NoError(t, err)
}

// refusal returns the problem that an error of a call is.
func refusal(t *testing.T, err error) *problem.Problem {
	t.Helper()
	var p *problem.Problem
	require.ErrorAs(t, err, &p)
	return p
}

// TestEtcdAwayAtStartAndLater: the server starts, says that it is not ready, and works as soon as
// etcd is there, with what was stored before.
func TestEtcdAwayAtStartAndLater(t *testing.T) {
	t.Parallel()
	m := startMembers(t, 1)
	m.list[0].kill()
	c := startServers(t, m, 1, thePayloads(t, 2))
	_, err := c.get(0, "/health")
	require.NoError(t, err)
	began := time.Now()
	_, err = c.get(0, "/ready")
	p := refusal(t, err)
	assert.Equal(t, problem.StoreUnavailable, p.Code)
	assert.Less(t, time.Since(began), 2*time.Second, "a probe is answered in time")
	began = time.Now()
	p = refusal(t, c.submit(0, 1))
	assert.Equal(t, problem.StoreUnavailable, p.Code)
	assert.Less(t, time.Since(began), 10*time.Second)
	assert.Contains(t, c.servers[0].run.Log(), "the store is not reachable; the profile will be installed when it is")

	m.list[0].start(t)
	ready := func() bool { _, err := c.get(0, "/ready"); return err == nil }
	require.Eventually(t, ready, 30*time.Second, 100*time.Millisecond)
	require.Eventually(t, func() bool { return c.submit(0, 1) == nil }, 10*time.Second, 100*time.Millisecond)

	m.list[0].kill()
	assert.Equal(t, problem.StoreUnavailable, refusal(t, c.submit(0, 2)).Code)
	_, err = c.get(0, "/v1/environment-requests")
	assert.Equal(t, problem.StoreUnavailable, refusal(t, err).Code)
	m.list[0].start(t)
	require.Eventually(t, func() bool { return c.submit(0, 2) == nil }, 30*time.Second, 100*time.Millisecond)
	c.checkNothingIsLost()

	lines := func(message string) int { return strings.Count(c.servers[0].run.Log(), "msg=\""+message+"\"") }
	away, back := "the store in etcd does not answer", "the store in etcd answers"
	time.Sleep(10 * time.Second) // a read that began in the outage has ended
	require.Eventually(t, func() bool { return lines(back) > 0 && lines(back) == lines(away) }, time.Minute, 100*time.Millisecond)
	before := [2]int{lines(away), lines(back)}
	m.list[0].signal(syscall.SIGSTOP)
	require.Eventually(t, func() bool { return lines(away) > before[0] }, time.Minute, 100*time.Millisecond, "no client calls")
	time.Sleep(8 * time.Second)
	m.list[0].signal(syscall.SIGCONT)
	require.Eventually(t, func() bool { return lines(back) > before[1] }, time.Minute, 100*time.Millisecond)
	assert.Equal(t, [2]int{before[0] + 1, before[1] + 1}, [2]int{lines(away), lines(back)}, "one line each")
}

// TestTheEndOfAServerWithASlowStore: the process ends in time, and its exit code says whether each
// call in flight was answered or refused.
func TestTheEndOfAServerWithASlowStore(t *testing.T) {
	c := startServers(t, startMembers(t, 1), 2, thePayloads(t, 20))
	require.NoError(t, c.submit(0, 1))
	for _, l := range c.servers[0].links {
		l.set(false, 3*time.Second)
	}
	answers := make(chan error, 19)
	for payload := 2; payload <= 20; payload++ {
		go func() { answers <- c.submit(0, payload) }()
	}
	time.Sleep(200 * time.Millisecond)
	began := time.Now()
	c.servers[0].signal(syscall.SIGTERM)
	exit := 0
	for range 19 {
		var refused *problem.Problem
		if err := <-answers; err != nil && !errors.As(err, &refused) {
			exit = problem.ExitFailure // it was not answered
		}
	}
	state, err := c.servers[0].run.Command.Process.Wait()
	if err == nil {
		assert.Equal(t, exit, state.ExitCode())
	}
	assert.Less(t, time.Since(began), 5*time.Second)
	c.servers = c.servers[1:]
	c.checkNothingIsLost()
}

// TestAFullEtcd: what would be stored is refused with a sentence, and what is stored is served. Those who watch see it
// without a call that is refused, and before.
func TestAFullEtcd(t *testing.T) {
	t.Parallel()
	const quota = 8 << 20
	m := startMembers(t, 1, func(c *memberConfig) { c.quota = quota })
	admin := freeAddress(t)
	c := startServers(t, m, 1, thePayloads(t, 3), "--admin-listen", strings.TrimPrefix(admin, "http://"))
	require.NoError(t, c.submit(0, 1))
	atAdmin := func(path string) (status int, body string) {
		response, err := c.client.Get(admin + path)
		require.NoError(t, err)
		defer response.Body.Close()
		text, err := io.ReadAll(response.Body)
		require.NoError(t, err)
		return response.StatusCode, strings.ReplaceAll(string(text), "\n      ", "")
	}
	ratio := func() (used float64) {
		_, metrics := atAdmin("/metrics")
		_, after, _ := strings.Cut(metrics, "\nplatform_store_used_ratio ")
		_, err := fmt.Sscan(after, &used)
		require.NoError(t, err)
		return used
	}
	for size, i := int64(0), 0; size < quota*85/100; i++ {
		_, err := m.control.Put(t.Context(), fmt.Sprintf("/before/%d", i), strings.Repeat("x", 100<<10))
		require.NoError(t, err)
		time.Sleep(50 * time.Millisecond) // the size is that of the last batch
		status, err := m.control.Status(t.Context(), m.endpoints()[0])
		require.NoError(t, err)
		size = status.DbSize
	}
	assert.Eventually(t, func() bool { return ratio() > 0.8 }, 20*time.Second, 100*time.Millisecond, "it shows before a call is refused")
	assert.Less(t, ratio(), 1.0)
	status, body := atAdmin("/ready")
	assert.Equal(t, http.StatusOK, status, body)
	c.servers[0].logs(t, 20*time.Second, "nearly full")
	for i := range 100 {
		_, err := m.control.Put(t.Context(), fmt.Sprintf("/other/%d", i), strings.Repeat("x", 100<<10))
		if err != nil {
			break
		}
	}
	assert.Eventually(t, func() bool { return ratio() == 1 }, 20*time.Second, 100*time.Millisecond, "no call was refused yet")
	status, body = atAdmin("/ready")
	assert.Equal(t, http.StatusServiceUnavailable, status)
	assert.Contains(t, body, `"name": "capacity","ok": false,"detail": "capacity_exhausted: The shared store is full`)
	ready, err := c.get(0, "/ready")
	require.NoError(t, err, "a load balancer keeps it")
	assert.Contains(t, string(ready), `"full"`)
	p := refusal(t, c.submit(0, 2))
	assert.Equal(t, problem.CapacityExhausted, p.Code)
	assert.Contains(t, p.Detail, "The shared store is full")
	c.servers[0].logs(t, 5*time.Second, "etcdctl alarm disarm")
	require.NoError(t, c.submit(0, 1), "a call is answered again")
	_, err = c.get(0, "/v1/environment-requests")
	require.NoError(t, err)

	for _, prefix := range []string{"/before/", "/other/"} {
		_, err = m.control.Delete(t.Context(), prefix, prefixed(prefix))
		require.NoError(t, err)
	}
	now, err := m.control.Get(t.Context(), "/")
	require.NoError(t, err)
	_, err = m.control.Compact(t.Context(), now.Header.Revision, clientv3.WithCompactPhysical())
	require.NoError(t, err)
	_, err = m.control.Defragment(t.Context(), m.endpoints()[0])
	require.NoError(t, err)
	_, err = m.control.AlarmDisarm(t.Context(), &clientv3.AlarmMember{})
	require.NoError(t, err)
	require.NoError(t, c.submit(0, 2), "at once")
	status, body = atAdmin("/ready")
	assert.Equal(t, http.StatusOK, status, body)
}

// sealed returns a value as the store writes it: the SHA-256 of its key and content, and the content. A process that may
// write to etcd can make it.
func sealed(key, content string) string {
	sum := sha256.Sum256([]byte(key + "\x00" + content))
	return hex.EncodeToString(sum[:]) + "\n" + content
}

// forged changes the content of a value and seals it again.
func forged(key string, change func(content string) string) func(value string) string {
	return func(value string) string {
		_, content, _ := strings.Cut(value, "\n")
		return sealed(key, change(content))
	}
}

// replaced returns a change of all parts of a text that are old.
func replaced(old, by string) func(string) string {
	return func(text string) string { return strings.ReplaceAll(text, old, by) }
}

// TestWhatSomebodyElseWroteIntoTheStore is refused with its key, and nothing of it is handed
// out.
func TestWhatSomebodyElseWroteIntoTheStore(t *testing.T) {
	m := startMembers(t, 1)
	all := thePayloads(t, 1)
	id, payload := all.requestIDs[1], all.requests[1].Identify().Fingerprint
	theRecord, theProposal, theKey := "records/"+id, "proposals/"+id, "keys/records/k"
	theLog := "log/000000000000/records/" + id
	stored := func(t *testing.T) (prefix string, other store.Store) {
		t.Helper()
		views := open(t, m.endpoints(), 2, 100)
		install(t, views[0])
		s := newService(t, providera.New(), 0)
		r, err := s.Submit(t.Context(), "k", all.requests[1])
		require.NoError(t, err)
		_, err = views[0].Records().Commit(t.Context(), "k", r.Record)
		require.NoError(t, err)
		p, err := s.Propose(t.Context(), "k", r.RequestID)
		require.NoError(t, err)
		_, err = views[0].Proposals().Commit(t.Context(), "k", p)
		require.NoError(t, err)
		return fmt.Sprintf("/store-%d/v2/", stores.Load()), views[1]
	}
	record := func(ctx context.Context, s store.Store) error {
		_, err := s.Records().Get(ctx, id)
		return err
	}
	proposal := func(ctx context.Context, s store.Store) error {
		found, err := s.ListProposals(ctx, store.ProposalFilter{}, store.Page{})
		if err != nil {
			return err
		}
		_, err = s.Proposals().Get(ctx, found.Items[0].ProposalID)
		return err
	}
	list := func(ctx context.Context, s store.Store) error {
		_, err := s.ListRecords(ctx, store.RecordFilter{}, store.Page{})
		return err
	}
	listedRecord := func(ctx context.Context, s store.Store) error {
		if err := list(ctx, s); err != nil {
			return err
		}
		return record(ctx, s)
	}
	installed := func(ctx context.Context, s store.Store) error {
		_, _, err := s.Installation(ctx)
		return err
	}
	find := func(ctx context.Context, s store.Store) error {
		_, _, err := s.Records().Bind(ctx, "k", payload)
		return err
	}
	for name, test := range map[string]struct {
		key    string // whose value is changed
		change func(value string) string
		read   func(ctx context.Context, s store.Store) error
	}{
		"record of nonsense":         {theRecord, func(string) string { return "nonsense" }, record},
		"record of nothing":          {theRecord, func(string) string { return "{}\n" }, record},
		"record cut short":           {theRecord, func(v string) string { return v[:len(v)-10] }, record},
		"one bit of its digest":      {theRecord, func(v string) string { return string(v[0]^1) + v[1:] }, record},
		"one bit of a record":        {theRecord, func(v string) string { return v[:len(v)-9] + string(v[len(v)-9]^1) + v[len(v)-8:] }, record},
		"value of another key":       {theProposal, func(string) string { return sealed(theRecord, "{}\n") }, proposal},
		"without a digest":           {theRecord, func(v string) string { return v[65:] }, record},
		"decision in the log":        {theLog, replaced(`"accepted"`, `"denied"`), list},
		"size of -5 in the log":      {theLog, replaced(`"size":`, `"size":-`), list},
		"larger size in the log":     {theLog, replaced(`"size":`, `"size":1`), list},
		"installation":               {"installation", replaced(`"platform":"1"`, `"platform":"2"`), installed},
		"key of another payload":     {theKey, replaced("sha256:", "sha256;"), find},
		"key that is empty":          {theKey, func(string) string { return "" }, find},
		"other record, sealed":       {theRecord, forged(theRecord, replaced(`"accepted"`, `"denied"`)), listedRecord},
		"other proposal, sealed":     {theProposal, forged(theProposal, replaced(`"status":"`, `"status":"x`)), proposal},
		"log without digest, sealed": {theLog, forged(theLog, replaced(`"digest":"`, `"other":"`)), list},
		"3,000 references, sealed": {theRecord, forged(theRecord, func(string) string {
			return `{"fingerprint":"` + payload + `","summary":{"request_id":"` + id + `"},"size":12582912000,"pieces":[{"sha256":"a","size":4194304}` +
				strings.Repeat(`,{"sha256":"a","size":4194304}`, 2999) + "]}\n"
		}), record},
		"record of another":        {theRecord, replaced(id, "req-00000000000000000000"), record},
		"another fingerprint":      {theRecord, replaced(payload, "sha256:"+strings.Repeat("0", 64)), record},
		"proposal of nonsense":     {theProposal, func(string) string { return "\x00" }, proposal},
		"pieces of a wrong number": {theProposal, replaced(`"inline":`, `"inline":9`), proposal},
		"negative pieces":          {theProposal, replaced(`"inline":`, `"inline":-`), proposal},
		"log of nonsense":          {theLog, func(string) string { return "{" }, list},
		"log of another kind":      {"log/000000000000/secrets/" + id, func(string) string { return "{}" }, list},
		"log beyond its end":       {"log/000000000009/records/" + id, func(string) string { return "{}" }, list},
		"twice in the log": {"log/000000000000/records/again", func(string) string {
			return sealed("log/000000000000/records/again", `{"summary":{"request_id":"`+id+`"},"digest":"`+strings.Repeat("0", 64)+`"}`)
		}, list},
		"segment, sealed": {"segment", func(string) string { return sealed("segment", "many") }, list},
		"segment":         {"segment", func(string) string { return "many" }, list},
	} {
		t.Run(name, func(t *testing.T) {
			prefix, other := stored(t)
			require.NoError(t, list(t.Context(), other))
			key := prefix + test.key
			now, err := m.control.Get(t.Context(), key)
			require.NoError(t, err)
			value := ""
			if now.Count > 0 {
				value = string(now.Kvs[0].Value)
			}
			changed := test.change(value)
			require.NotEqual(t, value, changed)
			_, err = m.control.Put(t.Context(), key, changed)
			require.NoError(t, err)
			started := openAt(t, m.endpoints(), strings.TrimSuffix(prefix, "/v2/"), 1, 100)[0]
			for name, s := range map[string]store.Store{"that has read the log": other, "that starts": started} {
				p := problem.From(test.read(t.Context(), s))
				require.NotNil(t, p, "a server %s", name)
				assert.Equal(t, problem.StoreAltered, p.Code, "a server %s", name)
				assert.Contains(t, fmt.Sprint(p.Cause), "the key "+key+" ", "a server %s", name)
			}
		})
	}
	t.Run("segment that is not a number of the log", func(t *testing.T) {
		prefix, other := stored(t)
		for _, value := range []string{"00", "+0", ""} {
			_, err := m.control.Put(t.Context(), prefix+"segment", sealed("segment", value))
			require.NoError(t, err)
			fresh := store.Record{RecordSummary: store.RecordSummary{Summary: wire.Summary{RequestID: "req-11111111111111111111"}}, Fingerprint: "sha256:" + strings.Repeat("1", 64), Entry: []byte(",{}\n")}
			_, err = other.Records().Commit(t.Context(), "new", &fresh)
			assert.Equal(t, problem.StoreAltered, problem.From(err).Code, "%q", value)
		}
	})
	t.Run("deleted", func(t *testing.T) {
		prefix, other := stored(t)
		require.NoError(t, list(t.Context(), other))
		for kind, read := range map[string]func(context.Context, store.Store) error{"records/": record, "proposals/": proposal} {
			_, err := m.control.Delete(t.Context(), prefix+kind+id)
			require.NoError(t, err)
			assert.Equal(t, problem.StoreAltered, problem.From(read(t.Context(), other)).Code, kind)
		}
	})
	t.Run("text", func(t *testing.T) {
		prefix, other := stored(t)
		texts, err := m.control.Get(t.Context(), prefix+"texts/", prefixed(prefix+"texts/"))
		require.NoError(t, err)
		require.NotEmpty(t, texts.Kvs)
		_, err = m.control.Put(t.Context(), string(texts.Kvs[0].Key), "nonsense")
		require.NoError(t, err)
		assert.Equal(t, problem.StoreAltered, problem.From(proposal(t.Context(), other)).Code)
		_, err = m.control.Delete(t.Context(), string(texts.Kvs[0].Key))
		require.NoError(t, err)
		assert.Equal(t, problem.StoreAltered, problem.From(proposal(t.Context(), other)).Code)
	})
	t.Run("installation", func(t *testing.T) {
		prefix, other := stored(t)
		require.NoError(t, record(t.Context(), other))
		_, _, err := other.Installation(t.Context())
		require.NoError(t, err)
		_, err = m.control.Put(t.Context(), prefix+"installation", `{"profile": "{}"}`)
		require.NoError(t, err)
		r, err := other.Records().Get(t.Context(), id)
		require.NoError(t, err)
		fresh := *r[0]
		fresh.Fingerprint = "sha256:" + strings.Repeat("1", 64)
		fresh.RequestID = "req-11111111111111111111"
		_, err = other.Records().Commit(t.Context(), "new", &fresh)
		assert.Equal(t, problem.StoreAltered, problem.From(err).Code, "nothing is stored beside another installation")
	})
}

// TestAServerThatRanWhileEtcdWasRestored: what it has in memory is not in the store. So it is not ready, refuses every
// call until it starts again, and stores nothing.
func TestAServerThatRanWhileEtcdWasRestored(t *testing.T) {
	t.Parallel()
	m := startMembers(t, 1)
	c := startServers(t, m, 1, thePayloads(t, 2))
	require.NoError(t, c.submit(0, 1))
	m.list[0].kill()
	restored := &m.list[0].config // has other members than before
	require.NoError(t, os.RemoveAll(restored.dir))
	restored.peer = freeAddress(t)
	restored.advertised, restored.cluster = restored.peer, restored.name+"="+restored.peer
	m.list[0].start(t)
	for i := range 50 { // its revision is beyond that of before
		require.Eventually(t, func() bool {
			_, err := m.control.Put(t.Context(), fmt.Sprintf("/other/%d", i), "x")
			return err == nil
		}, time.Minute, 100*time.Millisecond)
	}
	ready := func() error { _, err := c.get(0, "/ready"); return err }
	require.Eventually(t, func() bool { return problem.From(ready()).Code == problem.StoreAltered }, time.Minute, 100*time.Millisecond)
	_, err := c.get(0, "/v1/environment-requests")
	assert.Equal(t, problem.StoreAltered, refusal(t, err).Code)
	assert.Equal(t, problem.StoreAltered, refusal(t, c.submit(0, 2)).Code)
	c.servers[0].logs(t, time.Minute, "restored from a backup while this server ran")
	c.servers[0].signal(syscall.SIGTERM)
	c.servers[0].start(t)
	require.Eventually(t, func() bool { return ready() == nil }, time.Minute, 100*time.Millisecond)
	require.NoError(t, c.submit(0, 2))
}

// TestAStoreRestoredWithTheSameToken: etcd has the ID of before, and has passed its revision. A server that knows what
// the backup lacks finds out at its next write or list, stores nothing, and refuses every call from then on.
func TestAStoreRestoredWithTheSameToken(t *testing.T) {
	t.Parallel()
	m := startMembers(t, 1)
	commit := func(s store.Store, n int) error {
		digits := fmt.Sprintf("%064d", n)
		_, err := s.Records().Commit(t.Context(), store.Key(digits), &store.Record{
			RecordSummary: store.RecordSummary{
				Summary: wire.Summary{RequestID: "req-" + digits[44:], NetworkCIDR: netip.MustParsePrefix("10.0.0.0/20")},
			},
			Fingerprint: "sha256:" + digits, Entry: []byte(",{}\n"),
		})
		return err
	}
	count := func(s store.Store) (int, error) {
		all, err := s.ListRecords(t.Context(), store.RecordFilter{}, store.Page{})
		return len(all.Items), err
	}
	views := open(t, m.endpoints(), 4, 100)
	writes, lists, knowsNothing, reads := views[0], views[1], views[2], views[3]
	install(t, writes)
	require.NoError(t, commit(writes, 1))
	n, err := count(knowsNothing)
	require.NoError(t, err)
	require.Equal(t, 1, n)

	restart := func(change func(dir string)) {
		m.list[0].kill()
		change(m.list[0].config.dir)
		m.list[0].start(t)
		require.Eventually(t, func() bool { return m.leader() != nil }, time.Minute, 50*time.Millisecond)
	}
	backup := t.TempDir()
	restart(func(dir string) { require.NoError(t, os.CopyFS(backup, os.DirFS(dir))) })
	require.NoError(t, commit(writes, 2)) // it knows this record without a list
	n, err = count(lists)
	require.NoError(t, err)
	require.Equal(t, 2, n)
	restart(func(dir string) {
		require.NoError(t, os.RemoveAll(dir))
		require.NoError(t, os.CopyFS(dir, os.DirFS(backup)))
	})
	for i := range 50 {
		_, err := m.control.Put(t.Context(), fmt.Sprintf("/other/%d", i), "x")
		require.NoError(t, err)
	}

	assert.Equal(t, problem.StoreAltered, problem.From(commit(writes, 3)).Code)
	_, err = count(lists)
	assert.Equal(t, problem.StoreAltered, problem.From(err).Code)
	for _, s := range []store.Store{writes, lists} {
		assert.Equal(t, problem.StoreAltered, problem.From(s.Ready(t.Context())).Code)
	}
	n, err = count(reads)
	require.NoError(t, err)
	assert.Equal(t, 1, n, "nothing was stored")
	require.NoError(t, commit(knowsNothing, 3), "it lost nothing")
	n, err = count(reads)
	require.NoError(t, err)
	assert.Equal(t, 2, n)
}

// TestAnotherReleaseOnTheStore: a server of another release refuses, and says what to do. One of another build of the
// same release works, and warns.
func TestAnotherReleaseOnTheStore(t *testing.T) {
	t.Parallel()
	m := startMembers(t, 1)
	c := startServers(t, m, 1, thePayloads(t, 1))
	key := c.prefix + "/v2/installation"
	installedBy := func(name, value string) {
		now, err := m.control.Get(t.Context(), key)
		require.NoError(t, err)
		var in map[string]string
		_, content, _ := strings.Cut(string(now.Kvs[0].Value), "\n")
		require.NoError(t, json.Unmarshal([]byte(content), &in))
		in[name] = value
		older, err := document.Encode(in)
		require.NoError(t, err)
		_, err = m.control.Put(t.Context(), key, sealed("installation", string(older)))
		require.NoError(t, err)
	}
	const warning = "the store was installed with another build of this adapter"
	installedBy("adapter_digest", "sha256:0")
	first := c.servers[0].run.Log
	m.list[0].kill() // also if etcd comes after the server
	c.servers[0].start(t)
	c.servers[0].logs(t, time.Minute, "adapter runs")
	m.list[0].start(t)
	c.servers[0].logs(t, time.Minute, warning)
	assert.NotContains(t, first(), warning)
	installedBy("platform", "0.9.0")
	out, err := exec.Command(build.Binaries(t).Server, c.servers[0].arguments...).CombinedOutput()
	require.Error(t, err)
	shown := strings.Join(strings.Fields(string(out)), " ") // wrapped at 80 columns
	assert.Contains(t, shown, "store_of_another_release: The store was installed with platform 0.9.0")
	assert.Contains(t, shown, "--store-prefix")
}
