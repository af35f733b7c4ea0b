// Package adapterhost runs adapters, each in a process of its own. [Open] returns the [Catalog]
// of a folder of adapters; [Start] runs a single binary.
//
// The platform does not trust an adapter's code. A process gets:
//
//   - Its own binary, checked against the SHA-256 in the lock file. On Linux, the host copies the
//     binary into a sealed memory file and hashes it there. So the hashed bytes are the bytes that
//     run, and nobody can replace them in between.
//   - Only the environment variables of the handshake, and those that the caller of [Start] adds.
//     The host does not pass its own environment, because it may contain credentials.
//   - A private pipe as stdin. The host writes nothing to it. plugin.Serve exits when the pipe
//     closes, so the adapter does not outlive its host. On Linux, the kernel also kills the
//     process when the host ends. The process cannot see the stdin of the host.
//   - No other file descriptor of the host.
//   - On Linux, confinement: no files, no network addresses, no other programs or processes, and a
//     memory limit. The host applies it before the adapter's first instruction (package process).
//     Later, plugin.Serve applies a stricter confinement.
//   - A Unix socket in a private folder with mode 0700. The host connects to the socket and then
//     removes the folder, so nobody else can connect. The connection has no TLS. TLS would add no
//     protection here, and its handshake takes longer than the rest of the start.
//
// A host can rely on this:
//
//   - The host checks every answer against the contract before it returns the answer.
//   - Each attempt of a call ends within [Options].CallTimeout. Before an attempt, the call may wait
//     for a call slot, and after a crash in the retry queue. Each of these waits ends within
//     CallTimeout. The call may also wait for the start of a process. That takes at most
//     [Options].StartTimeout, after a delay of up to a second.
//   - The host replaces a crashed or unresponsive process and repeats its calls once. It does not
//     repeat a call that reached CallTimeout. If somebody outside the host kills the process, the
//     host repeats a call up to 15 times, but not after CallTimeout. Repeating a call is safe,
//     because every answer is a pure function of its input.
//   - If two processes crash or hang during the same request, the host refuses that request for
//     five minutes.
//   - If five processes in a row fail before they answer a call, the host starts no process for a
//     while. Calls then fail. The pause is a minute at most.
//   - Every error of a call is ctx.Err() or a [problem.Problem]. A Problem has a fault code and a
//     sentence for the operator. The adapter's own messages are only in the log. One exception: the
//     Problem of a crash contains the final output of the process.
package adapterhost
