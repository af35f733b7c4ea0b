// Package in has a function for each thing that an answer must not depend on.
package in

import (
	cryptorand "crypto/rand"
	"fmt"
	"math/rand"
	randv2 "math/rand/v2"
	"net"
	"os"
	"time"
)

//go:noinline
func weekday() string { return time.Now().Weekday().String() }

//go:noinline
func since() string { return time.Since(time.Time{}).String() }

//go:noinline
func variable() string { return helper("KUBECONFIG") }

func helper(name string) string { return os.Getenv(name) }

//go:noinline
func host() string { name, _ := os.Hostname(); return name }

//go:noinline
func file() int { text, _ := os.ReadFile("x"); return len(text) }

//go:noinline
func dial() error { _, err := net.Dial("tcp", "a:1"); return err }

//go:noinline
func seldom() int { return rand.Intn(200) }

//go:noinline
func seldomToo() int { return randv2.IntN(200) }

//go:noinline
func bytes() int { n, _ := cryptorand.Read(make([]byte, 4)); return n }

//go:noinline
func pure() string {
	_, n, _ := net.ParseCIDR("10.0.0.0/8")
	return fmt.Sprint(n, time.Unix(0, 0).UTC())
}

// All calls them all.
func All() int {
	fmt.Println(weekday(), since(), variable(), host(), file(), dial(), seldom(), seldomToo(), bytes(), pure())
	return 0
}
