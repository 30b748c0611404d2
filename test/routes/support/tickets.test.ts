// Tickets: customers write to the farm, operators reply.

import { beforeEach, describe, expect, test } from 'bun:test'
import { limits } from '../../../server/domain/limits/table.ts'
import { placed, submit } from '../../../testing/people/submit.ts'
import { resetRateLimits } from '../../../testing/service/reset-rate-limits.ts'
import { OPERATOR_EMAIL } from '../../../testing/service/service.ts'
import { workOff } from '../../../testing/service/work-off.ts'
import { use, useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const viewerEmail = 'viewer@example.com'
const service = useService({
  env: { OPERATOR_EMAILS: OPERATOR_EMAIL, VIEWER_EMAILS: viewerEmail },
})
const people = use(async () => ({
  operator: await service.signIn(OPERATOR_EMAIL),
  viewer: await service.signIn(viewerEmail),
  customer: await service.signIn('customer@example.com'),
  other: await service.signIn('other@example.com'),
}))

beforeEach(async () => {
  await resetRateLimits(service.db, 'ticket-%')
})

const get = async (path: string, cookie?: string) => {
  const response = await service.fetch(path, cookie === undefined ? {} : { headers: { cookie } })
  return { status: response.status, html: await response.text() }
}

async function post(path: string, fields: Record<string, string>, cookie?: string) {
  const response = await service.fetch(path, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { accept: 'text/html', ...(cookie !== undefined && { cookie }) },
  })
  return {
    status: response.status,
    location: response.headers.get('location') ?? '',
    html: await response.text(),
  }
}

const codeSentence =
  'Enter the whole order code, or none: it is SVC-, CART-, ORD- or STORE- and six letters or digits, such as SVC-7KQ2ZM.'

const typed = { name: 'Ada', email: 'ada@example.com', orderCode: '', body: 'Do you print TPU?' }

/** Opens a ticket and returns its public path and its number. */
async function opened(fields: Partial<typeof typed> = {}, cookie?: string) {
  const { status, location } = await post('/contact', { ...typed, ...fields }, cookie)
  expect([status, location]).toEqual([
    303,
    expect.stringMatching(/^\/tickets\/[0-9a-f-]{36}\?sent=1$/),
  ])
  const path = location.replace('?sent=1', '')
  const { html } = await get(path)
  return { path, number: /Request T-(\d+)/.exec(html)?.[1] ?? '' }
}

describe('a customer', () => {
  verifies('ticket.open', async () => {
    const messageId = crypto.randomUUID()
    const fields = { ...typed, body: 'First line\r\n<b>second</b>', messageId }
    const sent = await Promise.all([post('/contact', fields), post('/contact', fields)])
    expect(sent.map(({ status }) => status)).toEqual([303, 303])
    expect(sent[0]?.location).toBe(sent[1]?.location ?? '')
    const { html } = await get(sent[0]?.location ?? '')
    expect(html).toContain('Your message was sent. We reply by email to ada@example.com, and here.')
    expect(html).toContain('First line\n&lt;b&gt;second&lt;/b&gt;')
    expect(html.match(/First line/g)).toHaveLength(1)
    // The address is unconfirmed, so no email is sent to it.
    await workOff(service)
    expect(service.mails()).toEqual([])
  })

  verifies('ticket.nothing-lost', async () => {
    const messageId = crypto.randomUUID()
    const first = await post('/contact', { ...typed, messageId })
    const second = await post('/contact', { ...typed, body: 'Do you print PEEK?', messageId })
    expect([first.status, second.status]).toEqual([303, 303])
    expect((await get(first.location)).html).toContain('Do you print TPU?')
    expect((await get(second.location)).html).toContain('Do you print PEEK?')
    const path = second.location.replace('?sent=1', '')
    for (const body of ['And in red?', 'And in red?', 'And in blue?']) {
      expect((await post(path, { body, messageId })).status).toBe(303)
    }
    const { html } = await get(path)
    expect(html.match(/And in (red|blue)\?/g)).toEqual(['And in red?', 'And in blue?'])
    // The overview names only the oldest waiting tickets.
    await service.db.updateTable('tickets').set({ state: 'closed', waiting_since: null }).execute()
  })

  test.each([
    ['email', 'ada', 'Enter one plain email address, such as name@example.com.'],
    ['body', ' \n ', 'Enter a message in 1 to 5000 characters.'],
    ['body', 'x'.repeat(5001), 'Enter a message in 1 to 5000 characters.'],
    ['name', 'x'.repeat(101), 'Enter a name of at most 100 characters, or none.'],
    ['orderCode', 'SVC-NOPE', codeSentence],
    ['orderCode', 'SVC-7KQ2Z0', codeSentence],
    ['orderCode', 'my order', codeSentence],
  ])('a wrong %s is named, and the entered values are kept', async (field, value, sentence) => {
    const { status, html } = await post('/contact', { ...typed, [field]: value })
    expect(status).toBe(400)
    expect(html).toContain(`Nothing was sent. ${sentence}`)
    expect(html).toContain(`id="${field}-error"`)
    if (field !== 'name') expect(html).toContain('value="Ada"')
    if (field !== 'body') expect(html).toContain('Do you print TPU?')
  })

  test('an attached file is a download for everyone who may read the ticket', async () => {
    const form = new FormData()
    for (const [name, value] of Object.entries(typed)) form.set(name, value)
    const png = Buffer.from('89504e470d0a1a0a0000000d', 'hex')
    form.set('file', new File([png], 'crack "1".png'))
    const response = await service.fetch('/contact', { method: 'POST', body: form })
    const path = (response.headers.get('location') ?? '').replace('?sent=1', '')
    const { html } = await get(path)
    const [, file = ''] = /href="(\/tickets\/[^"]+\/files\/[^"]+)"/.exec(html) ?? []
    const sent = await service.fetch(file)
    expect(sent.headers.get('content-disposition')).toStartWith('attachment;')
    expect(sent.headers.get('content-type')).toBe('image/png')
    expect(Buffer.from(await sent.bytes()).equals(png)).toBe(true)
    const foreign = await opened()
    const elsewhere = file.replace(path, foreign.path)
    expect((await service.fetch(elsewhere)).status).toBe(404)
  })

  test('a file of another type is refused, and the message is kept', async () => {
    const form = new FormData()
    for (const [name, value] of Object.entries(typed)) form.set(name, value)
    form.set('file', new File(['<script>'], 'page.html'))
    const response = await service.fetch('/contact', { method: 'POST', body: form })
    expect(response.status).toBe(415)
    const html = await response.text()
    expect(html).toContain('Nothing was sent. Unsupported file.')
    expect(html).toContain('Do you print TPU?')
  })

  test('a file of a refused form is not stored', async () => {
    const stored = async () =>
      (await service.db.selectFrom('attachments').select('id').execute()).length
    const before = await stored()
    for (const wrong of [{ body: '' }, { email: 'a\0b@c.example' }]) {
      const form = new FormData()
      for (const [name, value] of Object.entries({ ...typed, ...wrong })) form.set(name, value)
      form.set('file', new File([Buffer.from('89504e470d0a1a0a0000000d', 'hex')], 'a.png'))
      expect((await service.fetch('/contact', { method: 'POST', body: form })).status).toBe(400)
    }
    expect(await stored()).toBe(before)
  })

  verifies('ticket.limits', async () => {
    const send = (cookie?: string) => post('/contact', { ...typed, body: '' }, cookie)
    for (const [scope, cookie, sentence] of [
      ['ticket-anonymous', undefined, 'Too many messages were sent from your network.'],
      ['ticket-signed-in', people.customer, 'Too many messages were sent from your account.'],
    ] as const) {
      for (let sent = 0; sent < limits[scope].limit; sent += 1) {
        expect((await send(cookie)).status).toBe(400)
      }
      const refused = await send(cookie)
      expect([scope, refused.status]).toEqual([scope, 429])
      expect(refused.html).toContain(`Nothing was sent. ${sentence}`)
      expect(refused.html).toContain('value="ada@example.com"')
    }
  })

  test('an unknown id is a 404', async () => {
    for (const id of ['none', crypto.randomUUID()]) {
      expect((await get(`/tickets/${id}`)).status).toBe(404)
      expect((await post(`/tickets/${id}`, { body: 'x' })).status).toBe(404)
    }
  })
})

describe('the desk', () => {
  verifies('ticket.reply', async () => {
    const { path, number } = await opened()
    const desk = `/operator/tickets/${number}`
    const messageId = crypto.randomUUID()
    const fields = { body: 'Yes, next year.', messageId }
    for (let times = 0; times < 2; times += 1) {
      const replied = await post(`${desk}/reply`, fields, people.operator)
      expect([replied.status, replied.location]).toEqual([303, `${desk}?done=replied`])
    }
    await workOff(service)
    const mails = service.mails().filter(({ subject }) => subject === `Your request T-${number}`)
    expect(mails.map(({ to }) => to)).toEqual(['ada@example.com'])
    expect(mails[0]?.text.trim().split('\n')).toEqual([
      'Yes, next year.',
      '',
      `This is our reply to your request T-${number}.`,
      `The conversation, and a form to write to us again: ${service.baseUrl}${path}`,
    ])
    const { html } = await get(path)
    expect(html).toContain('Yes, next year.')
    expect(html).toContain('We have replied.')
    expect(html).not.toContain(OPERATOR_EMAIL)
  })

  verifies('ticket.attention', async () => {
    const { path, number } = await opened({ body: 'Where is my parcel?' })
    const shows = async (deskPath: string) => (await get(deskPath, people.operator)).html
    expect(await shows('/operator')).toContain(`>T-${number}</a>`)
    const list = await shows('/operator/tickets')
    expect(list).toContain(`<a href="/operator/tickets/${number}">T-${number}</a>`)
    expect(list).toContain('Where is my parcel?')
    await post(
      `/operator/tickets/${number}/reply`,
      { body: 'On its way.', close: '1' },
      people.operator,
    )
    expect(await shows('/operator')).not.toContain(`>T-${number}</a>`)
    expect(await shows('/operator/tickets?state=closed')).toContain(`>T-${number}</a>`)
    // A further message reopens the ticket.
    const { status } = await post(path, { body: 'It is not here.' })
    expect(status).toBe(303)
    expect(await shows('/operator/tickets')).toContain(`>T-${number}</a>`)
    await post(`/operator/tickets/${number}/state`, { state: 'closed' }, people.operator)
    expect(await shows('/operator')).not.toContain(`>T-${number}</a>`)
    expect((await get(path)).html).toContain('This request is closed.')
  })

  verifies('ticket.roles', async () => {
    const { number } = await opened()
    const desk = `/operator/tickets/${number}`
    const read = await get(desk, people.viewer)
    expect([read.status, read.html.includes('Send the reply')]).toEqual([200, false])
    for (const form of ['reply', 'state']) {
      const refused = await post(`${desk}/${form}`, { body: 'x', state: 'closed' }, people.viewer)
      expect([form, refused.status]).toEqual([form, 403])
    }
    expect((await get(desk, people.customer)).status).toBe(403)
    expect((await get(desk, people.operator)).html).toContain('Send the reply')
  })

  test('closed tickets are listed in full through a link', async () => {
    await service.service.database.pool.query(`
      with made as (
        insert into tickets (id, source, state, order_code, name, email, updated_at)
        select gen_random_uuid(), 'form', 'closed', '', '', 'old@example.com', now() - interval '1 year'
        from generate_series(1, 201) returning id)
      insert into ticket_messages (id, ticket_id, author, body)
      select gen_random_uuid(), id, 'customer', 'Hello' from made`)
    const read: string[] = []
    for (let path: string | undefined = '/operator/tickets?state=closed'; path !== undefined; ) {
      const { html } = await get(path, people.operator)
      read.push(...[...html.matchAll(/>(T-\d+)<\/a>/g)].map(([, name = '']) => name))
      path = /href="([^"]+)">Older tickets</.exec(html)?.[1]?.replaceAll('&amp;', '&')
    }
    expect(read.length).toBeGreaterThan(200)
    expect(new Set(read).size).toBe(read.length)
    const { rows } = await service.service.database.pool.query(
      "select count(*)::int as n from tickets where state = 'closed'",
    )
    expect(rows[0].n).toBe(read.length)
  })

  test('an empty reply is refused, and an unknown ticket is not found', async () => {
    const { number } = await opened()
    const empty = await post(`/operator/tickets/${number}/reply`, { body: ' ' }, people.operator)
    expect([empty.status, empty.html.includes('Nothing was sent. Enter a reply')]).toEqual([
      400,
      true,
    ])
    for (const name of ['0', '999999', 'x', '99999999999']) {
      const { status, html } = await get(`/operator/tickets/${name}`, people.operator)
      expect([name, status, html.includes('There is no such ticket.')]).toEqual([name, 404, true])
    }
  })
})

describe('a conversation about an order', () => {
  verifies('ticket.order-owner', async () => {
    const { code } = await placed(submit(service, await service.account()))
    const mine = service.db
      .selectFrom('accounts')
      .select('id')
      .where('email', '=', 'customer@example.com')
    await service.db
      .updateTable('orders')
      .set({ account_id: mine })
      .where('code', '=', code)
      .execute()
    const orderCode = code.toLowerCase()
    const { number } = await opened({ orderCode, body: 'May I have it in blue?' }, people.customer)
    await post(`/operator/tickets/${number}/reply`, { body: 'Blue it is.' }, people.operator)
    // Anyone with the code can write, and can enter the customer's address.
    const email = 'customer@example.com'
    const foreign = await opened({ orderCode, email, body: 'Send it to me instead.' }, people.other)
    const signedOut = await opened({ orderCode, email, body: 'Send it elsewhere.' })
    const orderEmail = await service.db
      .selectFrom('orders')
      .select('email')
      .where('code', '=', code)
      .executeTakeFirstOrThrow()
    await opened({ orderCode, ...orderEmail, body: 'Send it nowhere.' })
    const page = async (cookie?: string) => (await get(`/orders/${code}`, cookie)).html
    const own = await page(people.customer)
    for (const text of ['May I have it in blue?', 'Blue it is.']) expect(own).toContain(text)
    expect(own).not.toContain('Send it')
    for (const cookie of [undefined, people.other]) {
      const html = await page(cookie)
      expect(html).not.toContain('in blue')
      expect(html).not.toContain('Blue it is')
      expect(html).toContain('Write to us about this order')
    }
    for (const [ticket, warning] of [
      [foreign.number, 'It was not sent from the account of the order: do not reveal anything'],
      [signedOut.number, 'It was sent without signing in: do not reveal anything'],
    ] as const) {
      const desk = await get(`/operator/tickets/${ticket}`, people.operator)
      expect(desk.html).toContain(warning)
    }
    // The owner may enter an address other than that of the order or of the account.
    expect((await get(`/operator/tickets/${number}`, people.operator)).html).not.toContain(
      'do not reveal anything',
    )
  })

  verifies('ticket.desk-order', async () => {
    const { code } = await placed(submit(service, await service.account()))
    const desk = async () => (await get(`/operator/orders/${code}`, people.operator)).html
    expect(await desk()).not.toContain('Tickets about this order')
    const older = await opened({ orderCode: code, body: 'Is it <late>?' })
    const newer = await opened({ orderCode: code })
    await post(`/operator/tickets/${newer.number}/state`, { state: 'closed' }, people.operator)
    const html = await desk()
    const linked = [...html.matchAll(/href="\/operator\/tickets\/(\d+)"/g)].map(
      ([, number]) => number,
    )
    expect(linked).toEqual([older.number, newer.number])
    expect(html).toContain('Is it &lt;late&gt;?')
    const ticket = await get(`/operator/tickets/${older.number}`, people.operator)
    expect(ticket.html).toContain(`href="/operator/orders/${code}"`)
  })

  verifies('ticket.code-not-confirmed', async () => {
    const { code } = await placed(submit(service, await service.account()))
    const [known, unknown] = await Promise.all(
      [code, 'SVC-NXNE22'].map(async (orderCode) => {
        const { path, number } = await opened({ orderCode })
        const { status, html } = await get(`${path}?sent=1`)
        const shown = html
          .replaceAll(orderCode, 'CODE')
          .replaceAll(number, 'NUMBER')
          .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
          .replaceAll(/<time .*?<\/time>/g, 'TIME')
        return { status, shown, number }
      }),
    )
    expect(known?.shown).toContain('About order')
    expect([unknown?.status, unknown?.shown]).toEqual([known?.status, known?.shown])
    // Stored unchanged, for operators.
    const desk = await get(`/operator/tickets/${unknown?.number}`, people.operator)
    expect(desk.html).toContain('SVC-NXNE22 (unknown code)')
  })
})
