package adaptertest

import "context"

// The names of the properties that are named more than once.
const (
	description     = "description"
	answersAll      = "answers"
	contractKept    = "contract"
	sortedAndUnique = "sorted-and-unique"
	controlsUpheld  = "controls"
	suggestionsWork = "suggestions"
	sameBytes       = "repeats"
	timeBounds      = "time-bounds"
)

// comparing are the properties that compare bytes, so that they fail if [sameBytes] does.
var comparing = []string{"order", "concurrency", "processes", "environment", "clock"}

// property is one promise and how it is checked: nil when it holds, a skip, a
// partly, or an error that is a counter-example.
type property struct {
	name    string
	meaning string
	check   func(context.Context, *suite) error
}

// properties are all of them, in the sequence of reports. What runs last can
// spoil the adapter.
var properties = []property{
	{description, "Describe keeps the contract and never changes.", describesItself},
	{"boundaries", "Each boundary accepts its own placeholder, and separate ones have different placeholders.",
		boundariesMatch},
	{"settings", "Each choice and example of a setting is accepted, by itself or with the settings that it needs.",
		settingsAccepted},
	{answersAll, "Every call is answered: nothing crashes, and a request that breaks no rule is sized and generated.",
		everythingAnswered},
	{contractKept, "Every answer keeps the rules that a host checks.", breaches(contractKept)},
	{sortedAndUnique, "Every list is sorted, and holds each entry once.", breaches(sortedAndUnique)},
	{"regions", "An environment can be requested in every region of the description.", regionsAnswer},
	{controlsUpheld, "Every control that is on is upheld by an argument that main.tf has with the same value.",
		controlsDeclared},
	{"costs", "The resources come to the estimate, each costs what its items do, and an item costs its quantity at its price.", costsAddUp},
	{suggestionsWork, "Each suggestion is a legal value that satisfies its own rule with all else equal, and following them comes to an end.", suggestionsFollowed},
	{"reads", "Rules and estimate depend on no other field of a request than the description names, and are the same without resources.", readsHold},
	{"in-place", "A later request for the same environment, by another owner, with another budget, reason or day, has the same resources.", sameEnvironment},
	{"root-constant", "main.tf is the same text for every request.", rootNeverChanges},
	{"root-formatted", "main.tf is HCL, as terraform fmt leaves it.", rootIsFormatted},
	{"inputs", "terraform.tfvars.json has a value of its type for each variable of main.tf, which reads each, and nothing else; needs name what it leaves to the workflow.", inputsMatch},
	{"inventory", "The resources are those that main.tf declares with the inputs, by address, name and setting; what a change replaces is among them.", inventoryMatches},
	{"kinds", "Where the description says what resources are for, each resource has a role, and what its detail names.",
		resourcesDrawn},
	{"choices", "Where the description says what a value of a request's field leads to, it says so of each value.",
		choicesWhole},
	{"free-text", "Free text of a request is only ever a whole JSON string in terraform.tfvars.json.", textIsQuoted},
	{sameBytes, "The same question gets the same bytes again.", sameAgain},
	{"order", "No answer depends on the questions before it.", sameInAnyOrder},
	{"concurrency", "Many callers at once get the same bytes.", sameAtOnce},
	{"processes", "A fresh adapter gives the same bytes.", sameInProcesses},
	{"environment", "No answer depends on an environment variable.", sameAmongVariables},
	{"clock", "No answer depends on the time.", sameLater},
	{timeBounds, "Every call ends in time.", callsInTime},
	{"confinement", "The process is confined: it can reach no file, network or other process.", processConfined},
}

// Properties returns all properties, in the sequence of reports, without an
// outcome.
func Properties() []Property {
	list := make([]Property, len(properties))
	for i, p := range properties {
		list[i] = Property{Name: p.name, Meaning: p.meaning}
	}
	return list
}
