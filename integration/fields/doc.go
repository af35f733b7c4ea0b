// Package fields adds a field to a request, and checks that nothing else has to
// be changed for it.
package fields
