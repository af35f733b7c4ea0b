package problem

import (
	"encoding/json"
	"maps"
	"slices"
)

// Code names a kind of refusal. Codes are stable: clients switch on them.
type Code string

// The codes of the API and the CLI.
const (
	IdempotencyKeyMissing    Code = "idempotency_key_missing"
	IdempotencyKeyInvalid    Code = "idempotency_key_invalid"
	CrossOriginRefused       Code = "cross_origin_refused"
	HostNotAllowed           Code = "host_not_allowed"
	InstallationNotFound     Code = "installation_not_found"
	RequestNotFound          Code = "request_not_found"
	ProposalNotFound         Code = "proposal_not_found"
	RouteNotFound            Code = "route_not_found"
	MethodNotAllowed         Code = "method_not_allowed"
	IdempotencyKeyReused     Code = "idempotency_key_reused"
	InstallationLocked       Code = "installation_locked"
	InstallationRequired     Code = "installation_required"
	RequestNotAccepted       Code = "request_not_accepted"
	ProposalNotOffered       Code = "proposal_not_offered"
	BodyTooLarge             Code = "body_too_large"
	UnsupportedMediaType     Code = "unsupported_media_type"
	MalformedBody            Code = "malformed_body"
	InvalidRequest           Code = "invalid_request"
	InstallationRejected     Code = "installation_rejected"
	AdapterContractViolation Code = "adapter_contract_violation"
	AdapterUnavailable       Code = "adapter_unavailable"
	CapacityExhausted        Code = "capacity_exhausted"
	Overloaded               Code = "overloaded"
	StoreUnavailable         Code = "store_unavailable"
	StoreOfAnotherRelease    Code = "store_of_another_release"
	StoreAltered             Code = "store_altered"
	InternalError            Code = "internal_error"

	// The codes below are those of programs; the API never sends them.
	AddressUnavailable Code = "address_unavailable"
	UsageError         Code = "usage_error"
	FileNotReadable    Code = "file_not_readable"
	FileProtected      Code = "file_protected"
	FileNotWritable    Code = "file_not_writable"
	ProposalAltered    Code = "proposal_altered"
	ProposalRejected   Code = "proposal_rejected"
	Interrupted        Code = "interrupted"
)

// Exit codes of the CLI.
const (
	ExitDone      = 0 // done, or accepted
	ExitDenied    = 1 // denied by policy, not found, or not as recorded
	ExitUsage     = 2 // wrong usage or malformed input
	ExitProtected = 3 // an existing file is protected
	ExitFailure   = 4 // adapter or internal failure

	ExitInterrupted = 130 // a signal ended the command
)

type entry struct {
	status int
	exit   int
	title  string
}

// table is the one place that gives a code its HTTP status, its exit code and
// its title.
var table = map[Code]entry{
	IdempotencyKeyMissing:    {400, ExitUsage, "Idempotency key missing"},
	IdempotencyKeyInvalid:    {400, ExitUsage, "Idempotency key not usable"},
	CrossOriginRefused:       {403, ExitUsage, "Cross-origin call refused"},
	HostNotAllowed:           {421, ExitUsage, "Host not served here"},
	InstallationNotFound:     {404, ExitDenied, "No installation yet"},
	RequestNotFound:          {404, ExitDenied, "Request not found"},
	ProposalNotFound:         {404, ExitDenied, "Proposal not found"},
	RouteNotFound:            {404, ExitDenied, "Address not found"},
	MethodNotAllowed:         {405, ExitUsage, "Method not allowed"},
	IdempotencyKeyReused:     {409, ExitUsage, "Idempotency key reused"},
	InstallationLocked:       {409, ExitUsage, "Installation locked"},
	InstallationRequired:     {409, ExitUsage, "Installation required"},
	RequestNotAccepted:       {409, ExitDenied, "Request not accepted"},
	ProposalNotOffered:       {409, ExitDenied, "Proposal not offered"},
	BodyTooLarge:             {413, ExitUsage, "Body too large"},
	UnsupportedMediaType:     {415, ExitUsage, "Media type not supported"},
	MalformedBody:            {422, ExitUsage, "Malformed document"},
	InvalidRequest:           {422, ExitUsage, "Input not well-formed"},
	InstallationRejected:     {422, ExitUsage, "Installation rejected"},
	AdapterContractViolation: {502, ExitFailure, "Adapter broke its contract"},
	AdapterUnavailable:       {503, ExitFailure, "Adapter unavailable"},
	CapacityExhausted:        {503, ExitFailure, "Capacity exhausted"},
	Overloaded:               {503, ExitFailure, "Overloaded"},
	StoreUnavailable:         {503, ExitFailure, "Store unavailable"},
	StoreOfAnotherRelease:    {503, ExitFailure, "Store of another release"},
	StoreAltered:             {500, ExitFailure, "Store altered"},
	InternalError:            {500, ExitFailure, "Internal error"},
	AddressUnavailable:       {503, ExitFailure, "Address not available"},
	UsageError:               {400, ExitUsage, "Wrong usage"},
	FileNotReadable:          {400, ExitUsage, "File not readable"},
	FileProtected:            {409, ExitProtected, "File protected"},
	FileNotWritable:          {500, ExitFailure, "File not written"},
	ProposalAltered:          {422, ExitDenied, "Proposal altered"},
	ProposalRejected:         {422, ExitUsage, "Not a proposal"},
	Interrupted:              {503, ExitInterrupted, "Interrupted"},
}

// Codes returns every code of the table, sorted.
func Codes() []Code { return slices.Sorted(maps.Keys(table)) }

func (c Code) entry() entry {
	if e, ok := table[c]; ok {
		return e
	}
	return table[InternalError]
}

// Status returns the HTTP status of the code.
func (c Code) Status() int { return c.entry().status }

// Exit returns the CLI's exit code for the code.
func (c Code) Exit() int { return c.entry().exit }

// Title returns the short human-readable name of the code; it is the same for
// every occurrence (RFC 9457, section 3.1.3).
func (c Code) Title() string { return c.entry().title }

// Type returns the URI that identifies the code (RFC 9457, section 3.1.1).
func (c Code) Type() string { return "urn:platform:problem:" + string(c) }

// MarshalJSON encodes p as a problem document (RFC 9457) with the extension
// members code and errors.
func (p *Problem) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Type   string  `json:"type"`
		Title  string  `json:"title"`
		Status int     `json:"status"`
		Detail string  `json:"detail"`
		Code   Code    `json:"code"`
		Errors []Fault `json:"errors,omitempty"`
	}{p.Code.Type(), p.Code.Title(), p.Code.Status(), p.Detail, p.Code, p.Faults})
}

// UnmarshalJSON decodes a problem document, for clients of the API.
func (p *Problem) UnmarshalJSON(data []byte) error {
	var in struct {
		Detail string  `json:"detail"`
		Code   Code    `json:"code"`
		Errors []Fault `json:"errors"`
	}
	if err := json.Unmarshal(data, &in); err != nil {
		return err
	}
	*p = Problem{Code: in.Code, Detail: in.Detail, Faults: in.Errors}
	return nil
}
