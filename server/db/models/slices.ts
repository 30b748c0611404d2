// Verdicts on slices, and the leases by which processes agree which of them slices a model. An unreadable verdict is deleted, and its
// model is sliced again.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type * as v from 'valibot'
import type { Log } from '../../domain/base/ports.ts'
import type { Db } from '../core/connect.ts'
import { hasLapsed, leaseEnd } from '../core/transactions/leases.ts'
import { committedLocally } from '../core/transactions/local-commit.ts'
import { jsonb, readJson, recover } from '../core/values/json.ts'

/** Same shape as slicer-bridge's `SliceCache`, which is for the bridge's verdicts. */
export type SliceCache<Verdict> = {
  readonly read: (key: string) => Promise<Verdict | null>
  readonly claim: (key: string, signal: AbortSignal) => Promise<SliceClaim<Verdict>>
}

type SliceClaim<Verdict> =
  | { readonly kind: 'stored'; readonly verdict: Verdict }
  | {
      readonly kind: 'mine'
      readonly save: (verdict: Verdict) => Promise<void>
      readonly release: () => Promise<void>
    }

export type SliceLeases = {
  /** A lease that is not renewed expires after this time: the longest wait for a slice of a dead process. */
  readonly leaseSeconds: number
  /** Interval between two polls for another process's slice. It doubles from the first value to the maximum. */
  readonly pollMs: { readonly first: number; readonly max: number }
}

const usual: SliceLeases = { leaseSeconds: 15, pollMs: { first: 50, max: 500 } }

export type SliceCacheOptions<Verdict> = {
  readonly schema: v.GenericSchema<unknown, Verdict>
  readonly log: Pick<Log, 'warn' | 'error'>
  readonly leases?: SliceLeases
}

export function createSliceCache<Verdict>(
  db: Db,
  { schema, log, leases = usual }: SliceCacheOptions<Verdict>,
): SliceCache<Verdict> {
  const read = (key: string) => readVerdict(db, key, { schema, log })
  return {
    read,
    claim: async (key, signal) => {
      const holder = randomUUID()
      for (let waitMs = leases.pollMs.first; ; waitMs = Math.min(2 * waitMs, leases.pollMs.max)) {
        signal.throwIfAborted()
        if (await takeLease(db, key, holder, leases.leaseSeconds)) break
        const verdict = await read(key)
        if (verdict !== null) return { kind: 'stored', verdict }
        // Jitter, so that waiting processes do not all poll at the same time.
        await sleep(waitMs * (0.5 + Math.random() / 2), undefined, { signal }).catch(() =>
          signal.throwIfAborted(),
        )
      }
      const stopRenewing = renew(db, { key, holder, log, seconds: leases.leaseSeconds })
      return {
        kind: 'mine',
        save: async (verdict) => {
          stopRenewing()
          await saveVerdict(db, key, jsonb(verdict)).catch((error: unknown) => {
            // The current slice is still used; the next request for it slices again.
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

async function readVerdict<Verdict>(
  db: Db,
  key: string,
  { schema, log }: Pick<SliceCacheOptions<Verdict>, 'schema' | 'log'>,
): Promise<Verdict | null> {
  const row = await db
    .selectFrom('slices')
    .select('verdict')
    .where('key', '=', key)
    .executeTakeFirst()
  const stored = row?.verdict ?? null
  if (stored === null) return null
  const place = { table: 'slices', column: 'verdict', id: key }
  const verdict = recover(
    log,
    () => readJson(schema, stored, place),
    () => null,
  )
  // A key with a verdict can never be leased: the row would make every claim wait.
  if (verdict === null) await dropVerdict(db, key)
  return verdict
}

async function dropVerdict(db: Db, key: string): Promise<void> {
  await db.deleteFrom('slices').where('key', '=', key).where('verdict', 'is not', null).execute()
}

/** Takes the lease. Returns true when the key is free or its holder's lease has expired. */
async function takeLease(db: Db, key: string, holder: string, seconds: number): Promise<boolean> {
  const lease = { holder, leased_until: leaseEnd(seconds) }
  const row = await db
    .insertInto('slices')
    .values({ key: committedLocally(key), ...lease })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet(lease).where(hasLapsed('slices.leased_until')),
    )
    .returning('key')
    .executeTakeFirst()
  return row !== undefined
}

/** Renews the lease until the returned function is called, or this process dies. */
function renew(
  db: Db,
  lease: { key: string; holder: string; seconds: number; log: Pick<Log, 'warn'> },
): () => void {
  const { key, holder, seconds, log } = lease
  const renewNow = () =>
    db
      .updateTable('slices')
      .set({ leased_until: leaseEnd(seconds) })
      .where('key', '=', key)
      .where('holder', '=', holder)
      .execute()
      .catch((error: unknown) => {
        // In the worst case, another process makes the same slice, too.
        log.warn('slice.lease_not_renewed', { key, error })
      })
  const timer = setInterval(renewNow, (seconds * 1000) / 3)
  return () => clearInterval(timer)
}

/** Stores the verdict even if the lease was lost in the meantime: equal keys have equal verdicts, and the first one stays. */
async function saveVerdict(db: Db, key: string, verdict: string): Promise<void> {
  const done = { verdict, holder: null, leased_until: null }
  await db
    .insertInto('slices')
    .values({ key: committedLocally(key), ...done })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet(done).where('slices.verdict', 'is', null),
    )
    .execute()
}

async function dropLease(db: Db, key: string, holder: string): Promise<void> {
  await db.deleteFrom('slices').where('key', '=', key).where('holder', '=', holder).execute()
}
