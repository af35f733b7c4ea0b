// Command faulty is an adapter with one fault, which the name of its file says
// after a dash. Everything else about it is right.
package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"time"

	"platform.internal/integration/adapters/minimal"
	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapter/plugin"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// mode is the fault; "faulty" for none.
var mode = strings.TrimPrefix(filepath.Base(os.Args[0]), "faulty-")

// beforeServe are the faults of a program that is no adapter at all.
var beforeServe = map[string]func(){
	"no-adapter": func() { fmt.Println("hello"); fmt.Fprintln(os.Stderr, "this is no adapter"); os.Exit(7) },
	"silent":     func() { time.Sleep(time.Hour) },
	// The handshake of go-plugin, with a version of the contract that nobody speaks.
	"too-old": func() { fmt.Println("1|0|unix|/nowhere|grpc||true"); time.Sleep(time.Hour) },
	"too-new": func() { fmt.Println("1|2|unix|/nowhere|grpc||true"); time.Sleep(time.Hour) },
}

// whenAsked are the faults that make a call fail.
var whenAsked = map[string]func(){
	"crash": func() { go panic("asked to crash"); select {} },
	"exit":  func() { os.Exit(3) },
	"hang":  func() { select {} },
	"hog":   hog,
}

// hog takes memory, and uses it, until there is no more.
func hog() {
	for held := [][]byte{}; ; {
		part := make([]byte, 16<<20)
		for i := 0; i < len(part); i += 4096 {
			part[i] = 1
		}
		held = append(held, part)
	}
}

func main() {
	if run := beforeServe[mode]; run != nil {
		run()
	}
	plugin.Serve(faulty{minimal.Adapter{ID: "faulty"}})
}

type faulty struct{ minimal.Adapter }

func (faulty) CheckInstallation(context.Context, profile.Profile) ([]profile.Check, error) {
	if do := whenAsked[mode]; do != nil {
		do()
	}
	check := profile.Check{ID: "faulty.here", Title: "Here", Status: profile.Passed, Message: "It is here."}
	switch mode {
	case "error":
		return nil, errors.New("its own words")
	case "breach":
		check.Title = ""
	}
	return []profile.Check{check}, nil
}

// costs are what the items of an application cost that is named so, in cents.
var costs = map[string][]int64{
	"free":     {0},
	"dearest":  {1_000_000_000_000, 1_000_000_000_000},
	"too-dear": {1, 1_000_000_000_001},
	"negative": {-1},
	"smallest": {math.MinInt64},
	"wrapping": {math.MaxInt64, math.MaxInt64, 2},
}

// Evaluate ends the process for an application that is named so.
func (faulty) Evaluate(_ context.Context, order adapter.Input) (adapter.Evaluation, error) {
	if mode == "prints" {
		fmt.Println("planning", order.Request.Application)
	}
	switch order.Request.Application {
	case "poison":
		go panic("poison")
		select {}
	case "hangs":
		select {}
	}
	e := adapter.Evaluation{Estimate: request.Estimate{Currency: "USD"}}
	for i := range max(1, len(costs[order.Request.Application])) {
		e.Resources = append(e.Resources, request.Resource{
			Address: fmt.Sprintf("faulty_thing.n%d", i), Type: "faulty_thing",
			Name: order.Request.Application, Region: order.Request.Region,
			Controls: request.AllControls(), Properties: request.Properties{},
		})
	}
	for i, cents := range costs[order.Request.Application] {
		e.Estimate.Items = append(e.Estimate.Items, request.EstimateItem{
			Address: e.Resources[i].Address, Item: "thing", Basis: request.Fixed,
			Quantity: "1", Unit: "month", MonthlyCost: request.Cents(cents),
		})
	}
	e.Estimate.KnownTotal, e.Estimate.MonthlyTotal = request.Totals(e.Estimate.Items)
	if order.Request.Application == "cycle" {
		e.Resources[0].Parent = e.Resources[0].Address
	}
	return e, nil
}
