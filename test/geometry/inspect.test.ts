// Inspections of models with known faults, and of every file of the corpus.
import { afterAll, describe, expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import {
  type FaultKind,
  type Format,
  faultBits,
  faultColors,
  type InspectOutcome,
  type PictureOptions,
} from '../../geometry/index.ts'
import { openGeometry } from '../../testing/models/geometry.ts'
import {
  binaryStl,
  box,
  cubeGlb,
  cubeStl,
  inverted,
  type Mesh,
  merge,
  sphere,
  withoutTriangles,
} from '../../testing/models/meshes.ts'

// A busy machine takes many times as long.
const geometry = openGeometry()
afterAll(() => geometry.close())

const settings = { nozzleMm: 0.4, overhangDeg: 45, buildVolumeMm: [340, 320, 340] } as const
type Inspected = Extract<InspectOutcome, { kind: 'inspected' }>

async function inspect(
  model: Mesh | Uint8Array,
  { format = 'stl' as Format, picture = undefined as PictureOptions | undefined } = {},
): Promise<Inspected> {
  const bytes = model instanceof Uint8Array ? model : binaryStl(model)
  const outputs = { mesh: true, ...(picture && { picture }) }
  const outcome = await geometry.inspect({ source: { bytes }, format, settings, outputs })
  if (outcome.kind !== 'inspected') throw new Error(JSON.stringify(outcome))
  return outcome
}

/** Returns the numbers of the triangles with this fault. */
function flagged({ mesh }: Inspected, kind: FaultKind): number[] {
  return [...(mesh?.flags ?? [])].flatMap((flag, t) => (flag & faultBits[kind] ? [t] : []))
}

const fault = ({ faults }: Inspected, kind: FaultKind) => faults.find((one) => one.kind === kind)

test('a cube without a face has open edges at its neighbors, and no other fault', async () => {
  // The bottom is the first two triangles; each side has one adjacent triangle.
  const found = await inspect(withoutTriangles(box([20, 20, 20]), 0, 1))
  // The sides are [0,1,5] [0,5,4] [2,6,7] [2,7,3] [0,4,6] [0,6,2] [1,3,7] [1,7,5]; the expected ones contain two of
  // 0, 1, 2, 3.
  expect(flagged(found, 'open_edges')).toEqual([2, 5, 7, 8])
  expect(found.faults.map(({ kind }) => kind)).toEqual(['open_edges'])
  expect(fault(found, 'open_edges')).toMatchObject({ count: 4, lengthMm: 80, areaMm2: null })
  expect(found.received).toEqual({
    triangles: 10,
    boundaryEdges: 4,
    nonManifoldEdges: 0,
    components: 1,
    watertight: false,
    volumeCm3: null,
  })
})

test('the underside of a table overhangs, by its area', async () => {
  const leg = box([4, 4, 20], [8, 8, 0])
  const found = await inspect(merge(leg, box([20, 20, 2], [0, 0, 20])))
  expect(flagged(found, 'overhangs')).toEqual([12, 13])
  expect(fault(found, 'overhangs')).toMatchObject({
    count: 2,
    areaMm2: 400,
    places: [{ normal: [0, 0, -1], share: 1 }],
  })
})

test('both faces of a plate of 0.5 mm are thin, and its edges are not', async () => {
  const found = await inspect(box([30, 20, 0.5]))
  expect(flagged(found, 'thin_walls')).toEqual([0, 1, 2, 3])
  expect(found.walls.minWallMm).toBeCloseTo(0.5, 3)
  expect(found.walls.limitMm).toBe(0.8)
  expect(found.walls.thin.map(({ areaMm2 }) => Math.round(areaMm2))).toEqual([600, 600])
  expect(flagged(await inspect(box([30, 20, 0.9])), 'thin_walls')).toEqual([])
})

test('geometry beyond the build volume is outside, unless the rotated part fits', async () => {
  // Centered on the plate, a bar of 400 mm exceeds it at both ends; a cube in the center does not.
  const bar = box([400, 20, 20])
  const found = await inspect(merge(box([20, 20, 20], [190, 0, 30]), bar))
  expect(flagged(found, 'outside')).toEqual([12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23])
  expect((await inspect(box([320, 340, 340]))).faults).toEqual([])
})

test('the mesh keeps the order of the file, in mm and printer axes', async () => {
  const { mesh } = await inspect(cubeGlb({ sizeMm: 20 }), { format: 'glb' })
  // Y up becomes Z up: depth points towards -Y.
  const rounded = [...(mesh?.positions ?? [])].map((v) => Math.round(v * 1000) / 1000 + 0)
  const corners = box([20, 20, 20]).triangles.flat()
  const expected = box([20, 20, 20]).positions.map(([x, y, z]) => [x, 0 - z, y])
  const read = [...(mesh?.indices ?? [])].map((v) => rounded.slice(3 * v, 3 * v + 3))
  expect(read).toEqual(corners.map((v) => expected[v] ?? []))
})

test('a file that is inside out is distinguished from a correct one', async () => {
  const ball = sphere({ radius: 10, rings: 20, segments: 30 })
  const [right, wrong] = [await inspect(ball), await inspect(inverted(ball))]
  expect(right.received.volumeCm3).toBeGreaterThan(4)
  expect(wrong.received.volumeCm3).toBeCloseTo(-(right.received.volumeCm3 ?? 0), 9)
  // Overhangs do not depend on the winding of the triangles.
  expect(flagged(wrong, 'overhangs')).toEqual(flagged(right, 'overhangs'))
  expect(flagged(right, 'overhangs').length).toBeGreaterThan(20)
})

test('settings out of range and files without a mesh are refused', async () => {
  const source = () => ({ bytes: cubeStl({ sizeMm: 10 }) })
  const bad = { ...settings, nozzleMm: 0 }
  await expect(
    geometry.inspect({ source: source(), format: 'stl', settings: bad }),
  ).rejects.toThrow('nozzleMm must be 0.05 to 2, not 0')
  const outputs = { mesh: false, picture: { sizePx: 2000, view: 'iso', faults: true } } as const
  await expect(
    geometry.inspect({ source: source(), format: 'stl', settings, outputs }),
  ).rejects.toThrow('sizePx must be 100 to 1024, not 2000')
  const empty = { bytes: new Uint8Array() }
  expect(await geometry.inspect({ source: empty, format: 'stl', settings })).toMatchObject({
    kind: 'unreadable',
    code: 'empty_file',
  })
})

describe('pictures', () => {
  const wanted: PictureOptions = { sizePx: 200, view: 'iso', faults: true }

  /** Decodes the picture with libvips. */
  async function decoded({ picture }: Inspected) {
    if (!picture) throw new Error('no picture')
    const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true })
    return { data, ...info }
  }

  test.each([100, 333, 1024])('a picture of %d px decodes to that size', async (sizePx) => {
    const found = await inspect(sphere({ radius: 10, rings: 20, segments: 30 }), {
      picture: { ...wanted, sizePx },
    })
    const { width, height, channels, data } = await decoded(found)
    expect([width, height, channels]).toEqual([sizePx, sizePx, 4])
    // The corner is transparent, and the center shows the part.
    expect([data[3], data[4 * (sizePx * (sizePx >> 1) + (sizePx >> 1)) + 3]]).toEqual([0, 255])
  })

  test('the same file gives the same bytes', async () => {
    const ball = sphere({ radius: 10, rings: 20, segments: 30 })
    const [a, b] = [
      await inspect(ball, { picture: wanted }),
      await inspect(ball, { picture: wanted }),
    ]
    expect(a.picture).toEqual(b.picture)
  })

  test('a drawing equals the picture of an inspection without faults', async () => {
    const { faults: _, ...picture } = wanted
    for (const mesh of [box([30, 20, 0.5]), withoutTriangles(box([20, 20, 20]), 0, 1)]) {
      const found = await inspect(mesh, { picture: { ...picture, faults: false } })
      const drawn = await geometry.draw({
        source: { bytes: binaryStl(mesh) },
        format: 'stl',
        picture,
      })
      expect<unknown>(drawn).toEqual({ kind: 'drawn', picture: found.picture })
    }
  })

  test.each([
    ['#e4002b', 0],
    ['#00843d', 1],
    ['#000000', 2],
    ['#ffffff', 2],
  ] as const)('a part in %s has that color and its shades', async (color, channel) => {
    const source = { bytes: binaryStl(sphere({ radius: 10, rings: 20, segments: 30 })) }
    const { faults: _, ...view } = wanted
    const drawn = await geometry.draw({ source, format: 'stl', picture: { ...view, color } })
    if (drawn.kind !== 'drawn') throw new Error(drawn.kind)
    const { data } = await sharp(drawn.picture).raw().toBuffer({ resolveWithObject: true })
    const opaque = [...Array(data.length / 4).keys()]
      .map((at) => [...data.subarray(4 * at, 4 * at + 4)])
      .filter(([, , , alpha]) => alpha === 255)
    const mean = [0, 1, 2].map(
      (at) => opaque.reduce((sum, pixel) => sum + (pixel[at] ?? 0), 0) / opaque.length,
    )
    if (channel < 2) {
      expect(mean[channel]).toBeGreaterThan(1.4 * (mean[2] ?? 255))
    } else {
      expect(Math.max(...mean) - Math.min(...mean)).toBeLessThan(16)
    }
    const levels = new Set(opaque.map(([red = 0]) => red >> 3))
    expect(levels.size).toBeGreaterThan(5)
    if (color === '#000000') expect(Math.max(...mean)).toBeLessThan(90)
    if (color === '#ffffff') expect(Math.min(...mean)).toBeGreaterThan(150)
  })

  test('a picture that cannot be drawn is refused', async () => {
    const draw = (changes: Partial<PictureOptions>, bytes = cubeStl({ sizeMm: 2 })) => {
      const picture = { sizePx: 200, view: 'iso', ...changes } as const
      return geometry.draw({ source: { bytes }, format: 'stl', picture })
    }
    await expect(draw({ sizePx: 2000 })).rejects.toThrow('sizePx must be 100 to 1024, not 2000')
    await expect(draw({ color: 'red' })).rejects.toThrow('a color must be #rrggbb')
    expect(await draw({}, new Uint8Array())).toMatchObject({
      kind: 'unreadable',
      code: 'empty_file',
    })
  })

  test('a background fills the picture', async () => {
    const picture = { ...wanted, view: 'bottom', background: '#123456' } as const
    const { data, channels } = await decoded(await inspect(box([9, 9, 9]), { picture }))
    // Without transparency there is no alpha.
    expect(channels).toBe(3)
    expect([...data.subarray(0, 3)]).toEqual([0x12, 0x34, 0x56])
  })

  test.each([
    ['thin_walls', box([30, 20, 0.5])],
    ['outside', box([400, 20, 20])],
    ['open_edges', withoutTriangles(box([20, 20, 20]), 2, 3)],
  ] as const)('%s have the hue of their color', async (kind, mesh) => {
    const picture = { ...wanted, view: 'top' } as const
    const { data, width } = await decoded(await inspect(mesh, { picture }))
    const middle = 4 * (width * (width >> 1) + (width >> 1))
    const color = Number.parseInt(faultColors[kind].slice(1), 16)
    const expected = hue([color >> 16, (color >> 8) & 255, color & 255])
    const pixels = [...Array(width * width).keys()].map((at) => [
      ...data.subarray(4 * at, 4 * at + 4),
    ])
    const alike = pixels.filter((p) => Math.abs(hue(p) - expected) < 12 && (p[3] ?? 0) > 250)
    expect(alike.length).toBeGreaterThan(kind === 'open_edges' ? 200 : 0.02 * width * width)
    expect(data[middle + 3]).toBe(255)
  })
})

/** Returns the hue in degrees on the color wheel. */
function hue([r = 0, g = 0, b = 0]: readonly number[]): number {
  const [high, low] = [Math.max(r, g, b), Math.min(r, g, b)]
  if (high - low < 30) return Number.NaN
  const sector =
    high === r
      ? (g - b) / (high - low)
      : high === g
        ? 2 + (b - r) / (high - low)
        : 4 + (r - g) / (high - low)
  return (60 * sector + 360) % 360
}

const corpus = join(import.meta.dir, '../../../shared/corpus')

describe.skipIf(!existsSync(corpus))('corpus', () => {
  const models = existsSync(corpus)
    ? readdirSync(corpus).filter((name) => /\.(stl|obj|glb|3mf)$/i.test(name))
    : []
  test.each(models)('%s: the report equals that of a measurement', async (name) => {
    const format = name.toLowerCase().split('.').pop() as Format
    const source = { path: join(corpus, name) }
    const picture: PictureOptions = { sizePx: 128, view: 'iso', faults: true }
    const outputs = { mesh: true, picture }
    const measured = await geometry.measure({ source, format })
    const found = await geometry.inspect({ source, format, settings, outputs })
    if (found.kind !== 'inspected') {
      expect(found.kind).toBe('unreadable')
      if (measured.kind !== 'sliced') expect<unknown>(found).toEqual(measured)
      return
    }
    if (measured.kind !== 'mesh') throw new Error(measured.kind)
    expect(found.report).toStrictEqual(measured.report)
    expect(found.mesh?.flags.length).toBe(measured.report.triangles)
    expect(found.mesh?.indices.length).toBe(3 * measured.report.triangles)
    const edges = (kind: FaultKind) => fault(found, kind)?.count ?? 0
    expect(edges('open_edges')).toBe(measured.report.boundaryEdges)
    expect(edges('non_manifold_edges')).toBe(measured.report.nonManifoldEdges)
    for (const { places } of found.faults) {
      const shares = places.map(({ share }) => share)
      expect(shares).toEqual(shares.toSorted((a, b) => b - a))
      expect(shares.reduce((sum, share) => sum + share, 0)).toBeLessThan(1 + 1e-9)
    }
  })
})
