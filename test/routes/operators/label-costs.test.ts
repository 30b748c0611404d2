// Postage charged, compared with the cost of labels that were bought at the desk: on the order page, in the CSV of
// orders, and by day of a month. The prices are those of the contract: $7 of postage in the country of the farm.
import { beforeAll, describe, expect, test } from 'bun:test'
import type { LabelRefund } from '../../../server/domain/carriers/label.ts'
import { type Desk, openDesk } from '../../../testing/people/operator-desk.ts'
import { statusChange } from '../../../testing/people/status-change.ts'
import { use, useService } from '../../../testing/use.ts'

const viewerEmail = 'viewer@example.com'
const service = useService({
  env: { VIEWER_EMAILS: viewerEmail, TIME_ZONE: 'America/New_York', COST_POSTAGE: '555' },
})
const desk = use(() => openDesk(service))
const viewer = use(() => openDesk(service, viewerEmail))

const setStatus = async (code: string, status: string, fields: object = {}) => {
  // The labels of this test were recorded without setting the orders' tracking.
  const without = status === 'SHIPPED' && { withoutTracking: true }
  const body = await statusChange(service.deps, code, { status, ...without, ...fields })
  expect((await desk.api(`/api/operator/orders/${code}/status`, body)).status).toBe(200)
}

/** Moves the first shipment of the order to another moment. */
async function shipped(code: string, at: string): Promise<void> {
  await setStatus(code, 'SHIPPED')
  await service.service.database.pool.query(
    `update order_events set at = $2 where status = 'SHIPPED' and order_id = (select id from orders where code = $1)`,
    [code, at],
  )
}

async function bought(code: string, cents: number, currency = 'USD'): Promise<string> {
  const order = await service.deps.orders.readByCode(code)
  if (order === null) throw new Error(`no order ${code}`)
  const { parcelLabels, ids } = service.deps
  const id = ids.uuid()
  const by = 'operator@example.com'
  const label = { orderId: order.id, shipmentId: `shp_${id}`, rates: [], grams: 100, size: null }
  await parcelLabels.add({ id, by, ...label })
  expect(await parcelLabels.start(id, { rateId: 'rate_1', by, priorNumber: null })).toBe('started')
  const parcel = { carrier: 'USPS', service: 'Priority', number: `94${id}`, url: null }
  await parcelLabels.recordPurchase(id, { ...parcel, cents, currency })
  return id
}

async function voided(id: string, refund: LabelRefund): Promise<void> {
  await service.deps.parcelLabels.recordVoid(id, 'submitted')
  await service.deps.parcelLabels.recordRefund(id, refund)
}

/** Codes by what was bought for the order. */
const codes: Record<string, string> = {}
const codeOf = (name: string) => codes[name] ?? ''
beforeAll(async () => {
  const names = [
    'one',
    'two',
    'voided',
    'rejected',
    'euro',
    'april',
    'may',
    'planned',
    'cancelled',
    'cancelled with a label',
    'cancelled with a label in euros',
  ] as const
  const placed = await desk.order(names.length)
  for (const [index, name] of names.entries()) codes[name] = placed[index] ?? ''
  await bought(codeOf('one'), 593)
  const first = await bought(codeOf('two'), 593)
  expect(await service.deps.parcelLabels.replace(first)).toBe(true)
  await bought(codeOf('two'), 690)
  await voided(await bought(codeOf('voided'), 593), 'refunded')
  await voided(await bought(codeOf('rejected'), 593), 'rejected')
  await bought(codeOf('euro'), 480, 'EUR')
  await bought(codeOf('april'), 593)
  await shipped(codeOf('one'), '2026-03-04T15:00:00Z')
  // 22:00 in New York on the day before.
  await shipped(codeOf('two'), '2026-03-05T03:00:00Z')
  // 23:30 in New York, in summer time.
  await shipped(codeOf('voided'), '2026-04-01T03:30:00Z')
  await shipped(codeOf('rejected'), '2026-03-31T16:00:00Z')
  await shipped(codeOf('euro'), '2026-03-31T16:00:00Z')
  await shipped(codeOf('april'), '2026-04-01T04:30:00Z')
  await bought(codeOf('may'), 480, 'EUR')
  await shipped(codeOf('may'), '2026-05-04T16:00:00Z')
  await bought(codeOf('cancelled with a label'), 593)
  await bought(codeOf('cancelled with a label in euros'), 480, 'EUR')
  for (const name of names.filter((each) => each.startsWith('cancelled'))) {
    await setStatus(codeOf(name), 'CANCELLED', { refund: 'none' })
  }
  // An order that goes back and is shipped again is counted at its first shipment.
  await setStatus(codeOf('one'), 'PRINTED')
  await setStatus(codeOf('one'), 'SHIPPED')
})

const textOf = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')

describe('the order page', () => {
  test.each([
    ['one', 'Postage charged $7.00; label bought here, $1.07 left −$5.93'],
    ['two', 'Postage charged $7.00; 2 labels bought here, −$5.83 left −$12.83'],
    ['voided', 'Postage charged $7.00; label not bought here, a parcel as configured −$5.55'],
    ['rejected', 'Postage charged $7.00; label bought here, $1.07 left −$5.93'],
    [
      'euro',
      'Postage charged $7.00; label bought here for 4.80 EUR, which is not converted: a parcel as configured −$5.55',
    ],
    ['planned', 'Postage charged $7.00; no label yet, a parcel as configured −$5.55'],
    ['cancelled', 'Postage charged $7.00; no parcel $0.00'],
    ['cancelled with a label', 'Postage charged $7.00; label bought here, $1.07 left −$5.93'],
    [
      'cancelled with a label in euros',
      'Postage charged $7.00; label bought here for 4.80 EUR, which is not converted: not counted $0.00',
    ],
  ])('of %s', async (name, row) => {
    const { html } = await desk.get(`/operator/orders/${codeOf(name)}`)
    expect(textOf(html)).toContain(row)
  })
})

test('the CSV of orders has the postage charged and the labels', async () => {
  const { html } = await desk.get('/operator/export.csv?status=all')
  const [heading = '', ...lines] = html.trim().split('\r\n')
  const columns = heading.split(',')
  const valuesOf = (name: string) => {
    const line = lines.find((each) => each.startsWith(codeOf(name)))?.split(',') ?? []
    return ['postage_cost_usd', 'postage_charged_usd', 'label_cost'].map(
      (column) => line[columns.indexOf(column)],
    )
  }
  expect(valuesOf('one')).toEqual(['5.93', '7', '5.93'])
  expect(valuesOf('two')).toEqual(['12.83', '7', '12.83'])
  expect(valuesOf('voided')).toEqual(['5.55', '7', 'not bought here'])
  expect(valuesOf('euro')).toEqual(['5.55', '7', '4.80 EUR'])
})

describe('a month', () => {
  const books = '/operator/books'
  const csvOf = async (month: string, of: Pick<Desk, 'get'> = desk) =>
    (await of.get(`${books}/postage.csv?month=${month}`)).html.trim().split('\r\n')

  test('has each order on the day of its first shipment', async () => {
    expect(await csvOf('2026-03')).toEqual([
      'day,labeled_here,labels,postage_charged_usd,other_currency,other_currency_postage_usd,not_bought_here,not_bought_here_postage_usd,label_cost_usd,left_usd',
      // 5.93 + 5.93 + 6.90 = 18.76 for two orders of 7.00.
      '2026-03-04,2,3,14,0,0,0,0,18.76,-4.76',
      '2026-03-31,1,1,7,1,7,1,7,5.93,1.07',
    ])
    expect((await csvOf('2026-04')).slice(1)).toEqual(['2026-04-01,1,1,7,0,0,0,0,5.93,1.07'])
    expect((await csvOf('2026-02')).slice(1)).toEqual([])
  })

  test('is summed on the page of the books', async () => {
    const { html } = await desk.get(`${books}?month=2026-03`)
    const text = textOf(html)
    // 14 + 7 = 21 charged, 18.76 + 5.93 = 24.69 paid.
    expect(text).toContain('Total 3 $21.00 −$24.69 −$3.69 1 1 $7.00')
    expect(text).toContain(
      '1 order has labels that were bought here in another currency, which is not converted. Postage of $7.00 was charged.',
    )
  })

  test('has a column of labels in another currency only if there are any', async () => {
    const textFor = async (month: string) =>
      textOf((await desk.get(`${books}?month=${month}`)).html)
    const may = await textFor('2026-05')
    expect(may).toContain('Left Other currency Not bought here')
    expect(may).toContain('Total 1 ')
    expect(await textFor('2026-04')).not.toContain('Other currency')
  })

  test('says that labels of orders that were not shipped are in no month', async () => {
    const { html } = await desk.get(`${books}?month=2026-03`)
    expect(textOf(html)).toContain('A label of an order that was not shipped is in no month')
    // All months with a shipment, by their labels: those of the cancelled orders are missing.
    const months = await Promise.all(['2026-03', '2026-04', '2026-05'].map((month) => csvOf(month)))
    const labels = months.flatMap((lines) => lines.slice(1).map((line) => line.split(',')[2]))
    expect(labels).toEqual(['3', '1', '1', '0'])
  })

  test('has no costs for viewers', async () => {
    const [heading, first] = await csvOf('2026-03', viewer)
    expect(heading).toEndWith(',not_bought_here_postage_usd')
    expect(first).toBe('2026-03-04,2,3,14,0,0,0,0')
    const text = textOf((await viewer.get(`${books}?month=2026-03`)).html)
    expect(text).toContain('Total 3 $21.00 1 1 $7.00')
    expect(text).not.toContain('$24.69')
  })
})
