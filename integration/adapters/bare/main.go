// Command bare is a hostile program that uses nothing of the SDK. It tries to
// leave its confinement and writes what came of it to its standard error, a line of JSON
// each. Then it says where its host shall connect to, in the way that the name of
// its file says after a dash; somebody else listens there.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"time"

	"path/filepath"
	"strings"

	"platform.internal/integration/adapters/ways"
)

var addresses = map[string]string{
	"tcp":  "tcp|" + ways.TCPAddress(),
	"unix": "unix|" + ways.HostSocket(),
	"name": "tcp|secret.platform.invalid:443",
}

func main() {
	lines := json.NewEncoder(os.Stderr)
	for _, tried := range ways.Try() {
		_ = lines.Encode(tried)
		time.Sleep(20 * time.Millisecond) // a host logs only so many lines
	}
	_, way, _ := strings.Cut(filepath.Base(os.Args[0]), "-")
	fmt.Println("1|1|" + addresses[way] + "|grpc||true")
	time.Sleep(time.Hour)
}
