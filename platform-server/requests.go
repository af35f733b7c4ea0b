package server

import (
	"context"
	"net/http"

	"github.com/go-chi/chi/v5"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
	"platform.internal/platform-core/store"
	"platform.internal/platform-core/wire"
)

func (a *api) submit(r *http.Request) (answer, error) {
	key, err := idempotencyKey(r)
	if err != nil {
		return answer{}, err
	}
	request, err := parsed(r, request.Parse)
	if err != nil {
		return answer{}, err
	}
	found, err := a.service.Submit(r.Context(), key, request)
	if err != nil {
		return answer{}, err
	}
	out := encoded(http.StatusOK, found.JSON())
	out.replayed = !found.New
	return about(r, found.RequestID, out), nil
}

func (a *api) evaluate(r *http.Request) (answer, error) {
	q := readQuery(r)
	partial := q.isTrue("partial")
	wanted := service.PartialOptions{LatestExpiry: q.isTrue("latest_expiry"), Choices: q.isTrue("choices")}
	if err := q.faults(); err != nil {
		return answer{}, err
	}
	if partial || wanted != (service.PartialOptions{}) {
		return a.evaluatePartial(r, wanted)
	}
	req, err := parsed(r, request.Parse)
	if err != nil {
		return answer{}, err
	}
	evaluated, err := a.service.Evaluate(r.Context(), req, service.EvaluateOptions{Alternatives: service.MaxAlternatives})
	if err != nil {
		return answer{}, err
	}
	evaluation, err := evaluated.Evaluation()
	if err != nil {
		return answer{}, err
	}
	out := encoded(http.StatusOK, evaluation)
	out.made = len(evaluation)
	return out, nil
}

// evaluatePartial evaluates a document that may lack fields or have wrong ones.
func (a *api) evaluatePartial(r *http.Request, wanted service.PartialOptions) (answer, error) {
	partial, err := parsed(r, request.ParsePartial)
	if err != nil {
		return answer{}, err
	}
	evaluation, err := a.service.EvaluatePartial(r.Context(), partial, wanted)
	if err != nil {
		return answer{}, err
	}
	return encode(evaluation)
}

func (a *api) request(r *http.Request) (answer, error) {
	record, err := a.service.Record(r.Context(), chi.URLParam(r, "request_id"))
	if err != nil {
		return answer{}, err
	}
	return about(r, record.RequestID, unchanging(r, record.JSON())), nil
}

func (a *api) requests(r *http.Request) (answer, error) {
	q := readQuery(r)
	page := q.page()
	filter := store.RecordFilter{
		Decision:    request.Decision(q.choice("decision", string(request.Accepted), string(request.Denied))),
		Environment: q.choice(request.EnvironmentField, request.Environments()...),
		Application: q.text(request.ApplicationField),
		Owner:       q.text(request.OwnerField),
		Region:      q.field(request.RegionField),
		CostCentre:  q.field(request.CostCentreField),
		Policy:      q.policy(),
		Search:      q.search(),
		Needs:       store.Need(q.choice("needs", store.Needs()...)),
	}
	view := q.choice("view", viewFull, viewSummary)
	if err := q.faults(); err != nil {
		return answer{}, err
	}
	found, err := a.service.Records(r.Context(), filter, page)
	if err != nil {
		return answer{}, err
	}
	if view == viewSummary {
		return summaries(a, r, found)
	}
	all := entries{next: found.Next, previous: found.Previous}
	for _, summary := range found.Items {
		all.ids, all.sizes = append(all.ids, summary.RequestID), append(all.sizes, summary.Size)
	}
	all.load = func(ctx context.Context, from, to int) ([][][]byte, error) {
		records, err := a.service.RecordsWith(ctx, all.ids[from:to]...)
		loaded := make([][][]byte, len(records))
		for i, record := range records {
			loaded[i] = [][]byte{record.Entry}
		}
		return loaded, err
	}
	return a.list(r, all)
}

// summaries encodes a list of summaries. It encodes each again for each call, because parts of a summary change, such
// as the proposal.
func summaries[T any](a *api, r *http.Request, found wire.List[T]) (answer, error) {
	all := entries{next: found.Next, previous: found.Previous}
	encoded := make([][][]byte, len(found.Items))
	made := 0
	for i, summary := range found.Items {
		entry, err := document.EncodeEntry(summary)
		if err != nil {
			return answer{}, err
		}
		encoded[i], all.sizes = [][]byte{entry}, append(all.sizes, len(entry))
		made += len(entry)
	}
	all.load = func(_ context.Context, from, to int) ([][][]byte, error) { return encoded[from:to], nil }
	out, err := a.list(r, all)
	out.made = made
	return out, err
}
