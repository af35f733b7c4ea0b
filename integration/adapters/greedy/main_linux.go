// Command greedy is an adapter of provider_b that takes what it can of its host
// and of the machine. The name of its file says how, in four parts joined by
// dashes: "greedy"; "sdk" or "raw", with the SDK or without; when it begins; and
// what it takes. A part that is not known to it means nothing.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// When an attack begins.
const (
	atStart    = "start"    // before the handshake
	atConnect  = "connect"  // once the host has connected; without the SDK only
	atStream   = "stream"   // once the host opens a stream; without the SDK only
	atDescribe = "describe" // when the host asks for the description, which it never gets
	atCall     = "call"     // in the first call, before its answer
	afterCall  = "after"    // once a call was answered
)

// lifetime bounds each attack, for a machine whose host does not end it.
const lifetime = 30 * time.Second

// over is when every attack ends.
var over = time.Now().Add(lifetime)

// kind, phase and attack are the parts of the file's name.
var kind, phase, attack = parts(filepath.Base(os.Args[0]))

func parts(name string) (kind, phase, attack string) {
	_, name, _ = strings.Cut(name, "-")
	kind, name, _ = strings.Cut(name, "-")
	phase, attack, _ = strings.Cut(name, "-")
	return kind, phase, attack
}

// attacks are those that need no connection of their own. Each returns when it
// can get no more; what it has, it keeps.
var attacks = map[string]func(){
	"threads":      threads,
	"memory":       memory,
	"maps":         maps,
	"tables":       tables,
	"files":        files,
	"processor":    processor,
	"descriptors":  descriptors,
	"output-line":  func() { write(1, endless, 256<<20) },
	"output-lines": func() { write(1, lines, 256<<20) },
	"errors":       func() { write(2, lines, 64<<20) },
	"output-crash": func() { write(1, endless, 70_000); os.Exit(3) },
	"output-some":  func() { write(1, lines, 220_000); os.Exit(0) },
	"output-64k":   func() { write(1, endless, 64<<10); os.Exit(0) },
	"output-220k":  func() { write(1, endless, 220_000); os.Exit(0) },
	"handshake":    func() { fmt.Println("1|1|unix|/" + strings.Repeat("x", 60_000) + "|grpc||true") },
	"silence":      wait,
	"moment":       func() { time.Sleep(2500 * time.Millisecond) }, // a call that is slow, and no attack
}

// begin makes the attack if it is for this moment.
func begin(now string) {
	if run := attacks[attack]; run != nil && now == phase {
		run()
	}
}

// wait does nothing for as long as an attack may last.
func wait() { time.Sleep(time.Until(over)) }

func main() {
	fmt.Fprintf(os.Stderr, "sockets in %s\n", os.Getenv("PLUGIN_UNIX_SOCKET_DIR"))
	begin(atStart)
	if kind == "raw" {
		serveRaw()
	} else {
		serveSDK()
	}
}
