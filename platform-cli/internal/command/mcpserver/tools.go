package mcpserver

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"

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

//go:embed tools.json
var descriptions []byte

// tools returns what an agent may call, in the order in which an agent needs it.
func tools() (list []tool) {
	if err := json.Unmarshal(descriptions, &list); err != nil {
		panic(err) // it is a file of this package
	}
	answers := map[string]answering{
		"describe": describe, "template": template, "evaluate": evaluate, "fix": fix,
		"propose": propose, "explain": explain, "verify": verify, "diff": diff,
	}
	no := false
	for i := range list {
		t := &list[i]
		t.answer = answers[t.Name]
		t.Annotations = &mcp.ToolAnnotations{
			Title: t.Title, ReadOnlyHint: true, IdempotentHint: true, DestructiveHint: &no, OpenWorldHint: &no,
		}
	}
	return list
}

// tool is what an agent may call.
type tool struct {
	mcp.Tool
	answer answering
}

type answering func(ctx context.Context, s *host.Session, arguments json.RawMessage) (answer, error)

// arguments returns the schemas of the arguments by name.
func (t tool) arguments() map[string]any {
	return t.InputSchema.(map[string]any)["properties"].(map[string]any)
}

// answer is what a tool answers.
type answer struct {
	// full is a value to encode, or the bytes of a document.
	full any
	// short is a value to encode for a short answer; nil where that has all of full.
	short any
}

// detail is the argument that every tool has, and its values.
const (
	detail      = "detail"
	shortDetail = "short"
	fullDetail  = "full"
)

// atOnce is how many calls are worked on; further ones wait.
const atOnce = 4

// add makes the tool known to the server.
func (t tool) add(server *mcp.Server, s *host.Session, seats chan struct{}) {
	server.AddTool(&t.Tool, func(ctx context.Context, call *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
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
	if err := checkNames(arguments, t.arguments()); err != nil {
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

func template(ctx context.Context, s *host.Session, _ json.RawMessage) (answer, error) {
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
