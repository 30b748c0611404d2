// Generated model files: boxes and spheres as STL, GLB and 3MF. Numbers in a fixture can therefore be checked by
// hand: a 20 mm cube has 8 cm3 and 24 cm2.
import { zipArchive } from './zip.ts'

export type Vec3 = [number, number, number]
/** Counter-clockwise seen from outside. */
export type Mesh = { positions: Vec3[]; triangles: Vec3[] }

/** Returns an axis-aligned box of 12 triangles with its lowest corner at `at`. */
export function box(size: Vec3, at: Vec3 = [0, 0, 0]): Mesh {
  const positions: Vec3[] = []
  for (let i = 0; i < 8; i++) {
    positions.push([
      at[0] + (i & 1 ? size[0] : 0),
      at[1] + (i & 2 ? size[1] : 0),
      at[2] + (i & 4 ? size[2] : 0),
    ])
  }
  return {
    positions,
    triangles: [
      [0, 2, 3],
      [0, 3, 1],
      [4, 5, 7],
      [4, 7, 6],
      [0, 1, 5],
      [0, 5, 4],
      [2, 6, 7],
      [2, 7, 3],
      [0, 4, 6],
      [0, 6, 2],
      [1, 3, 7],
      [1, 7, 5],
    ],
  }
}

/** Returns a closed sphere of `2 x segments x (rings - 1)` triangles about the origin. */
export function sphere({
  radius,
  rings,
  segments,
}: Record<'radius' | 'rings' | 'segments', number>): Mesh {
  const positions: Vec3[] = [[0, 0, -radius]]
  for (let ring = 1; ring < rings; ring++) {
    const polar = (Math.PI * ring) / rings
    for (let s = 0; s < segments; s++) {
      const turn = (2 * Math.PI * s) / segments
      const flat = radius * Math.sin(polar)
      positions.push([flat * Math.cos(turn), flat * Math.sin(turn), -radius * Math.cos(polar)])
    }
  }
  positions.push([0, 0, radius])
  const at = (ring: number, s: number) => 1 + (ring - 1) * segments + (s % segments)
  const top = positions.length - 1
  const triangles: Vec3[] = []
  for (let s = 0; s < segments; s++) {
    triangles.push([0, at(1, s + 1), at(1, s)], [top, at(rings - 1, s), at(rings - 1, s + 1)])
    for (let ring = 1; ring < rings - 1; ring++) {
      triangles.push(
        [at(ring, s), at(ring, s + 1), at(ring + 1, s + 1)],
        [at(ring, s), at(ring + 1, s + 1), at(ring + 1, s)],
      )
    }
  }
  return { positions, triangles }
}

/** Returns all parts in one mesh, without merging vertices. */
export function merge(...parts: Mesh[]): Mesh {
  const whole: Mesh = { positions: [], triangles: [] }
  for (const part of parts) {
    const base = whole.positions.length
    for (const p of part.positions) whole.positions.push(p)
    for (const [a, b, c] of part.triangles) whole.triangles.push([a + base, b + base, c + base])
  }
  return whole
}

/** Returns the same surface facing the other way. */
export function inverted(mesh: Mesh): Mesh {
  return { ...mesh, triangles: mesh.triangles.map(([a, b, c]) => [a, c, b]) }
}

/** Returns a mesh with holes: without the triangles at these indices. */
export function withoutTriangles(mesh: Mesh, ...places: number[]): Mesh {
  return { ...mesh, triangles: mesh.triangles.filter((_, i) => !places.includes(i)) }
}

function corners(mesh: Mesh): [Vec3, Vec3, Vec3][] {
  const at = (i: number): Vec3 => mesh.positions[i] ?? [Number.NaN, Number.NaN, Number.NaN]
  return mesh.triangles.map(([a, b, c]) => [at(a), at(b), at(c)])
}

/** Returns a binary STL; `header` is cut to its 80 bytes. */
export function binaryStl(mesh: Mesh, header = ''): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.alloc(84 + 50 * mesh.triangles.length)
  bytes.write(header.slice(0, 80), 'latin1')
  bytes.writeUInt32LE(mesh.triangles.length, 80)
  corners(mesh).forEach((triangle, t) => {
    triangle.flat().forEach((value, i) => {
      bytes.writeFloatLE(value, 84 + 50 * t + 12 + 4 * i)
    })
  })
  return new Uint8Array(bytes)
}

/** Returns an ASCII STL of one solid. */
export function asciiStl(mesh: Mesh, name = 'part'): Uint8Array<ArrayBuffer> {
  const facets = corners(mesh).map(
    (triangle) =>
      `facet normal 0 0 0\n outer loop\n${triangle
        .map((p) => `  vertex ${p.join(' ')}\n`)
        .join('')} endloop\nendfacet\n`,
  )
  return new TextEncoder().encode(`solid ${name}\n${facets.join('')}endsolid ${name}\n`)
}

/** Returns a GLB from its JSON and its binary chunk, each padded as the format requires. */
export function glbContainer(json: unknown, binary: Uint8Array): Uint8Array<ArrayBuffer> {
  const text = Buffer.from(JSON.stringify(json))
  const chunk = (type: string, data: Uint8Array, fill: number) => {
    const padded = Buffer.alloc(8 + Math.ceil(data.length / 4) * 4, fill)
    padded.writeUInt32LE(padded.length - 8, 0)
    padded.write(type, 4, 'latin1')
    padded.set(data, 8)
    return padded
  }
  const body = [chunk('JSON', text, 0x20), chunk('BIN\0', binary, 0)]
  const head = Buffer.alloc(12)
  head.write('glTF', 'latin1')
  head.writeUInt32LE(2, 4)
  head.writeUInt32LE(12 + body.reduce((sum, part) => sum + part.length, 0), 8)
  return new Uint8Array(Buffer.concat([head, ...body]))
}

/** Returns a GLB with one indexed primitive; the format defines the numbers as meters with Y up. */
export function glb(mesh: Mesh): Uint8Array<ArrayBuffer> {
  const positions = Buffer.from(new Float32Array(mesh.positions.flat()).buffer)
  const indices = Buffer.from(new Uint32Array(mesh.triangles.flat()).buffer)
  const json = {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: mesh.positions.length, type: 'VEC3' },
      { bufferView: 1, componentType: 5125, count: 3 * mesh.triangles.length, type: 'SCALAR' },
    ],
    bufferViews: [
      { buffer: 0, byteLength: positions.length },
      { buffer: 0, byteOffset: positions.length, byteLength: indices.length },
    ],
    buffers: [{ byteLength: positions.length + indices.length }],
  }
  return glbContainer(json, Buffer.concat([positions, indices]))
}

/** Returns the `<mesh>` element of a 3MF model part. */
export function meshXml(mesh: Mesh): string {
  const vertices = mesh.positions.map(([x, y, z]) => `<vertex x="${x}" y="${y}" z="${z}"/>`)
  const triangles = mesh.triangles.map(([a, b, c]) => `<triangle v1="${a}" v2="${b}" v3="${c}"/>`)
  return `<mesh><vertices>${vertices.join('')}</vertices><triangles>${triangles.join('')}</triangles></mesh>`
}

/** Returns a 3MF archive around the body of a `<model>` element; with `unit` null the element names no unit. */
export function modelArchive(
  body: string,
  { unit = 'millimeter' as string | null, extra = [] as Parameters<typeof zipArchive>[0] } = {},
): Uint8Array<ArrayBuffer> {
  const core = 'http://schemas.microsoft.com/3dmanufacturing/core/2015/02'
  const production = 'http://schemas.microsoft.com/3dmanufacturing/production/2015/06'
  return zipArchive([
    {
      name: '_rels/.rels',
      data: `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Target="/3D/3dmodel.model" Id="rel0" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>`,
    },
    {
      name: '3D/3dmodel.model',
      data: `<?xml version="1.0" encoding="UTF-8"?><model${unit === null ? '' : ` unit="${unit}"`} xmlns="${core}" xmlns:p="${production}">${body}</model>`,
    },
    ...extra,
  ])
}

/** Returns a 3MF with the mesh as its one build item; with `unit` null the file names no unit. */
export function threeMf(mesh: Mesh, unit: string | null = 'millimeter'): Uint8Array<ArrayBuffer> {
  return modelArchive(
    `<resources><object id="1" type="model">${meshXml(mesh)}</object></resources><build><item objectid="1"/></build>`,
    { unit },
  )
}

/** Returns an open-top box of `size` with walls and a floor of `wall`. */
export function cup(size: number, wall: number): Mesh {
  const square = (low: number, z: number): Vec3[] => {
    const high = size - low
    return [
      [low, low, z],
      [high, low, z],
      [high, high, z],
      [low, high, z],
    ]
  }
  const positions = [square(0, 0), square(0, size), square(wall, wall), square(wall, size)].flat()
  const quad = (a: number, b: number, c: number, d: number): Vec3[] => [
    [a, b, c],
    [a, c, d],
  ]
  const sides = [0, 1, 2, 3].flatMap((side) => {
    const next = (side + 1) % 4
    return [
      ...quad(side, next, 4 + next, 4 + side),
      ...quad(8 + next, 8 + side, 12 + side, 12 + next),
      ...quad(4 + side, 4 + next, 12 + next, 12 + side),
    ]
  })
  return { positions, triangles: [...quad(0, 3, 2, 1), ...quad(8, 9, 10, 11), ...sides] }
}

/**
 * Returns an upright sheet of `size` without a back, dented by 0.3 mm in its center: open, and flatter than a printed
 * line.
 */
export function dentedSheet(size: number, cells = 20): Mesh {
  const positions: Vec3[] = []
  const triangles: Vec3[] = []
  for (let i = 0; i <= cells; i++) {
    for (let j = 0; j <= cells; j++) {
      const [u, v] = [i / cells, j / cells]
      const dent = 0.3 * Math.exp(-20 * ((u - 0.5) ** 2 + (v - 0.5) ** 2))
      positions.push([size * u, dent, size * v])
      if (i === cells || j === cells) continue
      const [a, b] = [i * (cells + 1) + j, (i + 1) * (cells + 1) + j]
      triangles.push([a, b, b + 1], [a, b + 1, a + 1])
    }
  }
  return { positions, triangles }
}

/** Returns a cube as binary STL in millimeters. */
export function cubeStl({ sizeMm }: { sizeMm: number }): Uint8Array<ArrayBuffer> {
  return binaryStl(box([sizeMm, sizeMm, sizeMm]))
}

/** Returns a cube as GLB, in meters. */
export function cubeGlb({ sizeMm }: { sizeMm: number }): Uint8Array<ArrayBuffer> {
  const size = sizeMm / 1000
  return glb(box([size, size, size]))
}

/** Returns a cube from the origin with faces of `cells` by `cells` squares; corners on edges repeat. */
export function fineCube(size: number, cells: number): Mesh {
  const positions: Vec3[] = []
  const triangles: Vec3[] = []
  for (const axis of [0, 1, 2]) {
    for (const side of [0, cells]) {
      const base = positions.length
      for (let i = 0; i <= cells; i++) {
        for (let j = 0; j <= cells; j++) {
          const at: Vec3 = [0, 0, 0]
          at[axis] = (side * size) / cells
          at[(axis + 1) % 3] = (i * size) / cells
          at[(axis + 2) % 3] = (j * size) / cells
          positions.push(at)
          if (i === cells || j === cells) continue
          const [a, b] = [base + i * (cells + 1) + j, base + (i + 1) * (cells + 1) + j]
          const square: Vec3[] = [
            [a, b, b + 1],
            [a, b + 1, a + 1],
          ]
          triangles.push(...square.map(([p, q, r]): Vec3 => (side === 0 ? [p, r, q] : [p, q, r])))
        }
      }
    }
  }
  return { positions, triangles }
}

/** Returns a cube as 3MF in millimeters. */
export function cube3mf({ sizeMm }: { sizeMm: number }): Uint8Array<ArrayBuffer> {
  return threeMf(box([sizeMm, sizeMm, sizeMm]))
}
