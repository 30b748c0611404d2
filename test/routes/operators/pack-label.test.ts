// LABEL_DEFAULT=cheapest: the page for packing offers the cheapest label, and one press buys it and ships the order.
import { beforeAll, describe, expect, test } from 'bun:test'
import { continuePurchases } from '../../../server/domain/carriers/buy-label.ts'
import { contractTerms } from '../../../server/domain/catalog/terms.ts'
import { startEasyPost } from '../../../testing/carriers/easypost.ts'
import { holdTerms } from '../../../testing/own-terms.ts'
import { mustClaim, openFarm } from '../../../testing/people/farm.ts'
import { type Desk, openDesk } from '../../../testing/people/operator-desk.ts'
import { readOrder } from '../../../testing/people/submit.ts'
import { use, useService } from '../../../testing/use.ts'

const viewerEmail = 'viewer@example.com'
const easyPost = use(startEasyPost)
const service = useService(() => ({
  env: {
    VIEWER_EMAILS: viewerEmail,
    EASYPOST_API_KEY: easyPost.apiKey,
    EASYPOST_API_BASE: easyPost.url,
    EASYPOST_FROM:
      'Farm; 388 Townsend St; San Francisco; CA; 94107; US; 4155550100; post@farm.example',
    LABEL_DEFAULT: 'cheapest',
  },
}))
const desk = use(() => openDesk(service))
const other = use(() => openDesk(service))
const viewer = use(() => openDesk(service, viewerEmail))
const farm = use(() => openFarm(service))

const read = (code: string) => readOrder(service, code)
const packPath = (code: string) => `/operator/pack/${code}`
const pack = async (code: string, of: Pick<Desk, 'get'> = desk) =>
  (await of.get(packPath(code))).html
const textOf = (html: string): string =>
  html
    .slice(html.indexOf('<main'))
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
async function printed(fields: Record<string, string> = {}): Promise<string> {
  const [code = ''] = await desk.order(1, fields)
  await setPrinted(code)
  return code
}
const setPrinted = async (code: string) =>
  void (await service.deps.orders.setStatus(code, {
    status: 'PRINTED',
    tracking: null,
    by: 'colleague@example.com',
  }))

type Press = { readonly path: string; readonly fields: Readonly<Record<string, string>> }
/** Returns the form that buys and ships, as a browser sends it; null if the page has none. */
function pressOf(html: string): Press | null {
  const [form] = /<form[^>]*aria-label="Buy the label and ship"[\s\S]*?<\/form>/.exec(html) ?? []
  if (form === undefined) return null
  const fields = [...form.matchAll(/name="([^"]*)" value="([^"]*)"/g)].map(
    ([, name = '', value = '']) => [name, value] as const,
  )
  return { path: /action="([^"]*)"/.exec(form)?.[1] ?? '', fields: Object.fromEntries(fields) }
}
async function offered(code: string): Promise<Press> {
  const press = pressOf(await pack(code))
  if (press === null) throw new Error(`no label is offered for ${code}`)
  return press
}
const send = ({ path, fields }: Press, of: Pick<Desk, 'post'> = desk) => of.post(path, fields)
/** Returns the labels that were sold while `work` ran. */
async function sold(work: () => Promise<unknown>): Promise<readonly number[]> {
  const before = easyPost.purchases.length
  await work()
  return easyPost.purchases.slice(before).map(({ cents }) => cents)
}

/** Lets the worker continue purchases without a known outcome, whose leases have ended. */
async function confirmPurchases(): Promise<void> {
  await service.db
    .updateTable('parcel_labels')
    .set({ lease_until: new Date(0) })
    .where('lease_until', 'is not', null)
    .execute()
  await continuePurchases(service.deps)
}

/** Changes the order, but neither its status nor what it needs. */
async function prioritize(code: string): Promise<void> {
  const fields = { priority: 'high', version: String((await read(code)).version) }
  expect((await desk.post(`/operator/orders/${code}/priority`, fields)).status).toBe(303)
}

/** A cube of 20 mm weighs 5 g, and the packaging of these terms 120 g. */
const withPackaging = {
  ...contractTerms,
  customs: { ...contractTerms.customs, packagingGrams: 120 },
}
beforeAll(() => holdTerms(service, withPackaging))

describe('one press', () => {
  test('buys the cheapest label at the price that the page shows, and ships with its number', async () => {
    const code = await printed()
    const html = await pack(code)
    const text = textOf(html)
    expect(text).toContain('USPS GroundAdvantage, 125 g, 3 days')
    expect(text).toContain('Buy label for $5.93: packed and shipped')
    // 125 g are 4.409 oz, which are rounded up.
    expect(easyPost.created.at(-1).shipment.parcel).toEqual({ weight: 4.5 })
    const cents = await sold(async () => {
      const { status, location } = await send(await offered(code))
      expect([status, location]).toEqual([303, `${packPath(code)}?saved=1`])
    })
    expect(cents).toEqual([593])
    const { status, enteredTracking, tracking } = await read(code)
    expect(status).toBe('SHIPPED')
    expect(tracking?.number).toBe(enteredTracking?.number ?? 'none')
    expect(tracking?.number).toMatch(/^9400100/)
    const after = await pack(code)
    expect(textOf(after)).toContain('Already shipped. USPS')
    expect(after).toContain('Label as PDF')
    expect(pressOf(after)).toBeNull()
  })

  test('is counted once when it is repeated, and at two desks', async () => {
    const code = await printed()
    const press = await offered(code)
    const cents = await sold(async () => {
      const answers = await Promise.all([send(press), send(press, other)])
      expect(answers.map(({ status }) => status).toSorted()[0]).toBe(303)
      expect((await send(press)).status).toBe(303)
    })
    expect(cents).toEqual([593])
    expect((await read(code)).status).toBe('SHIPPED')
  })

  test('ships nothing without a confirmed purchase, and continues when it is repeated', async () => {
    const code = await printed()
    const press = await offered(code)
    easyPost.failNext('/buy', 'cut_before')
    const cents = await sold(async () => {
      const refused = await send(press)
      expect(refused.status).toBe(409)
      expect(refused.html).toContain('has not confirmed the purchase yet')
      expect(pressOf(refused.html)).toBeNull()
      expect((await read(code)).status).toBe('PRINTED')
      await confirmPurchases()
      expect((await read(code)).status).toBe('PRINTED')
      expect((await send(press)).status).toBe(303)
    })
    expect(cents).toEqual([593])
    expect((await read(code)).status).toBe('SHIPPED')
  })

  test('with too little money buys and ships nothing', async () => {
    const code = await printed()
    const press = await offered(code)
    easyPost.setBalance(592)
    const cents = await sold(async () => {
      const { status, html } = await send(press)
      expect(status).toBe(409)
      expect(html).toContain('The balance of the carrier account is too low')
    })
    easyPost.setBalance(100_000)
    expect(cents).toEqual([])
    expect((await read(code)).status).toBe('PRINTED')
  })

  test('on a stale page is refused before it buys', async () => {
    const code = await printed()
    const press = await offered(code)
    await prioritize(code)
    expect(await sold(async () => expect((await send(press)).status).toBe(409))).toEqual([])
    expect((await read(code)).status).toBe('PRINTED')
  })

  test('is refused when anything but the purchase changed the order meanwhile', async () => {
    const code = await printed()
    const press = await offered(code)
    const cents = await sold(async () => {
      easyPost.failNext('/buy', 'cut_before')
      expect((await send(press)).status).toBe(409)
      await prioritize(code)
      await confirmPurchases()
      const refused = await send(press)
      expect(refused.status).toBe(409)
      expect(refused.html).toContain('priority set to')
    })
    expect(cents).toEqual([593])
    expect((await read(code)).status).toBe('PRINTED')
  })

  test('of a shipped order that is printed again does not ship it', async () => {
    const code = await printed()
    const press = await offered(code)
    expect((await send(press)).status).toBe(303)
    const { enteredTracking } = await read(code)
    await service.deps.orders.setStatus(code, {
      status: 'PRINTED',
      tracking: enteredTracking,
      by: 'colleague@example.com',
    })
    const cents = await sold(async () => expect((await send(press)).status).toBe(409))
    expect(cents).toEqual([])
    expect((await read(code)).status).toBe('PRINTED')
  })

  test('is refused when the label was bought at another rate', async () => {
    const code = await printed()
    const press = await offered(code)
    const html = await pack(code, other)
    const rates = [...html.matchAll(/name="rate" value="(rate_[^"]*)"/g)].map(([, id = '']) => id)
    const dearer = rates.find((id) => id !== press.fields['rate']) ?? ''
    const buy = press.path.replace(/ship$/, 'buy')
    expect((await other.post(buy, { rate: dearer, back: 'pack' })).status).toBe(303)
    expect((await send(press)).status).toBe(409)
    expect((await read(code)).status).toBe('PRINTED')
  })

  test('says that the label was bought when other tracking was entered meanwhile', async () => {
    const code = await printed()
    const press = await offered(code)
    easyPost.before('/buy', async () => {
      await service.deps.orders.setStatus(code, {
        status: 'PRINTED',
        tracking: { carrier: 'UPS', number: '1Z9', url: null, shippedAt: null },
        by: 'colleague@example.com',
      })
    })
    const refused = await send(press)
    expect(refused.status).toBe(409)
    expect(refused.html).toContain('The label was bought, but other tracking was entered')
    expect((await read(code)).status).toBe('PRINTED')
  })

  test('after the label was voided ships nothing', async () => {
    const code = await printed()
    const press = await offered(code)
    expect((await desk.post(press.path.replace(/ship$/, 'buy'), press.fields)).status).toBe(303)
    const voids = press.path.replace(/ship$/, 'void')
    expect((await desk.post(voids, { confirmed: '1' })).status).toBe(303)
    const refused = await send(press)
    expect(refused.status).toBe(409)
    expect(refused.html).toContain('This label has not been bought, or was voided.')
    expect((await read(code)).status).toBe('PRINTED')
    // A person handles the parcel now: no label is offered.
    expect(pressOf(await pack(code))).toBeNull()
  })

  test('with missing parts asks once', async () => {
    const code = await farm.order({ quantity: '2' })
    await farm.queue(code)
    const { id, lease } = await mustClaim(farm)
    await farm.asFarm(`/api/farm/jobs/${id}/done`, { lease, good: 1, scrap: 0 })
    await setPrinted(code)
    const press = await offered(code)
    const cents = await sold(async () => {
      const asked = await send(press)
      expect(asked.html).toContain(`Ship ${code} with parts missing?`)
      expect((await read(code)).status).toBe('PRINTED')
      expect(asked.html).toContain(`action="${press.path}"`)
      expect(asked.html).toContain('Buy label for $5.93 and ship')
      const sent = await send({ ...press, fields: { ...press.fields, confirmed: '1' } })
      expect(sent.location).toBe(`${packPath(code)}?saved=1`)
    })
    expect(cents).toEqual([593])
  })

  test('of a parcel abroad declares its contents', async () => {
    const code = await printed({ country: 'DE', state: 'BE', zip: '10115' })
    expect(textOf(await pack(code))).toContain('Buy label for $17.21: packed and shipped')
    expect(easyPost.created.at(-1).shipment.customs_info.customs_items).toHaveLength(1)
  })
})

describe('the offer', () => {
  test('is read once a day', async () => {
    const code = await printed()
    const before = easyPost.created.length
    await pack(code)
    await pack(code, other)
    expect(easyPost.created.length - before).toBe(1)
    const old = new Date(Date.now() - 25 * 3_600_000)
    await service.db
      .updateTable('parcel_labels')
      .set({ created_at: old })
      .where('state', '=', 'quoted')
      .execute()
    const press = await offered(code)
    expect(easyPost.created.length - before).toBe(2)
    expect((await send(press)).status).toBe(303)
  })

  test('follows rates that were compared for another weight', async () => {
    const code = await printed()
    await pack(code)
    const rates = { parcelGrams: '436', back: 'pack' }
    expect((await desk.post(`/operator/orders/${code}/rates`, rates)).status).toBe(303)
    expect(textOf(await pack(code))).toContain('USPS GroundAdvantage, 436 g, 3 days')
  })

  test('is not made for viewers', async () => {
    const code = await printed()
    const before = easyPost.created.length
    expect(pressOf(await pack(code, viewer))).toBeNull()
    expect(easyPost.created).toHaveLength(before)
  })

  test('is not made for orders that are not printed, or have tracking', async () => {
    const [accepted = ''] = await desk.order(1)
    await service.deps.orders.setStatus(accepted, {
      status: 'ACCEPTED',
      tracking: null,
      by: 'colleague@example.com',
    })
    expect(pressOf(await pack(accepted))).toBeNull()
    const [tracked = ''] = await desk.order(1)
    const tracking = { carrier: 'UPS', number: '1Z9', url: null, shippedAt: null }
    await service.deps.orders.setStatus(tracked, {
      status: 'PRINTED',
      tracking,
      by: 'colleague@example.com',
    })
    expect(pressOf(await pack(tracked))).toBeNull()
  })

  test('that a carrier refuses is explained, and the order can be shipped without it', async () => {
    const code = await printed({ street1: 'Nowhere' })
    const html = await pack(code)
    expect(textOf(html)).toContain('No label is offered.')
    expect(html).toContain('House number is missing')
    expect(html).toContain('Packed and shipped')
  })

  test('needs the weight of the packaging', async () => {
    const code = await printed()
    await holdTerms(service, contractTerms)
    const before = easyPost.created.length
    expect(pressOf(await pack(code))).toBeNull()
    expect(easyPost.created).toHaveLength(before)
  })

  test('does not wait for a carrier service that does not respond', async () => {
    await holdTerms(service, withPackaging)
    const [one, next] = [await printed(), await printed()]
    easyPost.failNext('/shipments', 'cut_before')
    const before = easyPost.calls.length
    expect(textOf(await pack(one))).toContain('No label is offered.')
    // Within a minute, no page asks again.
    expect(textOf(await pack(next))).toContain('No label is offered.')
    expect(easyPost.calls.length - before).toBe(1)
  })
})
