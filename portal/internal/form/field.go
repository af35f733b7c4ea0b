package form

import (
	"platform.internal/platform-core/request"
)

// Kind is how a field is written.
type Kind string

// The kinds of fields.
const (
	Line   Kind = "line"
	Lines  Kind = "lines"
	Choice Kind = "choice"
	Date   Kind = "date"
	Switch Kind = "switch"
)

// Field is one field of the form.
type Field struct {
	// Name is the field's name in a request document, with dots.
	Name  string
	Label string
	// Hint says with one example what to write.
	Hint string
	Kind Kind
	// Choices are the values of a Choice.
	Choices []string
	// Unit stands beside the input.
	Unit string
	// Size is how many characters a Line shows: its width is near its content's.
	Size int
	// Mode and Complete are what browsers help with.
	Mode, Complete string
}

// Business are the fields that say what the environment is for.
func Business() []Field {
	return []Field{
		{Name: "application", Label: "Application", Hint: "Lower case, such as checkout", Kind: Line, Size: 28},
		{Name: "owner", Label: "Owner", Hint: "Such as payments-team@example.com", Kind: Line, Size: 28, Mode: "email", Complete: "email"},
		{Name: "cost_centre", Label: "Cost centre", Hint: "Such as CC-4711", Kind: Line, Size: 12},
		{Name: "data_classification", Label: "Data class", Hint: "The most sensitive data in it", Kind: Choice, Choices: request.Classifications()},
		{Name: "monthly_budget", Label: "Monthly budget", Hint: "Whole US dollars, such as 500", Kind: Line, Size: 9, Mode: "decimal", Unit: "USD"},
		{Name: "business_justification", Label: "Justification", Hint: "A sentence on what it is for", Kind: Lines},
	}
}

// Platform are the fields that say what the environment is. The environment is
// first, since the others hang on it.
func Platform() []Field {
	return []Field{
		{Name: "environment", Label: "Environment", Hint: "The rules depend on it", Kind: Choice, Choices: request.Environments()},
		{Name: "region", Label: "Region", Hint: "Of the regions that the installation allows", Kind: Choice},
		{Name: "network_cidr", Label: "Network range", Hint: "In CIDR form, such as 10.20.0.0/20", Kind: Line, Size: 18},
		{Name: "cluster_size", Label: "Cluster size", Hint: "Start small; a larger one is a new request", Kind: Choice, Choices: request.Sizes()},
		{Name: "expiry_date", Label: "Expiry date", Hint: "Needed unless the environment is production", Kind: Date},
	}
}

// Controls are the four mandated controls.
func Controls() []Field {
	return []Field{
		{Name: "controls.encryption_at_rest", Label: "Encryption at rest", Kind: Switch},
		{Name: "controls.private_cluster", Label: "Private cluster", Kind: Switch},
		{Name: "controls.central_logging", Label: "Central logging", Kind: Switch},
		{Name: "controls.least_privilege", Label: "Least privilege", Kind: Switch},
	}
}

// All returns every field in the order of the form.
func All() []Field { return append(append(Business(), Platform()...), Controls()...) }

// find returns the field with the name, and whether the form has it.
func find(name string) (Field, bool) {
	for _, f := range All() {
		if f.Name == name {
			return f, true
		}
	}
	return Field{}, false
}

// Has reports whether the form has a field with the name.
func Has(name string) bool {
	_, has := find(name)
	return has
}

// Label returns what the form calls a field; the field's own name where the form
// does not have it.
func Label(name string) string {
	if f, has := find(name); has {
		return f.Label
	}
	return name
}
