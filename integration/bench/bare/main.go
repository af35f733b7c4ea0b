// Command bare answers every call with one stored answer, net/http and nothing
// else: what a server of the same bytes has to cost. It reads the body, as anything
// must. Its argument is a file that http.Response.Write has written.
package main

import (
	"bufio"
	"fmt"
	"io"
	"log"
	"maps"
	"net"
	"net/http"
	"os"
)

func main() {
	header, body, err := stored(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Fprintln(os.Stderr, "listening on http://"+listener.Addr().String())
	log.Fatal(http.Serve(listener, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		maps.Copy(w.Header(), header)
		_, _ = w.Write(body)
	})))
}

// stored returns the header, without the date that net/http writes itself, and the
// body.
func stored(name string) (http.Header, []byte, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	answer, err := http.ReadResponse(bufio.NewReader(file), nil)
	if err != nil {
		return nil, nil, err
	}
	defer answer.Body.Close()
	answer.Header.Del("Date")
	body, err := io.ReadAll(answer.Body)
	return answer.Header, body, err
}
