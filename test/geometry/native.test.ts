// The native build and the WASM build must return the same, to the last bit. GEOMETRY_NATIVE names the native build:
// `cargo build --release --example examine`; without it this file is skipped (CI sets it).
import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Format, ProcessOptions } from '../../geometry/index.ts'
import { openGeometry } from '../../testing/models/geometry.ts'
import {
  binaryStl,
  box,
  glb,
  inverted,
  merge,
  sphere,
  threeMf,
  withoutTriangles,
} from '../../testing/models/meshes.ts'

setDefaultTimeout(400_000)

const native = process.env['GEOMETRY_NATIVE'] ?? ''
const shared = join(import.meta.dir, '../../../shared')

describe.skipIf(!existsSync(native))('native and WASM', () => {
  const geometry = openGeometry()
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
      // The native build refuses formats that only the worker decodes.
      if (name === 'BoxMeshopt.glb') continue
      if (/\.(stl|obj|gltf|glb|3mf|gcode)$/i.test(name)) files.push(join(place, name))
    }
  }

  const formatOf = (path: string) => path.toLowerCase().split('.').pop() as Format
  const run = (...command: string[]): unknown => {
    const { stdout, stderr, success } = Bun.spawnSync([native, ...command])
    if (!success) throw new Error(stderr.toString())
    return JSON.parse(stdout.toString())
  }

  test.each(files)('measure returns the same for %s', async (path) => {
    const outcome = await geometry.measure({ source: { path }, format: formatOf(path) })
    expect(outcome).toStrictEqual(run(path) as never)
  })

  const models = files.filter((path) => formatOf(path) !== 'gcode')
  const everything: ProcessOptions = {
    smoothing: 'strong',
    hollow: { wallMm: 1.2 },
    orient: true,
    scaleToPlate: true,
  }
  test.each(models.flatMap((path) => [[path, {}] as const, [path, everything] as const]))(
    'process %s %j',
    async (path, options) => {
      const out = join(folder, 'out')
      for (const kind of ['stl', 'glb']) rmSync(`${out}.${kind}`, { force: true })
      const expected = run('process', JSON.stringify(options), out, path)
      const outputs = { stl: true, glb: true }
      const source = { path }
      const outcome = await geometry.process({ source, format: formatOf(path), options, outputs })
      if (outcome.kind !== 'processed') {
        expect(outcome).toStrictEqual(expected as never)
        expect([existsSync(`${out}.stl`), existsSync(`${out}.glb`)]).toEqual([false, false])
        return
      }
      const { stl, glb: glbBytes, ...rest } = outcome
      expect(rest).toStrictEqual(expected as never)
      // Not compared with expect, which would print megabytes on a difference.
      expect(stl !== null && readFileSync(`${out}.stl`).equals(stl)).toBe(true)
      expect(glbBytes !== null && readFileSync(`${out}.glb`).equals(glbBytes)).toBe(true)
    },
  )

  const inspection = {
    settings: { nozzleMm: 0.4, overhangDeg: 45, buildVolumeMm: [340, 320, 340] },
    outputs: { mesh: true, picture: { sizePx: 128, view: 'iso', faults: true } },
  } as const
  test.each(models)('inspect returns the same for %s', async (path) => {
    const out = join(folder, 'out')
    const { settings, outputs } = inspection
    const [wanted, shown] = [JSON.stringify(settings), JSON.stringify(outputs)]
    const expected = run('inspect', wanted, shown, out, path)
    const source = { path }
    const outcome = await geometry.inspect({ source, format: formatOf(path), settings, outputs })
    if (outcome.kind !== 'inspected') {
      expect(outcome).toStrictEqual(expected as never)
      return
    }
    const { mesh, picture, ...rest } = outcome
    expect(rest).toStrictEqual(expected as never)
    if (!mesh || !picture) throw new Error('the mesh or the picture is missing')
    const { positions, indices, flags } = mesh
    const bytes = Buffer.concat([positions, indices].map(({ buffer }) => Buffer.from(buffer)))
    expect(readFileSync(`${out}.mesh`).equals(Buffer.concat([bytes, flags]))).toBe(true)
    expect(readFileSync(`${out}.png`).equals(picture)).toBe(true)
  })

  const coarse = { layerHeightMm: 0.3, infillPercent: 0, nozzleMm: 0.6, flow: 'high' } as const
  const usual = { layerHeightMm: 0.2, infillPercent: 20, nozzleMm: 0.4, flow: 'standard' } as const
  test.each(models.flatMap((path) => [[path, usual] as const, [path, coarse] as const]))(
    'estimate %s %j',
    async (path, settings) => {
      const source = { path }
      const outcome = await geometry.estimate({ source, format: formatOf(path), settings })
      expect(outcome).toStrictEqual(run('estimate', JSON.stringify(settings), path) as never)
    },
  )
})
