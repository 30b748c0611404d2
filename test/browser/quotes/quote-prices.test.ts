// The page prices with the server's code, on another JavaScript engine: its prices equal the server's to the cent.
// Skipped without an installed Chromium or the corpus.
import { describe, expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { printableFormat, uploadFormat } from '../../../server/domain/models/format.ts'
import { chromiumPath } from '../../../testing/browser/chromium.ts'
import { type Buyer, buyer, cart, post } from '../../../testing/people/shop.ts'
import { type Random, seededRandom, seedFromEnvironment } from '../../../testing/seeded-random.ts'
import { rawPost } from '../../../testing/service/requests.ts'
import { useService } from '../../../testing/use.ts'
import { useBrowser } from '../use-browser.ts'

const service = useService()
const browser = useBrowser({ webgl: true })
const corpus = join(import.meta.dir, '../../../../shared/corpus')
const isReady = chromiumPath !== null && existsSync(corpus)

const pathOf = (name: string) => join(corpus, name)
const seed = seedFromEnvironment()

describe.skipIf(!isReady)('in a browser', () => {
  test('every file of the corpus costs what the server charges', async () => {
    const ada = await buyer(service)
    const names = readdirSync(corpus).filter((name) => formatOf(name) !== null)
    const found = await partPricesInPage(names)
    const stored = new Map<string, string>()
    const expected = new Map<string, string>()
    for (const name of names) {
      const uri = uploadFormat(name) === null ? null : await store(name, '', ada.cookie)
      if (uri === null) {
        expected.set(name, await postedPrice(name))
      } else {
        stored.set(name, uri)
      }
    }
    const charged = await chargedPrices(ada, [...stored.values()])
    for (const [i, name] of [...stored.keys()].entries()) expected.set(name, charged[i] ?? '')
    // The others are sliced files, and models with a unit that makes them too large or too small.
    expect(stored.size).toBeGreaterThan(10)
    expect(found).toEqual(expected)
  })

  test(
    `200 random choices cost what the server charges (SEED=${seed})`,
    async () => {
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
    },
    manyPricesMs,
  )
})

/** Time limit for 200 prices of a page, on a busy machine. */
const manyPricesMs = 600_000

/** Returns the format of every file that /quote accepts; null for others. */
const formatOf = (name: string) => printableFormat(name) ?? uploadFormat(name)

/** Text in the list of the page's parts. */
const noPrice = 'no price'

const linesSchema = v.object({
  lines: v.array(v.object({ printCents: v.nullable(v.number()) })),
})

/** Models: solid, hollow, of text, in another unit, compressed, and of every format that can be uploaded. */
const models = [
  { name: '20mm-xyz-cube.stl', units: '' },
  { name: 'Vase.stl', units: '' },
  { name: 'fox_ascii.stl', units: '' },
  { name: 'sphere_binary_solid_header.stl', units: 'cm' },
  { name: 'dodeca_chain_loop.3mf', units: '' },
  { name: 'spot.obj', units: 'cm' },
  { name: 'moon.glb', units: 'mm' },
  { name: 'featuretype.STL', units: 'cm' },
] as const

type Choices = Readonly<Record<string, string>>

const colors = ['Black', 'Silver', 'Red', 'Lavender', 'custom']

/** Returns choices within the ranges of the form, which prices nothing else. */
function randomChoices(random: Random): Choices {
  const one = <T>(values: readonly [T, ...T[]]): T =>
    values[Math.floor(random() * values.length)] ?? values[0]
  const nozzleDiameter = one(['0.2', '0.4', '0.6', '0.8'])
  const color = colors[Math.floor(random() * colors.length)] ?? 'Black'
  return {
    material: one(['pla', 'petg', 'abs', 'asa', 'tpu']),
    quality: one(['standard', 'premium']),
    color,
    customColor: color === 'custom' ? one(['#2f6f4f', 'teal', 'black']) : '',
    infill: String(10 + Math.floor(random() * 91)),
    nozzleDiameter,
    // 20 to 75 % of the nozzle.
    layerHeight: (Number(nozzleDiameter) * (0.2 + 0.55 * random())).toFixed(3),
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
  const uri = await store(name, units, cookie)
  if (uri === null) throw new Error(`${name} was refused`)
  return uri
}

/** Returns the model's address; null when the file is refused. */
async function store(name: string, units: string, cookie: string): Promise<string | null> {
  const form = await formWith(name)
  if (units !== '') form.set('units', units)
  const response = await service.fetch('/api/print-upload', rawPost(form, { cookie }))
  const stored: unknown = await response.json()
  if (response.status === 422) return null
  expect([name, response.status]).toEqual([name, 200])
  return v.parse(v.object({ modelUrl: v.string() }), stored).modelUrl
}

async function formWith(name: string): Promise<FormData> {
  const form = new FormData()
  form.set('file', new File([await Bun.file(pathOf(name)).bytes()], name))
  return form
}

/** The initial choice of the form; an order without a color bills the custom rate. */
const formColor = 'Silver'

/** Returns the charge of a checkout for one of each with the form's initial choices. */
async function chargedPrices(who: Buyer, uris: readonly string[]): Promise<string[]> {
  const items = uris.map((modelUrl) => ({ modelUrl, color: formColor }))
  const [status, body] = await post(service, who, '/api/cart-reprice', cart(items))
  expect(status).toBe(200)
  return v.parse(linesSchema, body).lines.map(({ printCents }) => centsText(printCents) ?? noPrice)
}

/** Returns the text of the page without its script, which shows the server's price. */
async function postedPrice(name: string): Promise<string> {
  const form = await formWith(name)
  form.set('color', formColor)
  const response = await service.fetch('/quote', rawPost(form))
  const price = /id="print-price">\s*([^<\s]+)/.exec(await response.text())
  return price?.[1] ?? noPrice
}

/** Returns the prices of all files as parts of one page, with the form's initial choices. */
async function partPricesInPage(names: readonly string[]): Promise<Map<string, string>> {
  const { page } = browser
  await page.goto(`${service.baseUrl}/quote`)
  await page.setInputFiles('#file', names.map(pathOf))
  await page.waitForFunction((count) => {
    const prices = [...document.querySelectorAll('.part-price')].map((one) => one.textContent)
    return prices.length === count && !prices.includes('…')
  }, names.length)
  const prices = await page.locator('.part-price').allTextContents()
  return new Map(names.map((name, i) => [name, prices[i] ?? '']))
}

/** Returns the text of the page for each set of choices, without reading a file again. */
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
    await page.waitForFunction(() =>
      document.querySelector('#report .figures, .notice.error, #report [role="alert"]'),
    )
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
        if (element instanceof RadioNodeList) {
          element.value = value
        } else if (element instanceof HTMLInputElement || element instanceof HTMLSelectElement) {
          element.value = value
        }
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
