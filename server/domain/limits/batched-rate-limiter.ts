// Reserves slots of a rate limit in batches: one statement counts several slots for a fast caller, who then consumes them from
// memory. The agent endpoint counts every request, and a statement for each would cost more than the request itself.
import type { RateCounters, RateLimitResult } from './ports.ts'

/** Counts up to `want` slots at once. `windowLeftMs`: time until the window ends, by the database's clock. */
export type ReserveBatch = (
  scope: string,
  subject: string,
  limit: number,
  windowSeconds: number,
  want: number,
) => Promise<{ readonly granted: number; readonly windowLeftMs: number }>

export type BatchedLimiterDeps = {
  /** For the other scopes. */
  readonly counters: RateCounters
  readonly reserveBatch: ReserveBatch
  readonly scopes: ReadonlySet<string>
  /** Milliseconds of a monotonic clock. */
  readonly nowMs: () => number
}

type Batch = {
  /** Slots that are counted in the database and not consumed yet. */
  left: number
  /** The window has no more slots. */
  full: boolean
  size: number
  reservedAt: number
  endsAt: number
  /** The statement in flight; concurrent requests of the same subject wait for it. */
  pending: Promise<unknown> | null
}

/**
 * A slow caller takes one slot at a time and is counted exactly in every process. A batch that is used up within a second is
 * followed by one of twice its size, one that lasts longer than ten seconds by a single slot.
 */
const fastMs = 1_000
const slowMs = 10_000
/** No batch is more than an eighth of the limit, which is also the most that one process can keep from the others. */
const maxShareDivisor = 8
/** Above this the oldest batch is dropped, with its unused slots. */
const maxBatches = 20_000

/**
 * A slot is counted in the database before it is consumed, and a batch ends with the window that it was counted in, so any
 * number of processes together never admit more than the limit. A single process admits exactly the limit. Of several, one may
 * refuse while another still holds slots of its last batch. A refusal is cached until the window ends, because slots are never
 * returned. When the database fails, slots that were counted before may still be consumed.
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

/** null = the database has to decide. */
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
  if (batches.size >= maxBatches) {
    for (const oldest of batches.keys()) {
      batches.delete(oldest)
      break
    }
  }
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

/** The first slot of a new batch belongs to the request that reserved it, even if the window has ended by then. */
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
    // The time is read before the statement, so it is never later than the real end of the window.
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
