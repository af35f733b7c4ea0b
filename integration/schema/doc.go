// Package schema compares the JSON Schema of a request with the parser: on random documents,
// they take the same ones.
package schema
