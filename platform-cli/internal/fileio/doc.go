// Package input reads the files that a command is given: bounded in size, with
// "-" for standard input, and with the name of the file in every fault.
package fileio
