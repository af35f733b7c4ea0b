// Package edit changes fields of a request document as a careful person would: it replaces
// the value where it is written, in the syntax and the quotes of the file, and keeps every
// other byte, comments included.
package edit
