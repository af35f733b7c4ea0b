package service_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
	"platform.internal/platform-core/store"
)

// lengthy is an adapter with long answers. An [unchecked] catalog has it, because the contract limits each part, and
// these tests are about the whole.
type lengthy struct {
	*scripted
	// property, item and file are the bytes of a property, an item of the estimate and a file.
	property, item, file int
}

func (l lengthy) Describe(ctx context.Context) (adapter.Description, error) {
	d, err := l.scripted.Describe(ctx)
	d.EstimateReads = []string{"application"}
	return d, err
}

func (l lengthy) Evaluate(ctx context.Context, in adapter.Input) (adapter.Evaluation, error) {
	e, err := l.scripted.Evaluate(ctx, in)
	e.Resources[0].Properties = request.NewProperties(map[string]string{"long": strings.Repeat("x", l.property)})
	e.Estimate.Items[0].Unit += strings.Repeat("x", l.item)
	return e, err
}

func (l lengthy) Generate(ctx context.Context, in adapter.Input) (adapter.Generation, error) {
	g, err := l.scripted.Generate(ctx, in)
	g.Files[0].Content = []byte("# " + strings.Repeat("x", l.file) + "\n")
	return g, err
}

// unchecked is a catalog that does not check the answers of its adapter.
type unchecked struct{ catalogOf }

func (u unchecked) Adapter(context.Context, string) (adapter.Adapter, error) { return u.impl, nil }

func lengthyService(t *testing.T, l lengthy, records int) *service.Service {
	t.Helper()
	if l.scripted == nil {
		l.scripted = &scripted{}
	}
	return installedWith(t, service.Options{Adapters: unchecked{catalogOf{impl: l}}, MaxRecords: records}, simulation)
}

func assertTooLarge(t *testing.T, err error, field string) {
	t.Helper()
	p := problem.From(err)
	assert.Equal(t, problem.AdapterContractViolation, p.Code)
	require.Len(t, p.Faults, 1)
	assert.Equal(t, problem.ContractSize, p.Faults[0].Code)
	assert.Equal(t, field, p.Faults[0].Field)
}

const mebibyte = 1 << 20

// TestARecordThatIsTooLarge checks that a record over 1 MiB is a breach of the contract, in every method
// that makes a record.
func TestARecordThatIsTooLarge(t *testing.T) {
	r := theRequest(t, "checkout")
	started, err := request.ParsePartial(document.Source{Format: document.JSON, Data: []byte(`{"application":"checkout"}`)})
	require.NoError(t, err)
	for field, l := range map[string]lengthy{"resources": {property: mebibyte}, "estimate.items": {item: mebibyte}} {
		s := lengthyService(t, l, 10)
		_, err := s.Submit(t.Context(), "k", r)
		assertTooLarge(t, err, field)
		_, err = s.Evaluate(t.Context(), r, service.EvaluateOptions{Alternatives: service.MaxAlternatives})
		assertTooLarge(t, err, field)
		_, err = s.Evaluate(t.Context(), r, service.EvaluateOptions{})
		assertTooLarge(t, err, field)
		_, err = s.EvaluatePartial(t.Context(), request.Partial{Request: r}, service.PartialOptions{})
		assertTooLarge(t, err, field)
		if _, err = s.EvaluatePartial(t.Context(), started, service.PartialOptions{}); field == "estimate.items" {
			assertTooLarge(t, err, field)
		} else {
			require.NoError(t, err, "it shows no resources")
		}
		assert.Empty(t, counts(t, s).Requests)
	}
	record, err := lengthyService(t, lengthy{property: mebibyte - 4096}, 1).Submit(t.Context(), "k", r)
	require.NoError(t, err, "just below the bound, and the smallest service takes it")
	assert.Greater(t, len(record.JSON()), mebibyte-4096)
}

func TestAProposalThatIsTooLarge(t *testing.T) {
	for file, fits := range map[int]bool{3 * mebibyte: true, 4 * mebibyte: false} {
		s := lengthyService(t, lengthy{file: file}, 10)
		r := submitted(t, s, "k", theRequest(t, "checkout"))
		_, err := s.Propose(t.Context(), "k", r.RequestID)
		if fits {
			assert.NoError(t, err, file)
			continue
		}
		assertTooLarge(t, err, adapter.RootFile)
		assert.Zero(t, counts(t, s).Proposals)
	}
}

// TestCapacityInBytes checks that a service is full if its few records have as many bytes as MaxRecords
// records of 64 KiB. It then refuses a request without a call of the adapter.
func TestCapacityInBytes(t *testing.T) {
	const records = 20 // allows 1,280 KiB, which 13 records of over 100,000 bytes exceed
	adapter := &scripted{}
	s := lengthyService(t, lengthy{scripted: adapter, property: 100_000, file: 300_000}, records)
	var ids []string
	for bytes := 0; bytes < records*64<<10; {
		r := submitted(t, s, store.Key(fmt.Sprint(len(ids))), theRequest(t, fmt.Sprintf("app-%d", len(ids))))
		bytes += len(r.JSON())
		ids = append(ids, r.RequestID)
	}
	require.Len(t, ids, 13)
	adapter.calls.Store(0)
	_, err := s.Submit(t.Context(), "one-more", theRequest(t, "app-13"))
	assert.Equal(t, problem.CapacityExhausted, code(err))
	assert.ErrorContains(t, err, "its limit of 1280 KiB of records")
	assert.Zero(t, adapter.calls.Load())
	_, err = s.Submit(t.Context(), "one-more", theRequest(t, "app-12"))
	assert.NoError(t, err, "its key was not bound, and what exists is still served")
	assert.Equal(t, 13, counts(t, s).Requests[request.Accepted])

	var stored int
	for _, id := range ids {
		if _, err = s.Propose(t.Context(), store.Key(id), id); err != nil {
			break
		}
		stored++
	}
	assert.ErrorContains(t, err, "its limit of 4096 KiB of proposals")
	assert.EqualValues(t, 2*stored, adapter.calls.Load(), "each is evaluated again")
}

// TestCapacityInBytesOfCallsInFlight checks in-flight calls, whose sizes are not known in advance. The
// service refuses a call that ends after the limit is reached.
func TestCapacityInBytesOfCallsInFlight(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		adapter := &scripted{release: make(chan struct{})}
		s := lengthyService(t, lengthy{scripted: adapter, property: 400_000}, 20)
		p := requests(t, s)
		var answers []<-chan error
		for i := range 8 {
			answers = append(answers, p.started(t.Context(), store.Key(fmt.Sprint(i)), i))
		}
		close(adapter.release)
		codes := map[problem.Code]int{}
		for _, answer := range answers {
			codes[code(<-answer)]++
		}
		assert.Equal(t, map[problem.Code]int{"": 4, problem.CapacityExhausted: 4}, codes)
	})
}
