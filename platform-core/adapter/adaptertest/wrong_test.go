package adaptertest_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// wrongAdapters are adapters with one fault each, by the property that they
// break. The second word of a key distinguishes several of one property.
var wrongAdapters = map[string]struct {
	fault  string
	create func() adapter.Adapter
}{
	"description": {"its version rises with each start", changingVersion()},
	"description region": {"its default region is not one of its regions", of(wrong{describe: func(d *adapter.Description) {
		d.DefaultRegion = "atlantis-1"
	}})},
	"in-place": {"it names a resource after the request", of(wrong{evaluate: func(o adapter.Input, e *adapter.Evaluation) {
		if len(e.Resources) > 0 {
			e.Resources[0].Name += o.Identity.RequestID
		}
	}})},
	"in-place count": {"it builds more for a larger budget", of(wrong{evaluate: func(o adapter.Input, e *adapter.Evaluation) {
		if o.Request.MonthlyBudget > 10_000 && len(e.Resources) > 1 {
			e.Resources = e.Resources[:len(e.Resources)-1]
		}
	}})},
	"boundaries": {"a boundary refuses its own placeholder", of(wrong{describe: func(d *adapter.Description) {
		d.Boundaries[0].Placeholder = "to be filled in"
	}})},
	"boundaries shared": {"two separate boundaries have one placeholder", of(wrong{describe: func(d *adapter.Description) {
		d.Boundaries[1].Placeholder = d.Boundaries[0].Placeholder
	}})},
	"settings": {"it accepts no value of a setting", of(wrong{describe: routed, checks: func(p profile.Profile) []profile.Check {
		if p.Settings["egress"] == "hub" {
			return refusing("egress")
		}
		return nil
	}})},
	"settings elsewhere": {"a value needs a setting that the mode does not take", of(wrong{describe: func(d *adapter.Description) {
		routed(d)
		d.Settings[0].Modes = []profile.Mode{profile.Sandbox, profile.Enterprise}
	}, checks: func(p profile.Profile) []profile.Check {
		if p.Settings["egress"] == "hub" && p.Settings["next_hop"] == "" {
			return refusing("next_hop")
		}
		return nil
	}})},
	"settings circle": {"it never agrees to what it asks for", of(wrong{describe: routed, checks: func(p profile.Profile) []profile.Check {
		if p.Settings != nil {
			return refusing("next_hop")
		}
		return nil
	}})},
	"settings unknown": {"it names a setting that it does not declare", of(wrong{describe: routed, checks: func(p profile.Profile) []profile.Check {
		if p.Settings != nil {
			return refusing("moon")
		}
		return nil
	}})},
	"answers setting": {"it fails where a setting is chosen", of(wrong{describe: routed, before: func(_ context.Context, o adapter.Input) error {
		if o.Setting("egress") == "hub" {
			return errors.New("no idea")
		}
		return nil
	}, checks: func(p profile.Profile) []profile.Check {
		if p.Settings["egress"] == "hub" && p.Settings["next_hop"] == "" {
			return refusing("next_hop")
		}
		return nil
	}})},
	"answers": {"it fails for restricted data", of(wrong{before: func(_ context.Context, o adapter.Input) error {
		if o.Request.DataClassification == request.Restricted {
			return errors.New("no idea")
		}
		return nil
	}})},
	"answers panic": {"it panics without a network", of(wrong{before: func(_ context.Context, o adapter.Input) error {
		_ = o.Request.NetworkCIDR.Addr().As4()
		return nil
	}})},
	"answers empty": {"it takes a size and has no resources for it", of(wrong{evaluate: func(o adapter.Input, e *adapter.Evaluation) {
		if o.Request.ClusterSize == request.Large {
			e.Resources, e.Estimate = nil, request.Estimate{}
		}
	}})},
	"answers corner": {"it panics in one region for one kind of request", of(wrong{before: func(_ context.Context, o adapter.Input) error {
		r := o.Request
		if r.Region == "south-1" && r.ClusterSize == request.Large && r.DataClassification == request.Restricted && o.Mode == profile.Sandbox {
			panic("no zone")
		}
		return nil
	}})},
	"answers unbounded": {"its answer grows with the justification without a bound", of(wrong{evaluate: func(o adapter.Input, e *adapter.Evaluation) {
		note := strings.Repeat(o.Request.BusinessJustification, adapter.MaxTextSize/max(1, len(o.Request.BusinessJustification)))
		for i := range 280 { // a megabyte: more than an answer needs, and less than a host takes
			setting(e, "terraform_data.network", fmt.Sprintf("note_%d", i), note)
		}
	}})},
	"answers files": {"it has files for what has no resources", of(wrong{evaluate: func(o adapter.Input, e *adapter.Evaluation) {
		if o.Request.NetworkCIDR.Bits() == 30 {
			e.Resources, e.Estimate = nil, request.Estimate{}
		}
	}})},
	"contract": {"it reports a rule that it does not declare", of(wrong{evaluate: func(o adapter.Input, e *adapter.Evaluation) {
		if o.Request.ClusterSize == request.Large {
			e.Violations = append(e.Violations, violation("owner", request.Value{}))
		}
	}})},
	"contract text": {"the name of a resource has a character that nobody sees", of(wrong{evaluate: func(_ adapter.Input, e *adapter.Evaluation) {
		for i := range e.Resources {
			e.Resources[i].Name += "\u202e"
		}
	}})},
	"description version": {"its version is a heading of a review page", of(wrong{describe: func(d *adapter.Description) {
		d.Version = "1.0.0`\n\n# Approved by Security"
	}})},
	"sorted-and-unique": {"its resources are not sorted", of(wrong{evaluate: func(_ adapter.Input, e *adapter.Evaluation) {
		slices.Reverse(e.Resources)
	}})},
	"sorted-and-unique locale": {"it sorts without regard to case", of(wrong{evaluate: func(_ adapter.Input, e *adapter.Evaluation) {
		for i, r := range e.Resources {
			if r.Address == "terraform_data.network" {
				e.Resources[i].Address = "terraform_data.Network" // comes after its sisters where case plays no part
			}
		}
	}})},
	"regions": {"nothing can be requested in one of its regions", of(wrong{
		describe: extra("region"),
		evaluate: func(o adapter.Input, e *adapter.Evaluation) {
			if o.Request.Region == "south-1" {
				e.Violations = append(e.Violations, violation("region", request.Text("north-1")))
			}
		}})},
	"contract costs": {"an item costs less than nothing", of(wrong{evaluate: func(_ adapter.Input, e *adapter.Evaluation) {
		for i := range e.Estimate.Items {
			e.Estimate.Items[i].MonthlyCost = request.Cents(math.MinInt64)
		}
		e.Estimate.KnownTotal, e.Estimate.MonthlyTotal = request.Totals(e.Estimate.Items)
	}})},
	"contract cycle": {"a resource is inside itself", of(wrong{evaluate: func(_ adapter.Input, e *adapter.Evaluation) {
		if len(e.Resources) > 0 {
			e.Resources[0].Parent = e.Resources[0].Address
		}
	}})},
	"controls": {"main.tf has nothing of the control that the inventory claims", of(wrong{evaluate: func(_ adapter.Input, e *adapter.Evaluation) {
		for i, r := range e.Resources {
			if slices.Contains(r.Controls, request.LeastPrivilege) {
				e.Resources[i].Properties = request.NewProperties(map[string]string{"scope": "checkout"})
				e.Resources[i].Upholds = request.NewProperties(map[string]string{"least_privilege": "scope"})
			}
		}
	}})},
	"controls missing": {"nothing upholds central logging", of(wrong{evaluate: func(_ adapter.Input, e *adapter.Evaluation) {
		for i, r := range e.Resources {
			e.Resources[i].Upholds = slices.DeleteFunc(r.Upholds, func(p request.Property) bool { return p.Name == "central_logging" })
		}
	}})},
	"controls combination": {"nothing encrypts one combination in a sandbox", of(without(request.EncryptionAtRest, func(o adapter.Input) bool {
		r := o.Request
		return o.Mode == profile.Sandbox && r.DataClassification == request.Confidential && r.ClusterSize == request.Small && r.Environment == request.Test
	}))},
	"costs float": {"it prints a price as a float", of(wrong{evaluate: func(_ adapter.Input, e *adapter.Evaluation) {
		for i := range e.Estimate.Items {
			price := 73.0
			e.Estimate.Items[i].UnitPrice = request.Decimal(fmt.Sprint(price * 1.1)) // 80.30000000000001
		}
	}})},
	"costs product": {"an item costs other than its quantity at its price", of(wrong{evaluate: func(_ adapter.Input, e *adapter.Evaluation) {
		for i := range e.Estimate.Items {
			e.Estimate.Items[i].Quantity += "0"
		}
	}})},
	"costs": {"a resource costs what the estimate does not know", of(wrong{evaluate: func(_ adapter.Input, e *adapter.Evaluation) {
		if len(e.Resources) > 0 {
			e.Resources[0].MonthlyCost = request.Cents(1)
		}
	}})},
	"suggestions": {"what it suggests breaks the same rule", of(wrong{evaluate: func(_ adapter.Input, e *adapter.Evaluation) {
		for i := range e.Violations {
			e.Violations[i].Suggestion, e.Violations[i].Remediation = request.Text(request.Small), "Choose small."
		}
	}})},
	"suggestions remediation": {"its remediation lacks what to type", of(wrong{evaluate: func(_ adapter.Input, e *adapter.Evaluation) {
		for i := range e.Violations {
			e.Violations[i].Remediation = "Choose another one."
		}
	}})},
	"suggestions circle": {"two rules send a request back and forth", of(wrong{
		describe: func(d *adapter.Description) { extra("region")(d); extra("region", "b")(d) },
		evaluate: func(o adapter.Input, e *adapter.Evaluation) {
			switch o.Request.Region {
			case "north-1":
				e.Violations = append(e.Violations, violation("region", request.Text("south-1")))
			case "south-1":
				e.Violations = append(e.Violations, violation("region", request.Text("north-1"), "b"))
			}
		}})},
	"reads": {"a rule reads a field that it does not name", of(wrong{describe: func(d *adapter.Description) {
		d.Rules[2].Reads = []string{request.SizeField}
	}})},
	"reads estimate": {"its estimate depends on more than it names", of(wrong{describe: func(d *adapter.Description) {
		d.EstimateReads = []string{request.RegionField}
	}})},
	"reads resources": {"its estimate is another where nobody wants resources", of(wrong{evaluate: func(o adapter.Input, e *adapter.Evaluation) {
		if o.WithoutResources {
			e.Estimate = request.Estimate{}
		}
	}})},
	"root-constant": {"main.tf names the application", of(root(func(text []byte, o adapter.Input) []byte {
		return append(text, "# for "+o.Request.Application+"\n"...)
	}))},
	"root-formatted": {"terraform fmt would change main.tf", of(root(func(text []byte, _ adapter.Input) []byte {
		return bytes.Replace(text, []byte("type        = string"), []byte("type = string"), 1)
	}))},
	"root-formatted broken": {"main.tf is not HCL", of(root(func(text []byte, _ adapter.Input) []byte {
		return append(text, "resource {\n"...)
	}))},
	"inputs":         {"an input is missing", of(inputs(func(values map[string]any) { delete(values, "nodes") }))},
	"inputs unknown": {"an input has no variable", of(inputs(func(values map[string]any) { values["colour"] = "red" }))},
	"inputs type":    {"an input does not fit its variable", of(inputs(func(values map[string]any) { values["nodes"] = "many" }))},
	"inputs unread": {"main.tf reads no input", of(root(func(text []byte, _ adapter.Input) []byte {
		return bytes.Replace(text, []byte("var.log_retention_days"), []byte("90"), 1)
	}))},
	"inputs needed": {"it asks the workflow for an input that main.tf does not have", of(needing("colour"))},
	"inputs given":  {"it asks the workflow for an input that it gives", of(needing("nodes"))},
	"inputs unnamed": {"it does not ask the workflow for an input that it leaves to it", of(root(func(text []byte, _ adapter.Input) []byte {
		return append(text, "\nvariable \"colour\" {\n  default = \"red\"\n}\n\noutput \"colour\" {\n  value = var.colour\n}\n"...)
	}))},
	"kinds": {"it says of nothing of its own what it is for", of(kinds(func([]profile.ResourceKind) []profile.ResourceKind {
		return []profile.ResourceKind{{Resource: "x", Role: profile.KeysRole, DisplayName: "X"}}
	}))},
	"kinds role":            {"it has a role of its own", of(kinds(func(all []profile.ResourceKind) []profile.ResourceKind { all[0].Role = "vault"; return all }))},
	"kinds property":        {"a detail names what a resource does not have", of(kinds(func(all []profile.ResourceKind) []profile.ResourceKind { all[0].Detail = "{colour}"; return all }))},
	"kinds missing":         {"a resource has no role", of(kinds(func(all []profile.ResourceKind) []profile.ResourceKind { return all[1:] }))},
	"choices":               {"a value has no text where others have", of(choices(func(all []profile.Choice) []profile.Choice { return all[1:] }))},
	"choices unknown":       {"a value that the field does not have", of(choices(func(all []profile.Choice) []profile.Choice { all[0].Value = "huge"; return all }))},
	"inventory replaced":    {"a change replaces what main.tf does not have", of(replacing(adapter.Replacement{Type: "x", Properties: []string{"name"}}))},
	"inventory replaced by": {"a change replaces by what nothing has", of(replacing(adapter.Replacement{Type: "terraform_data", Properties: []string{"colour"}}))},
	"inventory": {"the inventory has another number of nodes", of(wrong{evaluate: func(_ adapter.Input, e *adapter.Evaluation) {
		setting(e, "terraform_data.cluster", "nodes", "99")
	}})},
	"inventory more": {"main.tf declares what the inventory does not have", of(root(func(text []byte, _ adapter.Input) []byte {
		return append(text, "\nresource \"terraform_data\" \"backdoor\" {\n}\n"...)
	}))},
	"free-text": {"it pastes text into the inputs", of(wrong{generate: pasted})},
	"free-text tags": {"it puts text into a sentence", of(inputs(func(values map[string]any) {
		values["cost_centre"] = fmt.Sprintf("for: %s", values["business_justification"])
	}))},
	"repeats": {"it counts its calls", counting},
	"repeats large map": {"it ranges over a map, for large clusters only", of(wrong{evaluate: func(o adapter.Input, e *adapter.Evaluation) {
		if o.Request.ClusterSize == request.Large {
			setting(e, "terraform_data.network", "note", throughALargeMap())
		}
	}})},
	"repeats seldom":    {"one answer in 200 is another one", seldom},
	"order":             {"its cache forgets the mode", caching},
	"order application": {"its cache has only the application as its key", cachingByApplication},
	"order checks":      {"the checks of an installation change what follows", checking},
	"order generate":    {"it generates only what it evaluated before", rememberingEvaluations},
	"concurrency":       {"its callers share a buffer", sharing},
	"processes":         {"it counts its processes", instances()},
	"environment":       {"it reads a variable", of(noting(func() string { return os.Getenv("AWS_REGION") }))},
	"clock":             {"it writes the year", of(noting(func() string { return strconv.Itoa(time.Now().Year()) }))},
	"clock weekday":     {"it is another one on Sundays", of(noting(func() string { return strconv.FormatBool(time.Now().Weekday() == time.Sunday) }))},
	"clock support":     {"its support ends in 2030", of(noting(func() string { return strconv.FormatBool(time.Now().Year() >= 2030) }))},
	"clock month":       {"it is another one on the last day of a month", of(noting(func() string { return strconv.FormatBool(time.Now().AddDate(0, 0, 1).Day() == 1) }))},
	"clock region": {"from 2030 it is another one for large clusters in regions that are not the default", of(wrong{evaluate: func(in adapter.Input, e *adapter.Evaluation) {
		if time.Now().Year() > 2029 && in.Request.Region != "north-1" && in.Request.ClusterSize == request.Large {
			setting(e, "terraform_data.network", "note", "later")
		}
	}})},
	"time-bounds": {"it hangs for large clusters", of(wrong{before: func(_ context.Context, o adapter.Input) error {
		if o.Request.ClusterSize == request.Large {
			select {}
		}
		return nil
	}})},
}

// without takes a control from every resource of certain orders.
func without(control request.Control, of func(adapter.Input) bool) wrong {
	return wrong{evaluate: func(o adapter.Input, e *adapter.Evaluation) {
		for i, r := range e.Resources {
			if of(o) {
				e.Resources[i].Upholds = slices.DeleteFunc(slices.Clone(r.Upholds), func(p request.Property) bool { return p.Name == string(control) })
			}
		}
	}}
}

func throughALargeMap() string {
	text, sizes := "", map[int]bool{}
	for i := range 30 {
		sizes[i] = true
	}
	for size := range sizes {
		text += strconv.Itoa(size)
	}
	return text
}

// seldom answers otherwise once in 200 times, as often as chance would, so that
// the test of it does not depend on chance.
func seldom() adapter.Adapter {
	var calls atomic.Int64
	return of(noting(func() string { return strconv.FormatBool(calls.Add(1)%200 == 0) }))()
}

func cachingByApplication() adapter.Adapter {
	var mu sync.Mutex
	cache := map[string]string{}
	return of(wrong{evaluate: func(o adapter.Input, e *adapter.Evaluation) {
		mu.Lock()
		defer mu.Unlock()
		if _, cached := cache[o.Request.Application]; !cached {
			cache[o.Request.Application] = o.Request.Region
		}
		setting(e, "terraform_data.network", "note", cache[o.Request.Application])
	}})()
}

func checking() adapter.Adapter {
	var checked atomic.Bool
	return of(wrong{
		check: func(profile.Profile) { checked.Store(true) },
		evaluate: func(_ adapter.Input, e *adapter.Evaluation) {
			setting(e, "terraform_data.network", "note", strconv.FormatBool(checked.Load()))
		},
	})()
}

func rememberingEvaluations() adapter.Adapter {
	var evaluated sync.Map
	return of(wrong{
		evaluate: func(o adapter.Input, _ *adapter.Evaluation) { evaluated.Store(o.Identity.Fingerprint, true) },
		generate: func(o adapter.Input, _ *adapter.Generation) error {
			if _, ok := evaluated.Load(o.Identity.Fingerprint); !ok {
				return errors.New("evaluate it first")
			}
			return nil
		},
	})()
}

func changingVersion() func() adapter.Adapter {
	var starts atomic.Int64
	return func() adapter.Adapter {
		version := fmt.Sprintf("1.0.%d", starts.Add(1))
		return of(wrong{describe: func(d *adapter.Description) { d.Version = version }})()
	}
}

func counting() adapter.Adapter {
	var calls atomic.Int64
	return of(noting(func() string { return strconv.FormatInt(calls.Add(1), 10) }))()
}

// caching remembers the name of the first mode in which a request was made.
func caching() adapter.Adapter {
	var mu sync.Mutex
	cache := map[string]string{}
	return of(wrong{evaluate: func(o adapter.Input, e *adapter.Evaluation) {
		mu.Lock()
		defer mu.Unlock()
		if _, cached := cache[o.Identity.Fingerprint]; !cached {
			cache[o.Identity.Fingerprint] = string(o.Mode)
		}
		setting(e, "terraform_data.network", "note", cache[o.Identity.Fingerprint])
	}})()
}

// sharing keeps what a call works on where all calls do.
func sharing() adapter.Adapter {
	var shared atomic.Value
	return of(wrong{
		before: func(_ context.Context, o adapter.Input) error {
			shared.Store(o.Identity.Fingerprint)
			runtime.Gosched()
			time.Sleep(100 * time.Microsecond)
			return nil
		},
		evaluate: func(_ adapter.Input, e *adapter.Evaluation) {
			setting(e, "terraform_data.network", "note", shared.Load().(string))
		},
	})()
}

func instances() func() adapter.Adapter {
	var made atomic.Int64
	return func() adapter.Adapter {
		number := strconv.FormatInt(made.Add(1), 10)
		return of(noting(func() string { return number }))()
	}
}

// inputs changes the inputs.
func inputs(change func(map[string]any)) wrong {
	return wrong{generate: func(_ adapter.Input, g *adapter.Generation) error {
		var values map[string]any
		if err := json.Unmarshal(g.Files[1].Content, &values); err != nil {
			return err
		}
		change(values)
		text, err := json.Marshal(values)
		g.Files[1].Content = append(text, '\n')
		return err
	}}
}

// needing asks the workflow for an input.
func needing(input string) wrong {
	return wrong{generate: func(_ adapter.Input, g *adapter.Generation) error {
		g.Needs = slices.Insert(g.Needs, 0, adapter.Need{Kind: adapter.NeedInput, Name: input, Text: "which one"})
		return nil
	}}
}

// kinds says otherwise what resources are for, without claims, which need the right kinds.
func kinds(change func([]profile.ResourceKind) []profile.ResourceKind) wrong {
	return wrong{describe: func(d *adapter.Description) {
		d.ResourceKinds = change(slices.Clone(d.ResourceKinds))
		d.Capabilities = slices.DeleteFunc(slices.Clone(d.Capabilities), func(c string) bool { return c == adapter.CapabilityClaims })
	}}
}

// choices says otherwise what values lead to.
func choices(change func([]profile.Choice) []profile.Choice) wrong {
	return wrong{describe: func(d *adapter.Description) { d.Choices = change(slices.Clone(d.Choices)) }}
}

// replacing says what a change replaces.
func replacing(r adapter.Replacement) wrong {
	return wrong{generate: func(_ adapter.Input, g *adapter.Generation) error {
		g.Replacements = []adapter.Replacement{r}
		return nil
	}}
}

// pasted puts the justification into the inputs as if it were plain words.
func pasted(o adapter.Input, g *adapter.Generation) error {
	quoted, err := json.Marshal(o.Request.BusinessJustification)
	var plain bytes.Buffer
	_ = json.Compact(&plain, quoted)
	g.Files[1].Content = bytes.Replace(g.Files[1].Content, plain.Bytes(), []byte(`"`+o.Request.BusinessJustification+`"`), 1)
	return err
}
