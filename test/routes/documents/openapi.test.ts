// The document has every endpoint, its examples match its schemas, and the page shows all of it.

import { describe, expect, test } from 'bun:test'
import {
  document,
  operations,
  problems,
  responseOf,
} from '../../../testing/service/api-document.ts'
import { useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()

describe('the document', () => {
  verifies('decision.openapi', 'describes every endpoint that is mounted, and no other', () => {
    const mounted = service.app.routes
      .filter(({ page }) => !page)
      .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
    // One route serves everything under /api/auth; openapi-answers.test.ts tests which of its paths are open.
    const byRoute = [...operations.keys()].filter((name) => !name.includes(' /api/auth/'))
    expect(byRoute.toSorted()).toEqual(mounted.toSorted())
  })

  test('omits only pages, their files, and addresses that other responses return', () => {
    const pages = service.app.routes.filter(({ page }) => page).map(({ path }) => path)
    expect(pages.filter((path) => path.startsWith('/api/'))).toEqual([
      '/api/print-upload/bytes/:token',
      '/api/mcp',
      '/api/mcp/server-card',
      '/api/auth/*',
    ])
    expect(pages).toContain('/orders/:code')
  })

  test('returns the same bytes every time, and 304 to a client that has them', async () => {
    const first = await service.fetch('/openapi.json')
    const etag = first.headers.get('etag') ?? ''
    const again = await service.fetch('/openapi.json', { headers: { 'if-none-match': etag } })
    expect(again.status).toBe(304)
    expect(await (await service.fetch('/openapi.json')).text()).toBe(await first.text())
  })

  test('every operation has a unique id, a known tag and known credentials', () => {
    const all = [...operations.values()]
    expect(new Set(all.map(({ operationId }) => operationId)).size).toBe(all.length)
    const tags = document.tags.map(({ name }) => name)
    const schemes = Object.keys(document.components.securitySchemes)
    for (const { operationId, tags: own, security } of all) {
      expect({ operationId, known: own.every((tag) => tags.includes(tag)) }).toEqual({
        operationId,
        known: true,
      })
      expect(schemes).toEqual(expect.arrayContaining(security.flatMap(Object.keys)))
    }
  })

  test('every parameter of a path is described', () => {
    for (const [name, { parameters = [] }] of operations) {
      const inPath = [...name.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
      const named = parameters.filter((one) => one.in === 'path').map((one) => one.name)
      expect({ name, named }).toEqual({ name, named: inPath })
    }
  })

  test('every example matches the schema next to it', () => {
    let seen = 0
    for (const [name, { responses, requestBody }] of operations) {
      const described = Object.values(responses).flatMap((one) =>
        Object.values(responseOf(one).content ?? {}),
      )
      for (const media of [...described, ...Object.values(requestBody?.content ?? {})]) {
        const examples = Object.values(media.examples ?? {}).map(({ value }) => value)
        const all = media.example === undefined ? examples : [...examples, media.example]
        for (const example of all) {
          seen += 1
          expect({ name, problems: problems(media, example) }).toEqual({ name, problems: [] })
        }
      }
    }
    expect(seen).toBeGreaterThan(50)
  })
})

/** Returns the pages of endpoints that the index names, one after the other. */
async function endpointPages(): Promise<string> {
  const index = await (await service.fetch('/docs/reference')).text()
  const paths = new Set(
    [...index.matchAll(/href="(\/docs\/reference-[a-z0-9-]+)"/g)].map(([, path = '']) => path),
  )
  const pages = [...paths].map(async (path) => (await service.fetch(path)).text())
  return (await Promise.all(pages)).join('\n')
}

const wholeReference = async () =>
  `${await (await service.fetch('/docs/reference')).text()}\n${await endpointPages()}`

verifies(
  'decision.docs',
  '/docs/reference shows every endpoint and every sentence, without external resources',
  async () => {
    const response = await service.fetch('/docs/reference')
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const html = await wholeReference()
    for (const [name, { operationId, responses }] of operations) {
      expect(html).toContain(`id="${operationId}"`)
      expect(html).toContain(`<code>${name.split(' ')[1]}</code>`)
      const media = Object.values(responses).flatMap((one) =>
        Object.values(responseOf(one).content ?? {}),
      )
      for (const { value } of media.flatMap(({ examples }) => Object.values(examples ?? {}))) {
        expect(html).toContain(Bun.escapeHTML((value as { error: string }).error))
      }
    }
    const loaded = [...html.matchAll(/(?:src|href)="([^"#][^"]*)"/g)].map((match) => match[1] ?? '')
    expect(loaded.length).toBeGreaterThan(3)
    expect(loaded.filter((address) => !address.startsWith('/'))).toEqual([])
  },
)

test('/docs/reference shows each body that an endpoint accepts, with a command that sends it', async () => {
  const html = await endpointPages()
  let forms = 0
  for (const { operationId, requestBody } of operations.values()) {
    const panel = html.slice(html.indexOf(`id="${operationId}"`)).split('</article>')[0] ?? ''
    for (const [type, { schema, example }] of Object.entries(requestBody?.content ?? {})) {
      expect([operationId, panel.includes(`${type}</h4>`)]).toEqual([operationId, true])
      const fields = 'properties' in schema ? Object.keys(schema.properties ?? {}) : []
      for (const field of fields) expect(panel).toMatch(new RegExp(`<code>${field}[.<[]`))
      if (type !== 'multipart/form-data') continue
      forms += 1
      for (const field of Object.keys(example as object)) expect(panel).toContain(`-F ${field}=`)
    }
  }
  expect(forms).toBe(10)
})

test('a command has the parameters that its endpoint requires', async () => {
  const html = await endpointPages()
  let needed = 0
  for (const { operationId, parameters = [] } of operations.values()) {
    const command =
      new RegExp(`id="${operationId}-command"[^>]*>([^<]*)<`).exec(html)?.[1] ?? 'no command'
    for (const { name, in: place, required, example } of parameters) {
      if (place !== 'query' || required !== true) continue
      needed += 1
      expect(example).toBeString()
      expect(command).toContain(`${name}=${example}`)
    }
  }
  expect(needed).toBe(3)
})

test('/docs/reference explains prices with the numbers of the contract', async () => {
  const html = await (await service.fetch('/docs/reference')).text()
  const section = html.slice(html.indexOf('<h2 id="prices"'), html.indexOf('id="reference-orders"'))
  const text = section
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll('&#x27;', "'")
  for (const words of [
    'volume in cm³ x (0.30 + 0.70 x infill) x density',
    ...['PLA 1.26 $0.12', 'PETG 1.27 $0.12'],
    ...['ABS 1.04 $0.12', 'ASA 1.07 $0.14'],
    'TPU 1.21 $0.13',
    'at least $1.00 per part',
    '1.75 for premium',
    'The discount is 5% from 5 parts and 10% from 10 parts',
    'in any other color, or without a color, is billed at $0.20 per gram',
    'Within the US, postage is $7, free when the print subtotal is $50 or more',
    'To CA, GB, AU, DE, FR, IN, NL, IE, NZ, SE, IT, ES, MX: $30, free from $500',
    'grams / (density x 16 ) hours',
    'add $1.50 an hour',
    'weighs 0.44 x box in cm³ x density , rounded up',
    '(2.5 becomes 3; a value that is not a number counts as 1)',
    'Sakura Pink #FFB7C5',
  ]) {
    expect(text.replaceAll('16)', '16 )')).toContain(words)
  }
  expect(section.match(/#[0-9A-F]{6}<\/code>/g)).toHaveLength(12)
})
