// Package environments is the page with what was requested of each environment: its network, cost and end. It offers to
// renew what ends soon, and lists free networks.
package environments

import (
	"cmp"
	_ "embed"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"sync"

	"platform.internal/platform-core/portfolio"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
	"platform.internal/platform-core/wire"
	"platform.internal/portal/internal/api"
	"platform.internal/portal/internal/form"
	"platform.internal/portal/internal/parts"
	"platform.internal/portal/internal/shell"
)

// page is the input of the template.
type page struct {
	// Notice says what could not be read; nil if everything was read.
	Notice *shell.ErrorPage
	// Whole means that nothing is asked but the page. Only then it begins with Ending, because that takes many evaluations
	// and what was asked comes first.
	Whole bool
	// Ending are the environments that end within six weeks; EndingRead is false if they are unknown.
	Ending     []row
	EndingRead bool
	// List is nil if it could not be read, and so is Totals.
	List   *list
	Totals *portfolio.Totals
	Free   free
}

// list is one part of the list of environments.
type list struct {
	parts.Sorting
	Search      string
	Overlapping bool
	Rows        []row
	parts.Around
}

// row is one environment.
type row struct {
	wire.Environment
	// Unreadable is for the parts that a row shares with a request.
	Unreadable bool
}

// Estimate returns the cost of the environment.
func (r row) Estimate() request.Estimate {
	e := request.Estimate{KnownTotal: r.KnownTotal}
	if !r.AtLeast {
		e.MonthlyTotal = r.KnownTotal
	}
	return e
}

// Name returns the application and the environment.
func (r row) Name() string { return r.Application + " " + r.Brief.Environment }

// free is the form that finds free networks. Ranges and Violations are the answer.
type free struct {
	Inputs []form.Input
	Asked  bool
	wire.AcceptedRanges
	// Faults are what is wrong with the form, and Failed means that there is no answer.
	Faults []form.Item
	Failed bool
}

//go:embed environments.html
var source string

var template = parts.Parse[page](source)

const path = "/environments"

// New returns the page as a [shell.Page].
func New() shell.Page {
	return shell.Page{Name: "Environments", Path: path, Icon: "network", Routes: shell.Routes{"GET " + path: show}}
}

// size is the maximum number of environments on one part of the list, and mostEnding in the list of what ends. mostTotals
// is the number of owners and of cost centres with a row of their own.
const (
	size       = 50
	mostEnding = 20
	mostTotals = 20
)

func show(v *shell.Visit) (shell.Answer, error) {
	query := v.URL.Query()
	p := page{Free: free{Asked: query.Has("pool")}}
	filter := parts.ReadFilter(query, "q", parts.OrderName, "overlapping")
	selection := api.Selection{
		Search: filter.Get("q"), Order: filter.Get(parts.OrderName), Overlapping: filter.Get("overlapping"),
		After: query.Get("after"), Before: query.Get("before"), Limit: size,
	}
	var found, ending wire.List[wire.Environment]
	var totals portfolio.Totals
	var listErr, endingErr, totalsErr, freeErr error
	var calls sync.WaitGroup
	calls.Go(func() { found, listErr = v.API.Environments(v.Context(), selection) })
	if p.Whole = len(filter) == 0 && selection.After+selection.Before == "" && !p.Free.Asked; p.Whole {
		calls.Go(func() { ending, endingErr = v.API.EndingEnvironments(v.Context(), wire.RenewalDays, mostEnding) })
	}
	calls.Go(func() { totals, totalsErr = v.API.EnvironmentTotals(v.Context()) })
	if p.Free.Asked {
		calls.Go(func() { freeErr = p.Free.ask(v, query) })
	}
	calls.Wait()
	if page := new(shell.ErrorPage); errors.As(parts.Unlisted(listErr, shell.Link{Path: path, Text: "All environments"}), &page) {
		return nil, page
	}
	p.Notice = v.Notice("Not everything could be read",
		cmp.Or(v.Installation.Fault, listErr, endingErr, totalsErr, freeErr))
	if listErr == nil {
		sorting := parts.NewSorting(path, filter)
		p.List = &list{
			Sorting: sorting, Search: selection.Search, Overlapping: selection.Overlapping == "true", Rows: rows(found),
			Around: sorting.NewAround(selection, found.Next, found.Previous),
		}
	}
	if p.EndingRead = endingErr == nil; p.EndingRead {
		p.Ending = rows(ending)
	}
	if totalsErr == nil {
		totals.CostCentre, totals.Owner = highest(totals.CostCentre), highest(totals.Owner)
		p.Totals = &totals
	}
	if len(p.Free.Faults) > 0 {
		return template.Answer("Error: Environments", p).WithStatus(http.StatusUnprocessableEntity), nil
	}
	return template.Answer("Environments", p), nil
}

// highest returns the highest totals, and one total of the others.
func highest(list []portfolio.Total) []portfolio.Total {
	slices.SortStableFunc(list, func(a, b portfolio.Total) int { return cmp.Compare(b.KnownTotal.Cents, a.KnownTotal.Cents) })
	if len(list) <= mostTotals {
		return list
	}
	others := portfolio.Total{Key: shell.Grouped(len(list)-mostTotals) + " others", KnownTotal: request.Cents(0)}
	for _, t := range list[mostTotals:] {
		others.Count += t.Count
		others.AtLeast = others.AtLeast || t.AtLeast
		others.KnownTotal = others.KnownTotal.Plus(t.KnownTotal)
	}
	return append(list[:mostTotals], others)
}

func rows(found wire.List[wire.Environment]) []row {
	rows := make([]row, len(found.Items))
	for i, e := range found.Items {
		rows[i].Environment = e
	}
	return rows
}

// DefaultPool is the pool that the page offers.
func (page) DefaultPool() string { return "10.0.0.0/8" }

// ask finds the free networks of the pool in a query. The error is for a failure that is not a fault of the form.
func (f *free) ask(v *shell.Visit, query url.Values) (err error) {
	fields := []form.Field{
		{Name: "pool", Label: "Pool", Hint: "A private range, such as 10.0.0.0/8", Kind: form.Line, Size: 18},
		{Name: "length", Label: "Prefix length", Hint: "Such as 20", Kind: form.Line, Size: 8, Mode: "numeric"},
	}
	values := []string{query.Get("pool"), cmp.Or(query.Get("length"), "20")}
	feedback := form.NewFeedback()
	f.AcceptedRanges, err = v.API.AcceptedRanges(v.Context(), values[0], values[1])
	if refusal := new(problem.Problem); errors.As(err, &refusal) && refusal.Code == problem.InvalidRequest {
		for _, fault := range refusal.Faults {
			i := slices.IndexFunc(fields, func(field form.Field) bool { return field.Name == fault.Field })
			feedback.Add(fault.Field, fields[max(0, i)].Label+" "+fault.Message)
		}
		err = nil
	}
	for i, field := range fields {
		f.Inputs = append(f.Inputs, form.NewInput(field, values[i], feedback))
	}
	f.Faults, f.Failed = feedback.Summary, err != nil
	return err
}
