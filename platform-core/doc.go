// Package platformcore is the map of this module. It holds no code: each room
// is a package of its own, and imports only what stands on the right of its
// arrow. The layering test holds the arrows.
//
//	service         -> proposal, policy, provider, installation, environment, document, problem
//	proposal        -> installation, environment, document, problem
//	policy          -> installation, environment, document, problem
//	provider        -> installation, environment, document, problem
//	provider/plugin -> provider, installation, environment, document, problem
//	provider/providertest -> provider/plugin, provider, installation, environment, document, problem
//	installation    -> environment, document, problem
//	environment     -> document, problem
//	document        -> problem
//	problem, release, envguard, endpoint
//
// What each is for:
//
//	problem         the one error vocabulary: code, HTTP status, exit code, faults
//	document        strict JSON and YAML, all faults at once, with path and line
//	environment     the immutable request, its normal form, fingerprint and record
//	installation    the profile, modes, boundaries, readiness
//	policy          rules as data in CEL; evaluation is pure
//	provider        the port to an adapter, and the check of its answers
//	provider/plugin adapters as processes: Serve for authors, Catalog for hosts
//	provider/providertest tests for adapters: conformance, the suite and its certificate; orders,
//	                answers, rules, terraform, posture and golden, for what an author knows more of;
//	                skeleton, a new adapter
//	proposal        seven artifacts, the safety marker, hashes, verification
//	service         the service object behind every view
//	release         name and version
//	envguard        empties the environment of a main package
//	endpoint        where a program answers HTTP: hosts, limits, draining
//
// service and provider/plugin never import each other: only mains join them.
package platformcore
