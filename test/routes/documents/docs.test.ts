// The documentation: every page as HTML and as Markdown, the search, and tables that agree with the service.
import { describe, expect, test } from 'bun:test'
import { brotliCompressSync } from 'node:zlib'
import { agentTools } from '../../../mcp/tools/list.ts'
import { consequences, warningOf } from '../../../server/browser/docs/try-warning.ts'
import { agentToolAllowances, limits } from '../../../server/domain/limits/table.ts'
import { tags } from '../../../server/http/contract/contract.ts'
import { sectionKeywords } from '../../../server/http/docs/search-entries.ts'
import { openDocsSite } from '../../../server/http/docs/site.ts'
import { buildDocument } from '../../../server/http/openapi/document.ts'
import { referenceOf } from '../../../server/http/openapi/reference.ts'
import { referencePassages } from '../../../server/http/openapi/reference-passages.ts'
import { browserBundle } from '../../../server/pages/assets/browser-bundle.ts'
import { createAnchors } from '../../../server/pages/docs/anchors.ts'
import { readGuides } from '../../../server/pages/docs/guides.ts'
import { endpointPaths, referencePages } from '../../../server/pages/reference/reference-pages.tsx'
import { useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()

const guideNames = readGuides('').map(({ name }) => name)
const referenceNames = referencePages(referenceOf(buildDocument(''))).map(({ name }) => name)
const paths = [
  '/docs',
  '/docs/reference',
  '/docs/changelog',
  ...referenceNames.map((name) => `/docs/${name}`),
  ...guideNames.map((name) => `/docs/${name}`),
]
const pathOf = endpointPaths(referencePages(referenceOf(buildDocument(''))))
const twinOf = (path: string) => (path === '/docs' ? '/docs/index.md' : `${path}.md`)
const textAt = async (path: string) => (await service.fetch(path)).text()

verifies('docs.pages', async () => {
  for (const path of paths) {
    const response = await service.fetch(path)
    const html = await response.text()
    expect([path, response.status, html.match(/<h1/g)?.length]).toEqual([path, 200, 1])
    const loaded = [...html.matchAll(/<(?:script|link|img)[^>]*(?:src|href)="([^"]*)"/g)]
    expect(loaded.length).toBeGreaterThan(3)
    for (const [, address = ''] of loaded) {
      expect([path, address.startsWith('/')]).toEqual([path, true])
    }
    const policy = response.headers.get('content-security-policy') ?? ''
    expect([path, /unsafe-inline|unsafe-eval|https?:/.test(policy)]).toEqual([path, false])
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map((match) => match[1])
    expect([path, ids.filter((id, place) => ids.indexOf(id) !== place)]).toEqual([path, []])
  }
  expect((await service.fetch('/docs/no-such-page')).status).toBe(404)
  expect((await service.fetch('/docs/no-such-page.md')).status).toBe(404)
})

test('the address of a renamed guide redirects to it', async () => {
  for (const [from, to] of [
    ['/docs/webhooks', '/docs/follow-orders'],
    ['/docs/webhooks.md', '/docs/follow-orders.md'],
  ] as const) {
    const { status, headers } = await service.fetch(from, { redirect: 'manual' })
    expect([status, headers.get('location')]).toEqual([301, to])
    expect((await service.fetch(to)).status).toBe(200)
  }
})

test('every link between pages leads to an existing page and heading', async () => {
  const pages = new Map(
    await Promise.all(paths.map(async (path) => [path, await textAt(path)] as const)),
  )
  let checked = 0
  for (const [from, html] of pages) {
    for (const [, target = ''] of html.matchAll(/href="([^"]*)"/g)) {
      const { origin, pathname, hash } = new URL(target, `${service.baseUrl}${from}`)
      const page = pages.get(pathname)
      if (origin !== service.baseUrl || !pathname.startsWith('/docs') || pathname.endsWith('.md')) {
        continue
      }
      checked += 1
      const anchor = decodeURIComponent(hash.slice(1))
      const known = page !== undefined && (anchor === '' || page.includes(` id="${anchor}"`))
      expect([from, target, known]).toEqual([from, target, true])
    }
  }
  expect(checked).toBeGreaterThan(200)
})

test('every page of the reference has less than 60 kB, as HTML and as Markdown, and each endpoint is on one page', async () => {
  const reference = paths.filter((path) => path.startsWith('/docs/reference'))
  for (const path of reference.flatMap((page) => [page, twinOf(page)])) {
    const bytes = Buffer.byteLength(await textAt(path))
    expect([path, bytes, bytes < 60_000]).toEqual([path, bytes, true])
  }
  const ids = Object.values(buildDocument('').paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  )
  const index = await textAt('/docs/reference')
  const pages = await Promise.all(referenceNames.map((name) => textAt(`/docs/${name}`)))
  for (const id of ids) {
    expect([
      id,
      pages.filter((html) => html.includes(`<article class="panel endpoint" id="${id}"`)).length,
    ]).toEqual([id, 1])
    expect([id, index.includes(`<li id="${id}">`)]).toEqual([id, true])
  }
  // By audience: endpoints for customers come first.
  const at = (title: string) => index.indexOf(`>${title}</h2>`)
  expect(at('For customers and their programs')).toBeGreaterThan(0)
  expect(at('For operators')).toBeGreaterThan(at('For customers and their programs'))
  expect(at('For the farm’s machines')).toBeGreaterThan(at('For operators'))
})

test('the changelog for callers is dated, newest first, and lists breaking changes first in each day', async () => {
  const text = await textAt('/docs/changelog.md')
  const days = text.split(/^## /m).slice(1)
  const dates = days.map((day) => day.slice(0, day.indexOf('\n')))
  for (const date of dates) expect(date).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  expect(dates).toEqual(dates.toSorted().reverse())
  expect(new Set(dates).size).toBe(dates.length)
  const order = ['Breaking', 'Changed', 'Added', 'Fixed']
  for (const day of days) {
    const kinds = [...day.matchAll(/^### (.+)$/gm)].map(([, kind = '']) => kind)
    expect(kinds).toEqual(order.filter((kind) => kinds.includes(kind)))
  }
  expect(Buffer.byteLength(await textAt('/docs/changelog'))).toBeLessThan(60_000)
  // The links of the sidebar are on every page, so the Markdown contains the links of the text only.
  for (const path of [
    '/docs/index.md',
    '/llms.txt',
    '/docs/first-order.md',
    '/docs/going-live.md',
  ]) {
    const pageText = await textAt(path)
    expect([path, /\]\((?:[^)]*\/)?changelog(?:\.md)?\)/.test(pageText)]).toEqual([path, true])
  }
})

test('the pages of the reference are the same at every address, and its links lead to the page of the endpoint', async () => {
  const pagesAt = (baseUrl: string) =>
    referencePages(referenceOf(buildDocument(baseUrl))).map(({ name, endpoints }) => [
      name,
      endpoints.map(({ id }) => id),
    ])
  expect(pagesAt('https://a-long-name-of-a-host.print.example.com')).toEqual(pagesAt(''))
  for (const path of ['/', '/docs/errors', '/docs/errors.md']) {
    const text = await textAt(path)
    const ids = [...text.matchAll(/\/docs\/(reference[a-z0-9-]*)(?:\.md)?#([a-z]+[A-Z]\w+)/g)]
    expect([path, ids.length > 0]).toEqual([path, true])
    for (const [, page, id = ''] of ids) expect(`/docs/${page}#${id}`).toBe(pathOf(id))
  }
  const passages = referencePassages(buildDocument(''))
  expect(passages.map(({ path }) => path)).toContain(pathOf('submitPrintOrder'))
})

test('the anchors of the former reference are on its index', async () => {
  const index = await textAt('/docs/reference')
  for (const name of Object.keys(tags)) {
    const id = name.toLowerCase()
    expect([id, index.split(`id="${id}"`).length]).toEqual([id, 2])
  }
})

test('links to the reference lead to the fields and refusals that they promise', async () => {
  for (const path of ['/llms.txt', '/docs/index.md']) {
    const text = await textAt(path)
    const [, promised = ''] = /docs\/reference\.md\): (.+)/.exec(text) ?? []
    expect([path, promised]).toEqual([
      path,
      'credentials, prices and a list of every endpoint; its pages have fields and refusals',
    ])
  }
  const index = await textAt('/docs/reference.md')
  expect(index).toContain('POST /api/print/orders')
  const [, page] = /\]\((reference-orders\.md)\)/.exec(index) ?? []
  const orders = await textAt(`/docs/${page}`)
  expect(orders).toContain('- `maxTotal` (')
  expect(orders).toContain('- 402 ')
})

verifies('docs.markdown', async () => {
  for (const path of [...paths, '/docs/search?q=units']) {
    const accept = 'text/markdown, text/html;q=0.9'
    const asked = await service.fetch(path, { headers: { accept } })
    const text = await asked.text()
    expect([path, asked.headers.get('content-type')]).toEqual([
      path,
      'text/markdown; charset=utf-8',
    ])
    expect([path, asked.headers.get('vary')?.includes('accept')]).toEqual([path, true])
    expect([path, text.startsWith('# ')]).toEqual([path, true])
    if (path.includes('?')) continue
    expect([path, await textAt(twinOf(path))]).toEqual([path, text])
    const page = await service.fetch(path, {
      headers: { accept: 'text/html, text/markdown;q=0.5' },
    })
    expect([path, page.headers.get('content-type')]).toEqual([path, 'text/html; charset=utf-8'])
    expect(page.headers.get('link')).toBe(
      `<${twinOf(path)}>; rel="alternate"; type="text/markdown"`,
    )
  }
  expect(await textAt('/docs/first-order.md')).toContain(`curl -sS ${service.baseUrl}/api/price`)
})

test('a page rendered while the scripts could not be built is not cached', async () => {
  const { urls } = await browserBundle()
  let isBroken = true
  const site = openDocsSite(
    () => buildDocument(''),
    '',
    async () => {
      if (isBroken) throw new Error('The scripts do not build.')
      return { urls }
    },
  )
  const read = async () => (await site.send('', new Request('http://localhost/docs')))?.text()
  const broken = await read()
  expect(broken).toContain('<h1')
  expect(broken).not.toContain(urls.docs)
  isBroken = false
  expect(await read()).toContain(urls.docs)
})

verifies('docs.caching', async () => {
  for (const path of [
    ...paths,
    ...paths.map(twinOf),
    '/docs/search?q=key',
    '/docs/search.json?q=key',
  ]) {
    const first = await service.fetch(path)
    const etag = first.headers.get('etag') ?? ''
    expect([path, first.headers.get('cache-control')]).toEqual([path, 'no-cache'])
    const again = await service.fetch(path, { headers: { 'if-none-match': etag } })
    expect([path, again.status, await again.text()]).toEqual([path, 304, ''])
  }
})

test('a form asks before it sends a request for an account, also with a session', () => {
  const document = buildDocument('')
  const none = new Set<string>()
  const ids = new Set<string>()
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const place = { path, method: method.toUpperCase(), operation }
      ids.add(operation.operationId)
      const isAsked = method !== 'get' && operation.security.length > 0
      expect([operation.operationId, warningOf(place, none) !== null]).toEqual([
        operation.operationId,
        isAsked,
      ])
    }
  }
  expect(Object.keys(consequences).filter((id) => !ids.has(id))).toEqual([])
})

describe('the search', () => {
  const find = async (query: string) => {
    const { results }: { results: { title: string; path: string; excerpt: string }[] } = await (
      await service.fetch(`/docs/search.json?q=${encodeURIComponent(query)}`)
    ).json()
    return results
  }

  verifies('docs.search', async () => {
    for (const [query, path] of [
      ['idempotency', '/docs/idempotency'],
      ['idemp', '/docs/idempotency'],
      ['misspelled field', '/docs/errors#when-a-field-is-misspelled'],
      ['quote_print expired', '/docs/agents#what-each-refusal-means'],
      ['print-upload', pathOf('uploadModel')],
      ['larger than the build volume', pathOf('submitPrintOrder')],
      // Features that the service lacks, or has elsewhere.
      ['tax', '/docs/going-live#what-the-service-does-not-do'],
      ['customs', '/docs/going-live#what-the-service-does-not-do'],
      ['pagination', '/docs/going-live#what-the-service-does-not-do'],
      ['cancel', '/docs/going-live#what-the-service-does-not-do'],
      ['exit code', '/docs/first-order#on-the-command-line'],
      ['exit codes', '/docs/first-order#on-the-command-line'],
      ['exit status', '/docs/first-order#on-the-command-line'],
      ['quickstart', '/docs/first-order'],
      ['sdk', '/docs/generated-clients'],
      ['generators', '/docs/generated-clients'],
      ['openapi', '/docs/generated-clients'],
      ['parcels', '/docs/going-live#what-the-service-does-not-do'],
      ['combine', '/docs/going-live#what-the-service-does-not-do'],
      ['multiple items', '/docs/going-live#what-the-service-does-not-do'],
      ['several parts', '/docs/going-live#what-the-service-does-not-do'],
      ['paging', '/docs/going-live#what-the-service-does-not-do'],
      ['reorder', '/docs/quote-then-order'],
      ['own logo', '/docs/going-live#put-your-logo-on-packing-slips'],
      ['maximum price', '/docs/first-order#order-it'],
      ['price changed', '/docs/first-order#if-the-price-changed'],
      ['refunds', '/help#change-or-cancel'],
      ['cancellation', '/docs/going-live#what-the-service-does-not-do'],
      ['cancellation', '/help#change-or-cancel'],
      ['how do I cancel', '/help#change-or-cancel'],
      ['bulk price', '/docs/limits#requests'],
      ['request log', '/docs/errors#when-you-ask-for-help'],
      ['my own calls', '/docs/errors#when-you-ask-for-help'],
      ['postage', '/docs/reference#postage'],
    ] as const) {
      const found = (await find(query)).map((result) => result.path)
      expect([query, found]).toEqual([query, expect.arrayContaining([path])])
    }
    const [best] = await find('idempotency')
    expect(best?.path).toBe('/docs/idempotency')
    // The answer for a buyer comes before the endpoints that cancel something else.
    expect((await find('cancel'))[0]?.path).toBe('/help#change-or-cancel')
    // Customs duty, and not customers.
    expect((await find('customs'))[0]?.path).toBe('/docs/going-live#what-the-service-does-not-do')
    expect(await find('')).toEqual([])
    expect(await find('zebra unicorn')).toEqual([])
  })

  test('as Markdown links to pages that exist', async () => {
    const found = await service.fetch('/docs/search?q=refunds', {
      headers: { accept: 'text/markdown' },
    })
    const links = [...(await found.text()).matchAll(/\]\(([^)#]+)/g)].map(([, link = '']) => link)
    expect(links).toContain(`${service.baseUrl}/help`)
    for (const link of new Set(links)) {
      const page = await service.fetch(link.replace(service.baseUrl, ''))
      expect([link, page.status]).toEqual([link, 200])
    }
  })

  test('has keywords only for existing sections', () => {
    const known = readGuides('').flatMap(({ name, markdown }) => {
      const anchorOf = createAnchors()
      const headings = markdown.match(/^## .+|^### .+/gm) ?? []
      return [
        `/docs/${name}`,
        ...headings.map((line) => `/docs/${name}#${anchorOf(line.replace(/^#+ /, ''))}`),
      ]
    })
    for (const path of Object.keys(sectionKeywords)) expect(known).toContain(path)
  })

  test('has a page without a script, which shows the query as text', async () => {
    const html = await textAt(`/docs/search?q=${encodeURIComponent('<b>"units"</b>')}`)
    expect(html).toContain('for “&lt;b&gt;')
    expect(html).not.toContain('<b>"units"')
    expect(html).toContain('href="/docs/')
    expect(await textAt('/docs/search')).toContain('Type a word')
  })
})

/** Returns the cells of the rows of the Markdown table with this heading. */
function tableOf(markdown: string, heading: string): string[][] {
  const [, table = ''] = markdown.split(heading)
  return table
    .slice(0, table.indexOf('\n\n') < 0 ? undefined : table.indexOf('\n\n'))
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('|--'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
}

verifies('docs.tables', async () => {
  const agents = await textAt('/docs/agents.md')
  const words = { free: 'nothing', credits: 'credits', money: 'money' }
  const tools = tableOf(agents, '| tool | key | costs | what it does |\n|---|---|---|---|\n')
  expect(tools.map(([name, key, costs]) => [name, key, costs])).toEqual(
    agentTools.map(({ definition, auth, cost }) => [
      `\`${definition.name}\``,
      auth === 'apiKey' ? 'yes' : 'no',
      words[cost],
    ]),
  )
  const guide = await textAt('/docs/limits.md')
  const rows = tableOf(guide, '| endpoint | limit | window | counted per |\n|---|---|---|---|\n')
  const scopes = [
    ...['generate', 'generate-start', 'printability-signed-in', 'printability-anonymous'],
    ...['slice-quote', 'retexture', 'images-generate', 'images-edit', 'detect-colors'],
    ...['model-change', 'model-files-signed-in', 'model-files-anonymous'],
    ...['print-upload', 'hand-in', 'model-import', 'ucp-requests', 'ucp-checkouts'],
    ...['cart-reprice', 'support-assistant-signed-in'],
    ...['support-assistant-anonymous', 'gift-cards-check', 'gift-cards-purchase'],
    ...['agent-order', 'agent-support', 'checkout', 'account-credits', 'account-card'],
    ...['account-logo', 'code-send'],
    ...['sign-in', 'sign-in-caller', 'code-tries-caller'],
  ]
  const subjects = {
    account_email: 'account',
    client_ip: 'client address',
    email_address: 'email address',
    email_and_ip: 'client address and email address',
    hand_in_address: 'address',
  }
  const table: Record<string, { limit: number; windowSeconds: number; subject: string }> = limits
  expect(rows.slice(1).map(([, ...cells]) => cells)).toEqual(
    scopes.map((scope) => {
      const { limit = 0, windowSeconds = 0, subject = '' } = table[scope] ?? {}
      const window = windowSeconds === 3600 ? 'hour' : `${windowSeconds / 60} minutes`
      return [String(limit), window, Reflect.get(subjects, subject)]
    }),
  )
  const allowances = tableOf(guide, '| allowance | calls | tools |\n|---|---|---|\n')
  const ofTools = [
    'agent-reads',
    'agent-file-fetches',
    'agent-quote-print',
    'agent-credits',
    'agent-money',
  ]
  expect(allowances.map(([, calls]) => Number(calls))).toEqual(
    [...ofTools, 'agent-endpoint'].map((scope) => table[scope]?.limit ?? 0),
  )
  for (const [index, scope] of ofTools.entries()) {
    const named = (allowances[index]?.[2] ?? '').match(/\w+/g)
    const counted = Object.entries(agentToolAllowances).filter(([, used]) =>
      used.some((one) => one === scope),
    )
    expect(named?.toSorted()).toEqual(counted.map(([name]) => name).toSorted())
  }
})

test('the guide on errors says after which responses an order may exist', async () => {
  const guide = await textAt('/docs/errors.md')
  const statuses = tableOf(guide, '| status | meaning | retry |\n|---|---|---|\n')
  // outage.ts responds 503 for an order that was written before the database became unavailable.
  const inDoubt = statuses.filter(([status = '']) => ['500', '502', '503'].includes(status))
  expect(inDoubt.map(([, , retry]) => retry?.includes('same `Idempotency-Key`'))).toEqual([
    true,
    true,
    true,
  ])
  const [summary = ''] = guide.split('```')
  expect(summary.replaceAll('\n', ' ')).toContain('except perhaps after a 500 or 503')
  const charges = tableOf(guide, '| `charge` of the order | what happened | what to do |')
  // Submits always have the field, reads only while the order is unpaid (the field in order-json.ts).
  expect(charges.map(([charge]) => charge)).toEqual([
    '`charged`; absent when the order is read',
    '`declined`',
    '`not_made`',
    '`no_card`',
    '`settling`',
  ])
})

verifies('docs.budget', async () => {
  const sizes: Record<string, number> = {}
  for (const path of paths) {
    const html = await textAt(path)
    const files = [...html.matchAll(/<(?:script|link)[^>]*(?:src|href)="(\/assets\/[^"]*)"/g)]
    let bytes = brotliCompressSync(html).byteLength
    for (const [, address = ''] of files) {
      const file = await service.fetch(address, { headers: { 'accept-encoding': 'br' } })
      bytes += (await file.arrayBuffer()).byteLength
    }
    sizes[path] = bytes
  }
  expect(Object.entries(sizes).filter(([, bytes]) => bytes > 100_000)).toEqual([])
})
