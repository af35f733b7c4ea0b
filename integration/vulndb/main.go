// Command vulndb says whether anything answers where a vulnerability database should
// be:
//
//	vulndb URL
//
// It prints "unreachable" when nothing does: the look-up, the connection or TLS fails,
// a proxy on the way refuses to connect, or no byte comes in time. A database that
// refuses, or answers with anything else than an index, is reached; why the scan
// failed then, the scanner says. .ci/vuln excuses a scan that failed by that word only,
// so whatever else goes wrong here excuses nothing.
package main

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptrace"
	"os"
	"strings"
	"sync/atomic"
	"time"
)

func main() {
	if len(os.Args) != 2 || !strings.HasPrefix(os.Args[1], "https://") && !strings.HasPrefix(os.Args[1], "http://") {
		_, _ = fmt.Fprintln(os.Stderr, "usage: vulndb URL")
		os.Exit(2)
	}
	reached, err := reach(os.Args[1])
	switch {
	case err != nil:
		_, _ = fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	case !reached:
		fmt.Println("unreachable")
	}
}

// reach asks for the database's index, as govulncheck does before it scans anything
// (https://go.dev/doc/security/vuln/database). Only an answer counts as reached that
// comes from the database's address: a proxy's refusal to connect does not.
func reach(database string) (bool, error) {
	const timeout = 30 * time.Second
	var answered atomic.Bool
	ctx := httptrace.WithClientTrace(context.Background(), &httptrace.ClientTrace{GotFirstResponseByte: func() { answered.Store(true) }})
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimSuffix(database, "/")+"/index/modules.json.gz", nil)
	if err != nil {
		return false, err
	}
	client := http.Client{Timeout: timeout}
	if response, err := client.Do(request); err == nil {
		return true, response.Body.Close()
	}
	return answered.Load(), nil
}
