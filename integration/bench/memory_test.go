package bench_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
)

// memory measures what the server keeps for a record and for a proposal. What is
// alive is what the garbage collector of its process finds, by the runtime's own
// trace, before and after they are stored; the resident size has garbage besides.
func memory(b *testing.B) {
	const records, proposals = 3000, 1000 // a page of a list has 1000 items at most
	s := platform(b, "GODEBUG=gctrace=1")
	empty := s.memory(b)
	recordsJSON := s.load(b, records, creating(accepted)).bytes
	withRecords := s.memory(b)
	proposalsJSON := s.load(b, proposals, s.proposing(b)).bytes
	withProposals := s.memory(b)
	report(b,
		kept("memory of a stored record, to its JSON", withRecords.live-empty.live, recordsJSON, records, "≤ 1.5"),
		kept("… of resident memory, with garbage", withRecords.resident-empty.resident, recordsJSON, records, "≤ 1.5"),
		kept("memory of a stored proposal, to its JSON", withProposals.live-withRecords.live, proposalsJSON, proposals, "≤ 0.5"),
		kept("… of resident memory, with garbage", withProposals.resident-withRecords.resident, proposalsJSON, proposals, "≤ 0.5"))
}

func kept(work string, used, size, count int64, reach string) row {
	each := func(bytes int64) string { return fmt.Sprintf("%.1f KB", float64(bytes)/float64(count)/1000) }
	return row{work, each(used), each(size), ratio(float64(used), float64(size)), reach}
}

// inUse is the memory of a process in bytes.
type inUse struct{ live, resident int64 }

// memory returns what is in use now.
func (s server) memory(b *testing.B) inUse {
	b.Helper()
	resident := s.resident(b, "VmRSS")
	return inUse{live: s.live(b), resident: resident}
}

// proposing returns calls that propose a stored request each.
func (s server) proposing(b *testing.B) func() call {
	b.Helper()
	answer, err := s.send(call{method: http.MethodGet, path: requestsPath + "?limit=1000"})
	require.NoError(b, err)
	defer answer.Body.Close()
	var list struct {
		Items []struct {
			ID string `json:"request_id"`
		}
	}
	require.NoError(b, json.NewDecoder(answer.Body).Decode(&list))
	var count atomic.Int64
	return func() call {
		id := list.Items[count.Add(1)-1].ID
		return call{http.MethodPost, proposalsPath, id, fmt.Sprintf(`{"request_id":%q}`, id)}
	}
}

// collection is the line of a garbage collection in the trace; its last number of
// megabytes is what was alive.
var collection = regexp.MustCompile(`->(\d+) MB,`)

// live returns how many bytes are alive, as a collection finds them that began
// after the call: the second to end, after calls that store nothing.
func (s server) live(b *testing.B) int64 {
	b.Helper()
	next := evaluating(accepted)
	for before := len(collection.FindAllString(s.log(), -1)); ; {
		_, err := s.take(next())
		require.NoError(b, err)
		if found := collection.FindAllStringSubmatch(s.log(), -1); len(found) >= before+2 {
			megabytes, err := strconv.ParseInt(found[len(found)-1][1], 10, 64)
			require.NoError(b, err)
			return megabytes << 20
		}
	}
}
