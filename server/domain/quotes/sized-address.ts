// The size at the end of a model's address (decisions.md 65): `gs://bucket/models/HASH.glb#sizeMm=80`, optionally with
// `units=`.

import { fail, ok, type Result } from '../base/result.ts'
import { isAllowedSize } from '../catalog/build-volume.ts'
import type { QuoteFailure } from './failure.ts'

export type SizedAddress = {
  /** The address without the size. */
  readonly address: string
  /** The longest side in mm; null = as in the file. */
  readonly sizeMm: number | null
}

const marker = /([#&])sizeMm=([^&#]*)(&?)/

export function readSizedAddress(
  text: string,
): Result<SizedAddress, Extract<QuoteFailure, { kind: 'quote_size_invalid' }>> {
  const found = marker.exec(text)
  if (found === null) return ok({ address: text, sizeMm: null })
  const [all, before = '', value = '', after = ''] = found
  const sizeMm = /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : Number.NaN
  if (!isAllowedSize(sizeMm)) return fail({ kind: 'quote_size_invalid' })
  return ok({ address: text.replace(all, after === '' ? '' : before), sizeMm })
}
