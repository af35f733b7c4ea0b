// Package httpserve is where a program answers HTTP: under which names, with
// which limits of a connection, and until when. Server and portal share it.
package httpserve
