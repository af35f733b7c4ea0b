// Package request has the request for a cloud environment and the record of its evaluation.
//
// [Parse] reads a request document and returns a [Request] in normal form, or every fault of the document.
// [ParsePartial] reads a document that is still being written. [Request.With] changes one field. [Request.Identify]
// returns the ID and the fingerprint. An evaluation results in a [Record] with violations, resources and an estimate.
//
// A Request is a value without a provider, a policy, a price or a time. Two requests are equal exactly if they mean the
// same. [Fields] describes each field; parser, rules, forms and JSON [Schema] derive from that table.
package request
