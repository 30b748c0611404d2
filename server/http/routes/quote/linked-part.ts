// /quote?model=...&material=...: the options of a link to the quote page, and the public file that it names (decisions.md 59).

import { fail, ok, type Result } from '../../../domain/base/result.ts'
import { readColorWord } from '../../../domain/catalog/color-words.ts'
import { findStockColor } from '../../../domain/catalog/colors.ts'
import { readModelAddress } from '../../../domain/models/model-address.ts'
import type { ReceivedFile } from '../../../domain/models/received-file.ts'
import type { SignedUploadFailure } from '../../../domain/uploads/failure.ts'
import { customColorChoice } from '../../../pages/quote/options.tsx'
import type { HttpDeps } from '../../middleware/deps.ts'

type Query = Readonly<Record<string, string | undefined>>

/** The page's form fields; of names that it has no field for, none. */
export function linkedFields(query: Query): Map<string, string> {
  const fields = new Map<string, string>()
  for (const name of ['material', 'quality', 'quantity', 'infill', 'country', 'units'] as const) {
    const value = query[name]?.trim() ?? ''
    if (value !== '') fields.set(name, name === 'country' ? value : value.toLowerCase())
  }
  const { color } = readColorWord(query['color']?.trim() ?? '')
  const stock = findStockColor(color)
  if (stock !== null) {
    fields.set('color', stock)
  } else if (color !== '') {
    fields.set('color', customColorChoice).set('customColor', color)
  }
  return fields
}

/** null when the link names no model. Its own `#units=` counts unless `units` is there as well. */
export function linkedModel(query: Query): { readonly url: string; readonly units: string } | null {
  const address = readModelAddress(query['model'] ?? '')
  const read = address.ok ? address.value : { uri: query['model']?.trim() ?? '', units: null }
  return read.uri === '' ? null : { url: read.uri, units: query['units'] ?? read.units ?? '' }
}

/**
 * Whether a person opens the address: a picture or frame of another page must not make this service download, and browsers say
 * what a request is for.
 */
export function isOpened(request: Request): boolean {
  const purpose = request.headers.get('sec-fetch-dest')
  return purpose === null || purpose === 'document'
}

const downloadTimeoutMs = 60_000

/** Fetches a public link for a visitor; the caller removes the file. */
export async function fetchLinked(
  { downloads }: Pick<HttpDeps, 'downloads'>,
  url: string,
  request: { readonly caller: string; readonly maxBytes: number; readonly signal: AbortSignal },
): Promise<Result<ReceivedFile, SignedUploadFailure>> {
  const fetched = await downloads.fetch({
    url,
    hosts: null,
    timeoutMs: downloadTimeoutMs,
    ...request,
  })
  if (fetched.kind === 'downloaded') return ok(fetched.file)
  const { reason, message } = fetched
  return fail({ kind: 'import_refused', reason, message })
}
