// Package handover prepares a proposal for a repository, and reads a repository back.
//
// A repository has one live folder for each environment, named like its Terraform state key:
//
//	environments/requests/<request-id>.yaml
//	environments/live/<provider>/<region>/<application>/<environment>/
//
// [New] returns the files to write and to remove, and the text of the pull request. [Read] sorts the files of
// a tree into environments and reports everything that no hand-over wrote. A [Tree] is a map of files: the
// package calls no git, opens no file and knows no day.
package handover
