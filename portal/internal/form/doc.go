// Package form is the form of a request: its fields, what a person wrote in
// them, the document that this makes for the API, and what the API says of each
// field. There is no rule in it: what a value must be, only the API knows.
package form
