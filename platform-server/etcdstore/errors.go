package etcdstore

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"go.etcd.io/etcd/api/v3/v3rpc/rpctypes"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"platform.internal/platform-core/problem"
)

// retryTime is the number of seconds after which a caller may retry if the store does not answer.
const retryTime = 2

// unavailable returns the error of a call of etcd as a [problem.Problem]. It returns the error of ctx if the caller
// cancelled it.
func unavailable(ctx context.Context, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(ctx.Err(), context.Canceled):
		return ctx.Err()
	case errors.Is(err, rpctypes.ErrNoSpace):
		return full(err)
	}
	switch code(err) {
	case codes.PermissionDenied,
		codes.Unauthenticated,
		codes.InvalidArgument,
		codes.Unimplemented,
		codes.FailedPrecondition:
		return problem.New(
			problem.StoreUnavailable,
			"The shared store refuses this server. The log of the server has the reason.",
		).Because(
			err,
		)
	}
	p := problem.New(
		problem.StoreUnavailable,
		"The shared store cannot be reached, or did not answer in time. Try again in %d s, with the same key.",
		retryTime,
	).Because(
		err,
	)
	p.RetryAfter = retryTime
	return p
}

// full returns the problem of a database that has reached its quota.
func full(cause error) error {
	return problem.New(
		problem.CapacityExhausted,
		"The shared store is full: etcd has reached its quota. What is stored is still served. For new requests, its operator raises the quota.",
	).Because(
		fmt.Errorf(
			"compact and defragment etcd or raise its --quota-backend-bytes, and then clear the alarm with etcdctl alarm disarm: %w",
			cause,
		),
	)
}

// repeatable reports whether a failed call may succeed at a retry.
func repeatable(err error) bool {
	if errors.Is(err, rpctypes.ErrNoSpace) {
		return false
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return true
	}
	switch code(err) {
	case codes.Unavailable, codes.DeadlineExceeded, codes.ResourceExhausted, codes.Aborted:
		return true
	default:
		return false
	}
}

// code returns the gRPC code of an error.
func code(err error) codes.Code {
	var refused rpctypes.EtcdError
	if errors.As(err, &refused) {
		return refused.Code()
	}
	return status.Code(err)
}

// moreSpecific returns the error of two attempts that helps an operator more. An error of TLS is better than another
// one, and a timeout is worse; of equal ones it returns the later. etcd refuses a certificate after the handshake,
// when the connection may already be in use.
func moreSpecific(before, now error) error {
	rank := func(err error) int {
		switch {
		case err == nil:
			return 0
		case strings.Contains(err.Error(), "tls:"):
			return 3
		case errors.Is(err, context.DeadlineExceeded):
			return 1
		default:
			return 2
		}
	}
	if rank(before) > rank(now) {
		return before
	}
	return now
}

// restored returns the problem of a store that is not the one of earlier calls. From now on every call fails with it.
func (c *connection) restored() error {
	c.cluster.Store(noCluster)
	return problem.New(
		problem.StoreAltered,
		"The shared store was restored from a backup while this server ran. Its operator starts this server again.",
	)
}

// altered returns the problem of a key in etcd with a value that this package did not write.
func altered(key, format string, args ...any) error {
	return problem.New(problem.StoreAltered, "Data in the shared store was changed or damaged.").Because(
		fmt.Errorf(
			"the key %s %s; restore etcd from an earlier backup, and check who else can write to it",
			key,
			fmt.Sprintf(format, args...),
		),
	)
}
