// Package measure counts what operators watch of a server: its evaluations, its store and
// its adapters. Package serve counts the requests.
package measure
