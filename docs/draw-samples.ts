// Draws the sample parts of the start page and the quote page with the geometry core, into server/pages/assets/samples:
//   bun docs/draw-samples.ts
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bytesOf, createInstance } from '../geometry/run-task.ts'
import { sampleFile } from '../server/browser/quotes/files/samples.ts'
import { inspectSettings } from '../server/domain/measurement/inspect-settings.ts'

const root = join(import.meta.dir, '..')
const instance = createInstance({
  module: readFileSync(join(root, 'geometry/pkg/geometry_bg.wasm')),
  dracoWasm: () => Promise.reject(new Error('samples are not compressed')),
})
const settings = inspectSettings({ nozzleMm: 0.4, layerHeightMm: 0.2 })

for (const name of ['gear', 'vase', 'faulty']) {
  const file = sampleFile(name)
  if (file === null) throw new Error(`There is no sample ${name}.`)
  const bytes = new Uint8Array(await file.arrayBuffer())
  for (const dark of [false, true]) {
    const picture = { sizePx: 144, view: 'iso', dark, faults: name === 'faulty' } as const
    const work = { kind: 'inspect', settings, outputs: { mesh: false, picture } } as const
    const result = await instance.run({ format: 'stl', work }, () => bytesOf(bytes))
    if (result.kind !== 'outcome' || result.outcome.kind !== 'inspected') throw new Error(name)
    writeFileSync(
      join(root, 'server/pages/assets/samples', `${name}-${dark ? 'dark' : 'light'}.png`),
      result.outcome.picture ?? new Uint8Array(),
    )
  }
}
