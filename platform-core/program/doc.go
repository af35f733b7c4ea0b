// Package program is what the platform's servers have in common as programs: their flags,
// their log, how they end, and what they say of a fault.
package program
