package server_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/store"
)

// reader is the connection to a client that takes what is sent at some speed.
type reader struct {
	header   http.Header
	status   int
	written  int
	deadline time.Time
	// second is how many bytes it takes a second.
	second int
	parts  [][]byte
}

func newReader(second int) *reader { return &reader{header: http.Header{}, second: second} }

func (r *reader) Header() http.Header             { return r.header }
func (r *reader) WriteHeader(status int)          { r.status = status }
func (r *reader) SetReadDeadline(time.Time) error { return nil }
func (r *reader) SetWriteDeadline(t time.Time) error {
	r.deadline = t
	return nil
}

// Write takes as long as the client needs, or until the deadline.
func (r *reader) Write(p []byte) (int, error) {
	needs := time.Hour
	if r.second > 0 {
		needs = time.Duration(len(p)) * time.Second / time.Duration(r.second)
	}
	if left := time.Until(r.deadline); left < needs {
		time.Sleep(left)
		return 0, os.ErrDeadlineExceeded
	}
	time.Sleep(needs)
	r.written += len(p)
	r.parts = append(r.parts, p)
	return len(p), nil
}

// records returns n records of size bytes each.
func records(n, size int) []*store.Record {
	var list []*store.Record
	for i := range n {
		list = append(list, &store.Record{Entry: fmt.Appendf(nil, ",{\"n\":%s%d}\n", strings.Repeat(" ", size), i)})
	}
	return list
}

func (s fakeServer) to(r *reader, path string) {
	s.handler.ServeHTTP(r, s.request("GET", path, nil))
}

// TestSlowReaders get a large list whole when they keep the rate, and are left when
// they do not, however much is still to be sent.
func TestSlowReaders(t *testing.T) {
	const size = 10 << 20
	for name, test := range map[string]struct {
		second int
		whole  bool
		takes  time.Duration
	}{
		"fast":                  {1 << 30, true, 0},
		"slow":                  {80 << 10, true, 128 * time.Second},
		"slower than it may be": {8 << 10, false, 68 * time.Second}, // and 8 s for the 544 KiB until then
		"no chunk in the time":  {3000, false, 25 * time.Second},
		"a chunk just in time":  {3500, false, 63 * time.Second},
		"nothing at all":        {0, false, 20 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newServer(t, &fake{list: records(10, 1<<20)})
				client := newReader(test.second)
				start := time.Now()
				s.to(client, requests)
				assert.InDelta(t, test.takes.Seconds(), time.Since(start).Seconds(), 5)
				assert.Equal(t, http.StatusOK, client.status)
				assert.Equal(t, test.whole, fmt.Sprint(client.written) == client.header.Get("Content-Length"))
				if test.whole {
					assert.Greater(t, client.written, size)
				}
			})
		})
	}
}

// TestListsAreTheServicesBytes: what is written is what the service keeps, and no
// copy of it.
func TestListsAreTheServicesBytes(t *testing.T) {
	list := records(3, 200<<10)
	client := newReader(1 << 30)
	newServer(t, &fake{list: list}).to(client, requests)
	written := map[*byte]bool{}
	for _, part := range client.parts {
		written[&part[len(part)-1]] = true
	}
	for _, r := range list {
		assert.True(t, written[&r.Entry[len(r.Entry)-2]], "the end of a record, without its line end")
	}
}

// TestLongListsHaveSeatsWhileTheyAreSent: who reads many slowly keeps others from
// reading many, and nobody from reading a page.
func TestLongListsHaveSeatsWhileTheyAreSent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &fake{list: records(1001, 1<<10)}
		s := newServer(t, f)
		var readers sync.WaitGroup
		stall := func() {
			for range 64 {
				readers.Go(func() { s.to(newReader(0), requests) })
			}
			synctest.Wait()
		}
		stall()
		start := time.Now()
		assert.Equal(t, http.StatusOK, s.do("GET", requests, "").Code)
		assert.Equal(t, 20*time.Second, time.Since(start), "when one of them was left")

		stall()
		start = time.Now()
		assert.Equal(t, http.StatusOK, s.do("HEAD", requests, "").Code)
		f.list = f.list[:1000]
		assert.Equal(t, http.StatusOK, s.do("GET", requests, "").Code)
		assert.Zero(t, time.Since(start))
		readers.Wait()
	})
}

// TestSlowReadersGiveTheirSeatsBack soon, however long the list is: one that is as
// slow as may be without a pause keeps its seat for little more than a minute.
func TestSlowReadersGiveTheirSeatsBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer(t, &fake{list: slices.Repeat(records(1, 30<<10), 10_000)})
		var readers sync.WaitGroup
		for range 64 {
			readers.Go(func() { s.to(newReader(3500), requests) })
		}
		time.Sleep(40 * time.Second)
		assert.Equal(t, http.StatusOK, s.do("HEAD", requests, "").Code)
		client := newReader(1 << 30)
		s.to(client, requests)
		assert.Equal(t, http.StatusOK, client.status)
		assert.Equal(t, fmt.Sprint(client.written), client.header.Get("Content-Length"))
		readers.Wait()
	})
}

// TestListLengths: the length that is promised is the one that is sent.
func TestListLengths(t *testing.T) {
	for _, n := range []int{0, 1, 2, 1001} {
		for _, next := range []string{"", "req-9"} {
			list := append([]*store.Record{}, records(n, 10)...)
			got := newServer(t, &fake{list: list, next: next}).do("GET", requests, "")
			assert.Equal(t, fmt.Sprint(got.Body.Len()), got.Header().Get("Content-Length"))
			var read struct {
				Items []json.RawMessage `json:"items"`
				Next  string            `json:"next"`
			}
			require.NoError(t, json.Unmarshal(got.Body.Bytes(), &read))
			assert.Len(t, read.Items, n)
			assert.Equal(t, next, read.Next)
		}
	}
}

// TestAListThatBreaksOff: what is missing is seen, and why it is in the log.
func TestAListThatBreaksOff(t *testing.T) {
	for name, test := range map[string]struct {
		first, later int // places: read before the answer begins, and after
		change       func(f *fake, place int)
		why          string
	}{
		"a record that cannot be loaded":       {3, 17, func(f *fake, place int) { f.lost = place }, "code=internal_error"},
		"a record that is longer than listed":  {3, 17, func(f *fake, place int) { f.listed = map[int]int{place: 1} }, "bytes, and the list says 1\""},
		"a record that is shorter than listed": {0, 39, func(f *fake, place int) { f.listed = map[int]int{place: 1 << 40} }, "and the list says 1099511627776"},
		"a negative size":                      {15, 16, func(f *fake, place int) { f.listed = map[int]int{place: -5} }, "and the list says -5"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newServer(t, &fake{list: records(40, 10)})
			test.change(s.service, test.later)
			client := newReader(1 << 30)
			assert.PanicsWithError(t, http.ErrAbortHandler.Error(), func() { s.to(client, requests) })
			assert.Equal(t, http.StatusOK, client.status)
			assert.NotEqual(t, fmt.Sprint(client.written), client.header.Get("Content-Length"))
			assert.Equal(t, 1, strings.Count(s.log.String(), "a list broke off"))
			assert.Contains(t, s.log.String(), test.why)

			s = newServer(t, &fake{list: records(40, 10)})
			test.change(s.service, test.first)
			assert.Equal(t, http.StatusInternalServerError, s.do("GET", requests, "").Code)
			assert.Contains(t, s.log.String(), test.why)
		})
	}
}
