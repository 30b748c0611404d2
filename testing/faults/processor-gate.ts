// A gate between the server and the card processor's stand-in, controlled by the test: holds a call or its response
// for any time, or fails every call in a chosen way.
import { freePort } from '../service/real-server.ts'

export type Direction = 'request' | 'response'

/** A call that is stopped at the gate. */
export type Held = {
  /** Resolves once the call (or its response) has arrived. */
  readonly reached: Promise<void>
  /** Ends the hold. The call is passed on even if its sender is dead. */
  readonly release: () => void
}

export type HoldOptions = {
  /** Effect of a release: passes the request on (by default), or cuts the connection, so that it never arrives. */
  readonly lost?: boolean
}

/**
 * refused: no server listens. reset: cut before the processor receives it. lost: executed, then cut. error: 500
 * before the processor receives it. silent: accepted without a response, and never passed on. slow: passed on when
 * the processor recovers.
 */
export type Outage = 'refused' | 'reset' | 'lost' | 'error' | 'silent' | 'slow'

export type Gate = {
  readonly baseUrl: string
  /** Stops the next `POST` to the path. */
  readonly hold: (path: string, direction: Direction, options?: HoldOptions) => Held
  readonly fail: (outage: Outage) => Promise<void>
  readonly recover: () => Promise<void>
  /** Releases everything that is held or will be. */
  readonly releaseAll: () => void
  /** Returns the idempotency keys of the path's calls so far, one for every call. */
  readonly keysOf: (path: string) => readonly string[]
  readonly close: () => Promise<void>
}

export const CHARGE = '/v1/payment_intents'
export const CHECKOUT = '/v1/checkout/sessions'

type Waiting = { path: string; direction: Direction; pass: () => Promise<'go' | 'cut'> }

export async function openGate(target: string): Promise<Gate> {
  const waiting: Waiting[] = []
  const held = new Set<Held>()
  const calls: { path: string; key: string | null }[] = []
  let outage: Outage | null = null
  let recovered = Promise.withResolvers<void>()

  const passOf = async (path: string, direction: Direction) => {
    const found = waiting.findIndex((each) => each.path === path && each.direction === direction)
    const [entry] = found < 0 ? [] : waiting.splice(found, 1)
    return entry === undefined ? 'go' : entry.pass()
  }
  const serve = async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url)
    const body = request.method === 'POST' ? await request.text() : null
    calls.push({ path: pathname, key: request.headers.get('idempotency-key') })
    if (outage === 'reset') return cut()
    if (outage === 'error') return brokenAnswer()
    const { promise: recovery } = recovered
    if (outage === 'silent') return recovery.then(cut)
    if (outage === 'slow') await recovery
    const mayHold = request.method === 'POST'
    if (mayHold && (await passOf(pathname, 'request')) === 'cut') return cut()
    const lost = outage === 'lost'
    const response = await fetch(`${target}${pathname}${search}`, {
      method: request.method,
      headers: request.headers,
      body,
      redirect: 'manual',
    })
    const bytes = await response.arrayBuffer()
    if (mayHold && (await passOf(pathname, 'response')) === 'cut') return cut()
    return lost
      ? cut()
      : new Response(bytes, { status: response.status, headers: response.headers })
  }
  const listen = (at: number) =>
    Bun.serve({ hostname: '127.0.0.1', port: at, idleTimeout: 0, fetch: serve })
  const port = await freePort()
  // The promise waits for every connection, including cut ones; the port is free immediately.
  const stop = (running: ReturnType<typeof listen> | null) => void running?.stop(true)
  let server: ReturnType<typeof listen> | null = listen(port)

  const recover = async () => {
    outage = null
    recovered.resolve()
    recovered = Promise.withResolvers()
    server ??= listen(port)
  }
  const releaseAll = () => {
    for (const one of held) one.release()
  }
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    hold: (path, direction, { lost = false } = {}) => {
      const reached = Promise.withResolvers<void>()
      const decided = Promise.withResolvers<'go' | 'cut'>()
      const pass = () => {
        reached.resolve()
        return decided.promise
      }
      waiting.push({ path, direction, pass })
      const release = () => decided.resolve(lost ? 'cut' : 'go')
      const one: Held = { reached: reached.promise, release }
      held.add(one)
      return one
    },
    fail: async (kind) => {
      outage = kind
      if (kind !== 'refused') return
      stop(server)
      server = null
    },
    recover,
    releaseAll,
    keysOf: (path) => calls.flatMap((call) => (call.path === path && call.key ? [call.key] : [])),
    close: async () => {
      releaseAll()
      recovered.resolve()
      stop(server)
    },
  }
}

/** A body that fails before its first byte makes Bun close the socket without sending even a status line. */
const cut = (): Response =>
  new Response(new ReadableStream({ start: (controller) => controller.error(undefined) }))

const brokenAnswer = (): Response =>
  Response.json(
    { error: { type: 'api_error', message: 'An unknown error occurred.' } },
    { status: 500 },
  )
