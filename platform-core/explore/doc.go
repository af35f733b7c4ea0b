// Package explore finds requests that show how rules come out: the nearest to a plain
// one for which given rules, of one installation or of two, deny or do not deny. It
// searches the requests that are cut out at every value that a rule compares a field with,
// and says which comparisons that does not cover.
package explore
