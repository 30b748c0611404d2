// Hourly work of a worker: deletes data that is no longer needed.
import { sweepSignIns } from '../../db/accounts/sweep-sign-ins.ts'
import { sweepGuests } from '../../db/cart/sweep-guests.ts'
import type { Db } from '../../db/core/connect.ts'
import { rowSweeps } from '../../db/maintenance/sweep.ts'
import { deleteLeftCustomers } from '../../domain/accounts/delete-account.ts'
import { endRetention } from '../../domain/accounts/end-retention.ts'
import { isDatabaseUnreachable } from '../../domain/base/database-unreachable.ts'
import { sweepVisitorFiles } from '../../domain/cart/sweep-visitor-files.ts'
import { sweepUploads } from '../../domain/uploads/sweep-uploads.ts'
import type { Deps } from '../deps.ts'

export type SweepOptions = {
  readonly deps: Deps
  readonly db: Db
  /** The current version of the geometry core's measurements. */
  readonly coreVersion: number
}

type Counts = Readonly<Record<string, number>>

const sweepsOf = ({ deps, db, coreVersion }: SweepOptions) =>
  ({
    ...rowSweeps(db, { coreVersion, basketDays: deps.visitorRetention.basketDays }),
    sign_ins: () => sweepSignIns(db),
    guests: () => sweepGuests(db),
    uploads: async () => ({ signedUploads: await sweepUploads(deps) }),
    visitor_files: async () => ({ visitorFiles: await sweepVisitorFiles(deps) }),
    retention: () => endRetention(deps),
    customers: async () => ({ deletedCustomers: await deleteLeftCustomers(deps) }),
  }) satisfies Readonly<Record<string, () => Promise<Counts>>>

/**
 * Runs every sweep and logs what it removed. The sweeps run one after another, so that deletions use one connection. If one fails, the
 * failure is logged and the others still run, unless the database is unavailable. Rejects at the end if any failed, so that the queue
 * retries.
 */
export async function runSweeps(options: SweepOptions): Promise<void> {
  const { log } = options.deps
  let swept: Counts = {}
  const failed: string[] = []
  for (const [name, run] of Object.entries<() => Promise<Counts>>(sweepsOf(options))) {
    try {
      swept = { ...swept, ...(await run()) }
    } catch (error) {
      if (isDatabaseUnreachable(error)) throw error
      log.error('worker.sweep_failed', { sweep: name, error })
      failed.push(name)
    }
  }
  log.info('worker.swept', swept)
  if (failed.length > 0) throw new Error(`These sweeps failed: ${failed.join(', ')}.`)
}
