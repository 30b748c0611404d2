// Parts of a path that no database can store, and endless addresses: refused before any route reads them.
import { expect, test } from 'bun:test'
import { OPERATOR_EMAIL } from '../../../testing/service/service.ts'
import { use, useService } from '../../../testing/use.ts'

const service = useService({ env: { OPERATOR_EMAILS: OPERATOR_EMAIL } })
const cookie = use(() => service.signIn(OPERATOR_EMAIL).then((value) => ({ value })))

/** NUL, bytes that are no text, and half of a character. */
const nameless = ['%00', 'a%00', '%00a', '%FF', '%ED%A0%80', 'a%ED%BF%BFb']
/** Text that names nothing. */
const strange = ['%EF%BF%BD', '%E2%80%AE', '%2e%2e%2f', '%27%22%3c', `${'a'.repeat(3_000)}`]

const send = (method: string, path: string) =>
  service.fetch(path, { method, headers: { cookie: cookie.value, origin: service.baseUrl } })

test('no value of a path parameter makes a route fail', async () => {
  const routes = service.app.routes.filter(({ path }) => path.includes(':'))
  expect(routes.length).toBeGreaterThan(50)
  const failed: string[] = []
  for (const { method, path } of routes) {
    for (const part of [...nameless, ...strange]) {
      const sent = path.replaceAll(/:\w+/g, part)
      const { status } = await send(method === 'ALL' ? 'POST' : method, sent)
      if (status >= 500) failed.push(`${method} ${sent.slice(0, 80)}: ${status}`)
      const isDesk = path.startsWith('/operator/')
      if (isDesk && nameless.includes(part) && status !== 404) {
        failed.push(`${method} ${sent}: ${status}`)
      }
    }
  }
  expect(failed).toEqual([])
})

test('a query of more than eight thousand characters is 414 on every path', async () => {
  // The agent endpoint reads no query.
  const gets = service.app.routes.filter(
    ({ method, path }) => method === 'GET' && path !== '/api/mcp',
  )
  for (const { path } of gets) {
    const [most, more] = [8_192, 8_193].map((length) => {
      const start = `http://localhost${path}?country=x`
      return start.slice('http://localhost'.length) + '+'.repeat(length - start.length)
    })
    const refused = await service.app.handle(new Request(`http://localhost${more}`))
    expect([path, refused.status]).toEqual([path, 414])
    if (path === '/basket') expect((await send('GET', most ?? '')).status).toBe(400)
  }
})
