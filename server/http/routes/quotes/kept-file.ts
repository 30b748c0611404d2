// Hidden field that names a file which the quote page stored for a browser without JavaScript. Its keyed hash proves
// that this browser sent the file, and covers the expiry time.

import { timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import type { Clock, KeyedBytes } from '../../../domain/base/ports.ts'
import { fail, ok, type Result } from '../../../domain/base/result.ts'
import { modelFormats } from '../../../domain/models/format.ts'
import type { KeptFile } from '../../../domain/quotes/kept-file.ts'
import { keptFileField } from '../../../pages/quotes/quote-page.tsx'

type KeptDeps = { readonly orderIds: KeyedBytes }

const macBytes = 16

const schema = v.object({
  uri: v.string(),
  fileName: v.string(),
  sha256: v.string(),
  sizeBytes: v.number(),
  format: v.picklist(modelFormats),
  expiresAt: v.pipe(v.number(), v.toDate()),
})

const macOf = ({ orderIds }: KeptDeps, text: string): Uint8Array =>
  orderIds.bytes(JSON.stringify(['kept-file', text])).slice(0, macBytes)

export function keptFileText(
  { uri, fileName, sha256, sizeBytes, format, expiresAt }: KeptFile,
  deps: KeptDeps,
): string {
  const kept = { uri, fileName, sha256, sizeBytes, format, expiresAt: expiresAt.getTime() }
  const text = Buffer.from(JSON.stringify(kept)).toString('base64url')
  return `${text}.${Buffer.from(macOf(deps, text)).toString('hex')}`
}

/** The form is older than the file's retention, so the file may have been deleted. */
export type KeptFileFailure = { readonly kind: 'kept_file_expired' }

/** Returns the stored file, or null for a text that this service did not issue. */
export function readKeptFile(
  fields: ReadonlyMap<string, string>,
  deps: KeptDeps & { readonly clock: Clock },
): Result<KeptFile | null, KeptFileFailure> {
  const [text = '', mac = ''] = (fields.get(keptFileField) ?? '').split('.')
  if (!/^[0-9a-f]{32}$/.test(mac)) return ok(null)
  if (!timingSafeEqual(Buffer.from(mac, 'hex'), macOf(deps, text))) return ok(null)
  const read = v.safeParse(schema, JSON.parse(Buffer.from(text, 'base64url').toString()))
  // Forms of the previous release contain no time and are treated as expired. None remain KEPT_FILE_HOURS after a
  // rollout.
  const isKept = read.success && read.output.expiresAt > deps.clock.now()
  return isKept ? ok(read.output) : fail({ kind: 'kept_file_expired' })
}
