// Package scripts tests the command `platform` as a process: each file of
// testdata is a script for testscript, found on disk. Every script starts in a
// folder with the files of testdata/shared, and has two commands besides
// testscript's own:
//
//	run CODE ARGUMENT...   runs platform, which must exit with CODE and print
//	                       exactly one JSON document
//	json PATH VALUE        checks the last document: PATH is dotted
//	                       ("violations.0.field", "results.LEN" for a length), and
//	                       VALUE is the text of the value, or ABSENT
package scripts
