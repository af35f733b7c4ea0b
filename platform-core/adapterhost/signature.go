package adapterhost

import (
	"crypto/ed25519"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"io/fs"

	"platform.internal/platform-core/problem"
)

// LockSignature is the name of the file with the signature of the lock file, in the same folder.
// It has the 64 bytes of an Ed25519 signature (RFC 8032), as `openssl pkeyutl -sign -rawin`
// writes it.
const LockSignature = LockFile + ".sig"

// readKey returns the public key in a PEM file, as `openssl pkey -pubout` writes it. The error
// is a [problem.Problem].
func readKey(file string) (ed25519.PublicKey, error) {
	data, err := readBounded(file)
	var exposed *unsafeFileError
	if errors.As(err, &exposed) {
		return nil, problem.New(problem.FileNotReadable,
			"the key %s for the lock file is not used, since others could change it: %s. %s",
			file, exposed, remedy(whole, exposed)).Because(err)
	}
	if err != nil {
		return nil, problem.New(problem.FileNotReadable,
			"cannot read the key %s for the lock file; check the path and its permissions", file).Because(err)
	}
	if block, _ := pem.Decode(data); block != nil {
		parsed, err := x509.ParsePKIXPublicKey(block.Bytes)
		if key, ok := parsed.(ed25519.PublicKey); ok && err == nil {
			return key, nil
		}
	}
	return nil, problem.New(problem.UsageError,
		"%s has no Ed25519 public key in PEM form; write one with: openssl pkey -in KEY -pubout", file)
}

// checkSignature returns a [problem.Problem] if the key does not verify the signature of the
// lock file's text.
func checkSignature(dir string, text []byte, keyFile string) error {
	key, err := readKey(keyFile)
	if err != nil {
		return err
	}
	signature, err := readLocked(dir, LockSignature)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return unavailable(retryLater, problem.AdaptersLockUnsigned, err,
			"The adapters' "+LockFile+" is not signed: there is no "+LockSignature+".",
			"Install a release that is signed, have the owner of the key sign the file, or leave out the key.")
	case err != nil:
		return err
	case !ed25519.Verify(key, text, signature):
		return unavailable(retryLater, problem.AdaptersLockForged, nil,
			"The adapters' "+LockFile+" is not what the owner of the key signed.", "Install the release again, "+
				"or name the key that it was signed with. Use no adapter of this folder until you know why.")
	}
	return nil
}
