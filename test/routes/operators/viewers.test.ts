// Viewers (VIEWER_EMAILS) read every page of the desk and change nothing: every operator route with a viewer's session.
import { beforeAll, describe, expect, test } from 'bun:test'
import { placed, submit } from '../../../testing/people/submit.ts'
import { HOOK_TIMEOUT_MS, OPERATOR_EMAIL } from '../../../testing/service/service.ts'
import { useService } from '../../../testing/use.ts'

const viewerEmail = 'viewer@example.com'
const service = useService({ env: { VIEWER_EMAILS: ` Viewer@Example.com, ${OPERATOR_EMAIL}` } })
let cookie: string
let code: string
beforeAll(async () => {
  cookie = await service.signIn(viewerEmail)
  code = (await placed(submit(service, await service.account()))).code
}, HOOK_TIMEOUT_MS)

const isDesk = (path: string) =>
  /^\/operator(?:\/|$)/.test(path) || /^\/api\/(?:operator|farm|support)\//.test(path)

/** Returns routes for users: the farm's programs send the internal key and no session. */
async function deskRoutes() {
  const routes = service.app.routes
    .map(({ method, path }) => ({ method, path, name: `${method} ${path}` }))
    .filter(({ path }) => isDesk(path))
  const forPeople = await Promise.all(
    routes.map(async ({ method, path }) => {
      const response = await service.fetch(path, { method })
      return !(await response.text()).includes('x-internal-key')
    }),
  )
  return routes.filter((_, index) => forPeople[index])
}

async function send(method: string, path: string) {
  const at = path.replace(':code', code).replaceAll(/:\w+/g, crypto.randomUUID())
  // Streams of updates do not end on their own.
  const ended = new AbortController()
  const response = await service.fetch(at, {
    method,
    headers: { cookie, origin: service.baseUrl },
    signal: ended.signal,
  })
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
  const text = isStream ? '' : await response.text()
  if (isStream) await response.body?.cancel()
  ended.abort()
  return { status: response.status, text }
}

const pageWords = 'Your account may only read'
const apiWords = 'Your account may only read. Ask an operator to make this change.'

test('the list covers the desk', async () => {
  const names = (await deskRoutes()).map(({ name }) => name)
  expect(names).toContain('GET /operator')
  expect(names).toContain('POST /operator/orders/:code/refund')
  expect(names).toContain('POST /api/operator/orders/:code/status')
  expect(names).toContain('POST /operator/settings/second-factor/reset')
  expect(names).not.toContain('POST /api/farm/jobs/claim')
})

test('every read of the desk is open to viewers', async () => {
  const reads = (await deskRoutes()).filter(({ method }) => method === 'GET')
  for (const { method, path, name } of reads) {
    const { status } = await send(method, path)
    expect([name, [401, 403].includes(status)]).toEqual([name, false])
  }
})

test('every change is refused with a sentence, and changes nothing', async () => {
  const { pool } = service.service.database
  const changes = async () => {
    const kept = await pool.query('select to_jsonb(o) as row from orders o')
    const events = await pool.query('select count(*) from order_events')
    return [kept.rows, events.rows]
  }
  const before = await changes()
  const writes = (await deskRoutes()).filter(({ method }) => method !== 'GET')
  expect(writes.length).toBeGreaterThan(3)
  for (const { method, path, name } of writes) {
    const { status, text } = await send(method, path)
    const said = path.startsWith('/api/') ? text.includes(apiWords) : text.includes(pageWords)
    expect([name, status, said]).toEqual([name, 403, true])
  }
  expect(await changes()).toEqual(before)
})

describe('the pages', () => {
  test('have no form that changes anything', async () => {
    const { text } = await send('GET', `/operator/orders/${code}`)
    expect(text).toContain(code)
    expect(text).not.toContain('method="post"')
  })

  test('an address on both lists is an operator’s', async () => {
    const operator = await service.signIn(OPERATOR_EMAIL)
    const page = await service.fetch(`/operator/orders/${code}`, { headers: { cookie: operator } })
    expect(await page.text()).toContain('method="post"')
  })

  test('the account page links to the desk', async () => {
    const page = await service.fetch('/account', { headers: { cookie } })
    expect(await page.text()).toContain('href="/operator"')
  })
})
