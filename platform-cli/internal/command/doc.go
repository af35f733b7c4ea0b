// Package command holds the sub-commands of `platform`, one file each: a
// constructor that declares it, its options, and run. A command returns a
// Result and prints nothing, so that there is always exactly one document.
package command
