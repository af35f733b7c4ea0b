// Package views checks that all views give the same answers: each scenario goes
// through the service object, the API, the CLI and the portal, with real adapter
// processes and real binaries, and every answer is compared to the byte.
package views
