// Package fields adds fields to a request, one of each kind, and checks that
// nothing else has to be changed for them.
package fields
