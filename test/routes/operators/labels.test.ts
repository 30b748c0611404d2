// Labels on the order page: rates, purchase, file, void, a second label, and the proposal of delivered orders. The carrier
// service is the stand-in; its money moves at most once for an order.
import { beforeEach, describe, expect, test } from 'bun:test'
import { createEasyPost } from '../../../server/adapters/carriers/easypost.ts'
import { continuePurchases } from '../../../server/domain/carriers/buy-label.ts'
import { trackParcels } from '../../../server/domain/carriers/track-parcels.ts'
import { startEasyPost } from '../../../testing/carriers/easypost.ts'
import { type Desk, openDesk } from '../../../testing/people/operator-desk.ts'
import { statusChange } from '../../../testing/people/status-change.ts'
import type { FormChanges } from '../../../testing/people/submit.ts'
import { use, useService } from '../../../testing/use.ts'

/** Field of a form that was confirmed. */
const confirmed = { confirmed: '1' }
const viewerEmail = 'viewer@example.com'
const from = {
  name: 'Farm',
  street1: '388 Townsend St',
  city: 'San Francisco',
  state: 'CA',
  zip: '94107',
  country: 'US',
  phone: '4155550100',
  email: 'post@farm.example',
}
const easyPost = use(startEasyPost)
const service = useService(() => ({
  env: {
    VIEWER_EMAILS: viewerEmail,
    EASYPOST_API_KEY: easyPost.apiKey,
    EASYPOST_API_BASE: easyPost.url,
    EASYPOST_FROM: Object.values(from).join('; '),
  },
}))
const desk = use(() => openDesk(service))
const other = use(() => openDesk(service))
const viewer = use(() => openDesk(service, viewerEmail))

let bought = 0
beforeEach(() => {
  bought = easyPost.purchases.length
  easyPost.setBalance(1_000_000)
})
/** Purchases of the current test. */
const purchases = () => easyPost.purchases.slice(bought)

const orderOf = async (code: string) => {
  const order = await service.deps.orders.readByCode(code)
  if (order === null) throw new Error(`no order ${code}`)
  return order
}
const setStatus = async (code: string, status: string, fields: object = {}) => {
  const body = await statusChange(service.deps, code, { status, ...fields })
  const answer = await desk.api(`/api/operator/orders/${code}/status`, body)
  expect(answer.status).toBe(200)
}
async function printed(fields: FormChanges = {}) {
  const [code = ''] = await desk.order(1, fields)
  await setStatus(code, 'PRINTED')
  return code
}
const page = (code: string, of: Pick<Desk, 'get'> = desk) => of.get(`/operator/orders/${code}`)
const compare = (code: string, fields: Record<string, string> = {}) =>
  desk.post(`/operator/orders/${code}/rates`, { parcelGrams: '436', ...fields })
/** Returns the paths and rates of the buttons, the cheapest first. */
async function rates(code: string) {
  const { html } = await page(code)
  const [, path = ''] = /action="(\/operator\/orders\/[^"]+\/labels\/[^"]+\/buy)"/.exec(html) ?? []
  return { path, ids: [...html.matchAll(/name="rate" value="([^"]+)"/g)].map(([, id = '']) => id) }
}
async function quoted(fields: FormChanges = {}) {
  const code = await printed(fields)
  expect((await compare(code)).status).toBe(303)
  return { code, ...(await rates(code)) }
}
const labelRow = async (code: string) =>
  await service.db
    .selectFrom('parcel_labels')
    .innerJoin('orders', 'orders.id', 'order_id')
    .selectAll('parcel_labels')
    .where('orders.code', '=', code)
    .orderBy('parcel_labels.created_at', 'desc')
    .executeTakeFirstOrThrow()
/** Makes leases and readings of the order's label due. */
const makeDue = async (code: string, column: 'lease_until' | 'track_at') => {
  const { id } = await labelRow(code)
  const past = new Date(0)
  await service.db
    .updateTable('parcel_labels')
    .set({ [column]: past })
    .where('id', '=', id)
    .execute()
}
async function labeled(fields: FormChanges = {}) {
  const quote = await quoted(fields)
  expect((await desk.post(quote.path, { rate: quote.ids[0] ?? '' })).status).toBe(303)
  return { ...quote, row: await labelRow(quote.code) }
}

describe('rates', () => {
  test('are listed with carrier, service, price and days, the cheapest first', async () => {
    const { code, ids } = await quoted()
    expect(ids).toHaveLength(3)
    const { html } = await page(code)
    const text = html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
    expect(text).toContain('USPS GroundAdvantage 3 days $5.93')
    expect(text).toContain('USPS Priority 2 days $6.90')
    expect(text.indexOf('$5.93')).toBeLessThan(text.indexOf('$33.10'))
    expect(purchases()).toEqual([])
  })

  test('of a parcel abroad are requested with the items of its customs form', async () => {
    await quoted({ country: 'DE', quantity: '2' })
    const { customs_info: customs } = easyPost.created.at(-1).shipment
    // Two cubes of 20 mm: 5 g each, $1.00 each.
    expect(customs.customs_items).toEqual([
      {
        description: '3D-printed part of plastic, polylactic acid (PLA)',
        quantity: 2,
        weight: 0.35,
        value: 2,
        currency: 'USD',
        hs_tariff_number: '392690',
        origin_country: 'US',
      },
    ])
  })

  test.each([
    [{ parcelGrams: '0' }, 'Enter the weight in whole grams, from 1 to 68,000.'],
    [{ parcelGrams: '1.5' }, 'Enter the weight in whole grams, from 1 to 68,000.'],
    [{ parcelLength: '20' }, 'Enter all three sides in centimeters'],
    [{ parcelLength: '20', parcelWidth: '20', parcelHeight: '275' }, 'Enter all three sides'],
  ])('refuse %p', async (fields, sentence) => {
    const { status, html } = await compare(await printed(), fields)
    expect(status).toBe(400)
    expect(html).toContain(sentence)
  })

  test('refuse a parcel abroad that is lighter than its declared contents', async () => {
    const code = await printed({ country: 'DE', quantity: '2' })
    const { status, html } = await compare(code, { parcelGrams: '9' })
    expect(status).toBe(400)
    expect(html).toContain('declares 10 g of contents')
  })

  test('quote the reason for a refused address', async () => {
    const { status, html } = await compare(await printed({ street1: 'Nowhere' }))
    expect(status).toBe(422)
    expect(html).toContain('House number is missing')
  })

  test('say that no carrier takes the parcel', async () => {
    // The stand-in quotes nothing above 70 lb, which are 31,751 g.
    const { status, html } = await compare(await printed(), { parcelGrams: '31800' })
    expect(status).toBe(422)
    expect(html).toContain('No carrier takes this parcel.')
  })

  test('exist only for released orders that are not held', async () => {
    const [received = ''] = await desk.order(1)
    expect((await compare(received)).status).toBe(409)
    const held = await printed()
    await desk.post(`/operator/orders/${held}/hold`, {
      holdReason: 'Wait.',
      version: String((await orderOf(held)).version),
    })
    expect((await compare(held)).status).toBe(409)
  })

  test('fail with a sentence when the service gives no reason', async () => {
    easyPost.failNext('POST /shipments', { status: 422, code: null, message: null, errors: null })
    const { html } = await compare(await printed())
    expect(html).toContain('The carrier service refused the request.')
  })

  test('are refused if the account posts from another country than the terms', async () => {
    const code = await printed()
    const { carriers } = service.deps
    if (carriers === null) throw new Error('no carriers')
    const restore = service.replace({ carriers: { ...carriers, country: 'DE' } })
    try {
      const { status, html } = await compare(code)
      expect(status).toBe(409)
      expect(html).toContain(
        'EASYPOST_FROM is in DE, but the terms declare parcels posted from US.',
      )
    } finally {
      restore()
    }
  })

  test('fail with a sentence while the service does not respond', async () => {
    const code = await printed()
    for (let call = 0; call < 3; call += 1) easyPost.failNext('POST /shipments', 'cut_before')
    const { status, html } = await compare(code)
    expect(status).toBe(503)
    expect(html).toContain('The carrier service did not respond.')
  })
})

describe('buying', () => {
  test('sets the tracking, keeps the status and records the cost', async () => {
    const { code, row } = await labeled()
    const order = await orderOf(code)
    expect(order.status).toBe('PRINTED')
    expect(order.enteredTracking).toEqual({
      carrier: 'USPS',
      number: row.tracking_number ?? '',
      url: `https://track.easypost.com/${row.shipment_id}`,
      shippedAt: null,
    })
    expect(row).toMatchObject({ state: 'bought', cents: 593, currency: 'USD', carrier: 'USPS' })
    expect(purchases()).toEqual([{ shipmentId: row.shipment_id, cents: 593 }])
    const { html } = await page(code)
    expect(html).toContain('$5.93')
    expect(html).not.toContain('Compare rates')
    await setStatus(code, 'SHIPPED')
    expect((await orderOf(code)).tracking?.number).toBe(row.tracking_number ?? '')
  })

  test('happens once for a double click and for two desks', async () => {
    const { code, path, ids } = await quoted()
    const [rate = '', dearer = ''] = ids
    const called = Promise.withResolvers<void>()
    const answered = Promise.withResolvers<void>()
    easyPost.before('/buy', async () => {
      called.resolve()
      await answered.promise
    })
    const first = desk.post(path, { rate })
    await called.promise
    expect((await desk.post(path, { rate })).status).toBe(409)
    expect((await other.post(path, { rate: dearer })).status).toBe(409)
    expect((await compare(code)).status).toBe(409)
    answered.resolve()
    expect((await first).status).toBe(303)
    expect(purchases()).toHaveLength(1)
    // A later press of the same button leads to the label.
    expect((await desk.post(path, { rate })).status).toBe(303)
    expect(purchases()).toHaveLength(1)
    expect((await labelRow(code)).state).toBe('bought')
  })

  test('of rates that another desk has replaced is refused', async () => {
    const { code, path, ids } = await quoted()
    await compare(code)
    const { status, html } = await desk.post(path, { rate: ids[0] ?? '' })
    expect(status).toBe(409)
    expect(html).toContain('Compare the rates again.')
    expect(purchases()).toEqual([])
  })

  test('of rates that are older than a day is refused', async () => {
    const { code, path, ids } = await quoted()
    const compared = async (hours: number) => {
      await service.db
        .updateTable('parcel_labels')
        .set({ created_at: new Date(Date.now() - hours * 3_600_000) })
        .where('id', '=', (await labelRow(code)).id)
        .execute()
      return await desk.post(path, { rate: ids[0] ?? '' })
    }
    const { status, html } = await compared(25)
    expect(status).toBe(409)
    expect(html).toContain('Compare the rates again.')
    expect(purchases()).toEqual([])
    expect((await compared(23)).status).toBe(303)
  })

  test('of an unknown rate, or of an order with a label, is refused', async () => {
    const { code, path } = await quoted()
    expect((await desk.post(path, { rate: 'rate_other' })).status).toBe(400)
    const { ids } = await rates(code)
    await desk.post(path, { rate: ids[0] ?? '' })
    expect((await compare(code)).status).toBe(409)
  })

  test('with too little money buys nothing, and works after the account is filled', async () => {
    const { code, path, ids } = await quoted()
    easyPost.setBalance(592)
    const { status, html } = await desk.post(path, { rate: ids[0] ?? '' })
    expect(status).toBe(409)
    expect(html).toContain('The balance of the carrier account is too low')
    expect((await orderOf(code)).enteredTracking).toBeNull()
    easyPost.setBalance(593)
    expect((await desk.post(path, { rate: ids[0] ?? '' })).status).toBe(303)
    expect(purchases()).toHaveLength(1)
  })

  test('whose response is lost finds the label', async () => {
    const { path, ids, code } = await quoted()
    easyPost.failNext('/buy', 'cut_after')
    expect((await desk.post(path, { rate: ids[0] ?? '' })).status).toBe(303)
    expect(purchases()).toHaveLength(1)
    expect((await labelRow(code)).state).toBe('bought')
  })

  test('that never reached the service is continued by the worker, once', async () => {
    const { code, path, ids } = await quoted()
    easyPost.failNext('/buy', 'cut_before')
    const { status, html } = await desk.post(path, { rate: ids[0] ?? '' })
    expect(status).toBe(409)
    expect(html).toContain('has not confirmed the purchase yet')
    expect(html).toContain('A label is being bought.')
    // No other purchase can begin, and the worker waits for the lease.
    expect((await compare(code)).status).toBe(409)
    expect((await desk.post(path, { rate: ids[1] ?? '' })).status).toBe(409)
    await continuePurchases(service.deps)
    expect(purchases()).toEqual([])
    await makeDue(code, 'lease_until')
    await Promise.all([continuePurchases(service.deps), continuePurchases(service.deps)])
    expect(purchases()).toHaveLength(1)
    const row = await labelRow(code)
    expect(row).toMatchObject({ state: 'bought', cents: 593 })
    expect((await orderOf(code)).enteredTracking?.number).toBe(row.tracking_number ?? '')
  })

  test.each(['before', 'after'] as const)(
    'by a process that ends %s the call is continued once',
    async (moment) => {
      const { code, ids } = await quoted()
      const { id, shipment_id: shipmentId } = await labelRow(code)
      const [rateId = ''] = ids
      // The state that a killed process leaves behind.
      const purchase = { rateId, by: 'operator@example.com', priorNumber: null }
      await service.deps.parcelLabels.start(id, purchase)
      if (moment === 'after') {
        await client().buy(shipmentId, rateId)
      }
      await makeDue(code, 'lease_until')
      await continuePurchases(service.deps)
      expect(purchases()).toEqual([{ shipmentId, cents: 593 }])
      expect((await labelRow(code)).state).toBe('bought')
      expect((await orderOf(code)).enteredTracking?.carrier).toBe('USPS')
    },
  )

  const hold = async (code: string) =>
    await desk.post(`/operator/orders/${code}/hold`, {
      holdReason: 'Wait.',
      version: String((await orderOf(code)).version),
    })
  test.each([
    ['is cancelled', (code: string) => setStatus(code, 'CANCELLED')],
    ['is held', hold],
    [
      'is shipped with other tracking',
      (code: string) => setStatus(code, 'SHIPPED', { tracking: { carrier: 'DHL', number: 'JD1' } }),
    ],
  ])('that never reached the service is dropped if the order %s meanwhile', async (_, change) => {
    const { code, path, ids } = await quoted()
    easyPost.failNext('/buy', 'cut_before')
    await desk.post(path, { rate: ids[0] ?? '' })
    await change(code)
    const before = (await orderOf(code)).enteredTracking
    await makeDue(code, 'lease_until')
    await continuePurchases(service.deps)
    expect(purchases()).toEqual([])
    expect((await labelRow(code)).state).toBe('quoted')
    expect((await orderOf(code)).enteredTracking).toEqual(before)
  })

  const client = () =>
    createEasyPost({
      apiKey: easyPost.apiKey,
      apiBase: easyPost.url,
      from,
      log: { warn: () => {} },
    })

  test('that the service refuses because of the first call keeps its label', async () => {
    const { code, path, ids } = await quoted()
    const [rate = ''] = ids
    easyPost.failNext('/buy', 'cut_before')
    await desk.post(path, { rate })
    const { shipment_id: shipmentId } = await labelRow(code)
    // The first call takes effect between the worker's read and its purchase.
    easyPost.before('/buy', async () => {
      await client().buy(shipmentId, rate)
      easyPost.failNext('/buy', { status: 422, code: 'SHIPMENT.MISSING_RATE' })
    })
    await makeDue(code, 'lease_until')
    await continuePurchases(service.deps)
    expect(purchases()).toEqual([{ shipmentId, cents: 593 }])
    expect((await labelRow(code)).state).toBe('bought')
    expect((await orderOf(code)).enteredTracking?.carrier).toBe('USPS')
  })

  test('that was released is recorded when its label arrives late, or fails without a row', async () => {
    const { code, ids } = await quoted()
    const { parcelLabels } = service.deps
    const { id } = await labelRow(code)
    const late = { carrier: 'USPS', service: 'Priority', cents: 690, currency: 'USD' }
    const label = { ...late, number: '94001', url: null }
    // A quote without a purchase.
    await expect(parcelLabels.recordPurchase(id, label)).rejects.toThrow('no purchase is stored')
    await parcelLabels.start(id, { rateId: ids[0] ?? '', by: 'o@example.com', priorNumber: null })
    await parcelLabels.release(id)
    await parcelLabels.recordPurchase(id, label)
    await parcelLabels.recordPurchase(id, label)
    expect(await labelRow(code)).toMatchObject({ state: 'bought', tracking_number: '94001' })
    await expect(parcelLabels.recordPurchase(crypto.randomUUID(), label)).rejects.toThrow(
      'no purchase is stored',
    )
  })

  describe('that the service never confirms', () => {
    /** Starts a purchase that was requested so many minutes ago. */
    const open = async (minutes: number) => {
      const { code, path, ids } = await quoted()
      easyPost.failNext('/buy', 'cut_before')
      await desk.post(path, { rate: ids[0] ?? '' })
      await service.db
        .updateTable('parcel_labels')
        .set({ started_at: new Date(Date.now() - minutes * 60_000) })
        .where('id', '=', (await labelRow(code)).id)
        .execute()
      return { code, ids, path, end: path.replace(/buy$/, 'end') }
    }
    const attention = async () =>
      (await service.deps.desk.attention())
        .filter(({ kind }) => kind === 'label_purchase')
        .flatMap(({ items }) => items.map(({ subject }) => subject))

    test('needs attention after 15 minutes, and can be ended after a confirmation', async () => {
      const { code, end, ids, path } = await open(16)
      expect(await attention()).toContain(code)
      expect((await page(code)).html).toContain('No label was bought')
      expect((await page(code, viewer)).html).not.toContain('No label was bought')
      const question = await desk.post(end, {})
      expect(question.html).toContain('Was no label bought?')
      expect((await labelRow(code)).state).toBe('buying')
      expect((await desk.post(end, { confirmed: '1' })).status).toBe(303)
      expect((await labelRow(code)).state).toBe('quoted')
      expect(await attention()).not.toContain(code)
      expect((await desk.post(path, { rate: ids[0] ?? '' })).status).toBe(303)
      expect(purchases()).toHaveLength(1)
    })

    test('cannot be ended earlier', async () => {
      const { code, end } = await open(14)
      expect(await attention()).not.toContain(code)
      expect((await desk.post(end, { confirmed: '1' })).status).toBe(409)
      expect((await labelRow(code)).state).toBe('buying')
    })

    test('is recorded when a label exists after all', async () => {
      const { code, end, ids } = await open(16)
      await client().buy((await labelRow(code)).shipment_id, ids[0] ?? '')
      expect((await desk.post(end, { confirmed: '1' })).status).toBe(303)
      expect((await labelRow(code)).state).toBe('bought')
    })

    test('can be ended without an account', async () => {
      const { code, end } = await open(16)
      const restore = service.replace({ carriers: null })
      try {
        expect((await page(code)).html).toContain('No label was bought')
        expect((await desk.post(end, { confirmed: '1' })).status).toBe(303)
        expect((await labelRow(code)).state).toBe('quoted')
      } finally {
        restore()
      }
    })

    test('is recorded when it is ended during a call that buys the label', async () => {
      const { code, end } = await open(16)
      const { id } = await labelRow(code)
      await makeDue(code, 'lease_until')
      easyPost.before('/buy', async () => {
        expect((await desk.post(end, confirmed)).status).toBe(303)
        expect((await compare(code)).status).toBe(303)
      })
      await continuePurchases(service.deps)
      expect(purchases()).toHaveLength(1)
      expect(await service.deps.parcelLabels.read(id)).toMatchObject({ state: 'bought' })
      expect((await orderOf(code)).enteredTracking?.carrier).toBe('USPS')
      expect((await compare(code)).status).toBe(409)
    })

    test('is recorded besides the label that was bought after its end, until one is voided', async () => {
      const { code, end } = await open(16)
      const { id } = await labelRow(code)
      await makeDue(code, 'lease_until')
      easyPost.before('/buy', async () => {
        await desk.post(end, confirmed)
        await compare(code)
        const { path, ids } = await rates(code)
        expect((await desk.post(path, { rate: ids[0] ?? '' })).status).toBe(303)
      })
      await continuePurchases(service.deps)
      expect(purchases()).toHaveLength(2)
      const second = await labelRow(code)
      expect(second.state).toBe('bought')
      expect((await orderOf(code)).enteredTracking?.number).toBe(second.tracking_number ?? '')
      expect(await service.deps.parcelLabels.read(id)).toMatchObject({ state: 'replaced' })
      expect(await attention()).toContain(code)
      expect((await desk.post(end.replace(/end$/, 'void'), confirmed)).status).toBe(303)
      expect(await service.deps.parcelLabels.read(id)).toMatchObject({ state: 'voided' })
      expect(await attention()).not.toContain(code)
    })

    test('does not set the tracking while another label is being bought', async () => {
      const { code, end } = await open(16)
      const { id } = await labelRow(code)
      await makeDue(code, 'lease_until')
      easyPost.before('/buy', async () => {
        await desk.post(end, confirmed)
        await compare(code)
        const { path, ids } = await rates(code)
        easyPost.failNext('/buy', 'cut_before')
        await desk.post(path, { rate: ids[0] ?? '' })
      })
      await continuePurchases(service.deps)
      expect((await labelRow(code)).state).toBe('buying')
      expect(await service.deps.parcelLabels.read(id)).toMatchObject({ state: 'replaced' })
      expect((await orderOf(code)).enteredTracking).toBeNull()
      await makeDue(code, 'lease_until')
      await continuePurchases(service.deps)
      const second = await labelRow(code)
      expect(second.state).toBe('bought')
      expect((await orderOf(code)).enteredTracking?.number).toBe(second.tracking_number ?? '')
    })

    test('does not delay other purchases', async () => {
      const first = await open(1)
      const second = await open(1)
      await service.db
        .updateTable('parcel_labels')
        .set({ shipment_id: 'shp_of_another_account' })
        .where('id', '=', (await labelRow(first.code)).id)
        .execute()
      await makeDue(first.code, 'lease_until')
      await service.db
        .updateTable('parcel_labels')
        .set({ lease_until: new Date(1000) })
        .where('id', '=', (await labelRow(second.code)).id)
        .execute()
      await continuePurchases(service.deps)
      expect((await labelRow(first.code)).state).toBe('buying')
      expect((await labelRow(second.code)).state).toBe('bought')
    })
  })

  test('keeps tracking that was entered meanwhile', async () => {
    const { code, path, ids } = await quoted()
    easyPost.before('/buy', () =>
      setStatus(code, 'SHIPPED', { tracking: { carrier: 'DHL', number: 'JD1' } }),
    )
    expect((await desk.post(path, { rate: ids[0] ?? '' })).status).toBe(303)
    expect((await labelRow(code)).state).toBe('bought')
    expect((await orderOf(code)).enteredTracking?.number).toBe('JD1')
  })

  test('records the label when the order was cancelled meanwhile, without its tracking', async () => {
    const { code, path, ids } = await quoted()
    // The purchase takes effect, but its response and the read after it are lost.
    easyPost.failNext('/buy', 'cut_after')
    for (let call = 0; call < 3; call += 1) {
      easyPost.failNext('GET /shipments/:id', { status: 503, code: 'DOWN' })
    }
    await desk.post(path, { rate: ids[0] ?? '' })
    await setStatus(code, 'CANCELLED')
    await makeDue(code, 'lease_until')
    await continuePurchases(service.deps)
    expect((await labelRow(code)).state).toBe('bought')
    expect((await orderOf(code)).enteredTracking).toBeNull()
    // It can still be voided.
    const { id } = await labelRow(code)
    expect((await desk.post(`/operator/orders/${code}/labels/${id}/void`, confirmed)).status).toBe(
      303,
    )
  })
})

describe('a label', () => {
  const file = (code: string, id: string, format: string, of = desk) =>
    of.get(`/operator/orders/${code}/labels/${id}/file?format=${format}`)

  test('is downloaded as PDF and ZPL, also by viewers', async () => {
    const { code, row } = await labeled()
    const pdf = await file(code, row.id, 'pdf')
    expect(pdf.response.headers.get('content-type')).toBe('application/pdf')
    expect(pdf.response.headers.get('content-disposition')).toContain(`label-${code}.pdf`)
    expect(pdf.html).toStartWith('%PDF-')
    expect((await file(code, row.id, 'zpl', viewer)).html).toStartWith('^XA')
  })

  test('of another order, and a quote, have no file', async () => {
    const { row } = await labeled()
    const quote = await quoted()
    expect((await file(quote.code, row.id, 'pdf')).status).toBe(404)
    const { id } = await labelRow(quote.code)
    expect((await file(quote.code, id, 'pdf')).status).toBe(409)
    expect((await file(quote.code, 'none', 'pdf')).status).toBe(404)
  })

  test('is voided once, which clears the tracking and permits another label', async () => {
    const { code, row } = await labeled()
    const path = `/operator/orders/${code}/labels/${row.id}/void`
    const answers = [await desk.post(path, confirmed), await desk.post(path, confirmed)]
    expect(answers.map(({ status }) => status)).toEqual([303, 303])
    expect(await labelRow(code)).toMatchObject({ state: 'voided', refund: 'submitted' })
    expect((await orderOf(code)).enteredTracking).toBeNull()
    expect((await compare(code)).status).toBe(303)
  })

  test('whose refund request is lost can be voided again', async () => {
    const { code, row } = await labeled()
    const path = `/operator/orders/${code}/labels/${row.id}/void`
    easyPost.failNext('/refund', 'cut_after')
    expect((await desk.post(path, confirmed)).status).toBe(503)
    expect((await desk.post(path, confirmed)).status).toBe(303)
    expect((await labelRow(code)).state).toBe('voided')
  })

  test('whose refund request is lost is voided when its tracking is read', async () => {
    const { code, row } = await labeled()
    easyPost.failNext('/refund', 'cut_after')
    expect(
      (await desk.post(`/operator/orders/${code}/labels/${row.id}/void`, confirmed)).status,
    ).toBe(503)
    await makeDue(code, 'track_at')
    await trackParcels(service.deps)
    expect(await labelRow(code)).toMatchObject({ state: 'voided', refund: 'submitted' })
    expect((await orderOf(code)).enteredTracking).toBeNull()
  })

  test('that was replaced while its refund is requested is voided', async () => {
    const { code, row } = await labeled()
    const path = `/operator/orders/${code}/labels/${row.id}`
    easyPost.before('/refund', async () => {
      expect(await service.deps.parcelLabels.replace(row.id)).toBe(true)
    })
    expect((await desk.post(`${path}/void`, confirmed)).status).toBe(303)
    expect((await labelRow(code)).state).toBe('voided')
  })

  test.each([
    ['refunded', 'refunded'],
    ['rejected', 'rejected by the carrier'],
  ])('that is voided shows when its refund is %s', async (refund, words) => {
    const { code, row } = await labeled()
    await desk.post(`/operator/orders/${code}/labels/${row.id}/void`, confirmed)
    const read = async () => {
      await makeDue(code, 'track_at')
      await trackParcels(service.deps)
      return await labelRow(code)
    }
    const open = await read()
    expect(open.refund).toBe('submitted')
    const hours = ((open.track_at?.getTime() ?? 0) - Date.now()) / 3_600_000
    expect(hours).toBeWithin(23, 25)
    easyPost.changeShipments((shipment) => ({ ...shipment, refund_status: refund }))
    expect(await read()).toMatchObject({ state: 'voided', refund, track_at: null })
    easyPost.changeShipments((shipment) => shipment)
    expect((await page(code)).html).toContain(words)
  })

  test('keeps a tracking number that was entered later', async () => {
    const { code, row } = await labeled()
    await setStatus(code, 'PRINTED', { tracking: { carrier: 'DHL', number: 'JD1' } })
    const answer = await desk.post(`/operator/orders/${code}/labels/${row.id}/void`, confirmed)
    expect(answer.status).toBe(303)
    expect((await labelRow(code)).state).toBe('voided')
    expect((await orderOf(code)).enteredTracking?.number).toBe('JD1')
  })

  test('of a shipped order is voided after a confirmation, and the order keeps its tracking', async () => {
    const { code, row } = await labeled()
    await setStatus(code, 'SHIPPED')
    const path = `/operator/orders/${code}/labels/${row.id}/void`
    expect((await page(code)).html).toContain('Void label')
    expect((await desk.post(path, {})).html).toContain('The order keeps its status')
    expect((await labelRow(code)).state).toBe('bought')
    expect((await desk.post(path, confirmed)).status).toBe(303)
    expect((await labelRow(code)).state).toBe('voided')
    expect((await orderOf(code)).enteredTracking?.number).toBe(row.tracking_number ?? '')
  })

  test.each(['unknown', 'pre_transit', 'error', 'cancelled'] as const)(
    'that was replaced is voided while its tracking is %s',
    async (state) => {
      const { code, row } = await labeled()
      const path = `/operator/orders/${code}/labels/${row.id}`
      await desk.post(`${path}/replace`, confirmed)
      await service.deps.parcelLabels.recordTracking(row.id, state)
      expect((await page(code)).html).toContain('Void label')
      expect((await desk.post(`${path}/void`, confirmed)).status).toBe(303)
      expect((await labelRow(code)).state).toBe('voided')
    },
  )

  test('is kept when a second label is bought after a confirmation', async () => {
    const { code, row } = await labeled()
    await setStatus(code, 'SHIPPED')
    const replace = `/operator/orders/${code}/labels/${row.id}/replace`
    expect((await desk.post(replace, {})).html).toContain('Keep this label and make another one?')
    expect((await labelRow(code)).state).toBe('bought')
    expect((await desk.post(replace, confirmed)).status).toBe(303)
    await compare(code)
    const { path: buy, ids } = await rates(code)
    const [rate = ''] = ids
    const question = await desk.post(buy, { rate })
    expect(question.status).toBe(200)
    expect(question.html).toContain('$5.93')
    expect(question.html).toContain(row.tracking_number ?? 'no number')
    expect(purchases()).toHaveLength(1)
    expect((await desk.post(buy, { rate, ...confirmed })).status).toBe(303)
    expect(purchases()).toHaveLength(2)
  })

  test('for a parcel abroad is the only one of its order', async () => {
    const { code, row } = await labeled({ country: 'DE', quantity: '2' })
    await desk.post(`/operator/orders/${code}/labels/${row.id}/replace`, confirmed)
    const { status, html } = await compare(code)
    expect(status).toBe(409)
    expect(html).toContain('Post a second parcel at the carrier')
  })

  test('is shown to viewers without its cost and forms, on both pages', async () => {
    const { code, row } = await labeled()
    for (const path of [`/operator/orders/${code}`, `/operator/pack/${code}`]) {
      expect((await desk.get(path)).html).toContain('$5.93')
      const { html } = await viewer.get(path)
      expect(html).toContain(row.tracking_number ?? '')
      expect(html).not.toContain('$5.93')
      expect(html).not.toContain('<dt>Cost</dt>')
      expect(html).not.toContain('/void')
    }
    const quote = await quoted()
    expect((await page(quote.code, viewer)).html).not.toContain('Buy label')
    expect((await viewer.post(quote.path, { rate: quote.ids[0] ?? '' })).status).toBe(403)
  })
})

describe('tracking', () => {
  const track = async (code: string, state: string) => {
    const row = await labelRow(code)
    easyPost.setTracking(row.shipment_id, state)
    await makeDue(code, 'track_at')
    await trackParcels(service.deps)
    return await labelRow(code)
  }

  test('is read when it is due, and shown', async () => {
    const { code } = await labeled()
    const before = easyPost.calls.length
    await trackParcels(service.deps)
    expect(easyPost.calls.length).toBe(before)
    const row = await track(code, 'in_transit')
    expect(row.tracking).toBe('in_transit')
    expect(row.track_at?.getTime()).toBeGreaterThan(Date.now())
    expect((await page(code)).html).toContain('in transit')
    expect(
      (await desk.post(`/operator/orders/${code}/labels/${row.id}/void`, confirmed)).status,
    ).toBe(409)
  })

  test('ends with the delivery, and leaves the status to an operator', async () => {
    const { code } = await labeled()
    await setStatus(code, 'SHIPPED')
    expect((await track(code, 'delivered')).track_at).toBeNull()
    expect((await orderOf(code)).status).toBe('SHIPPED')
    expect((await desk.get('/operator/queue')).html).toContain('href="/operator/delivered"')
    const { html } = await desk.get('/operator/delivered')
    const picks = [...html.matchAll(/name="pick" value="([^"]+)"/g)].map(([, pick = '']) => pick)
    const { version } = await orderOf(code)
    expect(picks).toContain(`${code}:${version}`)
    const seen = await viewer.get('/operator/delivered')
    expect(seen.html).toContain(code)
    expect(seen.html).not.toContain('Mark as delivered')
    const preview = await desk.post('/operator/bulk', [
      ['action', 'deliver'],
      ...picks.map((pick) => ['pick', pick] as const),
    ])
    expect((await orderOf(code)).status).toBe('SHIPPED')
    expect((await desk.post(`${preview.location}/confirm`, {})).status).toBe(303)
    expect((await orderOf(code)).status).toBe('DELIVERED')
    expect((await desk.get('/operator/delivered')).html).not.toContain(code)
  })

  test.each(['return_to_sender', 'failure', 'error', 'available_for_pickup'])(
    'is read again after %s',
    async (state) => {
      const { code } = await labeled()
      expect((await track(code, state)).track_at?.getTime()).toBeGreaterThan(Date.now())
    },
  )

  test('of an earlier parcel with the same number proposes nothing', async () => {
    const { code, row } = await labeled()
    await service.deps.parcelLabels.recordTracking(row.id, 'delivered')
    await setStatus(code, 'SHIPPED')
    expect((await desk.get('/operator/delivered')).html).not.toContain(code)
    const reportedAt = (days: number) =>
      service.db
        .updateTable('parcel_labels')
        .set({ tracked_at: new Date(Date.now() + days * 86_400_000) })
        .where('id', '=', row.id)
        .execute()
    await reportedAt(1)
    expect((await desk.get('/operator/delivered')).html).toContain(code)
    // 61 days old, of an order that was shipped before.
    const { tracking } = await orderOf(code)
    await service.db
      .updateTable('orders')
      .set({ tracking: JSON.stringify({ ...tracking, shippedAt: '2020-01-01T00:00:00.000Z' }) })
      .where('code', '=', code)
      .execute()
    expect((await desk.get('/operator/delivered')).html).toContain(code)
    await reportedAt(-61)
    expect((await desk.get('/operator/delivered')).html).not.toContain(code)
  })

  test('is not read, and no purchase is continued, when the process stops', async () => {
    const { code } = await labeled()
    const open = await quoted()
    easyPost.failNext('/buy', 'cut_before')
    await desk.post(open.path, { rate: open.ids[0] ?? '' })
    await makeDue(code, 'track_at')
    await makeDue(open.code, 'lease_until')
    const before = easyPost.calls.length
    await trackParcels(service.deps, AbortSignal.abort())
    await continuePurchases(service.deps, AbortSignal.abort())
    expect(easyPost.calls.length).toBe(before)
  })

  test('is read at growing intervals while the service fails', async () => {
    const { code } = await labeled()
    const dueIn: number[] = []
    for (let failed = 0; failed < 2; failed += 1) {
      await makeDue(code, 'track_at')
      for (let call = 0; call < 3; call += 1) {
        easyPost.failNext('GET /shipments/:id', { status: 503, code: 'DOWN' })
      }
      await trackParcels(service.deps)
      dueIn.push(Math.round(((await labelRow(code)).track_at?.getTime() ?? 0) - Date.now()) / 1000)
    }
    // 5 minutes, then 10.
    expect(dueIn[0]).toBeWithin(240, 310)
    expect(dueIn[1]).toBeWithin(540, 610)
  })
})

test('the personal data of a label is removed with that of its order', async () => {
  const { code } = await labeled()
  await setStatus(code, 'SHIPPED')
  await setStatus(code, 'DELIVERED')
  const years = 11 * 365 * 24 * 3_600_000
  await service.db
    .updateTable('orders')
    .set({ created_at: new Date(Date.now() - years) })
    .where('code', '=', code)
    .execute()
  expect(await service.deps.accountRecords.anonymizeOrders(3650, 100)).toBe(1)
  expect(await labelRow(code)).toMatchObject({
    tracking_number: 'removed',
    tracking_url: null,
    track_at: null,
    cents: 593,
  })
  expect((await page(code)).status).toBe(200)
})

test('an order without personal data gets no label, by new or by earlier rates', async () => {
  const shipped = async () => {
    const quote = await quoted()
    await setStatus(quote.code, 'SHIPPED', { withoutTracking: true })
    return quote
  }
  const { code, path, ids } = await shipped()
  const years = 11 * 365 * 24 * 3_600_000
  await service.db
    .updateTable('orders')
    .set({ created_at: new Date(Date.now() - years) })
    .where('code', '=', code)
    .execute()
  expect(await service.deps.accountRecords.anonymizeOrders(3650, 100)).toBe(1)
  const words = 'The personal data of this order was removed'
  const created = easyPost.created.length
  for (const refused of [
    await compare(code),
    await desk.post(path, { rate: ids[0] ?? '', ...confirmed }),
  ]) {
    expect(refused.status).toBe(409)
    expect(refused.html).toContain(words)
  }
  expect(easyPost.created).toHaveLength(created)
  expect(purchases()).toEqual([])
  expect((await page(code)).html).not.toContain('Compare rates')
})

test('a replaced number of a delivered parcel proposes nothing', async () => {
  const { code, row } = await labeled()
  await setStatus(code, 'SHIPPED', { tracking: { carrier: 'DHL', number: 'JD2' } })
  await service.deps.parcelLabels.recordTracking(row.id, 'delivered')
  expect((await desk.get('/operator/delivered')).html).not.toContain(code)
})

test('the order page of a farm without a carrier account has no labels', async () => {
  const code = await printed()
  expect((await page(code)).html).toContain('Compare rates')
  service.replace({ carriers: null })
  expect((await page(code)).html).not.toContain('id="label"')
  expect((await compare(code)).status).toBe(404)
})
