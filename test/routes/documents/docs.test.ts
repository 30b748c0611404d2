// The documentation: every page as HTML and as Markdown, the search, and tables that agree with the service.
import { describe, expect, test } from 'bun:test'
import { brotliCompressSync } from 'node:zlib'
import { agentTools } from '../../../mcp/tools/list.ts'
import { consequences, warningOf } from '../../../server/browser/docs/try-warning.ts'
import { agentToolScopes, limits } from '../../../server/domain/limits/table.ts'
import { openDocsSite } from '../../../server/http/docs/site.ts'
import { buildDocument } from '../../../server/http/openapi/document.ts'
import { browserBundle } from '../../../server/pages/assets/browser-bundle.ts'
import { readGuides } from '../../../server/pages/docs/guides.ts'
import { useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()

const guideNames = readGuides('').map(({ name }) => name)
const paths = [
  '/docs',
  '/docs/reference',
  '/docs/changelog',
  ...guideNames.map((name) => `/docs/${name}`),
]
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

test('the address of a guide that was renamed leads to it', async () => {
  for (const [from, to] of [
    ['/docs/webhooks', '/docs/follow-orders'],
    ['/docs/webhooks.md', '/docs/follow-orders.md'],
  ] as const) {
    const { status, headers } = await service.fetch(from, { redirect: 'manual' })
    expect([status, headers.get('location')]).toEqual([301, to])
    expect((await service.fetch(to)).status).toBe(200)
  }
})

test('every link from one page to another leads to a page and to a heading of it', async () => {
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

test('a page that was made while the scripts could not be built is not kept', async () => {
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

test('a form asks before it sends a request for an account, a session included', () => {
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
      ['print-upload', '/docs/reference#uploadModel'],
      ['larger than the build volume', '/docs/reference#submitPrintOrder'],
      ['postage', '/docs/reference#postage'],
    ] as const) {
      const found = (await find(query)).map((result) => result.path)
      expect([query, found]).toEqual([query, expect.arrayContaining([path])])
    }
    const [best] = await find('idempotency')
    expect(best?.path).toBe('/docs/idempotency')
    expect(await find('')).toEqual([])
    expect(await find('zebra unicorn')).toEqual([])
  })

  test('has a page without a script, which shows what was typed as text', async () => {
    const html = await textAt(`/docs/search?q=${encodeURIComponent('<b>"units"</b>')}`)
    expect(html).toContain('for “&lt;b&gt;')
    expect(html).not.toContain('<b>"units"')
    expect(html).toContain('href="/docs/')
    expect(await textAt('/docs/search')).toContain('Type a word')
  })
})

/** The cells of the rows of a Markdown table that has this heading. */
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
    ...['print-upload', 'hand-in', 'model-import', 'cart-reprice', 'support-assistant-signed-in'],
    ...['support-assistant-anonymous', 'gift-cards-check', 'gift-cards-purchase'],
    ...['agent-order', 'agent-support', 'checkout', 'account-credits', 'account-card', 'code-send'],
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
    const counted = Object.entries(agentToolScopes).filter(([, used]) =>
      used.some((one) => one === scope),
    )
    expect(named?.toSorted()).toEqual(counted.map(([name]) => name).toSorted())
  }
})

test('the guide on errors says after which responses an order may exist', async () => {
  const guide = await textAt('/docs/errors.md')
  const statuses = tableOf(guide, '| status | meaning | retry |\n|---|---|---|\n')
  // outage.ts responds 503 for an order that was written before the database went away.
  const inDoubt = statuses.filter(([status = '']) => ['500', '502', '503'].includes(status))
  expect(inDoubt.map(([, , retry]) => retry?.includes('same `Idempotency-Key`'))).toEqual([
    true,
    true,
    true,
  ])
  const [summary = ''] = guide.split('```')
  expect(summary.replaceAll('\n', ' ')).toContain('except perhaps after a 500 or 503')
  const charges = tableOf(guide, '| `charge` of the order | what happened | what to do |')
  // Submits always have it, reads while the order is unpaid (the field in order-json.ts).
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
