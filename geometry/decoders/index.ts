// Turns a glTF whose geometry is compressed into a plain GLB, in the worker and before the crate reads it. The decoders
// are loaded when a file needs them and never before. What comes out is read by the crate like any other file, so
// nothing here has to be trusted for more than its size.
import { open, split, write } from './container.ts'
import { attach, DRACO, type DracoPrimitive, decodeDraco, dracoPrimitive } from './draco.ts'
import { dropExtensions, type Json, objects, whole } from './json.ts'
import { type DecodeLimits, decodeLimits, malformed, overLimit, Undecodable } from './limits.ts'
import { decodeMeshopt, MESHOPT, meshoptView } from './meshopt.ts'

export type { DecodeLimits } from './limits.ts'

export type Decoded =
  | { readonly kind: 'glb'; readonly bytes: Uint8Array }
  | { readonly kind: 'unreadable'; readonly code: string; readonly message: string }

const NAMES = [...MESHOPT, ...DRACO]

/** True when the file names an extension that is decoded here. Costs a search through its text. */
export function isCompressed(bytes: Uint8Array, format: string): boolean {
  if (format !== 'glb' && format !== 'gltf') return false
  const parts = split(bytes, format)
  if (!parts) return false
  const { buffer, byteOffset, byteLength } = parts.json
  const text = Buffer.from(buffer, byteOffset, byteLength)
  return NAMES.some((name) => text.includes(`"${name}"`))
}

/** Decodes everything compressed. Every count is checked against the limits and the bytes before it is believed. */
export async function decodeCompressed(
  bytes: Uint8Array,
  format: 'glb' | 'gltf',
  limits: DecodeLimits = decodeLimits,
): Promise<Decoded> {
  try {
    const parts = split(bytes, format)
    if (!parts) throw malformed('the GLB', 'its JSON chunk is missing')
    return { kind: 'glb', bytes: await decode(parts.json, parts.binary, limits) }
  } catch (error) {
    if (!(error instanceof Undecodable)) throw error
    return { kind: 'unreadable', code: error.code, message: error.message }
  }
}

async function decode(json: Uint8Array, binary: Uint8Array | undefined, limits: DecodeLimits) {
  const { document, buffers } = open(json, binary, limits)
  const views = objects(document, 'bufferViews')
  const out = new Output(buffers, json.length, limits)
  // Plan first: all claims together must fit before the first decoder runs.
  const packed = views.map((view, i) => meshoptView(view, i, buffers, limits))
  for (const view of packed) if (view) out.reserve(view.count * view.stride)
  const bytesOf = (index: number) => plainView(views, packed, buffers, index)
  const primitives = planDraco(document, bytesOf, limits)
  for (const { bytes } of primitives) out.reserve(bytes)

  for (const [i, view] of views.entries()) {
    const job = packed[i]
    out.place(view, job && (await decodeMeshopt(job, i)))
  }
  for (const primitive of primitives) {
    const decoded = await decodeDraco(primitive)
    attach(primitive, decoded, (data) => {
      const view: Json = {}
      out.place(view, data)
      return views.push(view) - 1
    })
  }
  document.bufferViews = views
  tidy(document, out.length)
  return write(document, out.parts)
}

/** Every Draco primitive, a stream shared by several only once. */
function planDraco(document: Json, view: (index: number) => Uint8Array, limits: DecodeLimits) {
  const find = { accessors: objects(document, 'accessors'), view }
  const planned = new Map<string, DracoPrimitive>()
  for (const [m, mesh] of objects(document, 'meshes').entries()) {
    for (const [p, primitive] of objects(mesh, 'primitives').entries()) {
      const what = `primitive ${p} of mesh ${m} in the glTF`
      const job = dracoPrimitive(primitive, what, find, limits)
      if (!job) continue
      const key = JSON.stringify([primitive.indices, primitive.attributes, primitive.extensions])
      if (!planned.has(key)) planned.set(key, job)
    }
  }
  return [...planned.values()]
}

function plainView(
  views: readonly Json[],
  packed: readonly unknown[],
  buffers: readonly (Uint8Array | undefined)[],
  index: number,
): Uint8Array {
  const view = views[index]
  const what = `buffer view ${index} of the glTF`
  if (!view || packed[index]) throw malformed(what, 'it holds no Draco data')
  const offset = whole(view, 'byteOffset', 0)
  const length = whole(view, 'byteLength')
  const bytes = buffers[whole(view, 'buffer')]?.subarray(offset, offset + length)
  if (bytes?.length !== length) throw malformed(what, 'it reaches past its buffer')
  return bytes
}

/** The one buffer of the new file: what the old buffers held, then what was decoded. */
class Output {
  readonly parts: Uint8Array[] = []
  length = 0
  private reserved: number
  private readonly starts: (number | undefined)[]

  private readonly limits: DecodeLimits

  constructor(
    buffers: readonly (Uint8Array | undefined)[],
    jsonBytes: number,
    limits: DecodeLimits,
  ) {
    this.limits = limits
    this.starts = buffers.map((bytes) => bytes && this.append(bytes))
    this.reserved = this.length + jsonBytes
  }

  /** Refuses what would make the file too large. */
  reserve(bytes: number): void {
    this.reserved += bytes
    if (this.reserved > this.limits.bytes)
      throw overLimit('bytes once decoded', this.reserved, this.limits.bytes)
  }

  /** Points a view at decoded bytes, or at where its own have gone. */
  place(view: Json, decoded: Uint8Array | undefined): void {
    if (decoded) {
      view.byteOffset = this.append(decoded)
      view.byteLength = decoded.length
    } else {
      const start = this.starts[whole(view, 'buffer')]
      if (start === undefined) return // The crate refuses it if anything needs it.
      view.byteOffset = start + whole(view, 'byteOffset', 0)
    }
    view.buffer = 0
  }

  private append(bytes: Uint8Array): number {
    const start = this.length
    this.parts.push(bytes)
    this.length += Math.ceil(bytes.length / 4) * 4
    return start
  }
}

/** Removes what only compressed files have. */
function tidy(document: Json, byteLength: number): void {
  document.buffers = [{ byteLength }]
  for (const view of objects(document, 'bufferViews')) dropExtensions(view, NAMES)
  for (const mesh of objects(document, 'meshes'))
    for (const primitive of objects(mesh, 'primitives')) dropExtensions(primitive, NAMES)
  for (const list of ['extensionsUsed', 'extensionsRequired']) {
    const names = document[list]
    if (!Array.isArray(names)) continue
    const kept = names.filter((name) => !NAMES.includes(name))
    if (kept.length > 0) document[list] = kept
    else delete document[list]
  }
}
