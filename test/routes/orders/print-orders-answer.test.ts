// POST /api/print/orders: the response of a paid and of an unpaid order, field by field.
import { describe, expect, test } from 'bun:test'
import { orderRow } from '../../../testing/database/rows.ts'
import { cubeStl } from '../../../testing/models/meshes.ts'
import { CUBE, orderForm, placed, submit } from '../../../testing/people/submit.ts'
import { rawPost } from '../../../testing/service/requests.ts'
import type { TestAccount } from '../../../testing/service/service.ts'
import { use, useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()
const account = use(() => service.account())

const CODE = /^SVC-[ABCDEFGHJKMNPQRSTUVWXYZ23456789]{6}$/

describe('a paid order', () => {
  verifies(
    [
      'orders.submit.created-paid',
      'orders.answer.charged-only-when-paid',
      'orders.answer.currency',
    ],
    async () => {
      const response = await submit(service, account, {
        fields: { color: 'Black', material: 'asa' },
      })
      expect(response.status).toBe(201)
      expect(response.headers.get('content-type')).toStartWith('application/json')
      const text = await response.text()
      const code = /"code":"([^"]*)"/.exec(text)?.[1] ?? ''
      const page = `${service.baseUrl}/orders/${code}`
      // 8 x 0.44 x 1.07 = 3.7664 -> 4 g; 0.56 -> 1.00; 4 / 17.12 = 0.2336 h.
      expect(text).toBe(
        JSON.stringify({
          code,
          estimatedCost: 8,
          currency: 'USD',
          breakdown: { print: 1, shipping: 7, grams: 4, printHours: 0.23 },
          statusUrl: page,
          apiStatusUrl: `${service.baseUrl}/api/print/orders/${code}`,
          status: 'RECEIVED',
          paid: true,
          charge: 'charged',
          charged: 8,
          paymentUrl: null,
          message: `Order ${code} is paid: $8.00 was charged to your saved card.`,
          dimensionsMm: [20, 20, 20],
          unit: 'mm',
          reference: null,
        }),
      )
    },
  )

  verifies(['orders.answer.code', 'decision.code-alphabet'], async () => {
    const codes = new Set<string>()
    for (let run = 0; run < 20; run += 1) {
      const { code } = await placed(submit(service, account))
      expect(code).toMatch(CODE)
      codes.add(code)
    }
    expect(codes.size).toBe(20)
  })

  verifies(
    ['orders.answer.estimated-cost', 'decision.estimated-cost', 'orders.answer.breakdown-print'],
    async () => {
      // 27 cm3 x 0.44 x 1.21 = 14.3748 -> 15 g; 15 x 0.13 x 1.75 = 3.4125; x 7 x 0.95 = 22.693125
      const fields = { material: 'tpu', color: 'red', quality: 'premium', quantity: '7' }
      const file = { name: 'part.stl', bytes: cubeStl({ sizeMm: 30 }) }
      const order = await placed(submit(service, account, { fields, file }))
      expect(order.breakdown).toMatchObject({ print: 22.69, shipping: 7, grams: 15 })
      expect(order.estimatedCost).toBe(29.69)
      expect(order.charged).toBe(29.69)
      const { amountCents } = await service.stripe.charges({ orderCode: order.code })
      expect(amountCents).toBe(2969)
    },
  )

  verifies(
    ['orders.answer.breakdown-grams', 'orders.answer.breakdown-print-hours', 'decision.per-part'],
    async () => {
      const one = await placed(submit(service, account, { fields: { quantity: '1' } }))
      const many = await placed(submit(service, account, { fields: { quantity: '40' } }))
      // 4.4352 -> 5 g; 5 / 20.16 = 0.248 h.
      expect(one.breakdown).toMatchObject({ grams: 5, printHours: 0.25 })
      expect(many.breakdown).toMatchObject({ grams: 5, printHours: 0.25 })
    },
  )

  verifies('orders.answer.breakdown-shipping', async () => {
    const shipping = async (country: string, quantity: string) => {
      const order = await placed(submit(service, account, { fields: { country, quantity } }))
      return [order.breakdown.print, order.breakdown.shipping]
    }
    // 5 g x 0.20 = 1.00 each, 0.90 each from ten on, at least 1.00.
    expect(await shipping('US', '49')).toEqual([49, 7])
    expect(await shipping('US', '50')).toEqual([50, 0])
    expect(await shipping('CA', '50')).toEqual([50, 30])
    const file = { name: 'large.stl', bytes: cubeStl({ sizeMm: 150 }) }
    // 3375 x 0.44 x 1.26 = 1871.1 -> 1872 g x 0.20 = 374.40; two: 748.80
    const large = { country: 'DE', quantity: '2' }
    const order = await placed(submit(service, account, { fields: large, file }))
    expect([order.breakdown.print, order.breakdown.shipping]).toEqual([748.8, 0])
  })

  verifies(
    ['orders.answer.status-url', 'decision.status-url', 'orders.answer.api-status-url'],
    async () => {
      const order = await placed(submit(service, account))
      expect(order.statusUrl).toBe(`${service.baseUrl}/orders/${order.code}`)
      const read = await fetch(order.apiStatusUrl, { headers: account.headers })
      expect(read.status).toBe(200)
      expect(await read.json()).toMatchObject({ code: order.code, status: 'RECEIVED' })
      const page = await fetch(order.statusUrl)
      expect(page.status).toBe(200)
      expect(page.headers.get('content-type')).toStartWith('text/html')
      expect(await page.text()).toContain(order.code)
    },
  )

  verifies(
    ['orders.answer.payment-url-null-when-paid', 'orders.answer.checkout-url-absent-when-charged'],
    async () => {
      const order = await placed(submit(service, account))
      expect(order.paymentUrl).toBeNull()
      expect('checkoutUrl' in order).toBe(false)
    },
  )

  verifies('decision.charged-omitted-colour', async () => {
    const omitted = await placed(submit(service, account, { fields: { material: 'asa' } }))
    expect(omitted.note).toBe(
      'No color was given, so this bills $0.20/g; a stock color bills $0.14/g.',
    )
    const off = await placed(submit(service, account, { fields: { color: 'Magenta' } }))
    expect(off.note).toBe(
      'Magenta is not a stock color, so this bills $0.20/g; a stock color bills $0.12/g.',
    )
    const stock = await placed(submit(service, account, { fields: { color: 'Cyan' } }))
    expect('note' in stock).toBe(false)
  })
})

describe('an unpaid order', () => {
  verifies(
    [
      'orders.submit.created-unpaid',
      'orders.submit.unpaid.not-an-error',
      'orders.answer.checkout-url-when-unpaid',
      'orders.answer.payment-url-when-unpaid',
      'decision.payment-url',
      'states.submit-not-charged',
    ],
    async () => {
      const cardless = await service.account({ card: null })
      const response = await submit(service, cardless, { fields: { color: 'Black' } })
      expect(response.status).toBe(201)
      const text = await response.text()
      const { code, checkoutUrl } = JSON.parse(text)
      const page = `${service.baseUrl}/orders/${code}`
      const { created_at: placedAt } = await orderRow(service.db, code)
      const payUntil = new Date(placedAt.getTime() + 30 * 24 * 3_600_000).toISOString()
      expect(checkoutUrl).toStartWith(`${service.stripe.baseUrl}/`)
      expect(text).toBe(
        JSON.stringify({
          code,
          estimatedCost: 8,
          currency: 'USD',
          breakdown: { print: 1, shipping: 7, grams: 5, printHours: 0.25 },
          statusUrl: page,
          apiStatusUrl: `${service.baseUrl}/api/print/orders/${code}`,
          status: 'PENDING_PAYMENT',
          paid: false,
          charge: 'no_card',
          paymentUrl: `${page}/pay`,
          checkoutUrl,
          payUntil,
          message: `The order is saved but not paid (No card on file); pay $8.00 at paymentUrl by ${payUntil.slice(0, 10)} and it goes into review.`,
          dimensionsMm: [20, 20, 20],
          unit: 'mm',
          reference: null,
        }),
      )
    },
  )

  verifies('decision.checkout-url', async () => {
    const cardless = await service.account({ card: null })
    const order = await placed(submit(service, cardless))
    const { checkout_session_id, checkout_url } = await orderRow(service.db, order.code)
    expect(order.checkoutUrl).toBe(checkout_url ?? 'none')
    const hosted = await fetch(order.checkoutUrl ?? '')
    expect(hosted.status).toBe(200)
    expect(await hosted.text()).toContain('8.00')
    expect(order.checkoutUrl).toContain(checkout_session_id ?? 'none')
  })

  verifies(
    ['orders.answer.payment-url-null-without-link', 'orders.answer.checkout-url-null-without-link'],
    async () => {
      const cardless = await service.account({ card: null })
      await service.stripe.fault({
        path: '/v1/checkout/sessions',
        when: 'before',
        outcome: { status: 400 },
      })
      const order = await placed(submit(service, cardless))
      expect(order).toMatchObject({ paid: false, paymentUrl: null, checkoutUrl: null })
      expect('checkoutUrl' in order).toBe(true)
      expect(order.message).toMatch(
        /^The order is saved but not paid \(No card on file\); open its status page to pay \$8\.00 by \d{4}-\d\d-\d\d\.$/,
      )
      await service.stripe.clearFaults()
    },
  )

  verifies(['orders.answer.status', 'orders.answer.paid'], async () => {
    const cardless = await service.account({ card: null })
    expect(await placed(submit(service, account))).toMatchObject({ status: 'RECEIVED', paid: true })
    const unpaid = { status: 'PENDING_PAYMENT', paid: false }
    expect(await placed(submit(service, cardless))).toMatchObject(unpaid)
  })
})

verifies('orders.answer.message', 'message is one sentence in every outcome', async () => {
  const declining = await service.account({ card: 'pm_card_chargeCustomerFail' })
  const cardless = await service.account({ card: null })
  for (const caller of [account, declining, cardless]) {
    const { message } = await placed(submit(service, caller))
    // One full stop ends it; full stops inside belong to quoted reasons and amounts.
    expect(message).toMatch(/^[A-Z].*[^.]\.$/)
    expect(message).not.toContain('\n')
    expect(message.replace(/\([^)]*\)/, '')).not.toMatch(/\. [A-Z]/)
  }
})

verifies('orders.identity.code-only', async () => {
  const order = await placed(submit(service, account))
  const read = await service.fetch(`/api/print/orders/${order.code}`, { headers: account.headers })
  const { id } = await orderRow(service.db, order.code)
  for (const text of [JSON.stringify(order), await read.text()]) {
    expect(text).toContain(order.code)
    expect(text).not.toContain(id)
    expect(text).not.toMatch(/"(id|orderId|uuid)"/)
  }
})

verifies(
  ['orders.flow.charged-in-the-submit-request', 'pricing.one-charge', 'states.submit-charged'],
  async () => {
    const payer = await service.account()
    const order = await placed(submit(service, payer))
    expect(await service.stripe.charges({ customer: payer.customerId ?? '' })).toEqual({
      succeeded: 1,
      declined: 0,
      amountCents: 800,
      refundedCents: 0,
    })
    const [intent] = await intentsOf(payer)
    expect(intent).toMatchObject({
      amount: 800,
      currency: 'usd',
      status: 'succeeded',
      customer: payer.customerId,
      payment_method: payer.card?.paymentMethodId,
    })
    expect(order).toMatchObject({ status: 'RECEIVED', paid: true, charged: 8 })
  },
)

verifies(['pricing.charge-description', 'pricing.charge-metadata'], async () => {
  const payer = await service.account()
  const fields = { material: 'petg', color: 'Mint Green', quantity: '3', nozzleDiameter: '0.6' }
  const order = await placed(
    submit(service, payer, { fields, file: { ...CUBE, name: 'hook.stl' } }),
  )
  const [intent] = await intentsOf(payer)
  expect(intent?.description).toBe(
    '3D print: PETG Mint Green, 0.6 mm nozzle, 0.2 mm layers, 3 x hook.stl',
  )
  expect(intent?.metadata).toMatchObject({ order_code: order.code })
})

verifies('pricing.no-other-payment', async () => {
  // 1.00 + 7.00, on the first order as on the second, and with any discount field.
  const newcomer = await service.account()
  const cards = { giftCard: 'GIFT-100', coupon: 'FIRST', discount: '100', subscriptionCredit: '50' }
  for (const fields of [{}, {}, cards]) {
    expect((await placed(submit(service, newcomer, { fields }))).charged).toBe(8)
  }
})

verifies('decision.code-unique', 'a taken code is drawn again, not issued twice', async () => {
  const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
  const taken = await placed(submit(service, account))
  const letters = [...taken.code.slice(4)].map((letter) => alphabet.indexOf(letter))
  const { ids } = service.deps
  /** Draws the taken code `times` times, then continues at random. */
  const colliding = (times: number) => {
    let drawn = 0
    const randomInt = (below: number) => {
      drawn += 1
      return drawn <= times * 6 ? (letters[(drawn - 1) % 6] ?? 0) : ids.randomInt(below)
    }
    return service.replace({ ids: { randomInt } })
  }
  colliding(3)
  const order = await placed(submit(service, account))
  expect(order.paid).toBe(true)
  expect(order.code).not.toBe(taken.code)
  expect(await service.stripe.charges({ orderCode: taken.code })).toMatchObject({ succeeded: 1 })
  // A source that always returns the same code is a fault: nothing is charged.
  const payer = await service.account()
  const stuck = colliding(1000)
  const response = await submit(service, payer)
  stuck()
  expect(response.status).toBe(500)
  expect(await service.stripe.charges({ customer: payer.customerId ?? '' })).toMatchObject({
    succeeded: 0,
  })
})

test('an unknown form field changes nothing', async () => {
  const order = await placed(
    submit(service, account, { fields: { price: '0.01', status: 'SHIPPED' } }),
  )
  expect(order).toMatchObject({
    estimatedCost: 8,
    status: 'RECEIVED',
    ignored: ['price', 'status'],
  })
})

verifies('orders.submit.file-or-model-url', 'a file part alone is enough', async () => {
  const response = await service.fetch('/api/print/orders', rawPost(orderForm(), account.headers))
  expect(response.status).toBe(201)
})

type Intent = {
  readonly description: string
  readonly metadata: Record<string, string>
} & Record<string, unknown>

/** Returns the processor's record of the customer. */
async function intentsOf({ customerId }: TestAccount): Promise<readonly Intent[]> {
  const response = await fetch(
    `${service.stripe.baseUrl}/v1/payment_intents?customer=${customerId}`,
    { headers: { authorization: `Bearer ${service.stripe.secretKey}` } },
  )
  const { data } = (await response.json()) as { data: Intent[] }
  return data
}
