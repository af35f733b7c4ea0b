// Package space answers questions about rules and the requests that they decide. For each
// field it takes a value of each kind that rules distinguish, and searches the requests with these values.
//
// A [Problem] is one search: [Search] finds the least change with which a denied request is
// accepted, the fewest fields and then the lowest estimate. An [Installation] has rules and an
// adapter: [Show] finds requests that show a rule, and [Compare] what two installations decide
// differently. Both say as [Gap] what was not searched. [Lint] finds rules that cannot mean what
// their author wanted. It does not search: it evaluates each rule for combinations of the same values.
package space
