// Package adapterhost runs adapters, each in a process of its own. [Open] returns the [Catalog]
// of a folder of adapters; [Start] runs a single binary.
//
// The platform does not trust an adapter's code. A process gets:
//
//   - Its own binary, checked against the SHA-256 in the lock file. On Linux, the host copies the
//     binary into a sealed memory file and hashes it there. So the hashed bytes are the bytes that
//     run, and nobody can replace them in between.
//   - An environment with only the variables of the handshake. The environment of the host may
//     contain credentials.
//   - A private pipe as stdin. The host writes nothing to it. The adapter ends when the pipe
//     closes, so it cannot outlive its host. On Linux, the kernel also ends it. The process cannot
//     see the stdin of the host.
//   - No other file descriptor of the host.
//   - On Linux, confinement: no files, no network addresses, no other programs or processes, and a
//     memory limit. The host applies it before the adapter's first instruction (package process).
//     plugin.Serve applies a stricter one later.
//   - A Unix socket in a private folder with mode 0700. The host removes the folder when it is
//     connected, so nobody else can connect. TLS would add nothing to that, and would take longer
//     than the rest of the start.
//
// A host can rely on this:
//
//   - Every answer was checked against the contract.
//   - A call ends within [Options].CallTimeout for each attempt.
//   - A crashed or unresponsive process is replaced. A call is repeated once if the process crashed
//     during it. This is safe, because every answer is a pure function of its input.
//   - A request that crashed two processes is refused for five minutes.
//   - An adapter that only crashes is not started for up to a minute.
//   - Every failure is a [problem.Problem] with a fault code and a sentence for the operator. The
//     adapter's own messages are only in the log. One exception: the final output of a process that
//     crashed is in the Problem.
package adapterhost
