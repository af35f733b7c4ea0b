// Package service decides about requests and stores the decisions. All views (the API, the command and
// the portal) call the same operations and send the same bytes.
//
// Create a [Service] with [New], install a profile, then submit requests and propose the accepted ones:
//
//	s := service.New(service.Options{Adapters: adapters, Now: time.Now})
//	_, _, err := s.Install(ctx, draft)
//	made, err := s.Submit(ctx, key, r)
//	p, err := s.Propose(ctx, key, made.RequestID)
//
// [Service.Evaluate] and [Service.EvaluatePartial] store nothing. [Pair] compares two installations.
//
// The state is in a [store.Store]: one installation, the records, the proposals and the idempotency
// keys. The service holds no lock while it calls an adapter.
package service
