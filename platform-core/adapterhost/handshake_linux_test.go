package adapterhost

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/x509"
	"encoding/base64"
	"fmt"
	"math/big"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/adapterhost/internal/process"
	"platform.internal/platform-core/problem"
)

func init() {
	processes["delegating"] = delegate
	processes["gone-after-its-line"] = goneAfterItsLine
	for name := range handshakes {
		processes[name] = sayHandshake
	}
}

// handshakes are what a program says that does not use the SDK. FILE is the path
// of its own file, PORT the name of that one's folder, and SOCKETS the folder
// that it was given.
var handshakes = map[string]string{
	"phoning-tcp":         "1|1|tcp|127.0.0.1:PORT|grpc||true",
	"phoning-name":        "1|1|tcp|secret.platform.invalid:443|grpc||true",
	"phoning-unix":        "1|1|unix|FILE.sock|grpc||true",
	"phoning-around":      "1|1|unix|SOCKETS/../../../FILE.sock|grpc||true",
	"phoning-link":        "1|1|unix|SOCKETS/link|grpc||true",
	"phoning-nowhere":     "1|1|unix|SOCKETS/none|grpc||true",
	"phoning-abstract":    "1|1|unix|@platform|grpc||true",
	"phoning-file":        "1|1|unix|SOCKETS/file|grpc||true",
	"phoning-certificate": "1|1|unix|SOCKETS/none|grpc|CERTIFICATE|true",
}

// goneAfterItsLine is a program that listens, says so and ends.
func goneAfterItsLine() {
	address := filepath.Join(socketFolder(), "gone")
	if _, err := net.Listen("unix", address); err != nil {
		panic(err)
	}
	fmt.Println("1|1|unix|" + address + "|grpc||true")
}

// sayHandshake is a program that listens nowhere.
func sayHandshake() {
	fmt.Fprintln(os.Stderr, "here")
	sockets := socketFolder()
	_ = os.Symlink(os.Args[0]+".sock", filepath.Join(sockets, "link")) // where it is unconfined
	if file, err := os.OpenFile(filepath.Join(sockets, "file"), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600); err == nil {
		_ = file.Close()
	}
	words := strings.NewReplacer("FILE", os.Args[0], "SOCKETS", sockets,
		"PORT", filepath.Base(filepath.Dir(os.Args[0])), "CERTIFICATE", someCertificate())
	fmt.Println(words.Replace(handshakes[filepath.Base(os.Args[0])]))
	time.Sleep(time.Minute)
}

func someCertificate() string {
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		panic(err)
	}
	certificate, err := x509.CreateCertificate(rand.Reader, &x509.Certificate{SerialNumber: big.NewInt(1)}, &x509.Certificate{}, public, private)
	if err != nil {
		panic(err)
	}
	return base64.RawStdEncoding.EncodeToString(certificate)
}

// listening counts who connects.
func listening(t *testing.T, network, address string) (net.Addr, *atomic.Int64) {
	t.Helper()
	listener, err := net.Listen(network, address)
	require.NoError(t, err)
	t.Cleanup(func() { _ = listener.Close() })
	reached := &atomic.Int64{}
	go func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			reached.Add(1)
			_ = connection.Close()
		}
	}()
	return listener.Addr(), reached
}

// A host sends every order to the address of the handshake, so it connects to
// nobody but the process that it started, and asks no name server on its behalf.
// Not parallel: it looks at the look-ups of the whole process.
func TestAHandshakeLeadsNowhereElse(t *testing.T) {
	var lookups atomic.Int64
	system := net.DefaultResolver
	net.DefaultResolver = &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		lookups.Add(1)
		return nil, os.ErrClosed
	}}
	defer func() { net.DefaultResolver = system }()
	address, overTCP := listening(t, "tcp", "127.0.0.1:0")
	_, port, err := net.SplitHostPort(address.String())
	require.NoError(t, err)
	short, err := os.MkdirTemp("/tmp", "platform-test-") // a socket's path may have 104 bytes
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, os.RemoveAll(short)) })
	dir := filepath.Join(short, port)
	require.NoError(t, os.Mkdir(dir, 0o700))
	for name := range handshakes {
		file := filepath.Join(dir, name)
		link(t, file)
		_, overUnix := listening(t, "unix", file+".sock")
		for _, plain := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, plain %t", name, plain), func(t *testing.T) {
				var log journal
				catalog := open(t, Options{Extra: map[string]string{"sample": file}, Logger: log.logger(), plain: plain})
				_, err := catalog.Adapter(t.Context(), "sample")
				p := refusal(t, err, problem.AdapterContractViolation, `rule "handshake"`)
				require.Len(t, p.Faults, 1)
				assert.Equal(t, "address", p.Faults[0].Field)
				assert.ErrorContains(t, p.Cause, process.ErrAddress.Error())
				assert.Equal(t, 1, count(&log, " line=here"), "it is not started again")
			})
		}
		assert.Zero(t, overUnix.Load(), name)
	}
	assert.Zero(t, overTCP.Load())
	assert.Zero(t, lookups.Load())
}

// delegate has a process of its own answer, which nobody started as an adapter.
func delegate() {
	child := exec.Cmd{Path: os.Args[0], Args: []string{"good"}, Env: os.Environ(), Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr}
	_ = child.Run()
}

// Nothing is sent to a listener that is not the process that was started.
func TestAnotherProcessAnswersForNoAdapter(t *testing.T) {
	t.Parallel()
	_, err := open(t, Options{Dir: install(t, "delegating"), plain: true}).Adapter(t.Context(), "sample")
	p := refusal(t, err, problem.AdapterContractViolation, `rule "handshake"`)
	assert.ErrorContains(t, p.Cause, "listens there")
}
