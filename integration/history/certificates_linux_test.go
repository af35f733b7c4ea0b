package history_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"log/slog"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/problem"
	"platform.internal/platform-server/etcdstore"
)

// certificates makes a folder with an authority and, signed by it, what a member and a client
// show.
func certificates(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	authorityKey, authority := certificate(t, dir, "ca", nil, nil)
	for _, name := range []string{"etcd", "server"} {
		certificate(t, dir, name, authorityKey, authority)
	}
	return dir
}

// certificate writes NAME.pem and NAME.key; without a signer, those of an authority.
func certificate(t *testing.T, dir, name string, signer *ecdsa.PrivateKey, authority *x509.Certificate) (*ecdsa.PrivateKey, *x509.Certificate) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	made := &x509.Certificate{
		SerialNumber: big.NewInt(time.Now().UnixNano()), Subject: pkix.Name{CommonName: name},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign, BasicConstraintsValid: true, IsCA: signer == nil,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	if signer == nil {
		signer, authority = key, made
	}
	der, err := x509.CreateCertificate(rand.Reader, made, authority, &key.PublicKey, signer)
	require.NoError(t, err)
	secret, err := x509.MarshalECPrivateKey(key)
	require.NoError(t, err)
	for file, block := range map[string]*pem.Block{name + ".pem": {Type: "CERTIFICATE", Bytes: der}, name + ".key": {Type: "EC PRIVATE KEY", Bytes: secret}} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, file), pem.EncodeToMemory(block), 0o600))
	}
	return key, made
}

// TestCertificates: with the right ones the store is there, with others it is not, and the log
// says why.
func TestCertificates(t *testing.T) {
	t.Parallel()
	right, wrong := certificates(t), certificates(t)
	c := memberConfig{name: "m", dir: t.TempDir(), peer: freeAddress(t), certificates: right}
	c.client = strings.NewReplacer("http:", "https:", "127.0.0.2", "127.0.0.1").Replace(freeAddress(t))
	c.advertised, c.cluster = c.peer, "m="+c.peer
	m := &member{config: c}
	m.start(t)
	t.Cleanup(m.kill)
	for _, test := range []struct{ name, authority, own, cause string }{
		{"right", right, right, ""},
		{"another authority", wrong, right, "certificate signed by unknown authority"},
		{"another client", right, wrong, "certificate"},
		{"no client", right, "", "certificate required"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			config := etcdstore.Config{Endpoints: []string{c.client}, Prefix: "/platform", CA: filepath.Join(test.authority, "ca.pem"), Logger: slog.New(slog.DiscardHandler)}
			if test.own != "" {
				config.Certificate, config.Key = filepath.Join(test.own, "server.pem"), filepath.Join(test.own, "server.key")
			}
			s, end, err := etcdstore.Open(config)
			require.NoError(t, err)
			defer end()
			if test.cause == "" {
				require.Eventually(t, func() bool { return s.Ready(t.Context()) == nil }, 30*time.Second, 10*time.Millisecond)
				return
			}
			require.Eventually(t, func() bool { // a write may fail before the reason is read
				err = s.Ready(t.Context())
				require.Equal(t, problem.StoreUnavailable, refusal(t, err).Code)
				return strings.Contains(fmt.Sprint(problem.From(err).Cause), test.cause)
			}, 30*time.Second, 10*time.Millisecond, test.cause)
		})
	}
}
