// Operators' actions on counted spools: add, weigh, load, unload, mark as empty.
import type { BaseDeps } from '../../base/ports.ts'
import type { Result } from '../../base/result.ts'
import type { PrinterFailure } from '../printers/failure.ts'
import type { SpoolFailure } from './failure.ts'
import type { AddedSpools, SpoolChange, SpoolDeps } from './ports.ts'
import type { CountedSpool } from './spool.ts'

type Deps = SpoolDeps & Pick<BaseDeps, 'log'>

/** Returns the numbers of the new spools. */
export async function addSpools(
  { spools, log }: Deps,
  by: string,
  added: AddedSpools,
): Promise<readonly number[]> {
  const ids = await spools.add({ ...added, by })
  const { material, color, count } = added
  log.info('farm.spools_added', { material, color, count, by })
  return ids
}

export async function changeSpool(
  { spools, log }: Deps,
  id: number,
  change: SpoolChange,
): Promise<Result<CountedSpool, SpoolFailure | PrinterFailure>> {
  const changed = await spools.change(id, change)
  if (changed.ok) {
    const { action, by } = change
    log.info('farm.spool_changed', { spool: id, action, by })
  }
  return changed
}
