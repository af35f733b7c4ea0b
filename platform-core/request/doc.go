// Package request holds the domain of a request for a cloud environment:
// the immutable Request and its normal form, the fingerprint and the request ID
// that derive from it, and the Record that an evaluation of it leaves behind,
// with its violations, resources and estimate.
//
// A Request is a value. It has no provider, policy, price or time in it, and
// two requests mean the same exactly when they are equal.
package request
