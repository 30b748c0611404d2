// /llms.txt, the first text that a language model reads.
import { expect, test } from 'bun:test'
import { useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()

verifies('decision.llms-txt', async () => {
  const response = await service.fetch('/llms.txt')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const text = await response.text()
  // The format of llmstxt.org: one title, a summary, sections.
  expect(text).toMatch(/^# [^\n]+\n\n> [^\n]+\n/)
  expect(text.match(/^# /gm)).toHaveLength(1)
  const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map((match) => match[1] ?? '')
  const guides = [...new Bun.Glob('*.md').scanSync('docs/guides')]
  expect(guides.length).toBeGreaterThan(9)
  expect(links.toSorted()).toEqual(
    [
      'openapi.json',
      'docs',
      'llms-full.txt',
      ...['reference.md', ...guides].map((file) => `docs/${file}`),
    ]
      .map((path) => `${service.baseUrl}/${path}`)
      .toSorted(),
  )
  for (const link of links) {
    expect((await service.fetch(new URL(link).pathname)).status).toBe(200)
  }
})

test('llms.txt and /docs state the minimum of thin walls and pins', async () => {
  for (const path of ['/llms.txt', '/docs/reference-orders', '/openapi.json']) {
    const text = (await (await service.fetch(path)).text()).replaceAll(/\s+/g, ' ')
    expect([path, text.includes('0.13 mm for the 0.4 mm nozzle')]).toEqual([path, true])
    expect([path, text.includes('under 1.6 nozzles wide (0.64 mm)')]).toEqual([path, true])
  }
})

test('llms.txt names every tool, and the endpoints that customers use, as they are mounted', async () => {
  const text = await (await service.fetch('/llms.txt')).text()
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
  const headers = { 'content-type': 'application/json' }
  const listed = await service.fetch('/api/mcp', { method: 'POST', headers, body })
  const { result }: { result: { tools: { name: string }[] } } = await listed.json()
  expect(result.tools).toHaveLength(11)
  for (const { name } of result.tools) expect(text).toContain(name)
  const endpoints = [...text.matchAll(/^- `(\w+) (\/[^`]+)`: /gm)].map(
    ([, method, path = '']) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
  )
  const mounted = service.app.routes.map(({ method, path }) => `${method} ${path}`)
  expect(mounted).toEqual(expect.arrayContaining(endpoints))
  expect(endpoints).toEqual(
    expect.arrayContaining([
      'POST /api/print/orders',
      'GET /api/print/orders/:code',
      'POST /api/price',
      'POST /api/generate/start',
      'POST /api/printability',
    ]),
  )
  expect(endpoints.filter((name) => /operator|farm|webhook|order-status/.test(name))).toEqual([])
})
