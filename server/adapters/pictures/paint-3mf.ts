// Writes the triangles of a GLB as a 3MF in which every triangle has one base material: the spool that is nearest to the color at its
// center (3MF Core Specification 1.3, 4.1.3 and 5.1). GLB is in meters with the height along Y, the 3MF in millimeters with the height
// along Z.
import { setImmediate as nextRound } from 'node:timers/promises'
import { promisify } from 'node:util'
import { crc32, deflateRaw } from 'node:zlib'
import type { PaintSource } from '../../domain/colors/ports.ts'
import { colorsOf, decodeTextures, forEachTriangle, isColored } from './glb-colors.ts'
import type { Glb } from './glb-document.ts'
import { positionOf, surfacesOf } from './glb-surface.ts'

/** An ultra mesh: about 50 MB of text before compression. */
const maxTriangles = 500_000
const linesPerRound = 50_000
const mmPerMeter = 1000

export type Painted =
  | { readonly kind: 'painted'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'unreadable' | 'colorless' | 'too_large' | 'too_many_pixels' }

type Paint = Pick<PaintSource, 'signal' | 'spoolOf' | 'spools'>

export async function paint3mf(glb: Glb, paint: Paint): Promise<Painted> {
  const { surfaces, isPartial } = surfacesOf(glb)
  if (isPartial || surfaces.length === 0) return { kind: 'unreadable' }
  const count = surfaces.reduce((sum, { triangleCount }) => sum + triangleCount, 0)
  if (count > maxTriangles) return { kind: 'too_large' }
  const textures = await decodeTextures(glb)
  if (textures === 'too_many_pixels') return { kind: textures }
  if (!surfaces.some((surface) => isColored(surface, textures))) return { kind: 'colorless' }
  const mesh = createMesh()
  const spoolOf = rememberSpools(paint.spoolOf)
  const colors = new Map(surfaces.map((surface) => [surface, colorsOf(surface, textures)]))
  const { signal } = paint
  await forEachTriangle(surfaces, { step: 1, signal }, (surface, triangle) => {
    const corners = [0, 1, 2].map((corner) => {
      const [x, y, z] = positionOf(surface, surface.vertexOf(triangle, corner))
      return mesh.vertex(mmPerMeter * x, mmPerMeter * -z, mmPerMeter * y)
    })
    const [r = 255, g = 255, b = 255] = colors.get(surface)?.(triangle) ?? []
    mesh.triangle(corners, spoolOf(r, g, b))
  })
  const model = await modelText(mesh, paint)
  return { kind: 'painted', bytes: await archive(model) }
}

/** Caches the spool by color, because a texture has far fewer colors than a mesh has triangles. */
function rememberSpools(spoolOf: Paint['spoolOf']): (r: number, g: number, b: number) => number {
  const known = new Map<number, number>()
  return (r, g, b) => {
    const key = (r << 16) | (g << 8) | b
    const spool = known.get(key) ?? spoolOf([r, g, b])
    known.set(key, spool)
    return spool
  }
}

type Mesh = ReturnType<typeof createMesh>

/** Builds the mesh. Corners at the same place are one vertex, because seams of a texture split them. Omits triangles without an area. */
function createMesh() {
  const indexes = new Map<string, number>()
  const vertices: string[] = []
  const triangles: { readonly corners: readonly number[]; readonly spool: number }[] = []
  const bounds = { low: [Infinity, Infinity, Infinity], high: [-Infinity, -Infinity, -Infinity] }
  return {
    vertices,
    triangles,
    bounds,
    vertex(x: number, y: number, z: number): number {
      const [tx, ty, tz] = [x, y, z].map(decimals)
      const text = `<vertex x="${tx}" y="${ty}" z="${tz}"/>`
      const known = indexes.get(text)
      if (known !== undefined) return known
      for (const [axis, value] of [x, y, z].entries()) {
        bounds.low[axis] = Math.min(bounds.low[axis] ?? value, value)
        bounds.high[axis] = Math.max(bounds.high[axis] ?? value, value)
      }
      const index = vertices.push(text) - 1
      indexes.set(text, index)
      return index
    },
    triangle(corners: readonly number[], spool: number): void {
      if (new Set(corners).size === 3) triangles.push({ corners, spool })
    },
  }
}

/** Formats to a tenth of a micrometer, without exponents. */
const decimals = (mm: number): string => String(Number(mm.toFixed(4)))

async function modelText(
  { vertices, triangles, bounds }: Mesh,
  { spools, signal }: Paint,
): Promise<Uint8Array> {
  const used = [...new Set(triangles.map(({ spool }) => spool))].toSorted((a, b) => a - b)
  const place = new Map(used.map((spool, index) => [spool, index]))
  const bases = used.map((spool) => {
    const { name = '', hex = '' } = spools[spool] ?? {}
    return `<base name="${name}" displaycolor="${hex}FF"/>`
  })
  const lines = function* () {
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield '<model unit="millimeter" xml:lang="en-US" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02">'
    yield `<resources><basematerials id="1">${bases.join('')}</basematerials>`
    yield '<object id="2" type="model" pid="1" pindex="0"><mesh><vertices>'
    yield* vertices
    yield '</vertices><triangles>'
    for (const { corners, spool } of triangles) {
      const [a = 0, b = 0, c = 0] = corners
      yield `<triangle v1="${a}" v2="${b}" v3="${c}" pid="1" p1="${place.get(spool) ?? 0}"/>`
    }
    const [x, y, z] = bounds.low.map((low) => decimals(-low))
    yield '</triangles></mesh></object></resources>'
    yield `<build><item objectid="2" transform="1 0 0 0 1 0 0 0 1 ${x} ${y} ${z}"/></build></model>`
  }
  const parts: Buffer[] = []
  let batch: string[] = []
  for (const line of lines()) {
    if (batch.push(line) < linesPerRound) continue
    parts.push(Buffer.from(`${batch.join('\n')}\n`))
    batch = []
    signal.throwIfAborted()
    await nextRound()
  }
  parts.push(Buffer.from(batch.join('\n')))
  return Buffer.concat(parts)
}

const contentTypes =
  '<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/></Types>'
const relationships =
  '<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Target="/3D/3dmodel.model" Id="rel0" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>'

const deflated = promisify(deflateRaw)

/**
 * Builds a ZIP (APPNOTE 6.3.10) of the three parts, with the earliest time that the format supports, so that the same model gives the same
 * bytes.
 */
async function archive(model: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const entries = [
    ['[Content_Types].xml', Buffer.from(contentTypes)],
    ['_rels/.rels', Buffer.from(relationships)],
    ['3D/3dmodel.model', model],
  ] as const
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of entries) {
    const packed = await deflated(content)
    const shared = Buffer.alloc(26)
    // Version 2.0, deflated, 1980-01-01.
    shared.writeUInt16LE(20, 0)
    shared.writeUInt16LE(8, 4)
    shared.writeUInt16LE(0x21, 8)
    shared.writeUInt32LE(crc32(content), 10)
    shared.writeUInt32LE(packed.length, 14)
    shared.writeUInt32LE(content.length, 18)
    shared.writeUInt16LE(name.length, 22)
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    const head = Buffer.concat([Buffer.from('PK\x03\x04'), shared, Buffer.from(name)])
    parts.push(head, packed)
    directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), shared, tail, Buffer.from(name)]),
    )
    offset += head.length + packed.length
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  return new Uint8Array(Buffer.concat([...parts, ...directory, end]))
}
