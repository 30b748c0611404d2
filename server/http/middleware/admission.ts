// Order in which requests start. One process handles all of them, so callers with recently verified credentials go
// first. Unverified callers take turns: one request per round of the event loop. The more work the requests of a round
// have, the longer it takes. Unverified requests therefore start no faster than they are answered, and a verified
// request waits for one of them instead of all.
import { createRounds } from '../requests/yield-to-event-loop.ts'
import type { Authenticate } from './context.ts'

export type Admission = {
  /** Wraps `authenticate` to remember which credentials are valid. */
  readonly noting: (authenticate: Authenticate) => Authenticate
  /**
   * Returns null when the request may start immediately. Otherwise the request waits, and starts unless the promise
   * resolves to false because too many requests wait.
   */
  readonly admit: (request: Request, address: () => string) => Promise<boolean> | null
}

/** About five seconds of work. */
const maxWaiting = 1_000
/** Maximum number of remembered credentials. The oldest one is dropped first. */
const maxKnown = 10_000
const knownMs = 10 * 60_000

export function createAdmission(now: () => number = () => performance.now()): Admission {
  const known = createKnown(now)
  const turns = createTurns()
  return {
    noting: (authenticate) => async (request, accepts) => {
      const caller = await authenticate(request, accepts)
      if (caller !== null) known.add(request)
      return caller
    },
    admit: (request, address) => {
      if (known.has(request)) return null
      return turns.take(address)
    },
  }
}

/** Stores hashes of recently valid credentials. Permissions of each request are checked elsewhere. */
function createKnown(now: () => number) {
  const until = new Map<number | bigint, number>()
  // Random, so that an attacker cannot choose a credential whose hash collides with another.
  const seed = crypto.getRandomValues(new BigUint64Array(1))[0] ?? 0n
  const hashOf = ({ headers }: Request) => {
    const credential =
      headers.get('authorization') ?? headers.get('x-api-key') ?? headers.get('cookie')
    return credential === null ? null : Bun.hash.wyhash(credential, seed)
  }
  return {
    add: (request: Request) => {
      const hash = hashOf(request)
      if (hash === null) return
      until.delete(hash)
      until.set(hash, now() + knownMs)
      for (const [oldest] of until) {
        if (until.size <= maxKnown) break
        until.delete(oldest)
      }
    },
    has: (request: Request) => {
      const hash = hashOf(request)
      return hash !== null && (until.get(hash) ?? 0) > now()
    },
  }
}

/** Ends the wait of a request. true starts the request. */
type Settle = (isBegun: boolean) => void

/**
 * Starts one request per round of the event loop, alternating between waiting addresses. When too many requests wait,
 * refuses the newest request of the address with the most, so that no address blocks the others.
 */
function createTurns() {
  const waiting = new Map<string, Settle[]>()
  let count = 0
  const rounds = createRounds(() => {
    const [first] = waiting
    if (first === undefined) return undefined
    const [address, queue] = first
    const settle = queue.shift()
    waiting.delete(address)
    if (queue.length > 0) waiting.set(address, queue)
    count -= 1
    return settle && (() => settle(true))
  })
  return {
    take: (address: () => string): Promise<boolean> | null => {
      if (rounds.start()) return null
      const lane = address()
      const queue = waiting.get(lane) ?? []
      if (count >= maxWaiting) {
        const longest = longestOf(waiting)
        if (longest === undefined || longest.length <= queue.length + 1) return refused
        longest.pop()?.(false)
        count -= 1
      }
      count += 1
      waiting.set(lane, queue)
      return new Promise((resolve) => queue.push(resolve))
    },
  }
}

const refused = Promise.resolve(false)

function longestOf(waiting: ReadonlyMap<string, Settle[]>): Settle[] | undefined {
  let longest: Settle[] | undefined
  for (const queue of waiting.values()) {
    if (queue.length > (longest?.length ?? 0)) longest = queue
  }
  return longest
}
