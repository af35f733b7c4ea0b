// Package space searches requests for answers to questions about rules.
//
// A [Decider] has the rules of an installation, a policy date, and the adapter that answers its questions. The
// policy date is the day for which rules are evaluated: usually the date in the profile, or today if the profile
// has none.
//
// [Decider.Fix] returns the changes that make a denied request accepted. [Explain] returns a request that a rule
// denies, and the nearest request that it does not deny. [Compare] returns the requests that two deciders decide
// differently. It also returns the rules that change no decision, and the rules that contradict each other.
// Explain and Compare also list [Gap] values. A gap is a reason why the result may be incomplete. [Lint] finds
// probable mistakes in rules; it evaluates each rule for sample requests and does not search.
//
// [Decider.Fix], [Explain] and [Compare] each build a [Problem], and [Search] solves it:
//
//  1. A request has about twenty fields, and a search cannot try all values of a text or a number.
//  2. So each problem has a source of values to try. There are two sources, because the questions differ. A fix
//     needs values that suit the user: near the user's own value, or named in a rule or the profile. An example
//     for Explain or Compare may have any value, even an invented text. But if no example is found, it must be
//     clear that none exists. For these two questions, a partition reads the comparisons in the rules'
//     expressions and divides the values of a field into classes. Rules cannot distinguish the values of a class,
//     so one value of each class is enough.
//  3. For each field, a domain lists the values to try and gives each value an index. A point represents a
//     request: it is a list with one index for each field. A field can also be open: the user chooses its value
//     later.
//  4. The search divides the fields into groups, so that each rule reads fields of one group only. It changes
//     only groups with a rule that denies the request.
//  5. In a group it tries sets of fields to change, in the order of their rank. Sets with fields of
//     [Problem.ChangedLast] come last. Among the other sets, sets with fewer open fields come first, and then
//     smaller sets. The search of a group ends at the first rank that has a solution. If several sets of this
//     rank have a solution, the cheapest solution is best. [Problem.IgnoreCost] turns off the comparison of
//     costs.
//  6. For a set it assigns values to one field after the other. It checks each rule as soon as all fields that
//     the rule reads have values, and backtracks if the rule denies. The user chooses the values of open fields,
//     so a rule denies only if it denies all their values. If only the adapter can tell, the search assumes that
//     the rule accepts.
//  7. If a set has no solution, the search makes larger sets: it adds one field of a rule that denied. Other
//     fields cannot help.
//  8. A memory stores each verdict under the values of the fields that the rule reads. It stores each estimate
//     under the values of the fields that the estimate depends on. The search asks the adapter only if the
//     memory has no verdict or estimate for these values.
//  9. Before the search returns a fix, it asks the adapter about exactly this request. An answer that contradicts
//     the memory shows that the adapter reads more fields than it declares. The search then starts again and uses
//     each answer only for its own request.
//  10. If there is no fix, the search repeats and may also change [Problem.Facts]. If there is still no fix, it
//     tries to remove each rule. It removes a rule only if the remaining rules still have no solution. The
//     remaining rules are a minimal unsatisfiable set: they contradict each other. They are a proof only if the
//     tried values cover all outcomes of these rules.
//
// For Explain and Compare, each condition of the problem represents a [Goal], for example "this rule denies". Such
// a condition denies every request that does not reach its goal. Such a problem has no open fields and ignores
// costs. If no request reaches the goals, more searches with fewer goals replace point 10.
package space
