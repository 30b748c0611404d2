// Removes signed uploads that have expired, with the bytes that were never completed.

import { dayMs } from '../base/day.ts'
import type { UploadDeps } from './ports.ts'
import { incomingKey } from './sign-upload.ts'

/** A completed upload returns its response this long, and a body in progress may still end. */
const keptMs = dayMs
const batch = 500

/** Returns how many. The rest of a long list is left to the next sweep. */
export async function sweepUploads({
  objects,
  signedUploads,
  clock,
  log,
}: Pick<UploadDeps, 'objects' | 'signedUploads' | 'clock' | 'log'>): Promise<number> {
  const before = new Date(clock.now().getTime() - keptMs)
  let removed = 0
  for (const id of await signedUploads.listExpired(before, batch)) {
    try {
      await objects.remove(incomingKey(id))
      await signedUploads.remove(id)
      removed += 1
    } catch (error) {
      // Storage is unreachable; the row stays for the next sweep.
      log.warn('upload.not_removed', { id, error })
    }
  }
  return removed
}
