// Package difference compares two requests.
//
// Each of the two is a [Document]: a request document, a record, a saved proposal or a bundle. [Read] and [ReadBundle]
// read it, and [FromRecord] and [FromProposal] make it. [Compare] returns a [Difference]: the fields that changed, the
// rules that only one of the two breaks, what happens to each resource, and the costs. A section that one of the two
// does not have is missing, and the difference says why.
//
// All functions are pure. They take what a document says as it is and derive nothing again, so an altered bundle is
// compared with its alterations.
package difference
