package request

import (
	"cmp"
	"fmt"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
)

// Request is a normalised request for an environment. [Parse] makes one from text. A Request that is made field by
// field must have normal values.
type Request struct {
	Application           string       `json:"application"            yaml:"application"`
	Environment           string       `json:"environment"            yaml:"environment"`
	Owner                 string       `json:"owner"                  yaml:"owner"`
	CostCentre            string       `json:"cost_centre"            yaml:"cost_centre"`
	DataClassification    string       `json:"data_classification"    yaml:"data_classification"`
	Region                string       `json:"region"                 yaml:"region"`
	NetworkCIDR           netip.Prefix `json:"network_cidr"           yaml:"network_cidr"`
	ClusterSize           string       `json:"cluster_size"           yaml:"cluster_size"`
	MonthlyBudget         int64        `json:"monthly_budget"         yaml:"monthly_budget"`
	BusinessJustification string       `json:"business_justification" yaml:"business_justification"`
	ExpiryDate            Date         `json:"expiry_date,omitempty"  yaml:"expiry_date,omitempty"`
	Controls              Controls     `json:"controls"               yaml:"controls"`
}

// Brief is what a list shows of a request.
type Brief struct {
	Application   string `json:"application"`
	Environment   string `json:"environment"`
	Region        string `json:"region"`
	Owner         string `json:"owner"`
	CostCentre    string `json:"cost_centre"`
	MonthlyBudget int64  `json:"monthly_budget"`
	ExpiryDate    Date   `json:"expiry_date,omitempty"`
}

// Brief returns what a list shows of the request.
func (r Request) Brief() Brief {
	return Brief{r.Application, r.Environment, r.Region, r.Owner, r.CostCentre, r.MonthlyBudget, r.ExpiryDate}
}

// Controls are the four mandated controls. Each is on unless the request switches it off.
type Controls struct {
	EncryptionAtRest bool `json:"encryption_at_rest" yaml:"encryption_at_rest"`
	PrivateCluster   bool `json:"private_cluster"    yaml:"private_cluster"`
	CentralLogging   bool `json:"central_logging"    yaml:"central_logging"`
	LeastPrivilege   bool `json:"least_privilege"    yaml:"least_privilege"`
}

// The names of the fields, as documents write them.
const (
	ApplicationField    = "application"
	EnvironmentField    = "environment"
	OwnerField          = "owner"
	CostCentreField     = "cost_centre"
	ClassificationField = "data_classification"
	RegionField         = "region"
	NetworkField        = "network_cidr"
	SizeField           = "cluster_size"
	BudgetField         = "monthly_budget"
	JustificationField  = "business_justification"
	ExpiryField         = "expiry_date"
	ControlsField       = "controls" // the object that holds the four controls
)

// Field describes one field of a request. All code that treats fields by name derives from the table of them: [Parse],
// [Request.With], the variables of policy rules, the values that a fix tries, the JSON [Schema], forms, templates and
// the messages of the adapter protocol. A new field is an entry in the table and a member of [Request].
type Field struct {
	// Name is the field's name in documents, with a dot before a control's.
	Name string
	Kind ValueKind
	// Fact is set if only the user knows the value: what the environment is for, who owns and pays for it, and how
	// sensitive its data is. The platform never changes a fact. It proposes values for the other fields, the choices.
	Fact bool
	// Optional is set if a document may leave the field out. It then has the value Default. The zero Value means none,
	// and false for a flag.
	Optional bool
	Default  Value
	// Values are the allowed values of a text, in the order of forms; nil if there are many.
	Values []string
	// Limits bound the normal form.
	Limits Limits
	// Example is a value in normal form. Templates start with it.
	Example Value
	// Influence is the place of the field in the order in which a fix changes fields. Fields that the rules of others
	// depend on come first. Each field has its own place.
	Influence int
	// Text is what people read about the field.
	Text FieldText

	normal func(text string) string // the normal form of a text
	short  map[string]string        // short words for some of the values, which normal replaces
	check  func(Value) string       // another fault of a normal value, or ""; not called for an empty optional text
	// written are expressions for the JSON Schema, which cannot call normal and check: a text in a document matches
	// all of them, apart from the white space that normal trims. Every text with a Pattern or a check needs them.
	// They bound no length that Limits bound.
	written []string
	prose   bool // the text has visible characters only, and a letter: the schema has patterns for both
	get     func(*Request) Value
	set     func(*Request, Value)

	form func() *document.Form // of the pattern of Limits
}

// Limits bound the normal form of a value. A zero bounds nothing.
type Limits struct {
	// Pattern is a regular expression that a text matches (ECMA-262 and RE2). FieldText.MustBe says the same in words.
	Pattern string
	// MinLength and MaxLength count the characters of a text.
	MinLength, MaxLength int
	// Min and Max bound a number where Max is not zero.
	Min, Max int64
}

// Group is a part of a form.
type Group string

// The groups: what the environment is for, what it is, and the controls.
const (
	Business      Group = "business"
	Platform      Group = "platform"
	ControlsGroup Group = "controls"
)

// FieldText is what people read about a field.
type FieldText struct {
	// Label names it in forms, in the part Group. Hint says there what to write.
	Label, Hint string
	Group       Group
	// MustBe describes a text that matches the pattern, or what a number counts. It follows "must be".
	MustBe string
	// Missing says what to write if the field is missing.
	Missing string
	// Description is its description in the JSON Schema.
	Description string
	// Samples are the examples in the JSON Schema.
	Samples []string
}

// Fields returns the description of each field, in the order of documents.
func Fields() []Field { return slices.Clone(fields) }

// FieldNamed returns the [Field] with the dotted name; ok is false if there is none.
func FieldNamed(name string) (Field, bool) {
	at, ok := fieldIndex[name]
	if !ok {
		return Field{}, false
	}
	return fields[at], true
}

// FieldIndex returns the index in [Fields] of the field with the dotted name. It returns -1 for another name.
func FieldIndex(name string) int {
	if at, ok := fieldIndex[name]; ok {
		return at
	}
	return -1
}

// IsControl reports whether the field is one of the controls.
func (f *Field) IsControl() bool { return strings.HasPrefix(f.Name, ControlsField+".") }

// IsPersonal reports whether the field is a fact without a list of values.
func (f *Field) IsPersonal() bool { return f.Fact && f.Values == nil }

// ControlOf returns the [Control] that the field with the dotted name switches; ok is false for other fields.
func ControlOf(name string) (Control, bool) {
	control, ok := strings.CutPrefix(name, ControlsField+".")
	return Control(control), ok
}

// Get returns the value that r has in the field; the zero Value for none.
func (f *Field) Get(r *Request) Value { return f.get(r) }

// Assign sets the field to a normal value of its kind, without a check, and reports whether the field can hold it.
// [Request.With] is for other values.
func (f *Field) Assign(r *Request, v Value) bool {
	f.set(r, v)
	return f.get(r) == v
}

// FieldNames returns the dotted names of every field of a request, and of the
// object that holds the controls, in the order in which documents show them.
func FieldNames() []string { return slices.Clone(fieldNames) }

var fields = []Field{
	text(func(r *Request) *string { return &r.Application }, lower, nil, Field{
		Name: ApplicationField, Fact: true, Influence: 4, Example: Text("my-application"),
		Limits: Limits{
			Pattern: `^[a-z][a-z0-9-]{1,30}[a-z0-9]$`,
		}, written: []string{`[A-Za-z](?:[\-0-9A-Za-z]){1,30}[0-9A-Za-z]`},
		Text: FieldText{
			Label: "Application", Group: Business, Hint: "Lower case, such as checkout",
			Missing:     "write the application's name, such as checkout",
			MustBe:      "3 to 32 characters of a-z, 0-9 and -, start with a letter and not end with -, such as checkout",
			Description: "The application's name, a DNS label.", Samples: []string{"checkout"},
		},
	}),
	text(func(r *Request) *string { return &r.Environment }, longForm, nil, Field{
		Name: EnvironmentField, Fact: true, Influence: 2, Example: Text(Development), Values: Environments(),
		short: shortForms,
		Text: FieldText{
			Label: "Environment", Group: Platform, Hint: "The rules depend on it",
			Missing:     "write development, test or production",
			Description: "dev and prod are accepted for development and production.",
		},
	}),
	text(func(r *Request) *string { return &r.Owner }, lower, owner, Field{
		Name: OwnerField, Fact: true, Influence: 5, Example: Text("my-team@example.com"),
		Limits: Limits{MaxLength: maxOwner}, written: []string{writtenMailbox, `[!-?A-~]{1,64}@[!-~]+`},
		Text: FieldText{
			Label: "Owner", Group: Business, Hint: "Such as payments-team@example.com",
			Missing:     "write the owning team's e-mail address, such as payments-team@example.com",
			Description: "One e-mail address of a team or person; lower case.", Samples: []string{"payments-team@example.com"},
		},
	}),
	text(func(r *Request) *string { return &r.CostCentre }, upper, nil, Field{
		Name: CostCentreField, Fact: true, Influence: 6, Example: Text("CC-0000"),
		Limits: Limits{
			Pattern: `^[A-Z0-9][A-Z0-9-]{0,30}[A-Z0-9]$`,
		}, written: []string{`[0-9A-Za-z](?:[\-0-9A-Za-z]){0,30}[0-9A-Za-z]`},
		Text: FieldText{
			Label: "Cost centre", Group: Business, Hint: "Such as CC-4711",
			Missing:     "write the cost centre to charge, such as CC-4711",
			MustBe:      "2 to 32 characters of A-Z, 0-9 and -, with a letter or digit at both ends, such as CC-4711",
			Description: "The cost centre to charge; upper case.", Samples: []string{"CC-4711"},
		},
	}),
	text(func(r *Request) *string { return &r.DataClassification }, lower, nil, Field{
		Name: ClassificationField, Fact: true, Influence: 3, Example: Text(Internal), Values: Classifications(),
		Text: FieldText{
			Label: "Data class", Group: Business, Hint: "The most sensitive data in it",
			Missing: "write public, internal, confidential or restricted",
		},
	}),
	text(func(r *Request) *string { return &r.Region }, lower, nil, Field{
		Name: RegionField, Influence: 1, Example: Text("eu-west-1"),
		Limits: Limits{Pattern: `^[a-z0-9-]{3,32}$`}, written: []string{`(?:[\-0-9A-Za-z]){3,32}`},
		Text: FieldText{
			Label: "Region", Group: Platform, Hint: "Of the regions that the installation allows",
			MustBe:      "3 to 32 characters of a-z, 0-9 and -, such as eu-west-1 or northeurope",
			Missing:     "write a region of the installation, such as eu-west-1",
			Description: "One of the installation's allowed regions.", Samples: []string{"eu-west-1", "northeurope"},
		},
	}),
	{
		Name: NetworkField, Kind: TextValue, Influence: 12, Example: Text("10.20.0.0/20"),
		Text: FieldText{
			Label: "Network range", Group: Platform, Hint: "In CIDR form, such as 10.20.0.0/20",
			Missing:     "write the network range, such as 10.20.0.0/20",
			Description: "An IPv4 range; host bits are cleared.", Samples: []string{"10.20.0.0/20"},
		},
		normal: networkText, check: network, written: []string{writtenNetwork},
		get: (*Request).networkValue,
		set: func(r *Request, v Value) { r.NetworkCIDR, _ = netip.ParsePrefix(v.Text) }, // checked before
	},
	text(func(r *Request) *string { return &r.ClusterSize }, lower, nil, Field{
		Name: SizeField, Influence: 11, Example: Text(Small), Values: Sizes(),
		Text: FieldText{
			Label: "Cluster size", Group: Platform, Hint: "Start small; a larger one is a new request",
			Missing: "write small, medium or large",
		},
	}),
	{
		Name: BudgetField, Kind: NumberValue, Influence: 15, Example: Number(500),
		Limits: Limits{Min: 1, Max: MaxBudget},
		Text: FieldText{
			Label: "Monthly budget", Group: Business, Hint: "Whole US dollars, such as 500",
			Missing:     "write whole US dollars, such as 500",
			Description: "Whole US dollars a month.", MustBe: "whole US dollars",
		},
		get: func(r *Request) Value { return Number(r.MonthlyBudget) },
		set: func(r *Request, v Value) { r.MonthlyBudget = v.Number },
	},
	text(func(r *Request) *string { return &r.BusinessJustification }, plainProse, justification, Field{
		Name: JustificationField, Fact: true, Influence: 13, Example: Text("Say in a sentence what the environment is for."),
		Limits: Limits{MinLength: MinJustification, MaxLength: MaxJustification}, prose: true,
		Text: FieldText{
			Label: "Justification", Group: Business, Hint: "A sentence on what it is for",
			Missing:     "write in a sentence what the environment is for",
			Description: "What the environment is for, in visible characters; white space is collapsed.",
		},
	}),
	text(func(r *Request) *string { return (*string)(&r.ExpiryDate) }, nil, expiry, Field{
		Name: ExpiryField, Optional: true, Influence: 14, written: []string{writtenDate},
		Text: FieldText{
			Label: "Expiry date", Group: Platform, Hint: "Needed unless the environment is production",
			Description: `The last day, YYYY-MM-DD; needed unless the environment is production. null and "" mean none.`,
			Samples:     []string{"2026-12-15"},
		},
	}),
	control(EncryptionAtRest, "Encryption at rest", 7, func(c *Controls) *bool { return &c.EncryptionAtRest }),
	control(PrivateCluster, "Private cluster", 8, func(c *Controls) *bool { return &c.PrivateCluster }),
	control(CentralLogging, "Central logging", 9, func(c *Controls) *bool { return &c.CentralLogging }),
	control(LeastPrivilege, "Least privilege", 10, func(c *Controls) *bool { return &c.LeastPrivilege }),
}

// fieldNames are the names of fields and of the object of the controls, which
// comes before them; fieldIndex says where in fields a name is.
var (
	fieldNames []string
	fieldIndex = map[string]int{}
)

func init() {
	for i, f := range fields {
		if f.IsControl() && !slices.Contains(fieldNames, ControlsField) {
			fieldNames = append(fieldNames, ControlsField)
		}
		fieldNames = append(fieldNames, f.Name)
		fieldIndex[f.Name] = i
		fields[i].form = document.LazyForm(f.Limits.Pattern)
	}
}

// text completes the entry of a text that is a member of [Request]. normal and check may be nil. An optional text that
// is empty is no value.
func text(at func(*Request) *string, normal func(string) string, check func(Value) string, f Field) Field {
	f.Kind, f.normal, f.check = TextValue, normal, check
	f.get = func(r *Request) Value {
		if f.Optional && *at(r) == "" {
			return Value{}
		}
		return Text(*at(r))
	}
	f.set = func(r *Request, v Value) { *at(r) = v.Text }
	return f
}

// Letters returns a part of a text in the case that normal values of the field have.
func (f *Field) Letters(part string) string {
	if f.normal == nil {
		return part
	}
	switch f.normal("aA") {
	case "aa":
		return lower(part)
	case "AA":
		return upper(part)
	default:
		return part
	}
}

// control returns the entry of one of the mandated controls. Each is on when a
// document leaves it out.
func control(c Control, label string, influence int, at func(*Controls) *bool) Field {
	return Field{
		Name: ControlsField + "." + string(c), Kind: FlagValue, Optional: true, Default: Flag(true), Influence: influence,
		Text: FieldText{Label: label, Group: ControlsGroup},
		get:  func(r *Request) Value { return Flag(*at(&r.Controls)) },
		set:  func(r *Request, v Value) { *at(&r.Controls) = v.Flag },
	}
}

// kindNames name each kind in messages.
var kindNames = map[ValueKind]string{
	NoValue: "nothing", TextValue: "text", NumberValue: "a whole number", FlagValue: "true or false",
}

// fault returns the fault of a value in normal form, or "".
func (f *Field) fault(v Value) string {
	switch {
	case v.Kind != f.Kind:
		return fmt.Sprintf("must be %s, not %s", kindNames[f.Kind], kindNames[v.Kind])
	case f.Optional && v == Text(""): // an empty text means that there is no value
		return ""
	case f.check != nil:
		if fault := f.check(v); fault != "" {
			return fault
		}
	}
	switch f.Kind {
	case TextValue:
		return f.textFault(v.Text)
	case NumberValue:
		return f.numberFault(v.Number)
	default:
		return ""
	}
}

// textFault returns the fault of a text that is not one of the values or is outside the limits, or "".
func (f *Field) textFault(text string) string {
	switch {
	case f.Values != nil && !slices.Contains(f.Values, text):
		return "must be one of " + strings.Join(f.Values, ", ")
	case f.Limits.Pattern != "" && !f.form().Has(text):
		return "must be " + f.Text.MustBe
	default:
		return f.lengthFault(text)
	}
}

// lengthFault returns the fault of a text that is too short or too long, or "".
func (f *Field) lengthFault(text string) string {
	length, limits := utf8.RuneCountInString(text), f.Limits
	switch {
	case length < limits.MinLength:
		return fmt.Sprintf("must be at least %d characters; it has %d", limits.MinLength, length)
	case limits.MaxLength > 0 && length > limits.MaxLength:
		return fmt.Sprintf("must be at most %d characters; it has %d", limits.MaxLength, length)
	default:
		return ""
	}
}

// explained returns [Field.fault] for the normal form of a value, or "". It adds the value as written, and the value
// that was probably meant.
func (f *Field) explained(written Value) string {
	v := f.normalised(written)
	fault := f.fault(v)
	if fault != "" && fault == f.lengthFault(v.Text) {
		return fault // no more of the value helps
	}
	if fault == "" || v.Kind != TextValue || v.Text == "" || !document.AllVisible(v.Text) || f.Name == JustificationField {
		return fault
	}
	return fault + ", not " + strconv.Quote(problem.Excerpt(written.Text, maxShown)) + f.near(v.Text)
}

// maxShown bounds what a message repeats of a value, in characters.
const maxShown = 40

// numberFault returns the fault of a number outside the limits, or "".
func (f *Field) numberFault(n int64) string {
	if limits := f.Limits; limits.Max != 0 && (n < limits.Min || n > limits.Max) {
		return fmt.Sprintf("must be %s from %d to %d", cmp.Or(f.Text.MustBe, kindNames[NumberValue]), limits.Min, limits.Max)
	}
	return ""
}

// normalised returns the normal form of a value.
func (f *Field) normalised(v Value) Value {
	if f.normal != nil && v.Kind == TextValue {
		v.Text = f.normal(v.Text)
	}
	return v
}
