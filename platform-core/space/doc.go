// Package space searches requests for answers to questions about rules.
//
// A [Decider] is an installation's rules on a day, with an adapter to ask. [Decider.Fix] returns the changes that
// make a denied request accepted. [Explain] returns a request that a rule denies, and the nearest request that it
// does not deny. [Compare] returns what two deciders decide differently, which rules decide nothing, and which
// rules contradict each other. Each answer has its [Gap] values: reasons why something may be missing. [Lint]
// finds probable mistakes in rules; it evaluates each rule for sample requests and does not search.
//
// All questions but that of Lint become a [Problem], and [Search] solves it:
//
//  1. A request has about twenty fields, and a search cannot try all values of a text or a number.
//  2. A partition reads the comparisons in the rules' expressions and divides the values of a field into
//     classes. Rules cannot distinguish the values of a class, so one value of each class is enough.
//  3. A domain numbers the values to try of each field. A point is a request as a list of these numbers.
//  4. The search divides the fields into groups, so that each rule reads fields of one group only. It changes
//     only groups with a rule that denies the request.
//  5. In a group it tries sets of fields to change, the smallest first. So the first solution changes the
//     fewest fields.
//  6. For a set it assigns values to one field after the other. It checks each rule as soon as all fields that
//     the rule reads have values, and goes back if the rule denies.
//  7. If a set has no solution, it grows by a field of a rule that denied. Other fields cannot help.
//  8. A memory keeps each verdict by the fields that the rule reads, and each estimate by the fields that the
//     estimate reads. The adapter is asked only if no verdict or estimate is known.
//  9. Before the search offers a fix, it asks the adapter about this very request. If the answer contradicts
//     the memory, the adapter reads more than it declares, and the search begins again without inference.
//  10. If there is no fix, the search removes rules one by one as long as the others cannot be satisfied. The
//     rest is a minimal unsatisfiable set: the rules contradict each other.
//
// For Explain and Compare the conditions of the problem are not the rules themselves but [Goal] values, such as
// "this rule denies". A condition then denies the requests that miss its goal.
package space
