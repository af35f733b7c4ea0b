package history_test

import (
	"fmt"
	"net/url"
	ossignal "os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"go.etcd.io/etcd/client/pkg/v3/transport"
	"go.etcd.io/etcd/server/v3/embed"
)

const memberArgument = "etcd-member"

// memberConfig is what a member is started with.
type memberConfig struct {
	name, dir    string
	client, peer string // its own addresses
	advertised   string // the address at which other members reach it
	cluster      string
	quota        int64  // in bytes; 0 for etcd's own
	written      int64  // how large a file may become, in bytes; 0 for any size
	certificates string // the folder of those for clients; empty for http
}

func (c memberConfig) arguments() []string {
	return []string{memberArgument, c.name, c.dir, c.client, c.peer, c.advertised, c.cluster, strconv.FormatInt(c.quota, 10), strconv.FormatInt(c.written, 10), c.certificates}
}

func parseMember(a []string) (c memberConfig, err error) {
	if len(a) != 9 {
		return c, fmt.Errorf("a member has %d arguments", len(a))
	}
	c = memberConfig{name: a[0], dir: a[1], client: a[2], peer: a[3], advertised: a[4], cluster: a[5], certificates: a[8]}
	if c.quota, err = strconv.ParseInt(a[6], 10, 64); err != nil {
		return c, err
	}
	c.written, err = strconv.ParseInt(a[7], 10, 64)
	return c, err
}

// serveMember runs a member until it is interrupted.
func serveMember(arguments []string) error {
	c, err := parseMember(arguments)
	if err != nil {
		return err
	}
	if c.written > 0 { // a disk that is full
		ossignal.Ignore(syscall.SIGXFSZ)
		limit := syscall.Rlimit{Cur: uint64(c.written), Max: uint64(c.written)}
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
			return err
		}
	}
	own := embed.NewConfig()
	own.Name, own.Dir, own.InitialCluster, own.QuotaBackendBytes = c.name, c.dir, c.cluster, c.quota
	own.LogLevel, own.LogOutputs = "fatal", []string{"stderr"}
	own.TickMs, own.ElectionMs = 50, 500
	own.ListenClientUrls, own.AdvertiseClientUrls = urls(c.client), urls(c.client)
	own.ListenPeerUrls, own.AdvertisePeerUrls = urls(c.peer), urls(c.advertised)
	if c.certificates != "" {
		own.ClientTLSInfo = transport.TLSInfo{
			CertFile: filepath.Join(c.certificates, "etcd.pem"), KeyFile: filepath.Join(c.certificates, "etcd.key"),
			TrustedCAFile: filepath.Join(c.certificates, "ca.pem"), ClientCertAuth: true,
		}
	}
	e, err := embed.StartEtcd(own)
	if err != nil {
		return err
	}
	defer e.Close()
	select {
	case err = <-e.Err():
	case <-e.Server.StopNotify():
	}
	return err
}

func urls(list string) (parsed []url.URL) {
	for one := range strings.SplitSeq(list, ",") {
		u, _ := url.Parse(one)
		parsed = append(parsed, *u)
	}
	return parsed
}
