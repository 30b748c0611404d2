// KHR_draco_mesh_compression: primitives whose indices and attributes are in one Draco stream. The
// counts of the document must equal those of the stream's header before anything is decoded.
import type { DracoModule } from 'draco3dgltf/draco_decoder_gltf_nodejs.js'
import { dracoFaces } from './draco-header.ts'
import { dracoModule } from './draco-module.ts'
import { extension, isObject, type Json, whole } from './json.ts'
import { type DecodeLimits, malformed, overLimit, Undecodable } from './limits.ts'

export const dracoExtensions = ['KHR_draco_mesh_compression'] as const

const componentCounts: Record<string, number> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4 }
const unsignedInt = 5125

/** glTF component types: size in bytes, and Draco's name. */
const componentTypes: Record<number, [number, keyof DracoModule & `DT_${string}`]> = {
  5120: [1, 'DT_INT8'],
  5121: [1, 'DT_UINT8'],
  5122: [2, 'DT_INT16'],
  5123: [2, 'DT_UINT16'],
  5125: [4, 'DT_UINT32'],
  5126: [4, 'DT_FLOAT32'],
}

type Attribute = {
  readonly accessor: Json
  readonly id: number
  readonly components: number
  readonly bytes: number
  readonly type: keyof DracoModule & `DT_${string}`
}

export type DracoPrimitive = {
  readonly what: string
  readonly source: Uint8Array
  readonly faces: number
  readonly indices: Json
  readonly attributes: readonly Attribute[]
  /** Size of the decoded data, bytes. */
  readonly bytes: number
}

export type Lookup = {
  readonly accessors: readonly Json[]
  /** Returns the bytes of a plain buffer view. */
  view(index: number): Uint8Array
}

/** Returns the decoding job of a compressed primitive; `undefined` when it is not compressed. */
export function dracoPrimitive(
  primitive: Json,
  what: string,
  find: Lookup,
  limits: DecodeLimits,
): DracoPrimitive | undefined {
  const packed = extension(primitive, dracoExtensions)
  if (!packed) return undefined
  if ((primitive['mode'] ?? 4) !== 4) throw malformed(what, 'Draco data must be plain triangles')
  const source = find.view(whole(packed, 'bufferView'))
  const faces = dracoFaces(source, what)
  if (faces > limits.triangles) throw overLimit('triangles', faces, limits.triangles)
  const indices = accessorAt(find, whole(primitive, 'indices'), what)
  agree(what, 'indices', whole(indices, 'count'), 3 * faces)
  const { attributes: ids } = packed
  const { attributes: own } = primitive
  if (!isObject(ids) || !isObject(own)) throw malformed(what, 'it has no attributes')
  const attributes = Object.keys(ids)
    .filter((name) => Object.hasOwn(own, name))
    .map((name) => attribute(ids, own, name, what, find, 3 * faces))
  const totalBytes = attributes.reduce((sum, { bytes }) => sum + bytes, 12 * faces)
  return { what, source, faces, indices, attributes, bytes: totalBytes }
}

function attribute(
  ids: Json,
  own: Json,
  name: string,
  what: string,
  find: Lookup,
  maxCount: number,
): Attribute {
  const found = accessorAt(find, whole(own, name), what)
  const components = componentCounts[String(found['type'])]
  const type = componentTypes[whole(found, 'componentType')]
  if (!components || !type) throw malformed(what, 'an attribute of this type')
  const count = whole(found, 'count')
  if (count > maxCount) {
    throw malformed(what, `${count} vertices are more than its triangles have corners`)
  }
  return {
    accessor: found,
    id: whole(ids, name),
    components,
    bytes: count * components * type[0],
    type: type[1],
  }
}

/**
 * Decodes one primitive. Returns the bytes of its indices (32 bits each) and of each attribute, in
 * order.
 */
export async function decodeDraco(
  wanted: DracoPrimitive,
  wasm: () => Promise<Uint8Array<ArrayBuffer>>,
): Promise<Uint8Array[]> {
  const draco = await dracoModule(wasm) // A new instance, because an aborted one must not be reused.
  try {
    return decode(draco, wanted)
  } catch (error) {
    if (error instanceof Undecodable) throw error
    const detail = error instanceof Error ? error.message : String(error)
    throw malformed(wanted.what, `the Draco decoder gave up (${detail.slice(0, 100)})`)
  }
}

function decode(draco: DracoModule, { what, source, faces, attributes }: DracoPrimitive) {
  const decoder = new draco.Decoder()
  const mesh = new draco.Mesh()
  const status = decoder.DecodeArrayToMesh(source, source.length, mesh)
  if (!status.ok() || mesh.ptr === 0) throw malformed(what, status.error_msg().slice(0, 120))
  agree(what, 'triangles', faces, mesh.num_faces())
  const copied = (bytes: number, fill: (at: number) => boolean) => {
    const at = draco._malloc(bytes)
    if (!fill(at)) throw malformed(what, 'its Draco data does not hold what the document names')
    const out = draco.HEAPU8.slice(at, at + bytes)
    draco._free(at)
    return out
  }
  const indices = copied(12 * faces, (at) => decoder.GetTrianglesUInt32Array(mesh, 12 * faces, at))
  const values = attributes.map(({ accessor, id, components, bytes, type }) => {
    agree(what, 'vertices', whole(accessor, 'count'), mesh.num_points())
    const found = decoder.GetAttributeByUniqueId(mesh, id)
    if (found.ptr === 0) throw malformed(what, `its Draco data has no attribute ${id}`)
    agree(what, 'components', components, found.num_components())
    return copied(bytes, (at) =>
      decoder.GetAttributeDataArrayForAllPoints(mesh, found, draco[type], bytes, at),
    )
  })
  return [indices, ...values]
}

/** Points the document's accessors at the decoded bytes. */
export function attach(
  { indices, attributes }: DracoPrimitive,
  decoded: readonly Uint8Array[],
  addView: (bytes: Uint8Array) => number,
): void {
  ;[indices, ...attributes.map(({ accessor }) => accessor)].forEach((target, i) => {
    const bytes = decoded[i]
    if (!bytes) return
    target['bufferView'] = addView(bytes)
    target['byteOffset'] = 0
  })
  indices['componentType'] = unsignedInt
}

function accessorAt({ accessors }: Lookup, index: number, what: string): Json {
  const found = accessors[index]
  if (found) return found
  throw new Undecodable(
    'bad_reference',
    `In ${what}, an accessor refers to number ${index} but there are only ${accessors.length}.`,
  )
}

function agree(what: string, of: string, claimed: number, actual: number): void {
  if (claimed !== actual) {
    throw malformed(what, `the document says ${claimed} ${of} and its Draco data ${actual}`)
  }
}
