package adaptertest

import (
	"context"
	"strings"
)

// The names of the properties.
const (
	description        = "description"
	boundariesDistinct = "boundaries"
	answersAll         = "answers"
	contractHeld       = "contract"
	sortedAndUnique    = "sorted-and-unique"
	timeBounds         = "time-bounds"
	regionsWork        = "regions"
	controlsUpheld     = "controls"
	costsAddUp         = "costs"
	suggestionsWork    = "suggestions"
	rootConstant       = "root-constant"
	rootFormatted      = "root-formatted"
	inputsFit          = "inputs"
	inventoryAgrees    = "inventory"
	freeText           = "free-text"
	repeatable         = "repeats"
	orderFree          = "order"
	concurrent         = "concurrency"
	processFree        = "processes"
	processorFree      = "processors"
	zoneFree           = "time-zone"
	folderFree         = "working-directory"
	environmentFree    = "environment"
	clockFree          = "clock"
	asksFree           = "purity"
	copiesGiven        = "copies"
	nothingRuns        = "nothing-left-running"
	cancellable        = "cancellation"
	confined           = "confinement"
)

// property is one promise and how it is judged: nil when it holds, a skip, or
// an error that is a counter-example.
type property struct {
	name    string
	meaning string
	check   func(context.Context, *suite) error
}

// properties are all of them, in the order of reports. What runs last can spoil
// the adapter.
var properties = []property{
	{description, "Describe keeps the contract and never changes.", describesItself},
	{boundariesDistinct, "Each boundary accepts its own placeholder, and separate ones have different placeholders.", boundariesHold},
	{answersAll, "Every call is answered: nothing crashes, and an order that breaks no rule is sized and generated.", everythingAnswered},
	{contractHeld, "Every answer keeps the rules that a host checks.", contractKept},
	{sortedAndUnique, "Every list is sorted, and holds each entry once.", listsSorted},
	{regionsWork, "An environment can be ordered in every region of the description.", regionsAnswer},
	{controlsUpheld, "Every control that is on is upheld by a resource that main.tf declares with the same settings.", controlsHeld},
	{costsAddUp, "The costs of the resources come to the estimate, and an item's cost is its quantity at its price.", costsHeld},
	{suggestionsWork, "Each suggestion is a legal value that satisfies its own rule with all else equal.", suggestionsFollowed},
	{rootConstant, "main.tf is the same text for every request.", rootNeverChanges},
	{rootFormatted, "main.tf is HCL, as terraform fmt leaves it.", rootIsFormatted},
	{inputsFit, "terraform.tfvars.json has a value that fits for each variable of main.tf, and nothing else.", inputsMatch},
	{inventoryAgrees, "The resources are those that main.tf declares with the inputs, by address, name and setting.", inventoryMatches},
	{freeText, "Free text of a request is only ever a whole JSON string in terraform.tfvars.json.", textIsQuoted},
	{repeatable, "The same question gets the same bytes again.", sameAgain},
	{orderFree, "No answer depends on the questions before it.", sameInAnyOrder},
	{concurrent, "Many callers at once get the same bytes.", sameAtOnce},
	{processFree, "A fresh adapter gives the same bytes.", in()},
	{processorFree, "No answer depends on the number of processors or on the garbage collector.",
		in([]string{"GOMAXPROCS=1", "GOGC=25"}, []string{"GOMAXPROCS=16", "GOGC=400"})},
	{zoneFree, "No answer depends on the time zone.", in([]string{"TZ=Pacific/Kiritimati"}, []string{"TZ=Pacific/Pago_Pago"})},
	{folderFree, "No answer depends on the working directory.", sameElsewhere},
	{environmentFree, "No answer depends on an environment variable.", sameAmong},
	{nothingRuns, "Nothing goes on running after an answer.", nothingLeft},
	{clockFree, "No answer depends on the time.", sameLater},
	{asksFree, "The adapter's own code asks no clock, variable, machine, file, network or chance.", asksNothing},
	{copiesGiven, "What an answer holds is the caller's own: changing it changes no other answer.", answersAreCopies},
	{cancellable, "A call ends at once when its context is done, with the context's error.", callsEnd},
	{timeBounds, "Every call ends in time.", callsInTime},
	{confined, "The process is confined: it can reach no file, network or other process.", processConfined},
}

// PropertyNames returns the names of the properties, in the order of reports.
func PropertyNames() []string {
	names := make([]string, len(properties))
	for i, p := range properties {
		names[i] = p.name
	}
	return names
}

// PropertyTable returns the names and meanings of the properties as the rows of a
// Markdown table, for the author's page.
func PropertyTable() string {
	rows := make([]string, len(properties))
	for i, p := range properties {
		rows[i] = "| `" + p.name + "` | " + p.meaning + " |"
	}
	return strings.Join(rows, "\n")
}
