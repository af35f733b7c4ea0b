package adapterhost

import (
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/problem"
)

// writeKey writes a public key to a file of the test, and returns its name.
func writeKey(t *testing.T, key any) string {
	t.Helper()
	der, err := x509.MarshalPKIXPublicKey(key)
	require.NoError(t, err)
	file := filepath.Join(t.TempDir(), "key.pem")
	require.NoError(t, os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der}), 0o600))
	return file
}

// TestASignedLock is used with its key, and with no other key, text or signature.
func TestASignedLock(t *testing.T) {
	public, private, err := ed25519.GenerateKey(rand.Reader)
	require.NoError(t, err)
	other, _, err := ed25519.GenerateKey(rand.Reader)
	require.NoError(t, err)
	unfit, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	text := []byte(lockOf())
	signature := ed25519.Sign(private, text)
	none := filepath.Join(t.TempDir(), "none")
	require.NoError(t, os.WriteFile(none, []byte("no key"), 0o600))
	exposed := writeKey(t, public)
	require.NoError(t, os.Chmod(exposed, 0o666))
	for name, test := range map[string]struct {
		key       string
		text      []byte
		signature []byte
		code      problem.Code
		fault     problem.FaultCode
		says      string
	}{
		"signed":              {writeKey(t, public), text, signature, "", "", ""},
		"no signature":        {writeKey(t, public), text, nil, problem.AdapterUnavailable, problem.AdaptersLockUnsigned, "there is no adapters.lock.json.sig"},
		"another key":         {writeKey(t, other), text, signature, problem.AdapterUnavailable, problem.AdaptersLockForged, "is not what the owner of the key signed"},
		"altered":             {writeKey(t, public), append([]byte(" "), text...), signature, problem.AdapterUnavailable, problem.AdaptersLockForged, "is not what"},
		"half a signature":    {writeKey(t, public), text, signature[:32], problem.AdapterUnavailable, problem.AdaptersLockForged, "is not what"},
		"key of another kind": {writeKey(t, &unfit.PublicKey), text, signature, problem.UsageError, "", "no Ed25519 public key in PEM form"},
		"no key":              {none, text, signature, problem.UsageError, "", "openssl pkey -in KEY -pubout"},
		"key of anybody":      {exposed, text, signature, problem.FileNotReadable, "", "can be written to by others (mode 0666). Run `chmod go-w " + exposed},
		"no file":             {none + "where", text, signature, problem.FileNotReadable, "", "check the path"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			require.NoError(t, os.WriteFile(filepath.Join(dir, LockFile), test.text, 0o600))
			if test.signature != nil {
				require.NoError(t, os.WriteFile(filepath.Join(dir, LockSignature), test.signature, 0o600))
			}
			catalog, err := Open(Options{Dir: dir, LockKey: test.key})
			if test.code == "" {
				require.NoError(t, err)
				catalog.Close()
				return
			}
			refusal(t, err, test.code, test.says)
			require.Equal(t, test.fault, problem.From(err).Fault())
		})
	}
	_, err = Open(Options{Dir: t.TempDir(), LockKey: writeKey(t, public), Extra: map[string]string{"a": "b"}})
	refusal(t, err, problem.UsageError, "no adapter beside it can be used")
}
