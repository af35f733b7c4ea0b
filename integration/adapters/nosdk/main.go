// Command nosdk is a hostile program that uses nothing of the SDK. It tries to
// leave its confinement and writes the outcome of each attempt to its standard
// error as a line of JSON. Then it names to the host an address to connect to,
// where somebody else listens: the name of its file says which, after a dash.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"time"

	"path/filepath"
	"strings"

	"platform.internal/integration/adapters/escape"
)

var addresses = map[string]string{
	"tcp":  "tcp|" + escape.TCPAddress(),
	"unix": "unix|" + escape.HostSocket(),
	"name": "tcp|secret.platform.invalid:443",
}

func main() {
	lines := json.NewEncoder(os.Stderr)
	for _, tried := range escape.Try() {
		_ = lines.Encode(tried)
		time.Sleep(20 * time.Millisecond) // a host limits the lines that it logs
	}
	_, way, _ := strings.Cut(filepath.Base(os.Args[0]), "-")
	fmt.Println("1|1|" + addresses[way] + "|grpc||true")
	time.Sleep(time.Hour)
}
