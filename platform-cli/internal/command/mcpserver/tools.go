package mcpserver

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"platform.internal/platform-cli/internal/command/policyrules"
	"platform.internal/platform-cli/internal/command/requestdiff"
	"platform.internal/platform-cli/internal/command/requestfix"
	"platform.internal/platform-cli/internal/command/requesttemplate"
	"platform.internal/platform-cli/internal/command/requestverify"
	"platform.internal/platform-cli/internal/fileio"
	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-core/difference"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/request"
)

// tool is what an agent may call.
type tool struct {
	name, title, description string
	schema                   map[string]any
	answer                   func(ctx context.Context, s *host.Session, arguments json.RawMessage) (answer, error)
}

// answer is what a tool answers.
type answer struct {
	// full is a value to encode, or the bytes of a document.
	full any
	// short is a value to encode for a short answer; nil where that has all of full.
	short any
}

// tools are in the order in which an agent needs them.
var tools = []tool{
	{
		"describe", "Describe the installation",
		"What requests are checked against here: provider, mode, allowed regions, the fields of a request and what to write in them, and the rules in force.",
		object(nil), describe,
	},
	{
		"template", "Get a request to start from",
		"A request document that policy accepts here, with values to replace: the application, its owner, cost centre and justification are placeholders.",
		object(nil), template,
	},
	{
		"evaluate", "Evaluate a request",
		"The decision on a request with every broken rule, its known cost and the number of its resources. With detail: full the record, with each part of the estimate and, in simulation, each resource.",
		object(properties{"request": documentSchema("The request, as YAML or JSON.")}, "request"), evaluate,
	},
	{
		"fix", "Find the least change",
		"The decision on a request and, where it is denied, up to three least changes with which policy accepts it, each with its cost. With detail: full also a JSON Patch and the changed document. What only a person can choose is named as open: ask for it, do not invent it.",
		object(properties{"request": documentSchema("The request, as YAML or JSON.")}, "request"), fix,
	},
	{
		"propose", "Make a proposal",
		"The proposal of an accepted request: its ID, hash and files by path, the review page in Markdown to show, and the command that writes it. With detail: full each file. Writes nothing. A denied request has no proposal: the answer is that of evaluate.",
		object(properties{"request": documentSchema("The request, as YAML or JSON.")}, "request"), propose,
	},
	{
		"explain", "Explain a rule",
		"What a rule asks, with a request that breaks it and the nearest that keeps it.",
		object(properties{"rule": textSchema("The ID of the rule, such as common.network.size.")}, "rule"), explain,
	},
	{
		"verify", "Verify a proposal",
		"Whether a proposal is what this release makes of its request, byte for byte; where not, whether another release or profile made it, it is no longer accepted, or it was altered.",
		object(properties{
			"files":    filesSchema("The files of a bundle: each path in it, with the text of the file."),
			"proposal": documentSchema("A saved proposal, in place of files."),
			"on":       textSchema("The day of which the rules are evaluated, YYYY-MM-DD; the policy date or today where it is left out."),
		}), verify,
	},
	{
		"diff", "Compare two requests or proposals",
		"What b changes of a: fields, decision, rules, resources, cost and files. Each is a request, a record or a saved proposal, or the files of a bundle.",
		object(properties{
			"a":       documentSchema("A request, a record or a saved proposal."),
			"a_files": filesSchema("The files of a bundle by path, in place of a."),
			"b":       documentSchema("As a."),
			"b_files": filesSchema("As a_files."),
		}), diff,
	},
}

// detail is the argument that every tool has, and its values.
const (
	detail      = "detail"
	shortDetail = "short"
	fullDetail  = "full"
)

// properties are arguments by their names, as JSON Schema describes them.
type properties map[string]any

func object(arguments properties, required ...string) map[string]any {
	schema := map[string]any{"type": "object", "additionalProperties": false, "properties": properties{detail: map[string]any{
		"enum": []string{shortDetail, fullDetail}, "default": shortDetail,
		"description": "short: at most 12 KB. full: the whole document.",
	}}}
	maps.Copy(schema["properties"].(properties), arguments)
	if len(required) > 0 {
		schema["required"] = required
	}
	return schema
}

func documentSchema(about string) any {
	return map[string]any{"type": []string{"string", "object"}, "description": about + " Give its text, or JSON as an object."}
}

func textSchema(about string) any { return map[string]any{"type": "string", "description": about} }

func filesSchema(about string) any {
	return map[string]any{"type": "object", "additionalProperties": map[string]any{"type": "string"}, "description": about}
}

// atOnce is how many calls are worked on; further ones wait.
const atOnce = 4

// add makes the tool known to the server.
func (t tool) add(server *mcp.Server, s *host.Session, seats chan struct{}) {
	no := false
	described := &mcp.Tool{
		Name: t.name, Title: t.title, Description: t.description, InputSchema: t.schema,
		Annotations: &mcp.ToolAnnotations{Title: t.title, ReadOnlyHint: true, IdempotentHint: true, DestructiveHint: &no, OpenWorldHint: &no},
	}
	server.AddTool(described, func(ctx context.Context, call *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		select {
		case seats <- struct{}{}:
			defer func() { <-seats }()
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		return t.result(ctx, s, call.Params.Arguments)
	})
}

// answered returns the document that the tool answers to arguments as its schema has them: in
// full, or what a short answer has of it. A panic is the end of the call, not of the server.
func (t tool) answered(ctx context.Context, s *host.Session, arguments json.RawMessage, full bool) (doc any, err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = problem.From(fmt.Errorf("panic: %v", reason))
		}
	}()
	if err := checkNames(arguments, t.schema["properties"].(properties)); err != nil {
		return nil, err
	}
	a, err := t.answer(ctx, s, arguments)
	if full || a.short == nil {
		return a.full, err
	}
	return a.short, err
}

// result returns the document of the tool as text, once: some clients show an agent only the
// text of a result, and others only its structured content. A refusal is the problem
// document, so that an agent can read what to write instead.
func (t tool) result(ctx context.Context, s *host.Session, arguments json.RawMessage) (*mcp.CallToolResult, error) {
	full, err := isFull(arguments)
	var doc any
	if err == nil {
		doc, err = t.answered(ctx, s, arguments, full)
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		doc = host.AsProblem(err)
	}
	data, isEncoded := doc.([]byte)
	if !isEncoded {
		var encoding error
		if data, encoding = document.Encode(doc); encoding != nil {
			return nil, encoding
		}
	}
	if !full {
		var shortening error
		if data, shortening = short(data); shortening != nil {
			return nil, shortening
		}
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(data)}}, IsError: err != nil}, nil
}

// isFull reports whether the arguments ask for the whole document. Other faults of theirs are
// found by the tool.
func isFull(arguments json.RawMessage) (bool, error) {
	var a map[string]json.RawMessage
	_ = json.Unmarshal(arguments, &a)
	switch value := string(a[detail]); value {
	case "", `"` + shortDetail + `"`:
		return false, nil
	case `"` + fullDetail + `"`:
		return true, nil
	default:
		return false, wrong("The argument %s does not take %s; write %s or %s.", detail, problem.Excerpt(value, maxName), shortDetail, fullDetail)
	}
}

func template(ctx context.Context, s *host.Session, arguments json.RawMessage) (answer, error) {
	if err := decodeArguments(arguments, &struct{}{}); err != nil {
		return answer{}, err
	}
	r, _, err := requesttemplate.Document(ctx, s)
	return answer{full: r}, err
}

// argument names the documents of calls in faults.
const argument = "request"

func requested(arguments json.RawMessage) (document.Source, error) {
	var a struct {
		Request *text `json:"request"`
	}
	if err := decodeArguments(arguments, &a); err != nil {
		return document.Source{}, err
	}
	src, err := a.Request.source(argument)
	if err == nil && len(src.Data) > fileio.MaxDocument {
		err = wrong("The argument %s is over %d bytes, the most that is read of a request.", argument, fileio.MaxDocument)
	}
	return src, err
}

func fix(ctx context.Context, s *host.Session, arguments json.RawMessage) (answer, error) {
	src, err := requested(arguments)
	if err != nil {
		return answer{}, err
	}
	full, short, err := requestfix.Document(ctx, s, argument, src)
	return answer{full, short}, err
}

func explain(ctx context.Context, s *host.Session, arguments json.RawMessage) (answer, error) {
	var a struct {
		Rule string `json:"rule"`
	}
	if err := decodeArguments(arguments, &a); err != nil {
		return answer{}, err
	}
	doc, err := policyrules.Explain(ctx, s, problem.Excerpt(a.Rule, 200))
	return answer{full: doc}, err
}

func verify(ctx context.Context, s *host.Session, arguments json.RawMessage) (answer, error) {
	var a struct {
		Files    map[string]string `json:"files"`
		Proposal *text             `json:"proposal"`
		On       string            `json:"on"`
	}
	if err := decodeArguments(arguments, &a); err != nil {
		return answer{}, err
	}
	on, err := day(a.On)
	if err != nil {
		return answer{}, err
	}
	c, err := evidence{a.Files, a.Proposal}.claim()
	if err != nil {
		return answer{}, err
	}
	doc, err := requestverify.Verify(ctx, s, c, on)
	return answer{full: doc}, err
}

func day(text string) (request.Date, error) {
	if text == "" {
		return "", nil
	}
	on, err := request.ParseDate(text)
	if err != nil {
		return "", wrong("The argument \"on\" does not take %q: it %v.", problem.Excerpt(text, 40), err)
	}
	return on, nil
}

func diff(_ context.Context, _ *host.Session, arguments json.RawMessage) (answer, error) {
	var d struct {
		A      *text             `json:"a"`
		AFiles map[string]string `json:"a_files"`
		B      *text             `json:"b"`
		BFiles map[string]string `json:"b_files"`
	}
	if err := decodeArguments(arguments, &d); err != nil {
		return answer{}, err
	}
	a, err := evidence{d.AFiles, d.A}.document("a")
	if err != nil {
		return answer{}, err
	}
	b, err := evidence{d.BFiles, d.B}.document("b")
	if err != nil {
		return answer{}, err
	}
	return answer{full: requestdiff.Compare("a", a, "b", b)}, nil
}

// claim returns what is to be verified.
func (e evidence) claim() (requestverify.Claim, error) {
	if err := e.check("files", "proposal"); err != nil {
		return requestverify.Claim{}, err
	}
	if e.files != nil {
		return requestverify.ClaimFiles("files", e.files)
	}
	data, err := e.saved.bytes("proposal")
	if err != nil {
		return requestverify.Claim{}, err
	}
	return requestverify.ClaimSaved("proposal", data)
}

// document returns what is to be compared.
func (e evidence) document(argument string) (difference.Document, error) {
	if err := e.check(argument+"_files", argument); err != nil {
		return difference.Document{}, err
	}
	if e.files != nil {
		return difference.ReadBundle(argument+"_files", e.files)
	}
	src, err := e.saved.source(argument)
	if err != nil {
		return difference.Document{}, err
	}
	d, err := difference.Read(argument, src)
	return d, fileio.In(argument, err)
}
