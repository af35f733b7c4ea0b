// Package form is the form of a request.
//
// A page reads the submitted [Values] with [Read], or starts with [Fresh] or [Of]. [Check] sends
// their document to the API and returns its [Feedback] by field. [NewInput] combines a [Field], its
// value and the feedback for a template. The package contains no validation rules: only the API
// knows which values are valid.
package form
