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
	if err := serve(os.Args[1]); err != nil {
		log.Fatal(err)
	}
}

func serve(name string) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	answer, err := http.ReadResponse(bufio.NewReader(file), nil)
	if err != nil {
		return err
	}
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		return err
	}
	answer.Header.Del("Date") // net/http writes its own
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Fprintln(os.Stderr, "listening on http://"+listener.Addr().String())
	return http.Serve(listener, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		maps.Copy(w.Header(), answer.Header)
		_, _ = w.Write(body)
	}))
}
