package problem

// Fault says why one field of an input is wrong, and what to write.
type Fault struct {
	// Field is the dotted path of the field, such as "controls.private_cluster"
	// or "policies[0].when"; empty when the fault concerns the whole document.
	Field string `json:"field"`
	// Code is one of the fault codes of this package.
	Code FaultCode `json:"code"`
	// Message is one sentence: the fault, and what to write.
	Message string `json:"message"`
	// PolicyID is the ID of the rule with the fault; empty for none, and for a rule without an ID.
	PolicyID string `json:"policy_id,omitempty"`
	// File names the file that the fault is in; empty for text that came over the wire.
	File string `json:"file,omitempty"`
	// Line is the line in the source text, from 1; 0 for none.
	Line int `json:"line,omitempty"`
	// Column is the character in the line, from 1; 0 if only the line is known.
	Column int `json:"column,omitempty"`
	// Source is the line of the text, to be shown; empty if Column is 0. It is not encoded: a client has the text.
	Source SourceLine `json:"-"`
}

// SourceLine is a line of a text, or the part of a long one around a fault.
type SourceLine struct {
	// Text is without its line break. Before counts the characters of the line before it.
	Text   string
	Before int
	// More is set if the line continues behind Text.
	More bool
}

// FaultCode classifies a [Fault]. Fault codes are part of the API: clients may switch on them. docs/fault-codes.md
// lists all of them. A test in integration/layering checks that they are declared only here.
type FaultCode string

// The faults of a field in a document or a query.
const (
	FaultSyntax        FaultCode = "syntax"
	FaultEncoding      FaultCode = "invalid_encoding"
	FaultNesting       FaultCode = "nested_too_deep"
	FaultAlias         FaultCode = "alias_not_allowed"
	FaultKey           FaultCode = "invalid_key"
	FaultDuplicate     FaultCode = "duplicate_field"
	FaultUnknown       FaultCode = "unknown_field"
	FaultType          FaultCode = "wrong_type"
	FaultMissing       FaultCode = "missing"
	FaultForm          FaultCode = "invalid_form"
	FaultUnsupported   FaultCode = "unsupported_value"
	FaultCollapsed     FaultCode = "collapsed_boundary"
	FaultRepeated      FaultCode = "repeated_value"
	FaultExpression    FaultCode = "invalid_expression"
	FaultContradiction FaultCode = "not_in_this_mode"
	FaultConflict      FaultCode = "conflicting_value"
	FaultDenied        FaultCode = "denied_by_policy"
)

// The faults of a file. The command sends them, and the API only for a rule file that a profile names.
const (
	FaultUnreadable FaultCode = "unreadable"
	FaultProtected  FaultCode = "protected"
	FaultDiffers    FaultCode = "differs"
)

// The faults of an adapter that cannot be called: an adapter_unavailable has one.
const (
	AdapterUnknown            FaultCode = "adapter_unknown"
	AdapterMissing            FaultCode = "adapter_missing"
	AdapterNotExecutable      FaultCode = "adapter_not_executable"
	AdapterUnreadable         FaultCode = "adapter_unreadable"
	AdapterFileUnsafe         FaultCode = "adapter_file_unsafe"
	AdapterDigestMismatch     FaultCode = "adapter_digest_mismatch"
	AdapterNotRunnable        FaultCode = "adapter_not_runnable"
	AdapterNotAnAdapter       FaultCode = "adapter_not_an_adapter"
	AdapterStarting           FaultCode = "adapter_starting"
	AdapterStartTimeout       FaultCode = "adapter_start_timeout"
	AdapterTooOld             FaultCode = "adapter_contract_too_old"
	AdapterTooNew             FaultCode = "adapter_contract_too_new"
	AdapterNoFolder           FaultCode = "adapter_no_socket_folder"
	AdapterNoDescriptors      FaultCode = "adapter_no_descriptors"
	AdapterBusy               FaultCode = "adapter_busy"
	AdapterNotConfined        FaultCode = "adapter_not_confined"
	AdapterCrashed            FaultCode = "adapter_crashed"
	AdapterKilled             FaultCode = "adapter_killed"
	AdapterOutOfMemory        FaultCode = "adapter_out_of_memory"
	AdapterTimeout            FaultCode = "adapter_timeout"
	AdapterRequestQuarantined FaultCode = "adapter_request_quarantined"
	AdapterCrashLoop          FaultCode = "adapter_crash_loop"
	AdaptersNotLocked         FaultCode = "adapters_lock_missing"
	AdaptersLockUnreadable    FaultCode = "adapters_lock_unreadable"
	AdaptersLockUnsigned      FaultCode = "adapters_lock_unsigned"
	AdaptersLockForged        FaultCode = "adapters_lock_forged"
	PlatformStopping          FaultCode = "platform_stopping"
)

// The rule of the contract that an adapter's answer broke: an adapter_contract_violation has one.
const (
	ContractAddress         FaultCode = "contract_address"
	ContractAnswers         FaultCode = "contract_answers"
	ContractCheckID         FaultCode = "contract_check_id"
	ContractControls        FaultCode = "contract_controls"
	ContractControlsUpheld  FaultCode = "contract_controls_upheld"
	ContractDeclaredRules   FaultCode = "contract_declared_rules"
	ContractDefaultRegion   FaultCode = "contract_default_region"
	ContractDescription     FaultCode = "contract_description"
	ContractEstimate        FaultCode = "contract_estimate"
	ContractFiles           FaultCode = "contract_files"
	ContractForm            FaultCode = "contract_form"
	ContractHandshake       FaultCode = "contract_handshake"
	ContractIdentity        FaultCode = "contract_identity"
	ContractNeed            FaultCode = "contract_need"
	ContractParent          FaultCode = "contract_parent"
	ContractRepeats         FaultCode = "contract_repeats"
	ContractRequestField    FaultCode = "contract_request_field"
	ContractRulePrefix      FaultCode = "contract_rule_prefix"
	ContractSize            FaultCode = "contract_size"
	ContractSortedAndUnique FaultCode = "contract_sorted_and_unique"
	ContractSource          FaultCode = "contract_source"
	ContractStatus          FaultCode = "contract_status"
	ContractSuggestion      FaultCode = "contract_suggestion"
	ContractText            FaultCode = "contract_text"
	ContractWords           FaultCode = "contract_words"
)
