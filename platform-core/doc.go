// Package platformcore has the name and the version of the release, and is the map of its module. Each folder below it
// is a package with one purpose. It imports only the packages on its right:
//
//	difference  -> proposal, profile, request, document, problem
//	handover    -> difference, proposal, request, problem
//	portfolio   -> request
//	service     -> portfolio, handover, store, wire, space, proposal, policy, adapter, profile, request, document, problem
//	store       -> portfolio, wire, request, document, problem
//	space       -> wire, policy, adapter, profile, request, problem
//	wire        -> portfolio, profile, request, document, problem
//	proposal    -> profile, request, document, problem
//	policy      -> profile, request, document, problem
//	adapter     -> profile, request, document, problem
//	adapterhost -> adapter, profile, request, document, problem
//	profile     -> request, document, problem
//	rulefile    -> document
//	schemas     -> request, document
//	request     -> document, problem
//	document    -> problem
//	serve       -> terminal, document, problem
//	terminal    -> problem
//	problem, envguard
//
// What each is for:
//
//	problem     the one error vocabulary: code, HTTP status, exit code, faults
//	document    strict JSON and YAML, all faults at once, with path and line
//	request     the immutable request, its normal form, fingerprint and record
//	profile     the installation profile, modes, boundaries, readiness
//	rulefile    reads the rule files that a profile names
//	policy      rules as data in CEL; evaluation is pure
//	space       questions about rules and the requests that they decide: fixes, explanations, comparisons, mistakes
//	wire        documents of the HTTP API, for the service, the server and the portal
//	proposal    seven artifacts, the safety marker, hashes, verification
//	difference  what differs between two requests, records, proposals or bundles
//	handover    what goes into a repository: layout, patch, findings
//	portfolio   what requests add up to: networks, costs and days
//	schemas     the JSON Schema of each document
//	service     the service object behind every view
//	store       where records, proposals and key bindings are: the interface, and memory
//	store/storetest  tests for any implementation of a store
//	adapter     what a provider team imports: the contract in domain types
//	adapter/plugin       Serve, the main of an adapter's process
//	adapter/adaptertest  the conformance suite for adapters and its certificate; testkit is for an author's tests
//	adapter/adaptertool  makes a new adapter and tables of machine prices; lists facts by age
//	adapterhost what a host imports: catalogue, lock file, processes and their supervision
//	internal    what both sides of an adapter's connection share: protocol, conversions, confinement
//	envguard    empties the environment of a main package
//	serve       what both servers share: flags, log, end, report of a fault, and how they answer HTTP
//	terminal    lines that fit a terminal and are safe to show, and a queue for log lines
//
// service and adapterhost never import each other: only mains join them.
package platformcore
