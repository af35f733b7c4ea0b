// Package serve is what the platform's servers share: their flags and log, how they answer HTTP, under which
// names and within which limits, how they end, and what they say of a fault.
package serve
