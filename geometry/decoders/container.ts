// Reads GLB and .gltf into a document and the bytes of its buffers, checking every length, and writes GLB.
import { fromBase64 } from './bytes.ts'
import { isObject, type Json, objects } from './json.ts'
import { type DecodeLimits, malformed, overLimit, Undecodable } from './limits.ts'

const jsonChunk = 0x4e4f534a
const binaryChunk = 0x004e4942

export type Parts = {
  readonly document: Json
  /** Buffers by index; `undefined` where a buffer has no bytes in this file. */
  readonly buffers: (Uint8Array | undefined)[]
}

/**
 * Returns the bytes of the JSON document, and the binary chunk of a GLB; `undefined` when the file
 * is not a GLB.
 */
export function split(
  bytes: Uint8Array,
  format: 'glb' | 'gltf',
): { json: Uint8Array; binary: Uint8Array | undefined } | undefined {
  if (format === 'gltf') return { json: bytes, binary: undefined }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const chunk = (at: number) => {
    if (at + 8 > bytes.length) return undefined
    const length = view.getUint32(at, true)
    if (at + 8 + length > bytes.length) return undefined
    return { kind: view.getUint32(at + 4, true), data: bytes.subarray(at + 8, at + 8 + length) }
  }
  const json = chunk(12)
  if (json?.kind !== jsonChunk) return undefined // Not a GLB. The crate reports the error.
  const binary = chunk(20 + json.data.length)
  return { json: json.data, binary: binary?.kind === binaryChunk ? binary.data : undefined }
}

/** Parses the document and finds its buffers. */
export function open(
  json: Uint8Array,
  binary: Uint8Array | undefined,
  limits: DecodeLimits,
): Parts {
  // A .gltf embeds its buffers in the JSON, so only the limit of the whole file applies to it.
  if (binary && json.length > limits.documentBytes) {
    throw overLimit('bytes of JSON in the GLB', json.length, limits.documentBytes)
  }
  const document = parse(json)
  const buffers = objects(document, 'buffers').map((buffer, index) => {
    if (typeof buffer['uri'] !== 'string') return index === 0 ? binary : undefined
    return embedded(buffer['uri'], index)
  })
  return { document, buffers }
}

function parse(json: Uint8Array): Json {
  let document: unknown
  try {
    document = JSON.parse(new TextDecoder().decode(json))
  } catch (error) {
    // This includes the RangeError of a document that is nested too deeply for the parser.
    const detail = error instanceof Error ? error.message : 'not JSON'
    throw malformed('the JSON of the glTF', detail.slice(0, 120))
  }
  if (!isObject(document)) throw malformed('the JSON of the glTF', 'it is not an object')
  return document
}

function embedded(uri: string, index: number): Uint8Array {
  const match = /^data:[^,]{0,200};base64,/i.exec(uri)
  if (!match) {
    if (/^data:/i.test(uri)) {
      throw malformed(`the embedded glTF buffer ${index}`, 'its data: URI is not base64')
    }
    const name = uri.slice(0, 80).replace(/\p{Cc}/gu, '?')
    throw new Undecodable(
      'unsupported',
      `The file needs the separate buffer "${name}", which is not read: export it as one self-contained GLB.`,
    )
  }
  const bytes = fromBase64(uri.slice(match[0].length))
  if (!bytes) throw malformed(`the embedded glTF buffer ${index}`, 'its data: URI is not base64')
  return bytes
}

/** Returns a GLB of a document whose only buffer is `binary`. */
export function write(document: Json, binary: readonly Uint8Array[]): Uint8Array {
  const json = new TextEncoder().encode(JSON.stringify(document))
  const jsonLength = Math.ceil(json.length / 4) * 4
  const binaryLength = binary.reduce((sum, part) => sum + Math.ceil(part.length / 4) * 4, 0)
  const out = new Uint8Array(28 + jsonLength + binaryLength)
  const view = new DataView(out.buffer)
  const words = [0x46546c67, 2, out.length, jsonLength, jsonChunk]
  for (const [i, word] of words.entries()) view.setUint32(4 * i, word, true)
  out.fill(0x20, 20, 20 + jsonLength)
  out.set(json, 20)
  view.setUint32(20 + jsonLength, binaryLength, true)
  view.setUint32(24 + jsonLength, binaryChunk, true)
  let at = 28 + jsonLength
  for (const part of binary) {
    out.set(part, at)
    at += Math.ceil(part.length / 4) * 4
  }
  return out
}
