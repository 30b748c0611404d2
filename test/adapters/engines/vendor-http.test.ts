// The body of a vendor's response, as the HTTP client returns it.
import { afterAll, expect, test } from 'bun:test'
import { createHttp } from '../../../server/adapters/engines/vendor-http.ts'

let body = ''
const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response(body) })
afterAll(() => server.stop(true))

const log = { debug: () => {}, warn: () => {} }
const http = createHttp({ vendor: 'test', log })

test.each([
  ['JSON after a byte order mark is read', '\uFEFF{"code":0}', { code: 0 }],
  ['a page of HTML has no JSON', '<html>', undefined],
])('%s', async (_name, text, json) => {
  body = text
  const call = { method: 'GET', url: `${server.url}`, timeoutMs: 10_000 } as const
  expect(await http.once(call, new AbortController().signal)).toMatchObject({ status: 200, json })
})
