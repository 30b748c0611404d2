// Removes expired signed uploads, and the bytes of uploads that were never completed.

import { dayMs } from '../base/time/day.ts'
import { endedUploadDays } from '../base/time/retention.ts'
import type { UploadDeps } from './ports.ts'
import { incomingKey } from './sign-upload.ts'

const keptMs = endedUploadDays * dayMs
const maxUploadsPerSweep = 500

/** Returns how many were removed. A long list is continued by the next sweep. */
export async function sweepUploads({
  objects,
  signedUploads,
  clock,
  log,
}: Pick<UploadDeps, 'objects' | 'signedUploads' | 'clock' | 'log'>): Promise<number> {
  const before = new Date(clock.now().getTime() - keptMs)
  let removed = 0
  for (const id of await signedUploads.listExpired(before, maxUploadsPerSweep)) {
    try {
      await objects.remove(incomingKey(id))
      await signedUploads.remove(id)
      removed += 1
    } catch (error) {
      // Storage is unreachable. The next sweep retries the row.
      log.warn('upload.not_removed', { id, error })
    }
  }
  return removed
}
