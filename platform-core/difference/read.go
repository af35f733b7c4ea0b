package difference

import (
	"bytes"
	"encoding/json"
	"path"
	"strings"

	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/proposal"
	"platform.internal/platform-core/request"
)

// Limits of documents, far above what an adapter may answer.
const (
	// maxRequest limits the bytes of a request document.
	maxRequest = 1 << 20
	// maxEntries limits each list of a record or bundle.
	maxEntries = 10_000
)

// Read reads a request document, a record, an evaluation with a record, or a saved proposal. Its schema says which of
// them it is. name is the name of the file for the user. The error is a *[problem.Problem]: invalid_request or
// malformed_body if the document cannot be read, and proposal_rejected if a proposal lacks a part.
func Read(name string, src document.Source) (Document, error) {
	var marked struct {
		Schema string `json:"schema"`
	}
	if json.Unmarshal(src.Data, &marked) != nil {
		marked.Schema = "" // a request in YAML, or malformed JSON that request.Parse explains
	}
	switch marked.Schema {
	case request.RecordSchema:
		return readRecord(name, src.Data)
	case request.EvaluationSchema:
		return readEvaluation(name, src.Data)
	case proposal.Schema:
		return readProposal(name, src.Data)
	case "":
		return readRequest(name, src)
	}
	return Document{}, problem.New(problem.MalformedBody,
		"%s cannot be compared: its schema is %s. "+
			"Name a request document, a record, a saved proposal, or the folder of a bundle.",
		name, problem.Excerpt(marked.Schema, 80))
}

func readRequest(name string, src document.Source) (Document, error) {
	if len(src.Data) > maxRequest {
		return Document{}, problem.New(problem.MalformedBody,
			"%s is over %d bytes, the most that is read of a request document.", name, maxRequest)
	}
	req, err := request.Parse(src)
	return Document{kind: Request, request: req}, err
}

// readEvaluation reads the record in an evaluation.
func readEvaluation(name string, data []byte) (Document, error) {
	var e struct {
		Record json.RawMessage `json:"record"`
	}
	if err := json.Unmarshal(data, &e); err != nil {
		return Document{}, unreadable(problem.MalformedBody, name, "is no evaluation", err)
	}
	if len(e.Record) == 0 {
		return Document{}, problem.New(problem.MalformedBody, "%s is no evaluation: it has no record.", name)
	}
	return readRecord(name, e.Record)
}

func readRecord(name string, data []byte) (Document, error) {
	var r struct {
		request.Record
		Request json.RawMessage `json:"request"`
	}
	if err := json.Unmarshal(data, &r); err != nil {
		return Document{}, unreadable(problem.MalformedBody, name, "is no record", err)
	}
	if r.Decision != request.Accepted && r.Decision != request.Denied {
		return Document{}, problem.New(problem.MalformedBody, "%s is no record: its decision is neither accepted nor denied.",
			name)
	}
	if len(r.Request) == 0 {
		return Document{}, problem.New(problem.MalformedBody, "%s is no record: it has no request.", name)
	}
	req, err := request.Parse(document.Source{Format: document.JSON, Data: r.Request})
	if err != nil {
		return Document{}, err
	}
	r.Record.Request = req
	d := FromRecord(r.Record)
	return d, d.bounded(problem.MalformedBody, name)
}

func readProposal(name string, data []byte) (Document, error) {
	var p proposal.Proposal
	if err := json.Unmarshal(data, &p); err != nil {
		return Document{}, unreadable(problem.ProposalRejected, name, "is no proposal", err)
	}
	files := map[string]string{}
	for _, a := range p.Artifacts {
		files[a.Path] = a.Content
	}
	d, err := ReadBundle(name, files)
	d.kind = Proposal
	return d, err
}

// ReadBundle reads the files of a bundle, by path. name is the name of its folder for the user. The error is a
// *[problem.Problem] with the code proposal_rejected.
func ReadBundle(name string, files map[string]string) (Document, error) {
	req, id, err := recorded(name, files)
	if err != nil {
		return Document{}, err
	}
	var inventory proposal.Inventory
	var decision proposal.PolicyDecision
	var attested proposal.Attested
	inputs, paths := map[string]json.RawMessage{}, proposal.PathsOf(id)
	for _, file := range []struct {
		path string
		into any
	}{
		{paths.Inputs, &inputs}, {paths.Decision, &decision}, {paths.Inventory, &inventory},
		{paths.Attestation, &attested},
	} {
		if err := readFile(name, files, file.path, file.into); err != nil {
			return Document{}, err
		}
	}
	d := documentOf(req, inventory,
		bundle{adapterVersion: attested.AdapterVersion, inputs: compacted(inputs), root: files[paths.Root]}, decision)
	d.kind, d.rules = Bundle, rulesOf(decision.Rules)
	for _, path := range paths.List() {
		var artifact proposal.Artifact
		if content, ok := files[path]; ok {
			artifact = proposal.Artifact{Path: path, Content: content}
		}
		d.bundle.artifacts = append(d.bundle.artifacts, artifact)
	}
	return d, d.bounded(problem.ProposalRejected, name)
}

// recorded returns the request in a bundle, and the ID in the paths of its files.
func recorded(name string, files map[string]string) (request.Request, string, error) {
	folder := path.Dir(request.RecordPath(""))
	var found []string
	for at := range files {
		if path.Dir(at) == folder {
			found = append(found, at)
		}
	}
	if len(found) != 1 {
		return request.Request{}, "", problem.New(problem.ProposalRejected,
			"%s is no proposal: it records %d requests in %s instead of one.", name, len(found), folder)
	}
	req, err := request.Parse(document.Source{Name: found[0], Format: document.YAML, Data: []byte(files[found[0]])})
	return req, strings.TrimSuffix(path.Base(found[0]), ".yaml"), err
}

func readFile(name string, files map[string]string, at string, into any) error {
	content, ok := files[at]
	if !ok {
		return problem.New(problem.ProposalRejected, "%s is no proposal: it has no %s.", name, at)
	}
	if err := json.Unmarshal([]byte(content), into); err != nil {
		return unreadable(problem.ProposalRejected, name, "has no readable "+at, err)
	}
	return nil
}

func unreadable(code problem.Code, name, what string, err error) error {
	return problem.New(code, "%s %s: %s.", name, what, problem.Excerpt(err.Error(), 200)).Because(err)
}

// rulesOf returns the broken rules and the rules that depend on the day, by ID.
func rulesOf(outcomes []proposal.RuleOutcome) map[string]rule {
	found := map[string]rule{}
	for _, r := range outcomes {
		switch r.Outcome {
		case request.Violated, request.Excepted, request.DependsOnDate:
			found[r.PolicyID] = rule{BrokenRule{r.PolicyID, r.Level, r.Field, r.Message, r.Exception},
				r.Outcome == request.DependsOnDate}
		}
	}
	return found
}

// compacted removes the white space from JSON values.
func compacted(values map[string]json.RawMessage) map[string]json.RawMessage {
	for name, value := range values {
		var b bytes.Buffer
		if json.Compact(&b, value) == nil {
			values[name] = b.Bytes()
		}
	}
	return values
}

// bounded returns an error if a list is longer than an adapter may answer.
func (d Document) bounded(code problem.Code, name string) error {
	for _, n := range []int{len(d.resources), len(d.estimate.Items), len(d.rules)} {
		if n > maxEntries {
			return problem.New(code, "%s has a list of %d entries; at most %d are read.", name, n, maxEntries)
		}
	}
	return nil
}
