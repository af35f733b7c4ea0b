// Package adapterhost runs adapters: Catalog is how a host finds, starts, checks
// and supervises its adapters, each in a process of its own.
//
// What an adapter process is given, and why:
//
//   - Its own binary, checked against the SHA-256 of the lock file. On Linux the
//     bytes that were hashed are the bytes that run: they are copied into a
//     sealed memory file on the way, so that nothing can be swapped in between.
//   - An environment with only the handshake's variables. The host's own may hold
//     credentials.
//   - A stdin that is a private pipe, on which nothing is ever written. The
//     adapter ends when it closes, so that no adapter outlives its host, however
//     the host ends; on Linux the kernel ends it in any case. The host's stdin is
//     not visible to it.
//   - No other descriptor of the host.
//   - On Linux confinement: no file, no address, no other program or process, and
//     a limit of memory. The host applies it before the adapter's first
//     instruction (package process); plugin.Serve applies a tighter one inside.
//   - A Unix socket in a folder of its own with mode 0700, which the host removes
//     as soon as it is connected. Nobody else, and nobody later, can reach the
//     socket. Therefore there is no mutual TLS on top, which would cost more than
//     all the rest of a start.
//
// What a host may rely on: an answer was checked against the contract before it
// is returned; a call ends within its time; a crashed or unresponsive process is
// replaced, and a call during which it crashed is repeated once, because every
// answer is a pure function of its input. A request that went down with two processes is
// refused for a while, and an adapter that only crashes is not started for one.
// Every failure is a *problem.Problem with a fault code of its own and a sentence
// for the operator; the adapter's own words go to the log only, but for the final
// output of a process that crashed.
package adapterhost
