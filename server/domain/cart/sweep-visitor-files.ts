// Removes expired stored files that no account, order, print job or basket references, such as files of visitors
// without an account and of refused orders.

import { hourMs } from '../base/time/day.ts'
import { picturesOf } from '../measurement/model-picture.ts'
import type { CartDeps } from './ports.ts'

/**
 * A request stores a file before it writes the order, so a recently stored file may be about to be ordered. No request
 * takes an hour.
 */
const settledMs = 2 * hourMs
const maxFilesPerSweep = 500

type SweepDeps = Pick<CartDeps, 'objects' | 'visitorFiles' | 'clock' | 'log'>

/** Returns how many files were removed. A long list is continued by the next sweep. */
export async function sweepVisitorFiles(deps: SweepDeps): Promise<number> {
  const { visitorFiles, log } = deps
  await visitorFiles.forgetOwned()
  let removed = 0
  for (const file of await visitorFiles.listUnused(maxFilesPerSweep)) {
    try {
      if (!(await remove(deps, file))) continue
      await visitorFiles.forget(file.uri)
      removed += 1
    } catch (error) {
      // Storage is unreachable. The next sweep retries the file.
      log.warn('visitor_file.not_removed', { sha256: file.sha256, error })
    }
  }
  return removed
}

/** Returns false if the file was stored again recently. */
async function remove(
  { objects, clock }: Pick<SweepDeps, 'objects' | 'clock'>,
  { uri, sha256 }: { readonly uri: string; readonly sha256: string },
): Promise<boolean> {
  const key = objects.parseUri(uri)
  // The file is in another bucket, from before a migration.
  if (key === null) return true
  const storedBefore = new Date(clock.now().getTime() - settledMs)
  if (!(await objects.removeOlder(key, storedBefore))) return false
  await objects.removeAll(picturesOf(sha256))
  return true
}
