// The hidden field that names a file which the quote page stored for a browser without a script. Its keyed hash shows that the file
// was sent by the browser that has the field.
import { timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import type { KeyedBytes } from '../../../domain/base/ports.ts'
import type { StoredModel } from '../../../domain/models/ports.ts'
import { keptFileField } from '../../../pages/quote/quote-page.tsx'

type KeptDeps = { readonly orderIds: KeyedBytes }

const macBytes = 16

const schema = v.object({
  uri: v.string(),
  fileName: v.string(),
  sha256: v.string(),
  sizeBytes: v.number(),
  format: v.picklist(['stl', 'glb', '3mf', 'gcode', 'obj']),
})

const macOf = ({ orderIds }: KeptDeps, text: string): Uint8Array =>
  orderIds.bytes(JSON.stringify(['kept-file', text])).slice(0, macBytes)

export function keptFileText(
  { uri, fileName, sha256, sizeBytes, format }: StoredModel,
  deps: KeptDeps,
): string {
  const json = JSON.stringify({ uri, fileName, sha256, sizeBytes, format })
  const text = Buffer.from(json).toString('base64url')
  return `${text}.${Buffer.from(macOf(deps, text)).toString('hex')}`
}

/** null for a text that is not ours. */
export function readKeptFile(
  fields: ReadonlyMap<string, string>,
  deps: KeptDeps,
): StoredModel | null {
  const [text = '', mac = ''] = (fields.get(keptFileField) ?? '').split('.')
  if (!/^[0-9a-f]{32}$/.test(mac)) return null
  if (!timingSafeEqual(Buffer.from(mac, 'hex'), macOf(deps, text))) return null
  return v.parse(schema, JSON.parse(Buffer.from(text, 'base64url').toString()))
}
