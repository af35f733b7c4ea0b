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

// tools returns the tools in the order in which an agent needs them.
func tools() (list []tool) {
	if err := json.Unmarshal(descriptions, &list); err != nil {
		panic(err) // the file is embedded
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

// tool is a function that an agent may call.
type tool struct {
	mcp.Tool
	answer answering
}

type answering func(ctx context.Context, s *host.Session, arguments json.RawMessage) (answer, error)

// arguments returns the schemas of the arguments by name.
func (t tool) arguments() map[string]any {
	return t.InputSchema.(map[string]any)["properties"].(map[string]any)
}

// answer is the result of a tool.
type answer struct {
	// full is a value to encode, or an encoded document.
	full any
	// short is a value to encode for a short answer. If it is nil, the short answer starts from full.
	short any
}

// detail is the argument that every tool has. The other constants are its values.
const (
	detail      = "detail"
	shortDetail = "short"
	fullDetail  = "full"
)

// atOnce is the maximum number of calls that run at the same time.
const atOnce = 4

// add registers the tool with the server.
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

// answered returns the document of the tool for arguments that match its schema, complete or short.
// A panic ends only the call.
func (t tool) answered(
	ctx context.Context, s *host.Session, arguments json.RawMessage, full bool,
) (doc any, err error) {
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

// result returns the document of the tool once, as text. Some clients show an agent only the text,
// and others only the structured content. An error becomes the problem document, which says how to
// correct the call.
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

// isFull reports whether the arguments ask for the complete document. It fails if the argument
// detail is invalid. The tool checks the other arguments.
func isFull(arguments json.RawMessage) (bool, error) {
	var a map[string]json.RawMessage
	_ = json.Unmarshal(arguments, &a)
	switch value := string(a[detail]); value {
	case "", `"` + shortDetail + `"`:
		return false, nil
	case `"` + fullDetail + `"`:
		return true, nil
	default:
		return false, wrong("The argument %s does not take %s; write %s or %s.", detail,
			problem.Excerpt(value, maxName), shortDetail, fullDetail)
	}
}

func template(ctx context.Context, s *host.Session, _ json.RawMessage) (answer, error) {
	r, _, err := requesttemplate.Document(ctx, s)
	return answer{full: r}, err
}

// argument is the name of a document in faults.
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

// claim returns the [requestverify.Claim] of the evidence.
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

// document returns the evidence as a [difference.Document] to compare.
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
