// Reserves slots of a rate limit in batches. One statement counts several slots for a fast caller, who then consumes
// them from memory. The agent endpoint counts every request, and one statement per request would cost more than the
// request.
import { dropOldest } from '../base/time/recent.ts'
import type { RateCounters, RateLimitResult } from './ports.ts'

/** Counts up to `want` slots in one statement. `windowLeftMs`: time until the window ends, by the database's clock. */
export type ReserveBatch = (
  scope: string,
  subject: string,
  limit: number,
  windowSeconds: number,
  want: number,
) => Promise<{ readonly granted: number; readonly windowLeftMs: number }>

export type BatchedLimiterDeps = {
  /** For all other scopes. */
  readonly counters: RateCounters
  readonly reserveBatch: ReserveBatch
  readonly scopes: ReadonlySet<string>
  /** Returns milliseconds of a monotonic clock. */
  readonly nowMs: () => number
}

type Batch = {
  /** Slots that are counted in the database but not consumed. */
  left: number
  /** Whether the window has no more slots. */
  full: boolean
  size: number
  reservedAt: number
  endsAt: number
  /** The statement in progress. Concurrent requests of the same subject wait for it. */
  pending: Promise<unknown> | null
}

/**
 * A slow caller takes one slot at a time and is counted exactly in every process. If a batch is used up within a
 * second, the next batch is twice as large; if it lasts longer than ten seconds, the next batch is a single slot.
 */
const fastMs = 1_000
const slowMs = 10_000
/** Largest batch: an eighth of the limit. It also limits how much one process can withhold from the others. */
const maxShareDivisor = 8
/** Above this number the oldest batch is dropped with its unused slots. */
const maxBatches = 20_000

/**
 * A slot is counted in the database before it is consumed, and a batch expires with its window, so that any number of
 * processes together never exceed the limit. A single process admits exactly the limit. With several processes, one
 * may refuse while another still holds slots of its last batch. A refusal is cached until the window ends, because
 * slots are never returned. If the database fails, slots that are already counted can still be consumed.
 */
export function batchedRateLimiter(deps: BatchedLimiterDeps): RateCounters {
  const batches = new Map<string, Batch>()
  return {
    consume: (scope, subject, limit, windowSeconds, ...slots) =>
      deps.scopes.has(scope)
        ? takeBatched(deps, batches, { scope, subject, limit, windowSeconds })
        : deps.counters.consume(scope, subject, limit, windowSeconds, ...slots),
  }
}

type SlotRequest = { scope: string; subject: string; limit: number; windowSeconds: number }

function takeBatched(
  deps: BatchedLimiterDeps,
  batches: Map<string, Batch>,
  request: SlotRequest,
): Promise<RateLimitResult> {
  const key = `${request.scope} ${request.subject}`
  const batch = batches.get(key) ?? addBatch(batches, key)
  const slot = takeFromMemory(batch, deps.nowMs())
  return slot === null ? takeFromDatabase(deps, batch, request) : Promise.resolve(slot)
}

async function takeFromDatabase(
  deps: BatchedLimiterDeps,
  batch: Batch,
  request: SlotRequest,
): Promise<RateLimitResult> {
  while (batch.pending !== null) {
    await batch.pending
    const slot = takeFromMemory(batch, deps.nowMs())
    if (slot !== null) return slot
  }
  return refill(deps, batch, request)
}

/** Returns null if the database must decide. */
function takeFromMemory(batch: Batch, now: number): RateLimitResult | null {
  if (now >= batch.endsAt) return null
  if (batch.left > 0) {
    batch.left -= 1
    return allowed
  }
  return batch.full ? refusal(batch.endsAt - now) : null
}

const allowed = { allowed: true } as const

function addBatch(batches: Map<string, Batch>, key: string): Batch {
  dropOldest(batches, maxBatches)
  const batch = {
    left: 0,
    full: false,
    size: 0,
    reservedAt: Number.NEGATIVE_INFINITY,
    endsAt: Number.NEGATIVE_INFINITY,
    pending: null,
  }
  batches.set(key, batch)
  return batch
}

/** Reserves a new batch. The first slot belongs to the current request, even if the window has ended by then. */
async function refill(
  { reserveBatch, nowMs }: BatchedLimiterDeps,
  batch: Batch,
  { scope, subject, limit, windowSeconds }: SlotRequest,
): Promise<RateLimitResult> {
  const now = nowMs()
  const size = nextSize(batch, limit, now)
  const statement = reserveBatch(scope, subject, limit, windowSeconds, size)
  batch.pending = statement
  try {
    const { granted, windowLeftMs } = await statement
    batch.left = Math.max(0, granted - 1)
    batch.full = granted < size
    batch.size = size
    batch.reservedAt = now
    // The time is read before the statement, so that it is never later than the actual end of the window.
    batch.endsAt = now + windowLeftMs
    return granted > 0 ? allowed : refusal(windowLeftMs)
  } finally {
    batch.pending = null
  }
}

function nextSize({ size, reservedAt }: Batch, limit: number, now: number): number {
  const lastedMs = now - reservedAt
  if (lastedMs > slowMs) return 1
  const maxSize = Math.max(1, Math.floor(limit / maxShareDivisor))
  return Math.min(lastedMs < fastMs ? size * 2 : size, maxSize)
}

function refusal(waitMs: number): RateLimitResult {
  return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) }
}
