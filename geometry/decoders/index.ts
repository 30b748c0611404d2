// Converts a glTF with compressed geometry into a plain GLB. Runs in the worker, before the crate
// reads the file. The decoders are loaded only when a file needs them. The crate validates the
// result like any other file, so this module only has to limit its size.
import { includesAny } from './bytes.ts'
import { open, split, write } from './container.ts'
import {
  attach,
  type DracoPrimitive,
  decodeDraco,
  dracoExtensions,
  dracoPrimitive,
} from './draco.ts'
import { dropExtensions, type Json, objects, whole } from './json.ts'
import { type DecodeLimits, decodeLimits, malformed, overLimit, Undecodable } from './limits.ts'
import { decodeMeshopt, meshoptExtensions, meshoptView } from './meshopt.ts'

export type { DecodeLimits } from './limits.ts'

export type Decoded =
  | { readonly kind: 'glb'; readonly bytes: Uint8Array }
  | { readonly kind: 'unreadable'; readonly code: string; readonly message: string }

export type DecodeOptions = {
  /** Returns the bytes of draco3dgltf's decoder. Called when a file first needs it. */
  readonly dracoWasm: () => Promise<Uint8Array<ArrayBuffer>>
  readonly limits?: DecodeLimits
}

const decodedExtensions = [...meshoptExtensions, ...dracoExtensions]

/**
 * Returns whether the file names an extension that this module decodes. Searches the whole JSON
 * text.
 */
export function isCompressed(bytes: Uint8Array, format: string): boolean {
  if (format !== 'glb' && format !== 'gltf') return false
  const parts = split(bytes, format)
  if (!parts) return false
  return includesAny(
    parts.json,
    decodedExtensions.map((name) => `"${name}"`),
  )
}

/**
 * Decodes all compressed data. Checks every count against the limits and the available bytes before
 * it is used.
 */
export async function decodeCompressed(
  bytes: Uint8Array,
  format: 'glb' | 'gltf',
  { dracoWasm, limits = decodeLimits }: DecodeOptions,
): Promise<Decoded> {
  try {
    const parts = split(bytes, format)
    if (!parts) throw malformed('the GLB', 'its JSON chunk is missing')
    return { kind: 'glb', bytes: await decode(parts.json, parts.binary, { dracoWasm, limits }) }
  } catch (error) {
    if (!(error instanceof Undecodable)) throw error
    return { kind: 'unreadable', code: error.code, message: error.message }
  }
}

async function decode(
  json: Uint8Array,
  binary: Uint8Array | undefined,
  { dracoWasm, limits }: Required<DecodeOptions>,
) {
  const { document, buffers } = open(json, binary, limits)
  const views = objects(document, 'bufferViews')
  const out = new Output(buffers, json.length, limits)
  // Plan first: the sum of all claimed sizes must be within the limit before the first decoder
  // runs.
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
    const decoded = await decodeDraco(primitive, dracoWasm)
    attach(primitive, decoded, (data) => {
      const view: Json = {}
      out.place(view, data)
      return views.push(view) - 1
    })
  }
  document['bufferViews'] = views
  tidy(document, out.length)
  return write(document, out.parts)
}

/**
 * Returns the jobs of all Draco primitives. A stream that several primitives share appears once.
 */
function planDraco(document: Json, view: (index: number) => Uint8Array, limits: DecodeLimits) {
  const find = { accessors: objects(document, 'accessors'), view }
  const planned = new Map<string, DracoPrimitive>()
  for (const [m, mesh] of objects(document, 'meshes').entries()) {
    for (const [p, primitive] of objects(mesh, 'primitives').entries()) {
      const what = `primitive ${p} of mesh ${m} in the glTF`
      const job = dracoPrimitive(primitive, what, find, limits)
      if (!job) continue
      const key = JSON.stringify([
        primitive['indices'],
        primitive['attributes'],
        primitive['extensions'],
      ])
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

/** The single buffer of the new file: the old buffers, followed by the decoded data. */
class Output {
  readonly parts: Uint8Array[] = []
  length = 0
  #reserved: number
  readonly #starts: (number | undefined)[]
  readonly #limits: DecodeLimits

  constructor(
    buffers: readonly (Uint8Array | undefined)[],
    jsonBytes: number,
    limits: DecodeLimits,
  ) {
    this.#limits = limits
    this.#starts = buffers.map((bytes) => bytes && this.#append(bytes))
    this.#reserved = this.length + jsonBytes
  }

  /** Throws when the file would become too large. */
  reserve(bytes: number): void {
    this.#reserved += bytes
    if (this.#reserved > this.#limits.bytes) {
      throw overLimit('bytes once decoded', this.#reserved, this.#limits.bytes)
    }
  }

  /** Points a view at its decoded bytes, or at the new position of its existing bytes. */
  place(view: Json, decoded: Uint8Array | undefined): void {
    if (decoded) {
      view['byteOffset'] = this.#append(decoded)
      view['byteLength'] = decoded.length
    } else {
      const start = this.#starts[whole(view, 'buffer')]
      if (start === undefined) return // The crate refuses the file if it uses this view.
      view['byteOffset'] = start + whole(view, 'byteOffset', 0)
    }
    view['buffer'] = 0
  }

  #append(bytes: Uint8Array): number {
    const start = this.length
    this.parts.push(bytes)
    this.length += Math.ceil(bytes.length / 4) * 4
    return start
  }
}

/** Removes the extensions and replaces the buffer list. */
function tidy(document: Json, byteLength: number): void {
  document['buffers'] = [{ byteLength }]
  for (const view of objects(document, 'bufferViews')) dropExtensions(view, decodedExtensions)
  for (const mesh of objects(document, 'meshes')) {
    for (const primitive of objects(mesh, 'primitives')) {
      dropExtensions(primitive, decodedExtensions)
    }
  }
  for (const list of ['extensionsUsed', 'extensionsRequired']) {
    const names = document[list]
    if (!Array.isArray(names)) continue
    const kept = names.filter((name) => !decodedExtensions.includes(name))
    if (kept.length > 0) {
      document[list] = kept
    } else {
      delete document[list]
    }
  }
}
