// Package fix searches for the least change with which a denied request is accepted:
// fewest fields, then the lowest estimate. It knows no rules and no adapter; a Problem
// has what denies requests, and which values may be tried.
package fix
