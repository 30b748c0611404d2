// The page measures with the server's code, on another JavaScript engine: its reports equal the server's bit for bit.
// Skipped without an installed Chromium or the corpus.
import { describe, expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  type MeshFormat,
  printableFormat,
  uploadFormat,
} from '../../../server/domain/models/format.ts'
import { chromiumPath } from '../../../testing/browser/chromium.ts'
import { openGeometry } from '../../../testing/models/geometry.ts'
import { use, useService } from '../../../testing/use.ts'
import { useBrowser } from '../use-browser.ts'

const service = useService()
const browser = useBrowser({ webgl: true })
const geometry = use(() => openGeometry())
const corpus = join(import.meta.dir, '../../../../shared/corpus')
const isReady = chromiumPath !== null && existsSync(corpus)

describe.skipIf(!isReady)('in a browser', () => {
  test('every report of the corpus equals the server’s bit for bit', async () => {
    await browser.page.goto(`${service.baseUrl}/quote`)
    const found: Record<string, unknown> = {}
    const expected: Record<string, unknown> = {}
    for (const name of readdirSync(corpus)) {
      const format = printableFormat(name) ?? uploadFormat(name)
      if (format === null) continue
      const path = join(corpus, name)
      found[name] = await measureInPage(path, format)
      expected[name] = await (format === 'obj' ? measureObj(path) : measure({ path }, format))
    }
    expect(Object.keys(found).length).toBeGreaterThan(20)
    // Equality of doubles: JSON keeps every bit of them.
    expect(found).toEqual(expected)
  })
})

type Source = Parameters<typeof geometry.measure>[0]['source']

async function measure(source: Source, format: MeshFormat | 'gcode'): Promise<unknown> {
  const outcome = await geometry.measure({ source, format })
  return 'report' in outcome ? outcome.report : outcome
}

/** Measures an OBJ: the server converts it to an STL and measures that. */
async function measureObj(path: string): Promise<unknown> {
  const outputs = { stl: true, glb: false }
  const made = await geometry.process({ source: { path }, format: 'obj', options: {}, outputs })
  if (made.kind !== 'processed' || made.stl === null) return made
  return await measure({ bytes: made.stl }, 'stl')
}

/** Returns the report of the page's worker. */
async function measureInPage(path: string, format: string): Promise<unknown> {
  const { page } = browser
  await page.evaluate(() => {
    document.querySelector('#probe')?.remove()
    const input = document.createElement('input')
    input.type = 'file'
    input.id = 'probe'
    document.body.append(input)
  })
  await page.setInputFiles('#probe', path)
  return await page.evaluate(async (wanted) => {
    const form = document.querySelector<HTMLFormElement>('#quote')
    const file = document.querySelector<HTMLInputElement>('#probe')?.files?.[0]
    const { coreWorker = '', coreWasm, dracoWasm } = form?.dataset ?? {}
    const worker = new Worker(coreWorker, { type: 'module' })
    const outcome = await new Promise<{ report?: unknown }>((resolve) => {
      worker.addEventListener('message', ({ data }) => {
        if (data.kind === 'outcome') resolve(data.outcome)
        if (data.kind === 'broken') resolve(data)
      })
      worker.postMessage({ kind: 'start', coreWasm, dracoWasm })
      const changes = { orient: false, wallMm: null }
      const settings = { nozzleMm: 0.4, overhangDeg: 45, buildVolumeMm: [340, 320, 340] }
      const model = { file, key: 'probe', format: wanted, units: null }
      worker.postMessage({
        kind: 'task',
        id: 1,
        task: { kind: 'measure', ...model, settings, scale: 1, changes },
      })
    })
    worker.terminate()
    return outcome.report ?? outcome
  }, format)
}
