// Package terminal makes text safe to show, and fits it into a terminal. A file name, a
// field name or a value of a document that somebody else wrote may hold escape sequences
// that move the cursor, colour or hide text, or turn its reading direction. A terminal
// shows what this package returns as plain text, in its width and its colours.
//
// A [Diagnostic] shows what is wrong with a document as compilers do: where, which rule or code, and what;
// the line with a mark under the part that is meant; and what to write.
package terminal
