package etcdstore

import (
	"cmp"
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

// Config is the configuration of a store.
type Config struct {
	// Endpoints are the addresses of etcd's members, such as https://10.0.0.1:2379. All have
	// the same scheme.
	Endpoints []string
	// CA is a file with the certificates that sign those of the members; empty for the system's. Certificate and Key are
	// the files of this client; both or neither.
	CA, Certificate, Key string
	// Prefix begins every key; it is letters, digits, dots, hyphens and slashes.
	Prefix     string
	MaxRecords int
	Logger     *slog.Logger
}

// DefaultPrefix is the default of [Config].Prefix.
const DefaultPrefix = "/platform"

// A connection with calls in flight that is silent for silentTime gets a ping, and is closed after answerTime without
// an answer. gRPC allows no shorter time. etcd closes connections with more pings than one in 5 s, or without a call.
const (
	dialTime   = 3 * time.Second
	silentTime = 10 * time.Second
	answerTime = 2 * time.Second
)

// Open returns a store and the function that closes it. It does not wait for etcd: calls of the store fail until etcd
// answers. It fails with a usage_error that names the flag, or with a file_not_readable.
func Open(c Config) (*Store, func(), error) {
	if err := c.Check(); err != nil {
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

// failFast makes a call fail at once without a connection, with the reason. etcd's client would wait and report only a
// timeout.
func failFast(
	ctx context.Context,
	method string,
	request, answer any,
	connection *grpc.ClientConn,
	invoke grpc.UnaryInvoker,
	options ...grpc.CallOption,
) error {
	return invoke(ctx, method, request, answer, connection, append(options, grpc.WaitForReady(false))...)
}

var prefixForm = regexp.MustCompile(`^[A-Za-z0-9./-]{1,200}$`)

// Check returns the fault of the configuration as a usage_error, or nil.
func (c Config) Check() error {
	wrong := func(format string, args ...any) error { return problem.New(problem.UsageError, format, args...) }
	scheme := ""
	for _, endpoint := range c.Endpoints {
		u, err := url.Parse(endpoint)
		if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Port() == "" || strings.Trim(u.Path, "/") != "" ||
			u.RawQuery != "" ||
			u.User != nil {
			return wrong("The flag --store does not take %q: an address of etcd has a scheme and a port. Write %s.",
				endpoint, nearAddress(endpoint))
		}
		if scheme != "" && u.Scheme != scheme {
			return wrong("The flag --store takes addresses with https alone, or with http alone.")
		}
		scheme = u.Scheme
	}
	switch {
	case len(c.Endpoints) == 0:
		return wrong("The flag --store names no address. Write etcd=https://HOST:PORT,https://HOST:PORT.")
	case !prefixForm.MatchString(c.Prefix):
		return wrong("The flag --store-prefix does not take %q: write 1 to 200 letters, digits, dots, hyphens and slashes, such as %s.",
			c.Prefix, DefaultPrefix)
	case (c.Certificate == "") != (c.Key == ""):
		return wrong("The flags --store-cert and --store-key need each other. Write both, or leave both out.")
	case scheme == "http" && c.CA+c.Certificate != "":
		return wrong("The flags --store-ca and --store-cert need addresses with https.")
	}
	return nil
}

// nearAddress returns the address of etcd that a text without a scheme or a port may mean.
func nearAddress(text string) string {
	_, host, hasScheme := strings.Cut(text, "://")
	if !hasScheme {
		host = text
	}
	u, err := url.Parse("https://" + host)
	if err != nil || u.Hostname() == "" {
		return "https://HOST:PORT"
	}
	return "https://" + net.JoinHostPort(u.Hostname(), cmp.Or(u.Port(), "2379"))
}

// tls returns the TLS configuration of connections; nil for http.
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

// Warnings returns a warning for each address on another machine without TLS.
func (c Config) Warnings() (list []string) {
	for _, endpoint := range c.Endpoints {
		u, err := url.Parse(endpoint)
		if err != nil || u.Scheme != "http" || u.Hostname() == "localhost" || net.ParseIP(u.Hostname()).IsLoopback() {
			continue
		}
		list = append(
			list,
			"The store's address "+endpoint+" is http: anyone on the network path can read and change the stored data. Use https.",
		)
	}
	return list
}
