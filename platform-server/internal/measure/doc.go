// Package measure counts what operators watch of a server: its evaluations, its store and
// its adapters. Package httpserve counts the requests.
package measure
