// Package output writes files and folders whole or not at all. What is written
// goes to a temporary file or folder beside it first, is synced to the disk, and
// takes its name in one step; a killed process or a full disk leaves nothing under
// that name, at most a temporary one whose name starts with ".platform-". File removes
// such files beside it, Sweep such folders: a process has a lock on its temporary file or
// folder as long as it lives.
//
// Nothing is written through a symbolic or hard link: whoever can place a link
// where a command will write must not choose what is overwritten. All steps
// work on the folder that was opened first, so that it cannot be swapped
// halfway.
package output
