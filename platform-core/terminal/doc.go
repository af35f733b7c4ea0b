// Package terminal makes text safe to show, and fits it into a terminal.
//
// [Line] escapes the characters of a text that do not print, [Wrap] breaks it into lines, and [NewWriter] does so for
// the output of others. File names, field names and values may have escape sequences that move the cursor, colour or
// hide text, or change its direction. A [Diagnostic] shows a fault as compilers do: its place, its rule or code and
// its message, then the line with a mark under the fault, and what to write. [LogQueue] writes log lines without
// waiting.
package terminal
