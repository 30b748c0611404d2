// Opens and closes the listener of a process.
import { setTimeout as sleep } from 'node:timers/promises'

export type Handle = (request: Request) => Response | Promise<Response>

export type ListenOptions = {
  /** 0 means any free port. */
  readonly port: number
  readonly host: string
  /** Whether other processes listen on the same port. */
  readonly sharesPort: boolean
  readonly handle: Handle
}

export type Listener = ReturnType<typeof listen>

/**
 * High enough never to apply, because Bun would return a bare 413. Every route limits what it reads, and Bun discards unread data as it
 * arrives (150 MB: 5 MB of memory on Bun 1.4.5).
 */
const maxRequestBytes = 2 ** 40
/** Longer than one submit may take. Measuring and charging have their own timeouts. */
const drainLimitMs = 120_000

export function listen({ port, host, sharesPort, handle }: ListenOptions) {
  try {
    return Bun.serve({
      port,
      hostname: host,
      maxRequestBodySize: maxRequestBytes,
      idleTimeout: 120,
      reusePort: sharesPort,
      fetch: handle,
    })
  } catch (cause) {
    throw new Error(
      `Port ${port} on ${host} cannot be used: another program may hold it, or HOST is not an address of this machine. Set PORT to another one, or to 0 for any.`,
      { cause },
    )
  }
}

/** Stops listening and waits for running requests, but not for idle connections. */
export async function stopListening(server: Listener): Promise<void> {
  const finished = server.stop()
  await Promise.race([finished, sleep(drainLimitMs)])
  await server.stop(true)
}
