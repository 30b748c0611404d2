// The order page: what it shows, what it never shows, and when it calls the processor.
import { describe, expect, test } from 'bun:test'
import { keysOf } from '../../../server/domain/base/keys-of.ts'
import { orderStatusLabels } from '../../../server/domain/orders/record/status.ts'
import { ProcessorUnavailable } from '../../../server/domain/payments/ports.ts'
import { visitHostedPage } from '../../../server/local/stripe/visit.ts'
import { gcode } from '../../../testing/models/gcode.ts'
import { cubeStl } from '../../../testing/models/meshes.ts'
import { type FormChanges, placed, submit } from '../../../testing/people/submit.ts'
import { useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()

/** Values that no page contains by default. */
const personal = {
  recipientName: 'Quillon Recipient',
  street1: '77 Zephyr Lane',
  street2: 'Apartment Ypsilon',
  city: 'Xanthippe',
  state: 'Wyvernshire',
  zip: '90817-Z',
  email: 'quillon@private.example',
  phone: '+1 555 0199',
  note: 'Leave it with Ysolde next door',
} as const

async function unpaid(fields: FormChanges = {}) {
  return placed(submit(service, await service.account({ card: null }), { fields }))
}

async function page(path: string): Promise<{ status: number; headers: Headers; html: string }> {
  const response = await service.fetch(path, { headers: { accept: 'text/html' } })
  return { status: response.status, headers: response.headers, html: await response.text() }
}

describe('what it shows', () => {
  test('shows status, contents and price to every visitor', async () => {
    const fields = { color: 'Sunny Orange', material: 'petg', quality: 'premium', quantity: '3' }
    const order = await placed(submit(service, await service.account(), { fields }))
    const { status, html } = await page(`/orders/${order.code}`)
    expect(status).toBe(200)
    expect(html).toContain(`<h1>${orderStatusLabels.RECEIVED}</h1>`)
    expect(html).toContain(`<code>${order.code}</code>`)
    for (const text of ['PETG', 'Sunny Orange', 'Premium', '3 parts']) expect(html).toContain(text)
    // 5 g / (1.27 x 16 cm3/h) = 0.25 h each.
    expect(html).toMatch(/each 5\sg and about 15\smin of printing; about 45\smin in total</)
    // 8 cm3 x 0.44 x 1.27 = 4.47 -> 5 g x 0.12 x 1.75 = 1.05 each.
    for (const amount of ['$3.15', '$7.00', '$10.15']) expect(html).toContain(`<td>${amount}</td>`)
    expect(html).not.toContain('/pay')
  })

  verifies('decision.hours-add-up', async () => {
    // 2 h 2 min 24 s are 2.04 h, shown as 2 h 2 min; four parts as 8 h 8 min, where 8.16 h would be 8 h 10 min.
    const bytes = gcode({ grams: '3.03', time: '2h 2m 24s' })
    const file = { name: 'part.gcode', bytes }
    const shown = async (quantity: string) => {
      const fields = { quantity }
      const order = await placed(submit(service, await service.account(), { fields, file }))
      expect(order.breakdown.printHours).toBe(2.04)
      return (await page(`/orders/${order.code}`)).html
    }
    expect(await shown('4')).toMatch(
      /each 4\sg and about 2\sh 2\smin of printing; about 8\sh 8\smin in total</,
    )
    expect(await shown('1')).toMatch(/4\sg, about 2\sh 2\smin of printing</)
  })

  verifies('decision.status-page-no-address', async () => {
    const account = await service.account({
      card: 'pm_card_visa_chargeDeclinedInsufficientFunds',
      unattached: true,
    })
    const file = { name: 'secret-project.stl', bytes: cubeStl({ sizeMm: 20 }) }
    const order = await placed(submit(service, account, { fields: personal, file }))
    expect(order.message).toContain('insufficient funds')
    for (const path of ['', '/pay', '?paid=1']) {
      const { status, html } = await page(`/orders/${order.code}${path}`)
      expect([path, status]).toEqual([path, 200])
      for (const text of Object.values(personal)) expect(html).not.toContain(text)
      for (const text of [account.email, 'secret-project', 'insufficient', 'US<']) {
        expect(html).not.toContain(text)
      }
    }
  })

  test('thousands have a comma', async () => {
    // 8 cm3 x (0.30 + 0.70) x 1.26 = 10.08 -> 11 g.
    const order = await unpaid({ quantity: '50', infill: '100', quality: 'premium' })
    // 11 x 0.20 x 1.75 x 50 x 0.90 = 173.25.
    const { html } = await page(`/orders/${order.code}`)
    expect(html).toContain('<td>$173.25</td>')
    await service.db
      .updateTable('orders')
      .set({ print_cents: 226_100, shipping_cents: 700, total_cents: 226_800 })
      .where('code', '=', order.code)
      .execute()
    for (const path of ['', '/pay']) {
      const large = (await page(`/orders/${order.code}${path}`)).html
      expect([path, large.includes('<td>$2,268.00</td>')]).toEqual([path, true])
    }
  })

  test('a color is shown as text, whatever it contains', async () => {
    const order = await unpaid({ color: '"><script>alert(1)</script>' })
    for (const path of ['', '/pay']) {
      const { html } = await page(`/orders/${order.code}${path}`)
      expect(html).not.toContain('<script>alert')
      expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    }
  })

  test.each(keysOf(orderStatusLabels))('shows the label of %s', async (status) => {
    const order = await unpaid()
    await service.db.updateTable('orders').set({ status }).where('code', '=', order.code).execute()
    const { html } = await page(`/orders/${order.code}`)
    expect(html).toContain(`<h1>${orderStatusLabels[status]}</h1>`)
    const closed = status === 'CANCELLED' || status === 'REJECTED'
    expect(html.split('aria-current="step"').length - 1).toBe(closed ? 0 : 1)
    // An order that was released unpaid does not ask for payment.
    const asks = status === 'PENDING_PAYMENT' || status === 'RECEIVED'
    expect(html.includes('/pay"')).toBe(asks)
  })

  test('shows the tracking when there is any', async () => {
    const order = await placed(submit(service, await service.account()))
    expect((await page(`/orders/${order.code}`)).html).not.toContain('Tracking number')
    const at = new Date('2026-11-23T15:04:05Z')
    const tracking = {
      carrier: 'A & B',
      number: '94<00>',
      url: 'https://example.com/t?a=1&lt;2',
      shippedAt: at,
    }
    await service.deps.orders.setStatus(order.code, { status: 'SHIPPED', tracking, by: 'test' })
    const { html } = await page(`/orders/${order.code}`)
    expect(html).toContain('A &amp; B')
    expect(html).toContain('<code>94&lt;00&gt;</code>')
    expect(html).toContain('href="https://example.com/t?a=1&amp;lt;2"')
    expect(html).toContain('2026-11-23 15:04 UTC')
  })
})

describe('an order that was closed early', () => {
  const parcel = { carrier: 'UPS', number: '1Z', url: null, shippedAt: new Date() }
  const words = {
    CANCELLED: 'The order was cancelled; it will not be printed.',
    REJECTED: 'The farm declined the job, usually because of an unprintable file.',
  }
  const closed = async (code: string, status: 'CANCELLED' | 'REJECTED') => {
    await service.deps.orders.setStatus(code, { status, tracking: parcel, by: 'test' })
    return (await page(`/orders/${code}`)).html
  }

  test.each(['CANCELLED', 'REJECTED'] as const)(
    'that is %s has no parcel to follow, and a sentence about the money when it was paid',
    async (status) => {
      const paid = await closed(
        (await placed(submit(service, await service.account()))).code,
        status,
      )
      expect(paid).toContain('$8.00 was paid for this order. Nothing was refunded.')
      const { code } = await unpaid()
      const never = await closed(code, status)
      const { html: payPage } = await page(`/orders/${code}/pay`)
      for (const html of [paid, never, payPage]) expect(html).toContain(words[status])
      expect(never).not.toContain('refunded')
      for (const html of [paid, never]) expect(html).not.toContain('Tracking number')
    },
  )
})

describe('what it keeps from others', () => {
  test('allows no cache, no search engine, no script, no frame, no code in a referrer', async () => {
    const order = await unpaid()
    for (const path of ['', '/pay']) {
      const { headers } = await page(`/orders/${order.code}${path}`)
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('x-robots-tag')).toContain('noindex')
      expect(headers.get('referrer-policy')).toBe('same-origin')
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toContain('unsafe')
    }
  })

  test('an unknown code of any format leads to the same 404 page', async () => {
    const order = await unpaid()
    const unknown = await page('/orders/SVC-AAAAAA')
    expect(unknown.status).toBe(404)
    expect(unknown.html).toContain('Order not found')
    const codes = [
      order.code.toLowerCase(),
      '%00',
      `${order.code}%00`,
      'x'.repeat(500),
      '%3Cscript%3E',
    ]
    for (const code of codes) {
      for (const path of ['', '/pay', '?paid=1']) {
        expect([code, await page(`/orders/${code}${path}`)]).toMatchObject([
          code,
          { status: 404, html: unknown.html },
        ])
      }
    }
    for (const broken of ['%ZZ', '%', '%FF', '%C3%28']) {
      expect([broken, (await page(`/orders/${broken}`)).status]).toEqual([broken, 404])
    }
    const { headers } = await service.account()
    const read = await service.fetch('/api/print/orders/%ZZ', { headers })
    expect([read.status, await read.json()]).toEqual([404, { error: 'Not found' }])
  })
})

describe('after a checkout', () => {
  test('calls the processor, because the webhook may arrive later', async () => {
    const order = await unpaid()
    const visit = await visitHostedPage(order.checkoutUrl ?? '', { number: '4242424242424242' })
    expect(visit).toEqual({
      kind: 'redirected',
      location: `${service.baseUrl}/orders/${order.code}?paid=1`,
    })
    expect((await page(`/orders/${order.code}`)).html).toContain(orderStatusLabels.PENDING_PAYMENT)
    const returned = await page(`/orders/${order.code}?paid=1`)
    expect(returned.html).toContain(`<h1>${orderStatusLabels.RECEIVED}</h1>`)
    expect(returned.html).toContain('We received your payment')
  })

  test('without a payment, advises to check again before paying', async () => {
    const order = await unpaid()
    const { html } = await page(`/orders/${order.code}?paid=1`)
    expect(html).toContain('has not confirmed a payment')
    expect(html).toContain(`/orders/${order.code}?paid=1`)
  })

  test('opens even when the processor is unavailable', async () => {
    const order = await unpaid()
    service.replace({
      payments: {
        findPayments: () => Promise.reject(new ProcessorUnavailable('gone')),
      },
    })
    const { status, html } = await page(`/orders/${order.code}?paid=1`)
    expect([status, html.includes('has not confirmed a payment')]).toEqual([200, true])
  })
})
