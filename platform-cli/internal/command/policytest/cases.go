package policytest

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"platform.internal/platform-cli/internal/fileio"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/profile"
	"platform.internal/platform-core/request"
)

// casesSchema is the schema of a file of cases.
const casesSchema = "platform.policy-cases/v1"

// casesDepth is the depth of a file of cases: a case in the list has a request, which has controls.
const casesDepth = 5

// caseFile is a file of cases as a document. Its request and day are the defaults of its cases.
type caseFile struct {
	Schema      *string          `json:"schema"`
	PolicyDate  *string          `json:"policy_date"`
	Request     request.Embedded `json:"request"`
	RequestFile *string          `json:"request_file"`
	Cases       []caseEntry      `json:"cases"`
}

type caseEntry struct {
	Name        *string             `json:"name"`
	PolicyDate  *string             `json:"policy_date"`
	Request     request.Embedded    `json:"request"`
	RequestFile *string             `json:"request_file"`
	With        request.Assignments `json:"with"`
	Decision    *string             `json:"decision"`
	Breaks      []string            `json:"breaks"`
	Suggests    request.Assignments `json:"suggests"`
}

// policyCase is a case that is ready to run.
type policyCase struct {
	file    string
	line    int
	name    string
	request request.Request
	date    request.Date // "" for the day of the installation
	// The expectations. An empty value, or nil for breaks, expects nothing.
	decision request.Decision
	breaks   []string
	suggests []request.Assignment
}

// casesReader reads files of cases and collects their faults.
type casesReader struct {
	from   *fileio.Reader
	rules  []profile.SourcedRule
	named  map[string]request.Request // the requests of cases by file name
	cases  []policyCase
	faults []problem.Fault
}

// add reads the cases of a file.
func (r *casesReader) add(file string, src document.Source) {
	var in caseFile
	f := fileReader{r, file, document.ReadNested(src, &in, casesDepth), map[string]bool{}}
	if !f.reading.Malformed() {
		f.cases(&in)
	}
	faults := f.reading.Faults()
	for i := range faults {
		faults[i].File = file
	}
	slices.SortStableFunc(faults, func(a, b problem.Fault) int { return cmp.Compare(a.Line, b.Line) })
	r.faults = append(r.faults, faults...)
}

// problem returns the faults of the files as an error, or nil.
func (r *casesReader) problem() error {
	if p := problem.Invalid(problem.MalformedBody, "file of cases", r.faults); p != nil {
		return p
	}
	return nil
}

// fileReader reads one file.
type fileReader struct {
	*casesReader
	file    string
	reading *document.Reading
	names   map[string]bool
}

func (f *fileReader) cases(in *caseFile) {
	if in.Schema != nil && *in.Schema != casesSchema {
		f.reading.Add("schema", problem.FaultUnsupported, "must be %s, or left out", casesSchema)
	}
	if len(in.Cases) == 0 && !f.reading.Faulty("cases") {
		f.reading.Add("cases", problem.FaultMissing, "is missing; write a list with at least one case")
	}
	shared, sharing := f.request("", &in.Request, in.RequestFile)
	date := f.date("policy_date", in.PolicyDate)
	faults := f.reading.Faults()
	for i := range in.Cases {
		at := fmt.Sprintf("cases[%d]", i)
		// The entry is not a case.
		if slices.ContainsFunc(faults, func(fault problem.Fault) bool { return fault.Field == at }) {
			continue
		}
		entry, path := &in.Cases[i], at+"."
		c := policyCase{file: f.file, line: f.reading.Line(at), request: shared, name: f.name(path+"name", entry.Name)}
		own, owning := f.request(path, &entry.Request, entry.RequestFile)
		switch {
		case owning:
			c.request = own
		case !sharing:
			f.reading.Add(path+"request", problem.FaultMissing,
				"is missing; write the request here or once for the file, or name its file as request_file")
		}
		c.date = cmp.Or(f.date(path+"policy_date", entry.PolicyDate), date)
		f.put(path+"with", &entry.With, &c.request)
		f.expect(path, entry, &c)
		f.casesReader.cases = append(f.casesReader.cases, c)
	}
}

// name returns the name of a case, which reports use.
func (f *fileReader) name(path string, name *string) string {
	switch {
	case f.reading.Faulty(path):
	case name == nil || strings.TrimSpace(*name) == "":
		f.reading.Add(path, problem.FaultMissing, "is missing; say in a few words what the case shows")
	case f.names[*name]:
		f.reading.Add(path, problem.FaultRepeated, "is the name of an earlier case; give each case its own")
	default:
		f.names[*name] = true
		return *name
	}
	return ""
}

func (f *fileReader) date(path string, text *string) request.Date {
	if text == nil {
		return ""
	}
	date, err := request.ParseDate(*text)
	if err != nil {
		f.reading.Add(path, problem.FaultForm, "%v", err)
	}
	return date
}

// request returns the request at a path, or in the file that is named there; ok is false if the
// path holds no request.
func (f *fileReader) request(path string, part *request.Embedded, file *string) (r request.Request, ok bool) {
	switch {
	case part.Written() && file != nil:
		f.reading.Add(path+"request_file", problem.FaultConflict, "is written together with request; keep one of them")
	case part.Written():
		r = part.Parse(path+"request", f.reading)
	case file != nil:
		r = f.requestIn(path+"request_file", *file)
	case !f.reading.Faulty(path + "request"):
		return r, f.reading.Faulty(path + "request_file")
	}
	return r, true
}

// requestIn returns the request of a file. The name is relative to the file of cases.
func (f *fileReader) requestIn(path, name string) request.Request {
	if name == "" {
		f.reading.Add(path, problem.FaultMissing, "is empty; name a file with a request")
		return request.Request{}
	}
	if !filepath.IsAbs(name) {
		name = filepath.Join(filepath.Dir(f.file), name)
	}
	if r, ok := f.named[name]; ok {
		return r
	}
	r, _, err := f.from.Request(name)
	f.named[name] = r
	var wrong *problem.Problem
	switch {
	case err == nil:
	case errors.As(err, &wrong) && wrong.Code != problem.FileNotReadable:
		f.faults = append(f.faults, wrong.Faults...)
	default:
		f.reading.Add(path, problem.FaultUnreadable, "names a file that cannot be taken: %s", problem.From(err).Detail)
	}
	return r
}

// put writes the fields over those of a request.
func (f *fileReader) put(path string, fields *request.Assignments, over *request.Request) {
	for _, a := range fields.Parse(path, f.reading) {
		field, _ := request.FieldNamed(a.Field)
		if err := over.Set(a.Field, cmp.Or(a.Value, field.Default)); err != nil {
			f.reading.Add(path+"."+a.Field, problem.FaultMissing, "is empty, and a request has to have it; write a value")
		}
	}
}

// expect reads the expectations of a case.
func (f *fileReader) expect(path string, entry *caseEntry, c *policyCase) {
	c.suggests = entry.Suggests.Parse(path+"suggests", f.reading)
	mandatory := f.breaks(path, entry.Breaks, c)
	f.written(path+"decision", entry.Decision != nil, "write accepted or denied, or leave it out")
	f.written(path+"breaks", entry.Breaks != nil, "list the rules that the request breaks, or write [] for none")
	f.written(path+"suggests", len(c.suggests) > 0, "name a field and the value that is suggested for it, null for none")
	switch {
	case entry.Decision != nil:
		c.decision = request.Decision(*entry.Decision)
	case c.breaks == nil && len(c.suggests) == 0 &&
		!slices.ContainsFunc([]string{path + "decision", path + "breaks", path + "suggests"}, f.reading.Faulty):
		f.reading.Add(path+"decision", problem.FaultMissing,
			"is missing; write accepted or denied, or as breaks the rules that the request breaks")
	}
	switch {
	case entry.Decision == nil:
	case c.decision != request.Accepted && c.decision != request.Denied:
		f.reading.Add(path+"decision", problem.FaultUnsupported, "must be accepted or denied")
	case c.decision == request.Accepted && mandatory != "":
		f.reading.Add(path+"decision", problem.FaultConflict,
			"is accepted although the case breaks %s, which denies", mandatory)
	case c.decision == request.Denied && entry.Breaks != nil && len(entry.Breaks) == 0:
		f.reading.Add(path+"decision", problem.FaultConflict,
			"is denied although the case breaks no rule; list the rules in breaks, or leave breaks out")
	}
}

// written records a fault for an empty expectation, which would test nothing.
func (f *fileReader) written(path string, something bool, write string) {
	if !something && f.reading.Written(path) && !f.reading.Faulty(path) {
		f.reading.Add(path, problem.FaultMissing, "is empty; %s", write)
	}
}

// breaks reads the rules that a case breaks. It returns one that denies, or "".
func (f *fileReader) breaks(path string, ids []string, c *policyCase) (mandatory string) {
	if ids != nil {
		c.breaks = []string{}
	}
	for i, id := range ids {
		at := fmt.Sprintf("%sbreaks[%d]", path, i)
		rule := slices.IndexFunc(f.rules, func(r profile.SourcedRule) bool { return r.ID == id })
		switch {
		case f.reading.Faulty(at):
		case rule < 0:
			f.reading.Add(at, problem.FaultUnsupported, "is not a rule in force%s", nearestRule(id, f.rules))
		case slices.Contains(c.breaks, id):
			f.reading.Add(at, problem.FaultRepeated, "is listed before; name each rule once")
		default:
			c.breaks = append(c.breaks, id)
			if f.rules[rule].Level == profile.Mandatory {
				mandatory = id
			}
		}
	}
	return mandatory
}

// nearestRule suggests a rule with a similar ID, or the command that lists all rules.
func nearestRule(id string, rules []profile.SourcedRule) string {
	if near := profile.NearestRule(id, rules); near != "" {
		return "; write " + near
	}
	return "; `platform policy list --profile PROFILE` lists them"
}
