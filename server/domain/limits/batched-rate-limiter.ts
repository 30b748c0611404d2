// Slots of a rate limit in blocks: a caller in a hurry takes several with one statement and spends them from memory. The
// endpoint for agents counts every request, and a statement for each would cost more than the request.
import type { RateCounters, RateLimitResult } from './ports.ts'

/** Counts up to `want` slots at once. `windowLeftMs`: until the window ends, by the database's clock as it answered. */
export type ReserveBatch = (
  scope: string,
  subject: string,
  limit: number,
  windowSeconds: number,
  want: number,
) => Promise<{ readonly granted: number; readonly windowLeftMs: number }>

export type LeaseParts = {
  /** For the other scopes. */
  readonly counters: RateCounters
  readonly reserveBatch: ReserveBatch
  readonly scopes: ReadonlySet<string>
  /** Milliseconds of a clock that never goes back. */
  readonly nowMs: () => number
}

type Lease = {
  /** Slots that are counted and not spent yet. */
  left: number
  /** Nothing more is to be had in this window. */
  full: boolean
  size: number
  takenAt: number
  endsAt: number
  /** The statement that is under way; whoever comes meanwhile waits for it. */
  pending: Promise<unknown> | null
}

/**
 * A slow caller takes one slot at a time and is counted exactly everywhere. A block that is spent within a second is
 * followed by one of twice its size, one that lasts longer than ten by a single slot.
 */
const quickMs = 1_000
const slowMs = 10_000
/** No block is more than an eighth of the limit: that much at most a process can keep from the others. */
const maxShareDivisor = 8
/** Beyond this the oldest is forgotten, and its unspent slots with it. */
const mostLeases = 20_000

/**
 * A slot is counted in the database before it is spent, and a block ends with the window that it was counted in, so any
 * number of processes together never let more through than the limit. One process lets through exactly the limit. Of several, one
 * may refuse while another still holds a block; it is never more than its last one. A refusal is remembered until
 * the window ends: nothing gives slots back. When the database fails, what was counted before may still be spent.
 */
export function batchedRateLimiter(parts: LeaseParts): RateCounters {
  const leases = new Map<string, Lease>()
  return {
    consume: (scope, subject, limit, windowSeconds) =>
      parts.scopes.has(scope)
        ? spend(parts, leases, { scope, subject, limit, windowSeconds })
        : parts.counters.consume(scope, subject, limit, windowSeconds),
  }
}

type Wanted = { scope: string; subject: string; limit: number; windowSeconds: number }

function spend(
  parts: LeaseParts,
  leases: Map<string, Lease>,
  wanted: Wanted,
): RateLimitResult | Promise<RateLimitResult> {
  const key = `${wanted.scope} ${wanted.subject}`
  const lease = leases.get(key) ?? begin(leases, key)
  return fromMemory(lease, parts.nowMs()) ?? fromDatabase(parts, lease, wanted)
}

/** null = memory does not know. */
function fromMemory(lease: Lease, now: number): RateLimitResult | null {
  if (now >= lease.endsAt) return null
  if (lease.left > 0) {
    lease.left -= 1
    return allowed
  }
  return lease.full ? refusal(lease.endsAt - now) : null
}

async function fromDatabase(
  parts: LeaseParts,
  lease: Lease,
  wanted: Wanted,
): Promise<RateLimitResult> {
  while (lease.pending !== null) {
    await lease.pending
    const answer = fromMemory(lease, parts.nowMs())
    if (answer !== null) return answer
  }
  return refill(parts, lease, wanted, parts.nowMs())
}

const allowed = { allowed: true } as const

function begin(leases: Map<string, Lease>, key: string): Lease {
  if (leases.size >= mostLeases) {
    for (const oldest of leases.keys()) {
      leases.delete(oldest)
      break
    }
  }
  const lease = {
    left: 0,
    full: false,
    size: 0,
    takenAt: Number.NEGATIVE_INFINITY,
    endsAt: Number.NEGATIVE_INFINITY,
    pending: null,
  }
  leases.set(key, lease)
  return lease
}

/** The first slot of a new block is its caller's, whatever the clock says by then. */
async function refill(
  { reserveBatch }: LeaseParts,
  lease: Lease,
  { scope, subject, limit, windowSeconds }: Wanted,
  now: number,
): Promise<RateLimitResult> {
  const size = nextSize(lease, limit, now)
  const statement = reserveBatch(scope, subject, limit, windowSeconds, size)
  lease.pending = statement
  try {
    const { granted, windowLeftMs } = await statement
    lease.left = Math.max(0, granted - 1)
    lease.full = granted < size
    lease.size = size
    lease.takenAt = now
    // Counted from before the question, so never later than the window's real end.
    lease.endsAt = now + windowLeftMs
    return granted > 0 ? allowed : refusal(windowLeftMs)
  } finally {
    lease.pending = null
  }
}

function nextSize({ size, takenAt }: Lease, limit: number, now: number): number {
  const lasted = now - takenAt
  if (lasted > slowMs) return 1
  const most = Math.max(1, Math.floor(limit / maxShareDivisor))
  return Math.min(lasted < quickMs ? size * 2 : size, most)
}

function refusal(waitMs: number): RateLimitResult {
  return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) }
}
