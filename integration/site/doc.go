// Package site builds the site of the documentation and reads it as a browser does.
package site
