// Package difference compares two requests, each as a request document, a record, a
// saved proposal or a bundle: which fields changed, which rules are broken now or no
// longer, what happens to which resource, and what that costs. What one of the two
// does not have is not compared, and the difference says why.
//
// Everything here is pure. What is read is taken as it is written: nothing is derived
// again, so an altered bundle is compared as it was altered.
package difference
