// Package fileio reads and writes the files of the commands.
//
// A [Reader] reads documents of a limited size, with [Stdin] for standard input. Each fault names
// its file. [ReadBundle] and [WriteBundle] are for the folder of a proposal: seven artifacts and
// the safety marker. [ReadSaved] is for a saved proposal document.
//
// [Write], [Rewrite] and [WriteFolder] write whole files and folders or nothing. They write to a
// temporary name in the same folder, sync it to the disk, and rename it in one step. A killed
// process or a full disk leaves nothing under the wanted name. It can leave a file or folder whose
// name starts with ".platform-temporary-". You have to remove it yourself: it may be the replaced
// folder, and may hold new files.
//
// The writers follow no symbolic or hard link, so that a planted link cannot choose the overwritten
// file. All steps work on the folder that was opened first, so that it cannot be replaced in
// between.
package fileio
