package serve_test

import (
	"fmt"
	"net"

	"platform.internal/platform-core/serve"
)

func ExampleNewHosts() {
	hosts := serve.NewHosts(&net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8080}, []string{"platform.example"})
	fmt.Println(hosts.Serve("localhost:8080"), hosts.Serve("platform.example"), hosts.Serve("evil.example"))
	// Output:
	// true true false
}
