// The start page, and the responses at unknown addresses.
import { expect, test } from 'bun:test'
import { CUBE, placed, submit } from '../../../testing/people/submit.ts'
import { jsonPost } from '../../../testing/service/requests.ts'
import { useService } from '../../../testing/use.ts'

const service = useService()

test('the start page links to reference, account and document, and has a command with its address', async () => {
  const response = await service.fetch('/')
  expect(response.status).toBe(200)
  const html = await response.text()
  for (const path of ['/docs', '/account', '/openapi.json']) {
    expect(html).toContain(`href="${path}"`)
  }
  expect(html).toContain(`curl ${service.baseUrl}/api/print/orders`)
})

test('the start page begins with a field for a model, and names today’s lead time', async () => {
  const html = await (await service.fetch('/')).text()
  const [form = ''] = /<form id="start"[\s\S]*?<\/form>/.exec(html) ?? []
  expect(form).toContain('action="/quote"')
  expect(form).toContain('type="file"')
  // Posted unchanged, the command returns the price on the quote page, at the rate of a stock color.
  expect(form).toMatch(/type="hidden" name="color" value="Silver"/)
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call' }
  const params = { name: 'get_lead_time', arguments: {} }
  const response = await (await service.fetch('/api/mcp', jsonPost({ ...call, params }))).json()
  const { estimates } = response.result.structuredContent
  const shown = [...html.matchAll(/>(\d+) parts?<\/th><td>(\d+) days?</g)].map(
    ([, orders, days]) => ({ orders: Number(orders), ships_in_days: Number(days) }),
  )
  expect(shown).toEqual(estimates.slice(0, 3))
})

test('the header leads to the account, and counts the parts in the basket', async () => {
  const header = async (cookie = '') => {
    const html = await (await service.fetch('/', { headers: { cookie } })).text()
    return (
      /<nav aria-label="Main">([\s\S]*?)<\/nav>/.exec(html)?.[1]?.replace(/<[^>]+>/g, ' ') ?? ''
    )
  }
  expect(await header()).toMatch(/Quote +Generate +Gallery +Docs +Basket +Account/)
  const body = new FormData()
  body.set('file', new File([CUBE.bytes], CUBE.name))
  body.set('quantity', '3')
  const added = await service.fetch('/basket/parts', { method: 'POST', body })
  const [basket = ''] = added.headers.getSetCookie().map((set) => set.split(';')[0] ?? '')
  expect(await header(basket)).toMatch(/Basket +3 +parts +Account/)
  const session = await service.signIn('header@example.com')
  expect(await header(`${session}; ${basket}`)).toMatch(/Basket +3 +parts +Account/)
})

test('a signed-in developer sees the beginning of the key, and never the complete key', async () => {
  const email = 'keys@example.com'
  const cookie = await service.signIn(email)
  const html = async () => await (await service.fetch('/', { headers: { cookie } })).text()
  expect(await html()).toContain('Bearer svc_live_...')
  const { id } = await service.db
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const key = { account_id: id, prefix: 'svc_live_12abc', key_hash: 'f'.repeat(64) }
  await service.db.insertInto('api_keys').values(key).execute()
  expect(await html()).toContain('Bearer svc_live_12abc...')
})

/** Returns a command or an entry of the page in the form in which users copy it. */
const copied = (html: string, id: string) =>
  new RegExp(`id="${id}"[^>]*>([^<]*)<`)
    .exec(html)?.[1]
    ?.replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"') ?? ''

test('the entry for agents leads to the endpoint, and the form for generation to a job', async () => {
  const html = await (await service.fetch('/')).text()
  const entry = JSON.parse(copied(html, 'agent-entry'))
  const { type, url, headers } = entry.mcpServers['print-farm']
  expect([type, url]).toEqual(['http', `${service.baseUrl}/api/mcp`])
  const { apiKey } = await service.account()
  const response = await service.fetch(
    new URL(url).pathname,
    jsonPost(
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'list_my_orders', arguments: {} },
      },
      { authorization: headers.Authorization.replace('svc_live_...', apiKey) },
    ),
  )
  const called = await response.json()
  expect([response.status, called.result.structuredContent]).toMatchObject([200, { orders: [] }])
  const command = copied(html, 'generation-command')
  expect(command).toContain(`curl ${service.baseUrl}/api/generate/start`)
  expect(JSON.parse(/-d '([^']*)'/.exec(command)?.[1] ?? '')).toEqual({
    prompt: 'a small flower vase',
    mode: 'hi_fi',
  })
  for (const [, anchor = ''] of html.matchAll(/href="\/docs\/reference#([^"]+)"/g)) {
    expect(await (await service.fetch('/docs/reference')).text()).toContain(`id="${anchor}"`)
  }
})

test('the price command works, and the order command needs only the key', async () => {
  const html = await (await service.fetch('/')).text()
  const command = (id: string) => copied(html, id)
  const body = /-d '([^']*)'/.exec(command('price-command'))?.[1] ?? ''
  const price = await service.fetch('/api/price', { method: 'POST', body })
  expect(await price.json()).toMatchObject({ material: 'petg', currency: 'USD' })
  const form = new FormData()
  for (const [, name = '', quoted, plain] of command('order-command').matchAll(
    /-F (\w+)=(?:"([^"]*)"|(\S+))/g,
  )) {
    form.set(name, quoted ?? plain ?? '')
  }
  expect(form.get('file')).toBe('@part.stl')
  form.set('file', new Blob([CUBE.bytes]), 'part.stl')
  const { headers } = await service.account()
  const order = await service.fetch('/api/print/orders', { method: 'POST', headers, body: form })
  expect(await order.json()).toMatchObject({ paid: true, currency: 'USD' })
})

test('the account page lists only the latest orders of the account, and says how to get credits', async () => {
  const email = 'orders-of-mine@example.com'
  const cookie = await service.signIn(email)
  const page = async () => (await service.fetch('/account', { headers: { cookie } })).text()
  const empty = await page()
  expect(empty).toContain('No orders yet.')
  expect(empty).toContain('<strong>5 credits</strong>')
  expect(empty).toContain('Buy 50 credits for $20')
  const foreign = await placed(submit(service, await service.account()))
  const account = await service.account()
  const codes: string[] = []
  for (let count = 0; count < 6; count += 1) {
    codes.unshift((await placed(submit(service, account))).code)
    service.advance(60)
  }
  const mine = service.db.selectFrom('accounts').select('id').where('email', '=', email)
  await service.db
    .updateTable('orders')
    .set({ account_id: mine })
    .where('code', 'in', codes)
    .execute()
  const html = await page()
  const listed = [...html.matchAll(/href="\/orders\/([^"]+)"/g)].map((match) => match[1] ?? '')
  expect(listed).toEqual(codes.slice(0, 5))
  expect(html).toContain('href="/account/orders"')
  expect(html).not.toContain(foreign.code)
})

test('an unknown address returns a page for people and JSON for programs', async () => {
  const person = await service.fetch('/nothing', { headers: { accept: 'text/html,*/*' } })
  expect(person.status).toBe(404)
  expect(person.headers.get('content-type')).toStartWith('text/html')
  expect(await person.text()).toContain('Page not found')
  for (const [path, accept] of [
    ['/nothing', '*/*'],
    ['/api/nothing', 'text/html'],
  ] as const) {
    const program = await service.fetch(path, { headers: { accept } })
    expect([program.status, await program.json()]).toEqual([404, { error: 'Not found' }])
  }
})

test('an unexpected error is logged, and its page does not reveal it', async () => {
  service.replace({
    orders: { readByCode: () => Promise.reject(new Error('inner secret')) },
  })
  const person = await service.fetch('/orders/SVC-AAAAAA', { headers: { accept: 'text/html' } })
  expect(person.status).toBe(500)
  const html = await person.text()
  expect(html).toContain('Something went wrong on our side')
  expect(html).not.toContain('inner secret')
  expect(service.logs().some(({ event }) => event === 'request.failed')).toBe(true)
})

test('the files of the pages are cached until they change', async () => {
  const html = await (await service.fetch('/')).text()
  const address = /href="(\/assets\/style\.css\?v=[^"]*)"/.exec(html)?.[1] ?? ''
  const style = await service.fetch(address)
  expect([style.status, style.headers.get('content-type')]).toEqual([
    200,
    'text/css; charset=utf-8',
  ])
  expect(style.headers.get('cache-control')).toContain('immutable')
  expect((await service.fetch('/assets/style.css')).headers.get('cache-control')).toBe('no-cache')
})
