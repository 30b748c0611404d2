// Files that crawlers and programs read first: robots.txt, the API catalog, and the complete documentation as one text.
import { expect } from 'bun:test'
import { readGuides } from '../../../server/pages/docs/guides.ts'
import { useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()
const textAt = async (path: string) => await (await service.fetch(path)).text()

verifies('http.robots-txt', async () => {
  const response = await service.fetch('/robots.txt')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const rules = [...(await response.text()).matchAll(/^(Allow|Disallow): (\S+)$/gm)]
  expect(rules.length).toBeGreaterThan(4)
  // RFC 9309, 2.2.2: the rule of the longest match counts, and a path without a matching rule is allowed.
  const isAllowed = (path: string) =>
    rules
      .filter(([, , start = '']) => path.startsWith(start))
      .toSorted(([, , one = ''], [, , other = '']) => other.length - one.length)[0]?.[1] !==
    'Disallow'
  const open = ['/', '/docs', '/docs/errors.md', '/openapi.json', '/llms.txt', '/gallery', '/quote']
  for (const path of [...open, '/api/mcp/server-card', '/.well-known/api-catalog']) {
    expect([path, isAllowed(path)]).toEqual([path, true])
  }
  for (const path of ['/api/price', '/account', '/operator/queue', '/basket', '/models/x/file']) {
    expect([path, isAllowed(path)]).toEqual([path, false])
  }
})

verifies('http.api-catalog', async () => {
  const path = '/.well-known/api-catalog'
  const response = await service.fetch(path)
  expect(response.headers.get('content-type')).toBe(
    'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  )
  // Section 2: a HEAD request is answered with the relation as well.
  const head = await service.fetch(path, { method: 'HEAD' })
  for (const { headers } of [response, head]) {
    expect(headers.get('link')).toBe(`<${path}>; rel="api-catalog"`)
  }
  const { linkset }: { linkset: readonly Record<string, unknown>[] } = await response.json()
  expect(linkset.map(({ anchor }) => anchor)).toEqual([
    `${service.baseUrl}/api`,
    `${service.baseUrl}/api/mcp`,
    `${service.baseUrl}/ucp`,
  ])
  const targets = linkset.flatMap(({ anchor: _, ...relations }) => Object.values(relations).flat())
  expect(targets.length).toBeGreaterThan(7)
  for (const { href, type } of targets as readonly { href: string; type: string }[]) {
    expect(href.startsWith(service.baseUrl)).toBe(true)
    const target = await service.fetch(href.slice(service.baseUrl.length))
    const served = target.headers.get('content-type')?.split(';')[0] ?? ''
    // The OpenAPI documents are served with a type that every tool reads; the catalog states the exact type.
    const known = type.replace('openapi+', '')
    expect([href, target.status, served]).toEqual([href, 200, known])
  }
})

verifies('docs.whole-text', async () => {
  const response = await service.fetch('/llms-full.txt')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const text = await response.text()
  const names = [...readGuides('').map(({ name }) => name), 'reference']
  const withoutLinks = (markdown: string) => markdown.replaceAll(/\]\([^)]*\)/g, ']')
  for (const name of names) {
    const twin = withoutLinks(await textAt(`/docs/${name}.md`)).trim()
    expect([name, withoutLinks(text).includes(twin)]).toEqual([name, true])
  }
  const links = new Set([...text.matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(([, link = '']) => link))
  expect([...links].filter((link) => !/^https?:/.test(link))).toEqual([])
  const own = [...links].filter((link) => link.startsWith(service.baseUrl))
  expect(own.length).toBeGreaterThan(10)
  for (const link of own) {
    const { status } = await service.fetch(link.slice(service.baseUrl.length))
    expect([link, status < 400]).toEqual([link, true])
  }
})
