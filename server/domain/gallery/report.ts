// Anyone reports a model of the gallery, and an operator decides: takes it down, or closes its reports. Who reported is not kept.

import { fail, ok, type Result } from '../base/result.ts'
import { cutText, singleLine } from '../base/text.ts'
import type { GalleryFailure } from './failure.ts'
import type { GalleryDeps } from './ports.ts'
import { findAnyEntry, findEntry, maxReasonCharacters } from './take-down.ts'

/** Only what is in the gallery can be reported. */
export async function reportEntry(
  deps: Pick<GalleryDeps, 'gallery' | 'ids' | 'clock' | 'log'>,
  { id, reason: sent }: { readonly id: string; readonly reason: string },
): Promise<Result<void, GalleryFailure>> {
  const reason = cutText(singleLine(sent), maxReasonCharacters)
  const entry = await findEntry(deps, id)
  if (!entry.ok) return entry
  if (reason === '') return fail({ kind: 'gallery_report_empty' })
  await deps.gallery.report({ id: deps.ids.uuid(), entryId: id, reason, at: deps.clock.now() })
  deps.log.info('gallery.reported', { id })
  return ok(undefined)
}

/** The model stays. Logged with the operator's name. */
export async function closeReports(
  deps: Pick<GalleryDeps, 'gallery' | 'log'>,
  by: string,
  id: string,
): Promise<Result<void, GalleryFailure>> {
  const entry = await findAnyEntry(deps, id)
  if (!entry.ok) return entry
  await deps.gallery.closeReports(id, by)
  deps.log.info('gallery.reports_closed', { id, by })
  return ok(undefined)
}
