// Takes an entry out of the gallery for an operator. No account can publish its model again.

import { isUuid } from '../base/ids/uuid.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { cutText, singleLine } from '../base/text/text.ts'
import type { GalleryFailure } from './failure.ts'
import type { GalleryDeps, GalleryEntry } from './ports.ts'

export const maxReportCharacters = 300

/** Returns the entry while it is in the gallery. */
export async function findEntry(
  { gallery }: Pick<GalleryDeps, 'gallery'>,
  id: string,
): Promise<Result<GalleryEntry, GalleryFailure>> {
  const entry = await findAnyEntry({ gallery }, id)
  if (!entry.ok) return entry
  const { withdrawnAt, takenDown } = entry.value
  if (takenDown !== null) return fail({ kind: 'gallery_entry_gone', by: 'operator' })
  if (withdrawnAt !== null) return fail({ kind: 'gallery_entry_gone', by: 'owner' })
  return entry
}

/** Returns the entry, even if it has left the gallery. */
export async function findAnyEntry(
  { gallery }: Pick<GalleryDeps, 'gallery'>,
  id: string,
): Promise<Result<GalleryEntry, GalleryFailure>> {
  const entry = isUuid(id) ? await gallery.read(id) : null
  return entry === null ? fail({ kind: 'gallery_entry_not_found' }) : ok(entry)
}

/** Takes the model down, even if its owner withdrew the entry, so that it cannot be published again. */
export async function takeDown(
  deps: Pick<GalleryDeps, 'gallery' | 'log'>,
  by: string,
  { id, reason: sent }: { readonly id: string; readonly reason: string },
): Promise<Result<void, GalleryFailure>> {
  const reason = cutText(singleLine(sent), maxReportCharacters)
  if (reason === '') return fail({ kind: 'gallery_reason_required' })
  const entry = await findAnyEntry(deps, id)
  if (!entry.ok) return entry
  if (!(await deps.gallery.takeDown({ id, by, reason }))) {
    return fail({ kind: 'gallery_entry_gone', by: 'operator' })
  }
  deps.log.info('gallery.taken_down', { id, by })
  return ok(undefined)
}
