// /operator/pack/{code}: from the QR code of the packing slip to a shipped parcel, with what it says about an order that
// must not be shipped.
import { beforeEach, describe, expect, test } from 'bun:test'
import type { OperatorStatus } from '../../../server/domain/orders/record/status.ts'
import { startEasyPost } from '../../../testing/carriers/easypost.ts'
import { clearFarm, mustClaim, openFarm } from '../../../testing/people/farm.ts'
import { openDesk } from '../../../testing/people/operator-desk.ts'
import { decodedQr } from '../../../testing/people/qr-code.ts'
import { buyer, checkoutBody, pay, post, storeCube } from '../../../testing/people/shop.ts'
import { CUBE, placed, readOrder, submit } from '../../../testing/people/submit.ts'
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
  },
}))
const desk = use(() => openDesk(service))
const viewer = use(() => openDesk(service, viewerEmail))
const farm = use(() => openFarm(service))
beforeEach(() => clearFarm(service))

const read = (code: string) => readOrder(service, code)
const packPath = (code: string) => `/operator/pack/${code}`
const orderPath = (code: string) => `/operator/orders/${code}`
const pack = async (code: string) => (await desk.get(packPath(code))).html
const textOf = (html: string): string =>
  html
    .slice(html.indexOf('<main'))
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
const headingOf = (html: string) => /<h1[^>]*>([^<]*)/.exec(html)?.[1]
const setStatus = async (code: string, status: OperatorStatus, number?: string) => {
  const tracking =
    number === undefined ? null : { carrier: 'UPS', number, url: null, shippedAt: null }
  await service.deps.orders.setStatus(code, { status, tracking, by: 'colleague@example.com' })
}
/** Returns the hidden and typed fields of the form that ships, as a browser sends them. */
function shipFields(html: string): Record<string, string> {
  const [form = ''] = /<form[^>]*aria-label="Ship"[\s\S]*?<\/form>/.exec(html) ?? []
  const fields = [...form.matchAll(/<input[^>]*>/g)].flatMap(([input]) => {
    const name = /name="([^"]*)"/.exec(input)?.[1]
    const value = /value="([^"]*)"/.exec(input)?.[1] ?? ''
    return name === undefined || input.includes('type="checkbox"') ? [] : [[name, value] as const]
  })
  return Object.fromEntries(fields)
}
const printedWithTracking = async (number: string) => {
  const [code = ''] = await desk.order(1)
  await setStatus(code, 'PRINTED', number)
  return code
}
/** Creates a printed order of two parts, of which the farm counted one. */
async function shortOrder(): Promise<string> {
  const code = await farm.order({ quantity: '2' })
  await farm.queue(code)
  const { id, lease } = await mustClaim(farm)
  await farm.asFarm(`/api/farm/jobs/${id}/done`, { lease, good: 1, scrap: 0 })
  await setStatus(code, 'PRINTED', '1Z5')
  return code
}

test('the QR code of the packing slip opens the page, and the order page links to it', async () => {
  const code = await printedWithTracking('1Z1')
  const { html } = await desk.get(`/operator/slips?pick=${code}`)
  expect(decodedQr(html)).toBe(`${service.baseUrl}${packPath(code)}`)
  // Customers get the slip as well.
  expect(textOf(html)).toContain('For packing')
  expect((await desk.get(orderPath(code))).html).toContain(`href="${packPath(code)}"`)
  const { status } = await desk.get(new URL(decodedQr(html)).pathname)
  expect(status).toBe(200)
})

test('a scanned parcel with tracking ships with one press, and the page says so', async () => {
  const code = await printedWithTracking('1Z2')
  const fields = shipFields(await pack(code))
  expect(fields).toMatchObject({ status: 'SHIPPED', carrier: 'UPS', number: '1Z2', back: 'pack' })
  const sent = await desk.post(orderPath(code), fields)
  expect([sent.status, sent.location]).toEqual([303, `${packPath(code)}?saved=1`])
  expect(await read(code)).toMatchObject({ status: 'SHIPPED', enteredTracking: { number: '1Z2' } })
  const { html } = await desk.get(sent.location)
  expect(textOf(html)).toContain('Already shipped. UPS 1Z2')
  expect(html).not.toContain('Packed and shipped')
  // The second press of a double tap is based on the version before.
  const again = await desk.post(orderPath(code), fields)
  expect([again.status, headingOf(again.html)]).toEqual([409, `Pack ${code}`])
})

test('the page shows recipient, postage, parts, weight and counts', async () => {
  // Two cubes of 20 mm: 5 g each.
  const code = await farm.order({ quantity: '2', color: 'Black', phone: '+1 555 0100' }, CUBE)
  await farm.queue(code)
  const { address } = await read(code)
  const html = await pack(code)
  const text = textOf(html)
  expect(text).toContain(address.recipientName)
  expect(text).toContain('United States')
  expect(text).toContain('Postage paid $7.00')
  expect(text).toContain('2 × ')
  expect(text).toContain('PLA Black')
  expect(text).toContain('5 g each, 10 g')
  expect(text).toContain('Expected weight 10 g without packaging')
  expect(text).toContain('2 missing, 2 in print jobs')
  expect(html).toContain(`src="${orderPath(code)}/pictures/`)
  expect(html).not.toContain('id="customs"')
})

test('counts are those of each line', async () => {
  const [code = ''] = await desk.order(1, { quantity: '2' })
  await setStatus(code, 'PRINTED', '1Z3')
  expect(textOf(await pack(code))).toContain('Not counted: no print jobs')
  const short = await shortOrder()
  const text = textOf(await pack(short))
  expect(text).toContain('1 good, 1 missing')
  expect(text).toContain('1 part of this order is not counted as good.')

  const ada = await buyer(service)
  const items = [
    { modelUrl: await storeCube(service, ada, 40), color: 'Black', quantity: 2 },
    { modelUrl: await storeCube(service, ada, 30), color: 'Red', material: 'petg', quantity: 3 },
  ]
  const [, placedOrder] = await post(service, ada, '/api/checkout', checkoutBody(items))
  await pay(service, placedOrder.checkoutUrl)
  await farm.queue(placedOrder.code)
  const petg = await mustClaim(farm, { materials: ['petg'] })
  await farm.asFarm(`/api/farm/jobs/${petg.id}/done`, { lease: petg.lease, good: 3 })
  const parts = textOf(await pack(placedOrder.code))
  expect(parts).toMatch(/2 × cube-40.stl PLA Black [^×]* 2 missing, 2 in print jobs/)
  expect(parts).toMatch(/3 × cube-30.stl PETG Red [^×]* 3 good/)
  expect(parts).toContain('2 parts of this order are not counted as good.')
})

test('a parcel abroad shows what it declares', async () => {
  const [code = ''] = await desk.order(1, { country: 'DE', quantity: '2' })
  await setStatus(code, 'PRINTED')
  const html = await pack(code)
  const text = textOf(html)
  expect(text).toContain('Germany')
  expect(text).toContain('Postage paid $30.00')
  expect(text).toContain(
    '2 × 3D-printed part of plastic, polylactic acid (PLA) 10 g, $2.00, HS 392690, from United States',
  )
  expect(text).toContain('Print the CN 22')
  expect(html).toContain(`href="/operator/customs?pick=${code}"`)
})

test('missing parts ask once, and the answer returns to the page', async () => {
  const code = await shortOrder()
  const fields = shipFields(await pack(code))
  const asked = await desk.post(orderPath(code), fields)
  expect(headingOf(asked.html)).toBe(`Ship ${code} with parts missing?`)
  expect(asked.html).toContain(`href="${packPath(code)}"`)
  expect(asked.html).toContain('name="back" value="pack"')
  expect((await read(code)).status).toBe('PRINTED')
  const sent = await desk.post(orderPath(code), { ...fields, confirmed: '1' })
  expect(sent.location).toBe(`${packPath(code)}?saved=1`)
  expect((await read(code)).status).toBe('SHIPPED')
})

test('an order that is not marked as printed has a warning', async () => {
  const words = 'This order is not marked as printed.'
  const [code = ''] = await desk.order(1)
  for (const status of ['ACCEPTED', 'PRINTING'] as const) {
    await setStatus(code, status, '1Z8')
    const text = textOf(await pack(code))
    expect([text.includes(words), text.includes('Packed and shipped')]).toEqual([true, true])
  }
  await setStatus(code, 'PRINTED', '1Z8')
  expect(textOf(await pack(code))).not.toContain(words)
})

describe('without tracking', () => {
  test('the form asks for it, and a refusal keeps the entries on the page', async () => {
    const [code = ''] = await desk.order(1)
    await setStatus(code, 'PRINTED')
    const fields = shipFields(await pack(code))
    expect(fields).toMatchObject({ carrier: '', number: '', url: '' })
    const empty = await desk.post(orderPath(code), fields)
    expect([empty.status, headingOf(empty.html)]).toEqual([400, `Pack ${code}`])
    const wrong = await desk.post(orderPath(code), { ...fields, carrier: 'UPS' })
    expect([wrong.status, headingOf(wrong.html)]).toEqual([400, `Pack ${code}`])
    expect(wrong.html).toContain('Enter the tracking number')
    expect(shipFields(wrong.html)).toMatchObject({ carrier: 'UPS' })
    const sent = await desk.post(orderPath(code), { ...fields, withoutTracking: '1' })
    expect(sent.location).toBe(`${packPath(code)}?saved=1`)
    expect(textOf(await pack(code))).toContain('It was shipped without tracking.')
  })

  test('a label is bought, shown and voided on the page', async () => {
    const [code = ''] = await desk.order(1)
    await setStatus(code, 'PRINTED')
    const back = 'pack'
    const rates = `${orderPath(code)}/rates`
    const wrong = await desk.post(rates, { parcelGrams: '0', back })
    expect([wrong.status, headingOf(wrong.html)]).toEqual([400, `Pack ${code}`])
    expect((await desk.post(rates, { parcelGrams: '436', back })).location).toBe(
      `${packPath(code)}#label`,
    )
    const quoted = await pack(code)
    const [, buy = ''] = /action="([^"]+\/buy)"/.exec(quoted) ?? []
    const [, rate = ''] = /name="rate" value="([^"]+)"/.exec(quoted) ?? []
    const bought = await desk.post(buy, { rate, back })
    expect(bought.location).toBe(`${packPath(code)}#label`)
    const { enteredTracking } = await read(code)
    const shown = await pack(code)
    expect(shown).toContain('Label as PDF')
    expect(shipFields(shown)).toMatchObject({ number: enteredTracking?.number ?? 'none' })
    const [, voids = ''] = /action="([^"]+\/void)"/.exec(shown) ?? []
    const asked = await desk.post(voids, { back })
    expect(asked.html).toContain(`href="${packPath(code)}#label"`)
    expect(asked.html).toContain('name="back" value="pack"')
    expect((await desk.post(voids, { back, confirmed: '1' })).location).toBe(
      `${packPath(code)}#label`,
    )
    expect((await read(code)).enteredTracking).toBeNull()
  })

  test('a form of the order page returns to the order page', async () => {
    const [code = ''] = await desk.order(1)
    await setStatus(code, 'PRINTED')
    const sent = await desk.post(`${orderPath(code)}/rates`, { parcelGrams: '436' })
    expect(sent.location).toBe(`${orderPath(code)}#label`)
    const { version } = await read(code)
    const fields = { status: 'SHIPPED', version: String(version), withoutTracking: '1' }
    expect((await desk.post(orderPath(code), fields)).location).toBe(`${orderPath(code)}?saved=1`)
  })
})

describe('an order that must not be shipped', () => {
  const expected = async (code: string, sentence: string) => {
    const html = await pack(code)
    expect(textOf(html)).toContain(`Do not ship this order. ${sentence}`)
    expect(html).toContain(`href="${orderPath(code)}"`)
    expect(html).not.toContain('Packed and shipped')
  }

  test.each([
    ['CANCELLED', 'It was cancelled. Put its parts aside'],
    ['REJECTED', 'It was rejected. Put its parts aside'],
    ['RECEIVED', 'It is not accepted yet'],
  ] as const)('%s', async (status, sentence) => {
    const [code = ''] = await desk.order(1)
    await setStatus(code, status)
    await expected(code, sentence)
  })

  test('unpaid, until it is released without a payment', async () => {
    const account = await service.account({ card: null })
    const { code } = await placed(submit(service, account))
    await expected(code, 'It is not paid.')
    await service.deps.orders.setStatus(code, {
      status: 'PRINTED',
      tracking: { carrier: 'UPS', number: '1Z4', url: null, shippedAt: null },
      by: 'colleague@example.com',
      unpaid: true,
    })
    const html = await pack(code)
    expect(textOf(html)).toContain('This order is not paid. It was released')
    expect((await desk.post(orderPath(code), shipFields(html))).status).toBe(303)
    expect((await read(code)).status).toBe('SHIPPED')
  })

  test('on hold, with the reason', async () => {
    const code = await printedWithTracking('1Z6')
    const version = String((await read(code)).version)
    await desk.post(`${orderPath(code)}/hold`, { holdReason: 'The address is wrong', version })
    await expected(code, 'It is on hold: The address is wrong. It can be shipped once')
  })

  test('refunded in full', async () => {
    const code = await printedWithTracking('1Z7')
    const amountCents = (await read(code)).price.totalCents
    const body = { amountCents, reason: 'The customer asked.' }
    expect((await desk.api(`/api/operator/orders/${code}/refund`, body)).status).toBe(200)
    await expected(code, 'Its payment was refunded in full.')

    // The reason of a hold, which is a sentence after a dispute, states more.
    const holdReason = 'The dispute was lost. The payment is gone: cancel the order.'
    const version = String((await read(code)).version)
    await desk.post(`${orderPath(code)}/hold`, { holdReason, version })
    await expected(code, `It is on hold: ${holdReason} It can be shipped once`)
  })
})

test('an unknown code is not found, on a page of the desk', async () => {
  const { status, html } = await desk.get(packPath('SVC-ZZZZZZ'))
  expect([status, headingOf(html)]).toEqual([404, 'Order not found'])
})

test('viewers see the page without forms', async () => {
  const [code = ''] = await desk.order(1)
  await setStatus(code, 'PRINTED')
  const { status, html } = await viewer.get(packPath(code))
  expect([status, html.includes('method="post"')]).toEqual([200, false])
  expect(textOf(html)).toContain('1 × ')
})
