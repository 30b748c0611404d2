// One person who runs the farm with the pages of the desk: reads a page, and sends its form as a browser does. Each press
// of a button is counted.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEasyPost } from '../../testing/carriers/easypost.ts'
import type { Counts } from './ledger.ts'
import { must } from './violation.ts'

/** `plate`: at a printer, after its parts were taken off. `parcel`: on the page for packing. `accept`: at the queue. */
export type PressKind = 'plate' | 'parcel' | 'accept'

type Answer = { readonly status: number; readonly location: string; readonly html: string }
type Form = { readonly action: string; readonly fields: URLSearchParams }

/** Origin of the pages. */
const origin = 'http://localhost:3000'

export class Person {
  readonly presses: Record<PressKind, number> = { plate: 0, parcel: 0, accept: 0 }
  /** Number of label files that were opened to be printed. */
  labelsOpened = 0
  readonly #handle: (request: Request) => Promise<Response>
  readonly #cookie: string

  constructor(handle: (request: Request) => Promise<Response>, cookie: string) {
    this.#handle = handle
    this.#cookie = cookie
  }

  /** Accepts all received orders. */
  async acceptAll(): Promise<void> {
    const { html } = await this.#get('/operator/queue?status=RECEIVED')
    const { action, fields } = formOf(html, /<form[^>]*action="\/operator\/bulk"/)
    fields.set('scope', 'all')
    fields.set('action', 'accept')
    const preview = await this.#press('accept', { action, fields })
    must(preview.status === 303, () => `accepting is refused: ${preview.html}`)
    const confirm = `${preview.location}/confirm`
    const done = await this.#press('accept', { action: confirm, fields: new URLSearchParams() })
    must(done.status === 303, () => `accepting is refused: ${done.html}`)
  }

  /** Counts and clears the plate on the printer's page, which its code opens. */
  async clear(printer: string, counts: readonly Counts[]): Promise<void> {
    const path = `/operator/printers/${encodeURIComponent(printer)}`
    const { html } = await this.#get(path)
    const scrap = counts.reduce((sum, each) => sum + each.scrap, 0)
    const forms = [...html.matchAll(/<form[^>]*\/plate"[\s\S]*?<\/form>/g)].map(([found]) => found)
    // The second form takes the numbers of bad parts. A plate whose jobs have ended has nothing to count.
    const form = formOf((scrap > 0 && forms[1]) || (forms[0] ?? ''), /<form/)
    for (const { jobId, scrap: bad } of counts) {
      if (form.fields.has(`scrap-${jobId}`)) form.fields.set(`scrap-${jobId}`, String(bad))
    }
    const hasOwnFields = [...form.fields.keys()].some((name) => name.startsWith('scrap-'))
    if (!hasOwnFields && forms[1] !== undefined) form.fields.set('scrap', String(scrap))
    const cleared = await this.#press('plate', form)
    must(cleared.status === 303, () => `${printer} cannot be cleared: ${cleared.html}`)
  }

  /** Buys the label of an order and ships it, on the page that the code of its slip opens. Returns whether that was possible. */
  async pack(code: string): Promise<boolean> {
    const page = await this.#get(`/operator/pack/${code}`)
    if (!page.html.includes('aria-label="Buy the label and ship"')) return false
    const form = formOf(page.html, /<form[^>]*aria-label="Buy the label and ship"/)
    const sent = await this.#press('parcel', form)
    must(sent.status === 303, () => `${code} cannot be shipped: ${sent.html}`)
    const { html } = await this.#get(sent.location)
    const [, label = ''] = /href="([^"]+\/file\?format=pdf)"/.exec(html) ?? []
    const file = await this.#get(label)
    must(file.html.startsWith('%PDF-'), () => `${code} has no label`)
    this.labelsOpened += 1
    return true
  }

  async #press(kind: PressKind, { action, fields }: Form): Promise<Answer> {
    this.presses[kind] += 1
    return await this.#send(action, { method: 'POST', body: fields })
  }

  #get(path: string): Promise<Answer> {
    return this.#send(path, {})
  }

  async #send(path: string, init: RequestInit): Promise<Answer> {
    const headers = { cookie: this.#cookie, origin }
    const response = await this.#handle(new Request(`${origin}${path}`, { ...init, headers }))
    const location = response.headers.get('location') ?? ''
    const html = await response.text()
    must(response.status < 400, () => `${path} answers ${response.status}: ${html.slice(0, 4000)}`)
    return { status: response.status, location, html }
  }
}

/** Returns the first form that begins with the pattern, with the fields that a browser sends without a change. */
function formOf(html: string, begins: RegExp): Form {
  const start = html.search(begins)
  must(start >= 0, () => `the page has no form ${begins}: ${html.slice(0, 4000)}`)
  const form = html.slice(start, html.indexOf('</form>', start))
  const action = /action="([^"]*)"/.exec(form)?.[1] ?? ''
  const fields = new URLSearchParams()
  for (const [input] of form.matchAll(/<input[^>]*>/g)) {
    const name = /name="([^"]*)"/.exec(input)?.[1]
    const isChoice = /type="(?:checkbox|radio)"/.test(input)
    if (name === undefined || (isChoice && !/ checked/.test(input))) continue
    fields.append(name, unescaped(/value="([^"]*)"/.exec(input)?.[1] ?? ''))
  }
  return { action: unescaped(action), fields }
}

const unescaped = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

/** Weight of the packaging in grams, which the service needs to offer a label. */
const packagingGrams = 120

/** Opens the account at the carrier service that sells the labels. `env`: the settings of the service. */
export async function openCarriers() {
  const carriers = await startEasyPost()
  carriers.setBalance(100_000_000)
  const folder = mkdtempSync(join(tmpdir(), 'svc-farm-day-terms-'))
  const terms = join(folder, 'terms.json')
  writeFileSync(terms, JSON.stringify({ version: 1, customs: { packagingGrams } }))
  return {
    env: {
      EASYPOST_API_KEY: carriers.apiKey,
      EASYPOST_API_BASE: carriers.url,
      EASYPOST_FROM:
        'Farm; 388 Townsend St; San Francisco; CA; 94107; US; 4155550100; post@farm.example',
      LABEL_DEFAULT: 'cheapest',
      TERMS_FILE: terms,
    },
    /** Number of labels that were sold, and of shipments with one. */
    sold: () => ({
      labels: carriers.purchases.length,
      shipments: new Set(carriers.purchases.map(({ shipmentId }) => shipmentId)).size,
    }),
    close: async () => {
      await carriers.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
