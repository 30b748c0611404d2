// Verdicts on slices, and the leases by which processes agree on who slices what.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Log } from '../../domain/base/ports.ts'
import type { Db } from '../core/connect.ts'

/** Slicer-bridge's `SliceCache` has this shape, for the verdicts that it makes. */
export type SliceCache<Verdict> = {
  readonly read: (key: string) => Promise<Verdict | null>
  readonly claim: (key: string, signal: AbortSignal) => Promise<Claim<Verdict>>
}

type Claim<Verdict> =
  | { readonly kind: 'stored'; readonly verdict: Verdict }
  | {
      readonly kind: 'mine'
      readonly save: (verdict: Verdict) => Promise<void>
      readonly release: () => Promise<void>
    }

export type SliceLeases = {
  /** A lease that nobody renews lapses after this: the longest wait for what a dead process was slicing. */
  readonly leaseSeconds: number
  /** Between two looks at what another process slices. */
  readonly pollMs: { readonly first: number; readonly most: number }
}

const usual: SliceLeases = { leaseSeconds: 15, pollMs: { first: 50, most: 500 } }

export function createSliceCache<Verdict>(
  db: Db,
  log: Pick<Log, 'warn'>,
  leases: SliceLeases = usual,
): SliceCache<Verdict> {
  const read = (key: string) => readVerdict<Verdict>(db, key)
  return {
    read,
    claim: async (key, signal) => {
      const holder = randomUUID()
      for (let waitMs = leases.pollMs.first; ; waitMs = Math.min(2 * waitMs, leases.pollMs.most)) {
        signal.throwIfAborted()
        if (await takeLease(db, key, holder, leases.leaseSeconds)) break
        const verdict = await read(key)
        if (verdict !== null) return { kind: 'stored', verdict }
        // Apart from each other, so that those who wait do not all look at once.
        await sleep(waitMs * (0.5 + Math.random() / 2), undefined, { signal }).catch(() =>
          signal.throwIfAborted(),
        )
      }
      const stopRenewing = renew(db, { key, holder, log, seconds: leases.leaseSeconds })
      return {
        kind: 'mine',
        save: async (verdict) => {
          stopRenewing()
          await saveVerdict(db, key, JSON.stringify(verdict)).catch((error: unknown) => {
            // The slice stands all the same; the next one who asks makes it again.
            log.warn('slice.not_kept', { key, error })
          })
        },
        release: async () => {
          stopRenewing()
          await dropLease(db, key, holder).catch((error: unknown) => {
            log.warn('slice.lease_not_dropped', { key, error })
          })
        },
      }
    },
  }
}

async function readVerdict<Verdict>(db: Db, key: string): Promise<Verdict | null> {
  const row = await db
    .selectFrom('slices')
    .select('verdict')
    .where('key', '=', key)
    .executeTakeFirst()
  return (row?.verdict ?? null) as Verdict | null
}

const inSeconds = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`

/** True when the key is free, or its holder has let the lease lapse. */
async function takeLease(db: Db, key: string, holder: string, seconds: number): Promise<boolean> {
  const lease = { holder, leased_until: inSeconds(seconds) }
  const taken = await db
    .insertInto('slices')
    .values({ key, ...lease })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet(lease).where('slices.leased_until', '<', sql<Date>`now()`),
    )
    .returning('key')
    .executeTakeFirst()
  return taken !== undefined
}

/** Until the function given back is called, or this process dies. */
function renew(
  db: Db,
  {
    key,
    holder,
    log,
    seconds,
  }: { key: string; holder: string; log: Pick<Log, 'warn'>; seconds: number },
): () => void {
  const renewNow = () =>
    db
      .updateTable('slices')
      .set({ leased_until: inSeconds(seconds) })
      .where('key', '=', key)
      .where('holder', '=', holder)
      .execute()
      .catch((error: unknown) => {
        // At worst somebody else makes the same slice as well.
        log.warn('slice.lease_not_renewed', { key, error })
      })
  const timer = setInterval(renewNow, (seconds * 1000) / 3)
  return () => clearInterval(timer)
}

/** Also when the lease was lost meanwhile: a verdict is a verdict, and the first one stays. */
async function saveVerdict(db: Db, key: string, verdict: string): Promise<void> {
  const done = { verdict, holder: null, leased_until: null }
  await db
    .insertInto('slices')
    .values({ key, ...done })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet(done).where('slices.verdict', 'is', null),
    )
    .execute()
}

async function dropLease(db: Db, key: string, holder: string): Promise<void> {
  await db.deleteFrom('slices').where('key', '=', key).where('holder', '=', holder).execute()
}
