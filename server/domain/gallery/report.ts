// Anyone can report a gallery model. An operator then takes it down or closes its reports. The reporter's identity is
// not stored.

import { fail, ok, type Result } from '../base/result.ts'
import { cutText, singleLine } from '../base/text/text.ts'
import type { GalleryFailure } from './failure.ts'
import type { GalleryDeps } from './ports.ts'
import { findAnyEntry, findEntry, maxReportCharacters } from './take-down.ts'

/** Reports an entry. Only entries in the gallery can be reported. */
export async function reportEntry(
  deps: Pick<GalleryDeps, 'gallery' | 'ids' | 'clock' | 'log'>,
  { id, reason: sent }: { readonly id: string; readonly reason: string },
): Promise<Result<void, GalleryFailure>> {
  const reason = cutText(singleLine(sent), maxReportCharacters)
  const entry = await findEntry(deps, id)
  if (!entry.ok) return entry
  if (reason === '') return fail({ kind: 'gallery_report_empty' })
  await deps.gallery.report({ id: deps.ids.uuid(), entryId: id, reason, at: deps.clock.now() })
  deps.log.info('gallery.reported', { id })
  return ok(undefined)
}

/** Closes the reports and keeps the model. Logs the operator. */
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
