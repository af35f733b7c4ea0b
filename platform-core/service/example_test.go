package service_test

import (
	"context"
	"fmt"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/service"
)

// exampleService returns a service with an installation of the adapter [scripted].
func exampleService() *service.Service {
	s := service.New(service.Options{Adapters: catalogOf{impl: &scripted{}}, Now: clock})
	draft, err := profile.Parse(document.Source{Format: document.YAML, Data: []byte("provider: provider_t\n")})
	if err == nil {
		_, _, err = s.Install(context.Background(), draft)
	}
	if err != nil {
		panic(err)
	}
	return s
}

// exampleRequest returns a request that policy accepts.
func exampleRequest() request.Request {
	r := request.Template("north-1")
	r.Application, r.Owner, r.ExpiryDate = "checkout", "payments@example.com", "2026-12-15"
	return r
}

// Submit stores a request once. The same request with another key has the same record.
func ExampleService_Submit() {
	s := exampleService()
	first, err := s.Submit(context.Background(), "key-1", exampleRequest())
	if err != nil {
		fmt.Println(err)
		return
	}
	again, err := s.Submit(context.Background(), "key-2", exampleRequest())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(first.Decision, first.New)
	fmt.Println(again.RequestID == first.RequestID, again.New)
	// Output:
	// accepted true
	// true false
}

// Evaluate stores nothing. A denied request has the fixes that lead to acceptance.
func ExampleService_Evaluate() {
	r := exampleRequest()
	r.MonthlyBudget = 1
	e, err := exampleService().Evaluate(context.Background(), r, service.EvaluateOptions{Alternatives: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(e.Decision, e.Violations[0].PolicyID)
	for _, change := range e.Fix {
		fmt.Println(change.Field, change.From, "->", change.To)
	}
	// Output:
	// denied common.budget.covers-estimate
	// monthly_budget 1 -> 201
}
