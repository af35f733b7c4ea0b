// Package profile has the installation profile: the provider, the operating mode, the regions and boundaries, and the
// organisation's own rules.
//
// [Parse] reads a profile document into a [Draft]. [Draft.Resolve] checks it against its [Provider] and returns the
// [Profile], or every fault. [NewReadiness] returns the readiness checks of a profile. One profile is active in a
// service, and it never changes. This package knows no provider by name: each describes itself with a [Provider].
package profile
