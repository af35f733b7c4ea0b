package etcdstore

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"

	"go.etcd.io/etcd/api/v3/mvccpb"
	clientv3 "go.etcd.io/etcd/client/v3"
)

// Every value is sealed: it has the SHA-256 of its key and content in hexadecimal digits, a line end, and the content.
// So a read detects a value that was changed, cut or copied from another key. It does not detect a writer that computes
// the digest again.

// digestSize is the length of a digest as text.
const digestSize = 2 * sha256.Size

// sealed is a value that was read and has the digest of its key and content.
type sealed struct {
	key, digest string
	content     []byte
}

// seal returns the value of a key with a content.
func (l layout) seal(key string, content []byte) string {
	value := make([]byte, 0, digestSize+1+len(content))
	value = append(value, l.digest(key, content)...)
	value = append(value, '\n')
	return string(append(value, content...))
}

// digest returns the digest of a content below a key. The prefix of the store does not count, so that a store can
// be copied to another one.
func (l layout) digest(key string, content []byte) string {
	h := sha256.New()
	h.Write([]byte(key[len(l.prefix):]))
	h.Write([]byte{0})
	h.Write(content)
	return hex.EncodeToString(h.Sum(nil))
}

// open returns the value of a key. It fails with store_altered if the digest is another one.
func (l layout) open(kv *mvccpb.KeyValue) (*sealed, error) {
	key := string(kv.Key)
	digest, content, _ := bytes.Cut(kv.Value, []byte("\n"))
	if string(digest) != l.digest(key, content) {
		return nil, altered(key, "has a value that does not match its digest")
	}
	return &sealed{key: key, digest: string(digest), content: content}, nil
}

// openAll returns the values of the first keys that a transaction has read, one key a response; nil for an absent key.
func (l layout) openAll(answer *clientv3.TxnResponse, first int) ([]*sealed, error) {
	values := make([]*sealed, first)
	for i := range values {
		kvs := answer.Responses[i].GetResponseRange().Kvs
		if len(kvs) == 0 {
			continue
		}
		var err error
		if values[i], err = l.open(kvs[0]); err != nil {
			return nil, err
		}
	}
	return values, nil
}

// put returns the operation that seals a content and puts it.
func (l layout) put(key string, content []byte) clientv3.Op {
	return clientv3.OpPut(key, l.seal(key, content))
}
