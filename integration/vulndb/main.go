// Command vulndb says whether a vulnerability database can be fetched:
//
//	vulndb URL
//
// It prints "unreachable" when the fetch fails, and the reason to standard error, and
// nothing when the database answers as one. .ci/vuln excuses a scan that failed by the
// first word only, so whatever else goes wrong here excuses nothing.
package main

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"time"
)

func main() {
	if len(os.Args) != 2 || !strings.HasPrefix(os.Args[1], "https://") && !strings.HasPrefix(os.Args[1], "http://") {
		_, _ = fmt.Fprintln(os.Stderr, "usage: vulndb URL")
		os.Exit(2)
	}
	if err := fetch(os.Args[1]); err != nil {
		_, _ = fmt.Fprintln(os.Stderr, err)
		fmt.Println("unreachable")
	}
}

// fetch reads the database's index, as govulncheck does before it scans anything
// (https://go.dev/doc/security/vuln/database).
func fetch(database string) (err error) {
	const timeout = 30 * time.Second
	client := http.Client{Timeout: timeout}
	response, err := client.Get(strings.TrimSuffix(database, "/") + "/index/modules.json.gz")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, response.Body.Close()) }()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("the database answers %s", response.Status)
	}
	text, err := gzip.NewReader(response.Body)
	if err != nil {
		return err
	}
	const maxIndex = 64 << 20
	var modules []json.RawMessage
	return json.NewDecoder(io.LimitReader(text, maxIndex)).Decode(&modules)
}
