// Package profile holds the installation profile: which provider, which
// operating mode, which regions and boundaries, and the organisation's own
// rules. One profile is active in a service, and it never changes.
//
// What a profile may say depends on its provider, which describes itself with a
// Provider value; this package knows no provider by name.
package profile
