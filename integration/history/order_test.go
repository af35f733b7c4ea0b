package history_test

import (
	"slices"
	"testing"

	"github.com/anishathalye/porcupine"
	"github.com/stretchr/testify/assert"
)

// TestAnOrderThatALateListShows: which of two calls at the same time was first, often, is
// seen only at the end of a history, and the check still ends soon.
func TestAnOrderThatALateListShows(t *testing.T) {
	const payloads = 60
	var r recorder
	var newest []byte
	for first := 1; first < payloads; first += 2 {
		began := int64(2 * first)
		for client, payload := range []int{first, first + 1} {
			r.operations = append(r.operations, porcupine.Operation{
				ClientId: client, Call: began + int64(client), Return: began + 2,
				Input: call{kind: submit, key: payload, payload: payload}, Output: answer{found: string([]byte{byte(payload)})},
			})
		}
		newest = append([]byte{byte(first), byte(first + 1)}, newest...) // the second call was first
	}
	listed := func(found []byte) []porcupine.Operation {
		return append(slices.Clone(r.operations), porcupine.Operation{
			Call: 4 * payloads, Return: 4*payloads + 1,
			Input: call{kind: records, list: list{newest: true}}, Output: answer{found: string(found)},
		})
	}
	for want, last := range map[porcupine.CheckResult][]byte{
		porcupine.Ok:      newest,
		porcupine.Illegal: slices.Concat(newest[2:4], newest[:2], newest[4:]), // pairs one after the other
	} {
		all := recorder{operations: listed(last)}
		result, _ := all.explain(model(payloads+1, 1000, all.operations))
		assert.Equal(t, want, result)
	}
}
