// The native build and the WASM build must answer the same, to the last bit. GEOMETRY_NATIVE names
// the native one: `cargo build --release --example examine`; without it this is skipped (CI sets it).
import { afterAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGeometry, type Format } from '../../geometry'
import {
  binaryStl,
  box,
  glb,
  inverted,
  merge,
  sphere,
  threeMf,
  withoutTriangles,
} from '../helpers/meshes'

const native = process.env.GEOMETRY_NATIVE ?? ''
const shared = join(import.meta.dir, '../../../shared')

describe.skipIf(!existsSync(native))('native and WASM', () => {
  const geometry = createGeometry({ workers: 1 })
  const folder = mkdtempSync(join(tmpdir(), 'native-'))
  afterAll(() => {
    geometry.close()
    rmSync(folder, { recursive: true })
  })

  const ball = sphere({ radius: 7, rings: 60, segments: 90 })
  const made: Record<string, Uint8Array> = {
    'ball.stl': binaryStl(ball),
    'ball.glb': glb(ball),
    'ball.3mf': threeMf(ball, 'inch'),
    'holes.stl': binaryStl(withoutTriangles(ball, 3, 4, 5, 900, 901, 5000)),
    'nested.stl': binaryStl(merge(box([9, 9, 9], [-4, -4, -4]), inverted(box([3, 3, 3])))),
    'broken.stl': binaryStl(ball).slice(0, 1000),
  }
  for (const [name, bytes] of Object.entries(made)) writeFileSync(join(folder, name), bytes)
  const files = Object.keys(made).map((name) => join(folder, name))
  for (const place of [join(shared, 'corpus'), join(shared, 'sliced-samples')]) {
    if (!existsSync(place)) continue
    for (const name of readdirSync(place)) {
      // What only the worker decodes, the native build refuses.
      if (name === 'BoxMeshopt.glb') continue
      if (/\.(stl|obj|gltf|glb|3mf|gcode)$/i.test(name)) files.push(join(place, name))
    }
  }

  test.each(files)('%s', async (path) => {
    const format = path.toLowerCase().split('.').pop() as Format
    const { stdout } = Bun.spawnSync([native, path])
    const expected: unknown = JSON.parse(stdout.toString())
    expect(await geometry.measure({ source: { path }, format })).toStrictEqual(expected as never)
  })
})
