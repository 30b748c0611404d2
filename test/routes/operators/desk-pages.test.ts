// The overview, throughput and system pages: their figures for known orders, and their refusals.
import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { sumUpOrders } from '../../../server/db/desk/order-hours.ts'
import { migrations } from '../../../server/db/migrations/index.ts'
import { addDays, dayOf } from '../../../server/domain/base/time/day.ts'
import { withoutTriggers } from '../../../testing/database/without-triggers.ts'
import { placed, submit } from '../../../testing/people/submit.ts'
import { HOOK_TIMEOUT_MS, OPERATOR_EMAIL } from '../../../testing/service/service.ts'
import { useService } from '../../../testing/use.ts'

const service = useService({ env: { TIME_ZONE: 'America/New_York' } })
let cookie: string
beforeAll(async () => {
  cookie = await service.signIn(OPERATOR_EMAIL)
}, HOOK_TIMEOUT_MS)
beforeEach(async () => {
  await service.service.database.pool.query(
    'truncate order_events, refunds, orders, emails, order_hours, order_days, order_months, order_hours_progress cascade',
  )
})

const query = (text: string, values: readonly unknown[] = []) =>
  service.service.database.pool.query(text, [...values])
const get = async (path: string) => {
  const response = await service.fetch(path, { headers: { cookie } })
  return { response, status: response.status, html: await response.text() }
}
const order = async (fields: Record<string, string> = {}) =>
  (await placed(submit(service, await service.account(), { fields }))).code

/** Returns the text of the element with the id, without its tags. */
function textOf(html: string, id: string): string {
  const start = html.indexOf(`id="${id}"`)
  if (start < 0) throw new Error(`the page has no element ${id}`)
  const from = html.slice(html.indexOf('>', start) + 1)
  const end = Math.min(
    ...['</dl>', '</table>', '</figure>'].map((tag) => from.indexOf(tag) + 1 || from.length),
  )
  return from
    .slice(0, end)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

describe('the overview', () => {
  test('counts open, new and late orders', async () => {
    // A 20 mm cube in PLA at $0.15: the minimum of 100 cents each, postage 700 (contract.md 2).
    const late = await order({ quantity: '2' })
    await order()
    await query("update orders set due_at = now() - interval '90 minutes' where code = $1", [late])
    const { html, status } = await get('/operator')
    expect(status).toBe(200)
    const line = textOf(html, 'line')
    expect(line).toContain('Open orders 2 2 new, 0 queued, 0 printing, 0 to pack')
    expect(line).toContain('In today 2 3 parts')
    expect(line).toContain('Out today 0 0 parts')
    expect(line).toContain('Late 1')
    expect(textOf(html, 'attention')).toContain(`1 late order 1 h 30 min ${late}`)
    expect(html).toContain(`href="/operator/orders/${late}"`)
  })

  test('lists everything that is blocked, with its age', async () => {
    const codes: string[] = []
    for (let made = 0; made < 4; made++) codes.push(await order())
    const [held = '', kept = '', unsettled = '', mailed = ''] = codes
    await query(
      "update orders set held_at = now() - interval '3 hours', held_by = 'x@example.com', held_reason = 'Thin <walls>' where code = $1",
      [held],
    )
    await query(
      "update orders set status = 'REJECTED', updated_at = now() - interval '2 hours' where code = $1",
      [kept],
    )
    await withoutTriggers(
      service.service.database.pool,
      `update orders set paid = false, payment_id = null, status = 'PENDING_PAYMENT', charge_state = 'unknown', due_at = null,
         unpaid_reason = 'timeout', created_at = now() - interval '20 minutes' where code = $1`,
      [unsettled],
    )
    await query(
      "update emails set sent_at = null, created_at = now() - interval '25 minutes' where subject like '%' || $1 || '%'",
      [mailed],
    )
    await query(
      "update emails set sent_at = now() where created_at > now() - interval '20 minutes'",
    )
    await query(
      `insert into processor_events (id, type, state, order_code, payment_id, amount_cents, received_at)
       values ('evt_1', 'payment_intent.succeeded', 'open', 'SVC-ZZZZZZ', 'pi_lost', 800, now() - interval '2 days')`,
    )
    const attention = textOf((await get('/operator')).html, 'attention')
    for (const text of [
      `1 held order 3 h ${held} Thin &lt;walls&gt;`,
      `1 closed order not refunded 2 h ${kept} rejected`,
      `1 charge not settled 20 min ${unsettled} timeout`,
      '1 payment without an order 2 d pi_lost SVC-ZZZZZZ',
      '1 email not sent 25 min',
    ]) {
      expect(attention).toContain(text)
    }
    await query("delete from processor_events where id = 'evt_1'")
  })

  test('an order behind a long queue is shown as late', async () => {
    const first = await order()
    const second = await order()
    // 80 machine hours a day without measurements (lead-time), one packing day: 400 hours are five days, plus one.
    await query(
      `update orders set planned_seconds = 1440000, due_at = now() + interval '2 days', created_at = now() - interval '1 hour'
       where code = $1`,
      [first],
    )
    await query("update orders set due_at = now() + interval '20 days' where code = $1", [second])
    const late = textOf((await get('/operator')).html, 'late')
    expect(late).toContain(first)
    expect(late).not.toContain(second)
    // Six days from the start of this hour or the next, minus two.
    expect(late).toMatch(/ (?:4 d|3 d 23 h) /)
  })

  test('links of earlier releases redirect to the queue', async () => {
    for (const [path, location] of [
      ['/operator?code=SVC-ABC234', '/operator/queue?q=SVC-ABC234'],
      ['/operator?status=RECEIVED&before=SVC-ABC234', '/operator/queue?status=RECEIVED'],
    ] as const) {
      const response = await service.fetch(path, { headers: { cookie } })
      expect([response.status, response.headers.get('location')]).toEqual([303, location])
    }
  })

  test('the wall of a range without an end advances with the day', async () => {
    for (const [search, topic] of [
      ['from=2026-11-01', 'from=2026-11-01&amp;to=&amp;step='],
      [
        'step=hour&to=2026-11-02&from=2026-11-01',
        'from=2026-11-01&amp;to=2026-11-02&amp;step=hour',
      ],
    ]) {
      const { html } = await get(`/operator/throughput?wall=1&${search}`)
      expect(/data-live="[^"]*"/.exec(html)?.[0]).toContain(`throughput&amp;${topic}"`)
    }
  })

  test('the wall has five numbers, three charts and no controls', async () => {
    await order()
    for (const path of ['/operator?wall=1', '/operator/throughput?wall=1']) {
      const { html } = await get(path)
      expect(html.match(/class="tile/g)?.length).toBe(6) // The list and its five numbers.
      expect(html.match(/<figure /g)?.length).toBe(3)
      expect(html).not.toMatch(/<(?:form|input|button|nav)\b/)
    }
  })
})

describe('throughput', () => {
  test('shows the figures of the range by step, material and color', async () => {
    await order({ material: 'petg', color: 'White', quantity: '2' })
    await order({ color: '=cmd"x' })
    // White is included: a stock color is one row, whatever text was sent.
    await order({ color: '#ffffff' })
    await query(
      "update order_events set at = at - interval '3 days' where order_id in (select id from orders where material = 'petg')",
    )
    await sumUpOrders(service.db, 'America/New_York')
    const csv = async (table: string) =>
      (await get(`/operator/throughput.csv?table=${table}`)).html.trim().split('\r\n')
    const materials = await csv('materials')
    expect(materials[0]).toBe(
      'material,orders_in,orders_out,orders_dropped,parts_printed,grams_printed,hours_printed,revenue_dollars',
    )
    // The minimum of $1.00 a part, and $7.00 of postage.
    expect(materials.slice(1).toSorted()).toEqual(['PETG,1,0,0,0,0,0,9', 'PLA,2,0,0,0,0,0,16'])
    expect((await csv('colors')).slice(1).toSorted()).toEqual([
      '"\'=cmd""x",1,0,0,0,0,0,8',
      'White,2,0,0,0,0,0,17',
    ])
    const steps = await csv('steps')
    expect(steps).toHaveLength(31)
    const today = dayOf(new Date(), 'America/New_York')
    expect(steps.at(-1)).toEndWith(',2,0,0,0,0,0,16')
    expect(steps.at(-4)).toEndWith(',1,0,0,0,0,0,9')
    const { html } = await get(
      `/operator/throughput?from=${addDays(today, -6)}&to=${today}&step=day`,
    )
    expect(textOf(html, 'orders')).toContain(
      'How many orders come in and go out a day? 2 in, 0 out',
    )
  })

  test.each([
    ['from=2026-02-31', 'from', '“2026-02-31” is not a day. Enter one such as 2026-11-24.'],
    ['to=yesterday', 'to', '“yesterday” is not a day.'],
    [
      'from=2026-11-30&to=2026-11-01',
      'from',
      'The range begins on 2026-11-30, after its end on 2026-11-01.',
    ],
    ['from=2026-01-01&to=2026-03-01&step=hour', 'step', 'A range by hour has at most 14 days.'],
    ['step=year', 'step', '“year” is not a step. Choose hour, day or week.'],
    ['from=%22x', 'from', 'is not a day'],
  ])('?%s is refused at its field', async (sent, field, sentence) => {
    const { status, html } = await get(`/operator/throughput?${sent}`)
    expect(status).toBe(400)
    expect(html).toContain(sentence)
    expect(html).toMatch(new RegExp(`id="${field}"[^>]*aria-invalid="true"[^>]*autofocus`))
    expect(html).not.toContain('value=""x')
    const file = await get(`/operator/throughput.csv?${sent}`)
    expect([file.status, file.html.includes(sentence.split('<')[0] ?? '')]).toEqual([400, true])
  })

  test('every chart has its table on a separate page', async () => {
    await order({ quantity: '3' })
    const { html } = await get('/operator/throughput')
    const links = [...html.matchAll(/href="([^"]*&amp;table=(\w+))"/g)]
    const charts = links.filter(([, href = '']) => href.startsWith('/operator/throughput?'))
    expect(charts.map(([, , name]) => name)).toEqual([
      'orders',
      'hours',
      'parts',
      'grams',
      'revenue',
      'dropped',
      'requests',
      'errors',
      'latency',
    ])
    for (const [, href = '', name = ''] of charts) {
      const { status, html: page } = await get(href.replaceAll('&amp;', '&'))
      expect(status).toBe(200)
      expect(page).toMatch(new RegExp(`<details id="${name}-table" open[ >=]`))
      expect(page.match(/<figure /g)).toHaveLength(1)
    }
    // 30 days, and the heads of the columns.
    const orders = await get('/operator/throughput?table=orders')
    expect(orders.html.match(/<tr>/g)).toHaveLength(31)
    expect(textOf(orders.html, 'orders')).toMatch(/ 1 0 *<?$/)
  })

  test('refuses an unknown table', async () => {
    expect(await get('/operator/throughput?table=secrets')).toMatchObject({ status: 404 })
    expect(await get('/operator/throughput.csv?table=secrets')).toMatchObject({ status: 404 })
  })
})

test('the system page names the running and the missing parts', async () => {
  const { html } = await get('/operator/system')
  expect(textOf(html, 'checks')).toContain('Database ok Storage ok Geometry ok')
  expect(textOf(html, 'checks')).toContain('Generation sample models: no engine key is set')
  expect(html).toContain(Object.keys(migrations).at(-1) ?? 'no migration')
})

describe('the event stream', () => {
  test('sends the parts of the page, then the changed parts', async () => {
    await order()
    const response = await service.fetch('/operator/live?page=overview', {
      headers: { cookie, 'accept-encoding': 'br' },
    })
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(response.headers.get('content-encoding')).toBeNull()
    const reader = response.body?.getReader()
    const decoder = new TextDecoder()
    const readUntil = async (text: string) => {
      let seen = ''
      while (!seen.includes(text)) seen += decoder.decode((await reader?.read())?.value)
      return seen
    }
    const first = await readUntil('id="late"')
    for (const id of ['line', 'attention', 'today', 'queues']) expect(first).toContain(`id="${id}"`)
    await order()
    const change = await readUntil('id="today"')
    expect(change).toContain('id="line"')
    expect(change).not.toContain('id="attention"')
    await reader?.cancel()
  })

  test('responds to HEAD with only its headers, and adds no listener', async () => {
    const response = await service.fetch('/operator/live?page=overview', {
      method: 'HEAD',
      headers: { cookie },
      signal: AbortSignal.timeout(5000),
    })
    expect([response.status, await response.text()]).toEqual([200, ''])
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  })

  test('is for operators, and only for pages that have a stream', async () => {
    expect((await service.fetch('/operator/live?page=overview')).status).toBe(401)
    const { status, html } = await get('/operator/live?page=nothing')
    expect([status, html]).toEqual([404, 'There is no event stream for such a page.\n'])
  })
})
