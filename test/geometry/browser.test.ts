// The code that a page's worker shares with the server: it can be bundled for a browser, and the bundle returns the
// same as the pool.
import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readDracoWasm } from '../../geometry/decoders/draco-file.ts'
import type { Task } from '../../geometry/messages.ts'
import { dracoGlb, meshoptGlb } from '../../testing/models/compressed.ts'
import { openGeometry } from '../../testing/models/geometry.ts'
import { cup, glb, sphere } from '../../testing/models/meshes.ts'

const geometry = openGeometry()
const folder = mkdtempSync(join(tmpdir(), 'browser-'))
afterAll(() => {
  geometry.close()
  rmSync(folder, { recursive: true })
})

const { outputs, success } = await Bun.build({
  entrypoints: [join(import.meta.dir, '../../geometry/run-task.ts')],
  target: 'browser',
  minify: true,
  splitting: true,
  outdir: folder,
})

test('bundles for a browser, with the mesh decoders in separate chunks', () => {
  expect(success).toBe(true)
  const entry = outputs.find(({ kind }) => kind === 'entry-point')
  expect(entry?.size).toBeLessThan(60_000)
  expect(outputs.length).toBeGreaterThan(2)
  const text = readFileSync(entry?.path ?? '', 'utf8')
  expect(text.match(/["'](?:node:|bun:)[a-z]/)).toBeNull()
})

const settings = { nozzleMm: 0.4, overhangDeg: 45, buildVolumeMm: [340, 320, 340] } as const
const picture = { sizePx: 100, view: 'iso', faults: true } as const
const work: Task['work'] = { kind: 'inspect', settings, outputs: { mesh: true, picture } }

test('the bundle and the pool return the same', async () => {
  const entry = outputs.find(({ kind }) => kind === 'entry-point')
  const { bytesOf, createInstance }: typeof import('../../geometry/run-task.ts') = await import(
    entry?.path ?? ''
  )
  const root = join(import.meta.dir, '../..')
  const instance = createInstance({
    module: new Uint8Array(readFileSync(join(root, 'geometry/pkg/geometry_bg.wasm'))),
    dracoWasm: readDracoWasm,
  })
  const ball = sphere({ radius: 0.007, rings: 20, segments: 30 })
  const files = [
    glb(cup(0.02, 0.0006)),
    await dracoGlb(ball, 'edgebreaker'),
    await meshoptGlb(ball),
  ]
  for (const bytes of files) {
    const own = await instance.run({ format: 'glb', work }, () => bytesOf(bytes))
    const pooled = await geometry.inspect({
      source: { bytes: new Uint8Array(bytes) },
      format: 'glb',
      settings,
      outputs: { mesh: true, picture },
    })
    expect(pooled.kind).toBe('inspected')
    expect(own).toStrictEqual({ kind: 'outcome', outcome: pooled })
  }
})
