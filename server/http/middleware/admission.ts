// The order in which requests are started. One process answers all of them, so callers who recently proved who they are go first, and
// strangers take turns: one request per round of the event loop. A round grows with the work of the requests that it resumes, so strangers
// are started as fast as they are answered, and others wait for the work of one of them instead of all.
import { createRounds } from '../requests/yield-to-event-loop.ts'
import type { Authenticate } from './context.ts'

export type Admission = {
  /** Remembers which credentials are valid. */
  readonly noting: (authenticate: Authenticate) => Authenticate
  /** null = the request is started at once. Otherwise it waits, and is started unless this resolves to false because too many wait. */
  readonly admit: (request: Request, address: () => string) => Promise<boolean> | null
}

/** About five seconds of work. */
const maxWaiting = 1_000
/** Limit for remembered credentials; the oldest one is forgotten first. */
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

/** Hashes of credentials that were valid recently. Each request's permissions are still checked elsewhere. */
function createKnown(now: () => number) {
  const until = new Map<number | bigint, number>()
  // Unpredictable, so that no one can choose a credential with the hash of another.
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

/** Ends the wait of a request; true when it is started. */
type Settle = (isBegun: boolean) => void

/**
 * One turn per round of the event loop; waiting addresses take turns. When too many requests wait, the newest request of the address
 * with the most is refused, so that no address keeps the others out.
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
