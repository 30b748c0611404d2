// The newest picture of each printer. Programs send it; operators and viewers see it.

import { fail, ok, type Result } from '../../base/result.ts'
import { consumeRateLimit } from '../../limits/consume-rate-limit.ts'
import type { LimitFailure } from '../../limits/failure.ts'
import type { LimitDeps } from '../../limits/ports.ts'
import type { PrinterFailure } from './failure.ts'
import { readPrinterName } from './name.ts'
import type { PrinterDeps } from './ports.ts'

/**
 * Decodes a PNG, JPEG or WebP and encodes it as a JPEG of at most `pictureSidePx`. Returns null for anything else, and for a picture that
 * stays larger than `maxStoredPictureBytes`.
 */
export type ShrinkPicture = (bytes: Uint8Array) => Promise<Uint8Array | null>

export type StoredPicture = { readonly jpeg: Uint8Array; readonly at: Date }

type Deps = PrinterDeps &
  Pick<LimitDeps, 'rateCounters' | 'production' | 'log'> & {
    readonly shrinkPicture: ShrinkPicture
  }

/** Replaces the printer's picture. Returns when it was stored. */
export async function storePicture(
  deps: Deps,
  name: string,
  bytes: Uint8Array,
): Promise<Result<Date, PrinterFailure | LimitFailure>> {
  const known = readPrinterName(name)
  if (known === null) return fail({ kind: 'printer_name_invalid' })
  const slot = await consumeRateLimit(deps, 'printer-picture', known)
  if (!slot.ok) return slot
  const jpeg = await deps.shrinkPicture(bytes)
  if (jpeg === null) return fail({ kind: 'printer_picture_unreadable' })
  const at = await deps.printers.writePicture(known, jpeg)
  return at === null ? fail({ kind: 'printer_not_found' }) : ok(at)
}
