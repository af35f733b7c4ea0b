package main

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"platform.internal/integration/adapters/minimal"
	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapter/plugin"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

func serveSDK() { plugin.Serve(greedy{}) }

type greedy struct{ minimal.Adapter }

// once is for the first call that is made: a process is greedy once.
var once sync.Once

// called makes the attack of a call, and after it.
func called() {
	begin(atCall)
	time.AfterFunc(answerTime, func() { begin(afterCall) })
}

// answerTime is how long an answer may be on its way.
const answerTime = 200 * time.Millisecond

func (greedy) Describe(context.Context) (adapter.Description, error) {
	begin(atDescribe)
	return adapter.Description{
		Provider: profile.Provider{
			ID: "provider_b", DisplayName: "Provider B", DefaultRegion: "northeurope",
			Regions: []profile.Region{
				{Name: "northeurope", DisplayName: "North Europe"}, {Name: "westeurope", DisplayName: "West Europe"},
			},
		},
		Version: "1.0.0",
	}, nil
}

func (greedy) CheckInstallation(context.Context, profile.Profile) ([]profile.Check, error) {
	once.Do(called)
	return []profile.Check{{ID: "provider_b.here", Title: "Here", Status: profile.Passed, Message: "It is here."}}, nil
}

func (greedy) Evaluate(_ context.Context, in adapter.Input) (adapter.Evaluation, error) {
	once.Do(called)
	const address = "greedy_thing.main"
	evaluation := adapter.Evaluation{
		Resources: []request.Resource{{
			Address: address, Type: "greedy_thing", Name: in.Request.Application, Region: in.Request.Region,
			Controls: request.AllControls(), Properties: request.Properties{},
		}},
		Estimate: request.Estimate{
			Currency: "USD", PriceTable: "2026-11", KnownTotal: request.Cents(0), MonthlyTotal: request.Cents(0),
		},
	}
	switch attack {
	case "items": // a legal estimate
		for n := range 200_000 {
			evaluation.Estimate.Items = append(evaluation.Estimate.Items, request.EstimateItem{
				Basis: request.Fixed, Address: address, Item: fmt.Sprintf("item %06d", n),
				Quantity: "1", Unit: "x", UnitPrice: "0", MonthlyCost: request.Cents(0),
			})
		}
	case "answers": // of nearly 1.25 MiB
		for n := range 1_200 {
			properties := &evaluation.Resources[0].Properties
			*properties = append(*properties, request.Property{
				Name: fmt.Sprintf("property%04d", n), Value: strings.Repeat("x", 1_000),
			})
		}
	}
	return evaluation, nil
}
