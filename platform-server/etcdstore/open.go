package etcdstore

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"log/slog"
	"net"
	"net/url"
	"os"
	"regexp"
	"strings"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.uber.org/zap"
	"google.golang.org/grpc"

	"platform.internal/platform-core/problem"
)

// Config says where a store is.
type Config struct {
	// Endpoints are the addresses of etcd's members, such as https://10.0.0.1:2379. All have
	// the same scheme.
	Endpoints []string
	// CA is the file of the certificates that the members' are signed with; empty for the
	// system's. Certificate and Key are the files of this client's own; both or neither.
	CA, Certificate, Key string
	// Prefix begins every key; it is letters, digits, dots, hyphens and slashes.
	Prefix     string
	MaxRecords int
	Logger     *slog.Logger
}

// DefaultPrefix is that of a store for which no other is named.
const DefaultPrefix = "/platform"

// How long a connection with calls in flight may be silent until it is tried, and then until it
// is given up: a member that hangs answers nobody. gRPC tries no earlier, and etcd ends connections
// that are tried more often than each 5 s, or without a call.
const (
	dialTime   = 3 * time.Second
	silentTime = 10 * time.Second
	answerTime = 2 * time.Second
)

// Open returns a store and what ends its connections. It does not wait for etcd: where that
// is away, calls of the store fail until it is there. The error is a usage_error that names the flag,
// or a file_not_readable.
func Open(c Config) (*Store, func(), error) {
	if err := c.check(); err != nil {
		return nil, nil, err
	}
	tls, err := c.tls()
	if err != nil {
		return nil, nil, err
	}
	client, err := clientv3.New(clientv3.Config{
		Endpoints: c.Endpoints, TLS: tls, Logger: zap.NewNop(),
		DialTimeout: dialTime, DialKeepAliveTime: silentTime, DialKeepAliveTimeout: answerTime,
		// Reads are tried again here, at another member, for as long as a call may take.
		MaxUnaryRetries: 1,
		DialOptions:     []grpc.DialOption{grpc.WithNoProxy(), grpc.WithChainUnaryInterceptor(failFast)},
	})
	if err != nil {
		return nil, nil, problem.New(problem.UsageError, "cannot use --store: %v", err)
	}
	s, err := New(client, c.Prefix, c.MaxRecords)
	if err != nil {
		return nil, nil, err
	}
	ctx, end := context.WithCancel(context.Background())
	go s.watch(ctx, c.Logger)
	return s, func() {
		end()
		_ = client.Close()
	}, nil
}

// failFast has a call fail at once while there is no connection, with the reason: etcd's client would
// wait, and then know only that the time is over.
func failFast(
	ctx context.Context, method string, request, answer any, connection *grpc.ClientConn, invoke grpc.UnaryInvoker, options ...grpc.CallOption,
) error {
	return invoke(ctx, method, request, answer, connection, append(options, grpc.WaitForReady(false))...)
}

var prefixForm = regexp.MustCompile(`^[A-Za-z0-9./-]{1,200}$`)

// check returns what is wrong with the configuration, as a usage_error.
func (c Config) check() error {
	wrong := func(format string, args ...any) error { return problem.New(problem.UsageError, format, args...) }
	scheme := ""
	for _, endpoint := range c.Endpoints {
		u, err := url.Parse(endpoint)
		if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Port() == "" || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.User != nil {
			return wrong("--store: %q is no address of etcd; write it as https://HOST:PORT", endpoint)
		}
		if scheme != "" && u.Scheme != scheme {
			return wrong("--store: write all addresses with https, or all with http")
		}
		scheme = u.Scheme
	}
	switch {
	case len(c.Endpoints) == 0:
		return wrong("--store etcd= names no address; write it as etcd=https://HOST:PORT,https://HOST:PORT")
	case !prefixForm.MatchString(c.Prefix):
		return wrong("--store-prefix must be 1 to 200 letters, digits, dots, hyphens and slashes, such as %s", DefaultPrefix)
	case (c.Certificate == "") != (c.Key == ""):
		return wrong("--store-cert and --store-key go together: the certificate and its key")
	case scheme == "http" && c.CA+c.Certificate != "":
		return wrong("--store-ca and --store-cert need addresses with https")
	}
	return nil
}

// tls returns what connections are made with; nil for http.
func (c Config) tls() (*tls.Config, error) {
	if strings.HasPrefix(c.Endpoints[0], "http:") {
		return nil, nil
	}
	own := &tls.Config{MinVersion: tls.VersionTLS12}
	if c.CA != "" {
		pem, err := os.ReadFile(c.CA)
		if err != nil {
			return nil, notReadable("--store-ca", c.CA, err)
		}
		own.RootCAs = x509.NewCertPool()
		if !own.RootCAs.AppendCertsFromPEM(pem) {
			return nil, notReadable("--store-ca", c.CA, errors.New("it has no certificate in PEM form"))
		}
	}
	if c.Certificate != "" {
		pair, err := tls.LoadX509KeyPair(c.Certificate, c.Key)
		if err != nil {
			return nil, notReadable("--store-cert and --store-key", c.Certificate, err)
		}
		own.Certificates = []tls.Certificate{pair}
	}
	return own, nil
}

func notReadable(flag, file string, err error) error {
	return problem.New(problem.FileNotReadable, "cannot use %s for %s: %v", file, flag, err)
}

// Warnings returns what an operator should know of a configuration that works: the addresses beyond this machine that
// are without TLS.
func (c Config) Warnings() (list []string) {
	for _, endpoint := range c.Endpoints {
		u, err := url.Parse(endpoint)
		if err != nil || u.Scheme != "http" || u.Hostname() == "localhost" || net.ParseIP(u.Hostname()).IsLoopback() {
			continue
		}
		list = append(list, "The store's address "+endpoint+" is http: whoever is on the way can read and change what is stored. Use https.")
	}
	return list
}
