// Package mcp tests `platform mcp` as a process: with the client of the SDK, and with what
// no client sends.
package mcp
