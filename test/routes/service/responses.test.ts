// Headers of every response, and compression of large responses.
import { describe, expect, test } from 'bun:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { encodingOf } from '../../../server/http/middleware/encodings.ts'
import { useAccountApp } from '../../../testing/people/account-app.ts'
import { placed, submit } from '../../../testing/people/submit.ts'
import { jsonPost, rawPost } from '../../../testing/service/requests.ts'
import { useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()
const live = useAccountApp({ decorate: (deps) => ({ ...deps, production: true }) })

const get = (path: string, headers: Record<string, string> = {}) => service.fetch(path, { headers })
const call = (method: string, headers: Record<string, string> = {}) =>
  service.fetch('/api/mcp', jsonPost({ jsonrpc: '2.0', id: 'café', method }, headers))
const price = (body: string) => service.fetch('/api/price', { method: 'POST', body })
const aPrice = JSON.stringify({ bboxMm: { x: 20, y: 20, z: 20 } })

verifies('http.nosniff', async () => {
  const account = await service.account()
  const { code } = await placed(submit(service, account))
  const responses = [
    await price(aPrice),
    await price('{'),
    await get('/api/price'),
    await get('/healthz'),
    await get('/readyz'),
    await get(`/api/print/orders/${code}`, account.headers),
    await get('/api/print/orders/x'),
    await get('/api/nothing'),
    await get('/openapi.json'),
    await get('/llms.txt'),
    await get('/assets/style.css'),
    await get('/docs'),
    await get(`/orders/${code}`),
    await get('/account'),
    await call('tools/list'),
    await submit(service, account),
  ]
  for (const response of responses) {
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  }
})

verifies('http.no-store', async () => {
  const account = await service.account()
  const { code } = await placed(submit(service, account))
  const cookie = await service.signIn('reader@example.com')
  const responses: Record<string, Response> = {
    order: await get(`/api/print/orders/${code}`, account.headers),
    'order of a stranger': await get(`/api/print/orders/${code}`),
    key: await get('/api/account/api-key', { cookie }),
    tokens: await get('/api/account/extension-tokens', { cookie }),
    active: await get('/api/generate/active', { cookie }),
    submit: await submit(service, account),
    session: await get('/api/auth/get-session', { cookie }),
    page: await get('/account', { cookie }),
  }
  for (const [name, response] of Object.entries(responses)) {
    expect([name, response.headers.get('cache-control')]).toEqual([name, 'no-store'])
  }
  const files = await get('/openapi.json')
  expect(files.headers.get('cache-control')).toBe('no-cache')
})

verifies('http.hsts', async () => {
  const inProduction = [
    await live.send('/'),
    await live.send('/account'),
    await live.send('/api/account/api-key'),
    await live.send('/api/nothing'),
    await live.send('/openapi.json'),
    await live.postJson('/api/mcp', { jsonrpc: '2.0', id: 1, method: 'ping' }),
  ]
  for (const response of inProduction) {
    expect(response.headers.get('strict-transport-security')).toBe('max-age=31536000')
  }
  for (const response of [await get('/'), await get('/api/nothing')]) {
    expect(response.headers.has('strict-transport-security')).toBe(false)
  }
})

const decoders = {
  br: (bytes: Uint8Array) => brotliDecompressSync(bytes).toString('utf8'),
  gzip: (bytes: Uint8Array) => gunzipSync(bytes).toString('utf8'),
}
const large = [
  '/openapi.json',
  '/docs',
  '/docs/reference',
  '/llms.txt',
  '/llms-full.txt',
  '/assets/style.css',
  '/',
  '/account',
]

function varyOf(path: string): string {
  // Also sent as Markdown.
  if (path.startsWith('/docs')) return 'accept, accept-encoding'
  // Translated.
  return path === '/' ? 'accept-language, cookie, accept-encoding' : 'accept-encoding'
}

verifies('http.compression', async () => {
  for (const path of large) {
    const plain = await get(path)
    const text = await plain.text()
    expect([path, plain.headers.get('content-encoding')]).toEqual([path, null])
    expect([path, plain.headers.get('vary')]).toEqual([path, varyOf(path)])
    for (const [encoding, decode] of Object.entries(decoders)) {
      const response = await get(path, { 'accept-encoding': encoding })
      const bytes = await response.bytes()
      expect([path, response.headers.get('content-encoding')]).toEqual([path, encoding])
      expect([path, response.headers.get('vary')]).toEqual([path, varyOf(path)])
      expect(response.headers.get('content-type')).toBe(plain.headers.get('content-type'))
      expect(decode(bytes) === text).toBe(true)
      expect(bytes.byteLength).toBeLessThan(text.length / 2)
    }
  }
})

test('the list of tools is compressed, and a small response of the agent endpoint is not', async () => {
  const accepts = { 'accept-encoding': 'gzip, deflate, br' }
  const plain = await call('tools/list')
  const text = await plain.text()
  expect(Number(plain.headers.get('content-length'))).toBe(Buffer.byteLength(text))
  const response = await call('tools/list', accepts)
  expect(response.headers.get('content-encoding')).toBe('br')
  expect(decoders.br(await response.bytes())).toBe(text)
  expect(response.headers.get('cache-control')).toBe('no-store')
  const small = await call('ping', accepts)
  expect(small.headers.has('content-encoding')).toBe(false)
  expect(await small.json()).toEqual({ jsonrpc: '2.0', id: 'café', result: {} })
})

test('a client that has the compressed version gets 304', async () => {
  for (const path of ['/openapi.json', '/assets/style.css']) {
    const accepts = { 'accept-encoding': 'gzip' }
    const first = await get(path, accepts)
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^W\/"[0-9a-f]{16}"$/)
    const again = await get(path, { ...accepts, 'if-none-match': etag })
    expect([again.status, await again.text()]).toEqual([304, ''])
    const listed = await get(path, { 'if-none-match': `"other", ${etag}` })
    expect(listed.status).toBe(304)
    expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200)
  }
})

test('small responses, files, and responses to requests with a cookie and a query are not compressed', async () => {
  const accepts = { 'accept-encoding': 'br' }
  const account = await service.account()
  const { code } = await placed(submit(service, account))
  const cookie = await service.signIn('viewer@example.com')
  const operator = await service.signIn('operator@example.com')
  const order = await get(`/api/print/orders/${code}`, { ...account.headers, ...accepts })
  const file = await get(`/operator/orders/${code}/file`, { cookie: operator, ...accepts })
  const query = await get('/account?card=saved', { cookie, ...accepts })
  for (const response of [await get('/healthz', accepts), order, file, query]) {
    expect(response.status).toBe(200)
    expect(response.headers.has('content-encoding')).toBe(false)
  }
  const page = await get('/account', { cookie, ...accepts })
  expect(page.headers.get('content-encoding')).toBe('br')
})

test('a page that shows a new key is sent uncompressed', async () => {
  const person = await live.newPerson()
  await live.saveCard(person)
  const page = await live.send(
    '/account/api-key',
    rawPost(undefined, { cookie: person.cookie, origin: live.baseUrl, 'accept-encoding': 'br' }),
  )
  expect(page.headers.has('content-encoding')).toBe(false)
  expect(await page.text()).toContain('svc_live_')
})

describe('encodingOf', () => {
  for (const [accepted, encoding] of [
    [null, null],
    ['', null],
    ['identity', null],
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['GZIP;q=0.5', 'gzip'],
    ['br;q=0, gzip;q=1.0', 'gzip'],
    ['gzip;q=0', null],
    ['br;q=0.000, *', 'gzip'],
    ['*', 'br'],
    ['*;q=0', null],
    ['zstd, deflate', null],
    ['br;q=nonsense', null],
  ] as const) {
    test(`${accepted}: ${encoding}`, () => {
      expect(encodingOf(accepted)).toBe(encoding)
    })
  }
})
