// Package policy evaluates requests by rules.
//
// A rule is data: an ID, a field, a level, messages, and expressions in CEL. [Compile] type-checks the rules in force
// and returns a [Set]. [Set.Evaluate] returns the violations of a request, and [Set.EvaluatePartial] those of a
// request that is not complete. [Set.Coverage] counts what a list of requests has shown of the rules.
//
// Evaluation works like this:
//
//  1. The common rules and the rules of a mode are YAML files beside this package. The organisation's rules are in its
//     profile. All have the same form.
//  2. An expression reads four variables: request, profile, estimate and policy_date. It reads nothing else, so
//     evaluation is pure.
//  3. When says whether a rule applies, and require says what an acceptable request satisfies.
//  4. A rule that applies and is not satisfied is violated. A violation of a mandatory rule denies the request, a
//     violation of an advisory rule does not.
//  5. A rule that cannot be evaluated denies, even if it is advisory.
//  6. An exception turns a violation into an exception until its last day.
//  7. A suggestion is offered only if the field accepts it and it satisfies the rule.
//  8. Each expression has limits of steps and sizes, and a [Budget] limits all evaluations for a request together.
//  9. For a partial evaluation some fields are unknown, and a rule that depends on them is open.
//  10. For a search, a [CompiledRule] also says what it reads, its [Comparison] values, and its thresholds.
//
// The rules of a provider are in its adapter. Package service joins the two.
package policy

//go:generate go test -run TestBuiltinRules -update
