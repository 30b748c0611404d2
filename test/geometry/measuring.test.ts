// The measuring core returns the reports of the whole core, bit by bit, or nothing. Its price is shown before the whole core has arrived.
import { afterAll, describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createMeasuringCore } from '../../geometry/measuring.ts'
import type { CallerUnit } from '../../geometry/messages.ts'
import { openGeometry } from '../../testing/models/geometry.ts'
import {
  asciiStl,
  binaryStl,
  box,
  cup,
  dentedSheet,
  fineCube,
  inverted,
  merge,
  sphere,
  withoutTriangles,
} from '../../testing/models/meshes.ts'

const geometry = openGeometry()
afterAll(() => geometry.close())
const wasm = readFileSync(join(import.meta.dir, '../../geometry/pkg/measuring_bg.wasm'))
const core = createMeasuringCore(new WebAssembly.Module(wasm))

async function ofWholeCore(bytes: Uint8Array<ArrayBuffer>, units: CallerUnit | null) {
  const source = { bytes: bytes.slice() }
  const outcome = await geometry.measure({
    source,
    format: 'stl',
    ...(units === null ? {} : { units }),
  })
  return outcome.kind === 'mesh' ? outcome.report : null
}

const ball = sphere({ radius: 10, rings: 24, segments: 36 })
const models = {
  'a cube': binaryStl(box([20, 20, 20])),
  'a cube as text': asciiStl(box([20, 20, 20])),
  'a ball': binaryStl(ball),
  'a thin cup': binaryStl(cup(40, 0.6)),
  'a dented sheet': binaryStl(dentedSheet(30)),
  'a surface with holes': binaryStl(withoutTriangles(ball, 3, 50, 51, 400)),
  'a part that is inside out': binaryStl(inverted(ball)),
  'a part with a cavity': binaryStl(
    merge(box([30, 30, 30]), inverted(box([10, 10, 10], [5, 5, 5]))),
  ),
  'overlapping bodies': binaryStl(merge(box([20, 20, 20]), box([20, 20, 20], [10, 10, 10]))),
  'touching bodies': binaryStl(merge(box([20, 20, 20]), box([20, 20, 20], [20, 0, 0]))),
  'many triangles': binaryStl(fineCube(25, 60)),
}

describe('an STL has the report of the whole core', () => {
  test.each(Object.entries(models))('%s', async (_, bytes) => {
    const report = core.measure(bytes, null)
    expect(report?.volumeCm3).toBeGreaterThan(0)
    expect(report).toEqual(await ofWholeCore(bytes, null))
  })

  test.each(['mm', 'cm', 'm', 'in'] as const)('in %s', async (units) => {
    const bytes = models['a ball']
    const report = core.measure(bytes, units)
    expect(report).not.toBeNull()
    expect(report).toEqual(await ofWholeCore(bytes, units))
  })
})

const corpus = join(import.meta.dir, '../../../shared/corpus')
const maxBytes = 2_000_000
const files = existsSync(corpus)
  ? readdirSync(corpus, { recursive: true, encoding: 'utf8' }).filter(
      (name) =>
        name.toLowerCase().endsWith('.stl') && statSync(join(corpus, name)).size <= maxBytes,
    )
  : []

describe.skipIf(files.length === 0)('a file of the corpus', () => {
  test.each(files)('%s has the report of the whole core, or none in both', async (name) => {
    const bytes = new Uint8Array(readFileSync(join(corpus, name)))
    expect(core.measure(bytes, null)).toEqual(await ofWholeCore(bytes, null))
  })
})

describe('the whole core has to explain', () => {
  const cut = models['a ball'].slice(0, 5000)
  test.each([
    ['an empty file', new Uint8Array()],
    ['a file that is cut off', cut],
    ['text', new TextEncoder().encode('no model')],
    [
      'an OBJ with the name of an STL',
      new TextEncoder().encode('v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n'),
    ],
    [
      'a flat part',
      binaryStl({
        positions: [
          [0, 0, 0],
          [1, 0, 0],
          [0, 1, 0],
        ],
        triangles: [[0, 1, 2]],
      }),
    ],
  ])('%s', async (_, bytes) => {
    expect(core.measure(bytes, null)).toBeNull()
    expect(await ofWholeCore(bytes, null)).toBeNull()
  })

  test('and the next file is measured', () => {
    expect(core.measure(models['a cube'], null)?.volumeCm3).toBeCloseTo(8, 9)
  })
})
