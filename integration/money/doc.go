// Package money checks what both providers' environments cost against the rules
// on budgets: every region, size, environment, classification and mode.
package money
