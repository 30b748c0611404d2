// /quote?model=...&material=...: the options in a link to the quote page, and the public file that it names
// (decisions.md 59).

import { fail, ok, type Result } from '../../../domain/base/result.ts'
import { sizeRangeText } from '../../../domain/catalog/build-volume.ts'
import { stockColorMeant } from '../../../domain/catalog/color-words.ts'
import { linkDownloadMs } from '../../../domain/models/downloads.ts'
import {
  type LengthUnit,
  lengthUnits,
  printableFormat,
  uploadFormat,
} from '../../../domain/models/format.ts'
import { readModelAddress } from '../../../domain/models/model-address.ts'
import type { ReceivedFile } from '../../../domain/models/received-file.ts'
import { readSizedAddress } from '../../../domain/quotes/sized-address.ts'
import { resizedStl } from '../../../domain/slicing/resized-stl.ts'
import { defaultChoices } from '../../../pages/quotes/options/default-choices.ts'
import { customColorChoice } from '../../../pages/quotes/options/options.tsx'
import type { HttpDeps } from '../../middleware/deps.ts'
import type { Failure } from '../../refusals/failure.ts'

type Query = Readonly<Record<string, string | undefined>>

/** Returns the page's form fields. Drops names that the page has no field for. */
export function linkedFields(query: Query): Map<string, string> {
  const fields = new Map<string, string>()
  for (const name of ['material', 'quality', 'quantity', 'infill', 'country', 'units'] as const) {
    const value = query[name]?.trim() ?? ''
    if (value !== '') fields.set(name, name === 'country' ? value : value.toLowerCase())
  }
  const color = query['color']?.trim() ?? ''
  // Prices the choice that the page shows. An empty color would be billed at the custom rate.
  const stock = color === '' ? defaultChoices.color : stockColorMeant(color)
  if (stock !== null) {
    fields.set('color', stock)
  } else {
    fields.set('color', customColorChoice).set('customColor', color)
  }
  return fields
}

export type LinkedModel = {
  readonly url: string
  /** null uses the file's units. */
  readonly units: LengthUnit | null
  /** Longest side in millimeters. null keeps the file's size. */
  readonly sizeMm: number | null
}

/** Returns the linked model, or null without a link. `#units=` in the link applies unless `units` is present. */
export function linkedModel(
  link: string | undefined,
  sentUnits: string | undefined,
): Result<LinkedModel | null, Failure> {
  const sized = readSizedAddress(link?.trim() ?? '')
  if (!sized.ok) {
    const message = `The #sizeMm= at the end of the link must be ${sizeRangeText}. Correct it, or leave it out.`
    return fail({ kind: 'field_invalid', message })
  }
  const address = readModelAddress(sized.value.address)
  if (!address.ok) return address
  const { uri, units } = address.value
  if (uri === '') return ok(null)
  const word = sentUnits?.trim().toLowerCase() ?? ''
  const read = word === '' ? units : lengthUnits.find((unit) => unit === word)
  if (read === undefined) return fail({ kind: 'units_unknown' })
  return ok({ url: uri, units: read, sizeMm: sized.value.sizeMm })
}

/**
 * Whether the browser's request headers show that a user opened the address. Other readers, such as an embedded
 * picture, a prefetch or a link preview in a chat, must not trigger a download.
 */
export function isOpened({ method, headers }: Request): boolean {
  const purposes = `${headers.get('sec-purpose') ?? ''} ${headers.get('purpose') ?? ''}`
  return (
    method === 'GET' &&
    headers.get('sec-fetch-dest') === 'document' &&
    !/prefetch|prerender|preview/i.test(purposes)
  )
}

/** Fetches a public link for a visitor, in the size that the link names. The caller must remove the file. */
export async function fetchLinked(
  deps: Pick<HttpDeps, 'downloads' | 'meshes' | 'temporaryFiles'>,
  { url, units, sizeMm }: LinkedModel,
  request: { readonly caller: string; readonly maxBytes: number; readonly signal: AbortSignal },
): Promise<Result<ReceivedFile, Failure>> {
  const fetched = await deps.downloads.fetch({
    url,
    hosts: null,
    timeoutMs: linkDownloadMs,
    ...request,
  })
  if (fetched.kind !== 'downloaded') {
    const { reason, message } = fetched
    return fail({ kind: 'import_refused', reason, message })
  }
  const { file } = fetched
  const { path, fileName } = file
  const format = printableFormat(fileName) ?? uploadFormat(fileName)
  if (sizeMm === null || format === null || file.sizeBytes === 0) return ok(file)
  try {
    if (format === 'gcode') return fail({ kind: 'field_invalid', message: slicedText })
    const original = { path, format, units, fileName }
    return await resizedStl(deps, original, { sizeMm, signal: request.signal })
  } finally {
    await deps.temporaryFiles.remove(path)
  }
}

const slicedText =
  'A sliced file has the size that it was sliced for. Leave out the #sizeMm= at the end of the link.'
