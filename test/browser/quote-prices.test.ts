// The page measures and prices with the server's own code, on another machine's engine: its reports equal the server's bit for bit, and
// its prices equal the server's to the cent. Skipped where no Chromium is installed, and without the corpus.
import { describe, expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { createGeometry } from '../../geometry/index.ts'
import { printableFormat } from '../../server/domain/models/format.ts'
import { type Random, seededRandom, seedFromEnvironment } from '../helpers/price-inputs.ts'
import { rawPost } from '../helpers/requests.ts'
import { use, useService } from '../helpers/use.ts'
import { buyer, cart, post } from '../helpers/web-shop.ts'
import { chromiumPath } from './chromium.ts'
import { useBrowser } from './use-browser.ts'

const service = useService()
const browser = useBrowser({ webgl: true })
const geometry = use(() => createGeometry({ workers: 1 }))
const corpus = join(import.meta.dir, '../../../shared/corpus')
const isReady = chromiumPath !== null && existsSync(corpus)

const pathOf = (name: string) => join(corpus, name)
const seed = seedFromEnvironment()

describe.skipIf(!isReady)('in a browser', () => {
  test('every report of the corpus is the server’s, bit for bit', async () => {
    await browser.page.goto(`${service.baseUrl}/quote`)
    const found: Record<string, unknown> = {}
    const expected: Record<string, unknown> = {}
    for (const name of readdirSync(corpus)) {
      const format = printableFormat(name)
      // An OBJ is converted before it is measured, by both.
      if (format === null || format === 'obj') continue
      const path = pathOf(name)
      found[name] = await measureInPage(path, format)
      const outcome = await geometry.measure({ source: { path }, format })
      expected[name] = 'report' in outcome ? outcome.report : outcome
    }
    expect(Object.keys(found).length).toBeGreaterThan(20)
    // Equality of doubles: JSON keeps every bit of them.
    expect(found).toEqual(expected)
  })

  test(`200 random choices cost what the server charges (SEED=${seed})`, async () => {
    const ada = await buyer(service)
    const random = seededRandom(seed)
    const found: unknown[] = []
    const expected: unknown[] = []
    for (const { name, units } of models) {
      const sets = Array.from({ length: 200 / models.length }, () => randomChoices(random))
      const uri = await upload(name, units, ada.cookie)
      found.push(...(await pricesInPage(name, units, sets)))
      const items = sets.map((set) => itemOf(set, uri))
      const [status, body] = await post(service, ada, '/api/cart-reprice', cart(items))
      expect([name, status]).toEqual([name, 200])
      const lines = v.parse(linesSchema, body).lines
      expected.push(...sets.map((set, i) => [name, set, centsText(lines[i]?.printCents ?? null)]))
    }
    expect(found).toEqual(expected)
    expect(new Set(expected.map((entry) => JSON.stringify(entry))).size).toBeGreaterThan(190)
  })
})

const linesSchema = v.object({
  lines: v.array(v.object({ printCents: v.nullable(v.number()) })),
})

/** Solid, hollow, of text, in another unit, and compressed. */
const models = [
  { name: '20mm-xyz-cube.stl', units: '' },
  { name: 'Vase.stl', units: '' },
  { name: 'fox_ascii.stl', units: '' },
  { name: 'sphere_binary_solid_header.stl', units: 'cm' },
  { name: 'dodeca_chain_loop.3mf', units: '' },
] as const

type Choices = Readonly<Record<string, string>>

const colors = ['Black', 'Silver', 'Red', 'Lavender', 'custom']

/** As a form may send them, also out of range. */
function randomChoices(random: Random): Choices {
  const one = <T>(values: readonly [T, ...T[]]): T =>
    values[Math.floor(random() * values.length)] ?? values[0]
  const color = colors[Math.floor(random() * colors.length)] ?? 'Black'
  return {
    material: one(['pla', 'petg', 'abs', 'asa', 'tpu']),
    quality: one(['standard', 'premium']),
    color,
    customColor: color === 'custom' ? one(['#2f6f4f', 'teal', 'black']) : '',
    infill: String(Math.floor(random() * 120)),
    layerHeight: (0.04 + random()).toFixed(2),
    nozzleDiameter: one(['0.2', '0.4', '0.6', '0.8']),
    quantity: String(1 + Math.floor(random() * 50)),
  }
}

const itemOf = ({ color, customColor, ...set }: Choices, modelUrl: string) => ({
  modelUrl,
  material: set['material'],
  quality: set['quality'],
  color: color === 'custom' ? customColor : color,
  infill: Number(set['infill']),
  layerHeight: Number(set['layerHeight']),
  nozzleDiameter: Number(set['nozzleDiameter']),
  quantity: Number(set['quantity']),
})

const centsText = (cents: number | null) =>
  cents === null
    ? null
    : `$${(cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`

async function upload(name: string, units: string, cookie: string): Promise<string> {
  const form = new FormData()
  form.set('file', new File([await Bun.file(pathOf(name)).bytes()], name))
  if (units !== '') form.set('units', units)
  const response = await service.fetch('/api/print-upload', rawPost(form, { cookie }))
  const stored: unknown = await response.json()
  expect([name, response.status]).toEqual([name, 200])
  return v.parse(v.object({ modelUrl: v.string() }), stored).modelUrl
}

/** The report of the page's own worker. */
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
      const settings = { nozzleMm: 0.4, overhangDeg: 45, buildVolumeMm: [340, 320, 340] }
      const model = { file, key: 'probe', format: wanted, units: null }
      worker.postMessage({
        kind: 'task',
        id: 1,
        task: { kind: 'measure', ...model, settings, scale: 1 },
      })
    })
    worker.terminate()
    return outcome.report ?? outcome
  }, format)
}

/** What the page says for each set of choices, without a file being read again. */
async function pricesInPage(name: string, units: string, sets: readonly Choices[]) {
  const { page } = browser
  await page.goto(`${service.baseUrl}/quote`)
  await page.setInputFiles('#file', pathOf(name))
  const isPriced = () =>
    page.waitForFunction(() => {
      const isIdle = document.querySelector('#reading')?.hasAttribute('hidden')
      return isIdle && document.querySelector('#print-price') !== null
    })
  if (units !== '') {
    await page.waitForFunction(() => document.querySelector('#report .figures, .notice.error'))
    await page.selectOption('#units', units)
  }
  await isPriced()
  const prices = await page.evaluate(async (wanted) => {
    const form = document.querySelector<HTMLFormElement>('#quote')
    const isReading = () => !document.querySelector('#reading')?.hasAttribute('hidden')
    const found: (string | null)[] = []
    for (const set of wanted) {
      for (const [field, value] of Object.entries(set)) {
        const element = form?.elements.namedItem(field)
        if (element instanceof RadioNodeList) element.value = value
        else if (element instanceof HTMLInputElement || element instanceof HTMLSelectElement)
          element.value = value
      }
      form?.dispatchEvent(new Event('input', { bubbles: true }))
      // Another nozzle: the file is read again.
      while (isReading()) await new Promise((resolve) => setTimeout(resolve, 5))
      found.push(document.querySelector('#print-price')?.textContent?.trim() ?? null)
    }
    return found
  }, sets)
  return sets.map((set, i) => [name, set, prices[i] ?? null])
}
