// How often public pages call the card processor: once in five seconds for an order, within a limit for each address,
// and only while the shared budget lasts. Also the content of pages that make no call, and their refusals.
import { beforeEach, describe, expect, test } from 'bun:test'
import { paymentIdOf } from '../../../server/domain/base/ids/payment-id.ts'
import type { Payments } from '../../../server/domain/payments/ports.ts'
import { placed, type SubmitBody, submit } from '../../../testing/people/submit.ts'
import { useService } from '../../../testing/use.ts'

const service = useService({ clientAddress: () => address })
let address = 'nowhere'
/** Uses a new visitor for each test. */
beforeEach(() => {
  address = crypto.randomUUID()
})

const query = (text: string, values: unknown[] = []) =>
  service.service.database.pool.query(text, values)
/** Places an unpaid order of an account with a customer, whose payments are listed. */
const unpaid = async (): Promise<SubmitBody> =>
  placed(submit(service, await service.account({ card: 'pm_card_chargeCustomerFail' })))

async function open(path: string, init: RequestInit = {}) {
  const response = await service.fetch(path, init)
  const html = await response.text()
  const { status, headers } = response
  return { status, html, title: /<h1>([^<]*)/.exec(html)?.[1], headers }
}
const payPage = ({ code }: SubmitBody) => open(`/orders/${code}/pay`)
const returnedPage = ({ code }: SubmitBody) => open(`/orders/${code}?paid=1`)
const press = ({ code }: SubmitBody) =>
  open(`/orders/${code}/pay`, { method: 'POST', headers: { origin: service.baseUrl } })

/** Counts how often the processor's record is read while `work` runs. */
async function countingLooks(
  work: () => Promise<unknown>,
  found: Awaited<ReturnType<Payments['findPayments']>> | null = null,
): Promise<number> {
  const { payments } = service.deps
  let looks = 0
  const restore = service.replace({
    payments: {
      findPayments: async (...asked) => {
        looks += 1
        return found ?? payments.findPayments(...asked)
      },
    },
  })
  await work()
  restore()
  return looks
}

/**
 * Repeats `work` when it crossed the end of a window: windows of the limits end with the full minute of the database.
 */
async function withinOneMinute<T>(work: () => Promise<T>): Promise<T> {
  const minute = async () =>
    (await query("select date_trunc('minute', now())::text as at")).rows[0].at
  for (;;) {
    const before = await minute()
    const result = await work()
    if ((await minute()) === before) return result
  }
}

/** Makes the next lookup due. */
const sixSecondsLater = ({ code }: SubmitBody) =>
  query(
    "update orders set payment_looked_at = payment_looked_at - interval '6 seconds' where code = $1",
    [code],
  )

describe('one order', () => {
  test('is looked up once in five seconds, by both pages and all visitors together', async () => {
    const order = await unpaid()
    const pages = [payPage, returnedPage]
    const visits = () =>
      Promise.all(Array.from({ length: 20 }, (_, index) => (pages[index % 2] ?? payPage)(order)))
    expect(await countingLooks(visits)).toBe(1)
    expect(await countingLooks(visits)).toBe(0)
    await sixSecondsLater(order)
    expect(await countingLooks(visits)).toBe(1)
  })

  test('keeps its previous state, such as a pending payment', async () => {
    const order = await unpaid()
    const processing = {
      paymentId: paymentIdOf('pi_1'),
      status: 'processing',
      amountCents: 800,
      reason: null,
      createdAt: new Date('2026-11-21T10:01:00Z'),
    } as const
    expect(await countingLooks(() => payPage(order), [processing])).toBe(1)
    const looks = await countingLooks(async () => {
      const { title, html } = await payPage(order)
      expect(title).toBe('A payment is in progress')
      expect(html).not.toContain('<form')
    })
    expect(looks).toBe(0)
    await sixSecondsLater(order)
    expect((await payPage(order)).title).toBe('Pay $8.00')
  })

  test('is unpaid "as far as we know" without a recent lookup', async () => {
    const order = await unpaid()
    expect((await payPage(order)).html).toContain('confirms that nothing has been paid')
    const second = await payPage(order)
    expect([second.status, second.title]).toEqual([200, 'Pay $8.00'])
    expect(second.html).toContain('As far as we know')
    expect(second.html).not.toContain('confirms that nothing has been paid')
  })

  test('is always looked up before a payment is opened', async () => {
    const order = await unpaid()
    await payPage(order)
    expect(await countingLooks(() => press(order))).toBe(1)
  })

  test('is looked up immediately when its payer returns from the checkout', async () => {
    const order = await unpaid()
    const looks = await countingLooks(async () => {
      await payPage(order)
      await press(order)
      await returnedPage(order)
      await returnedPage(order)
    })
    expect(looks).toBe(3)
  })

  test('opens twelve payments in a minute at most, from any number of addresses', async () => {
    const statuses = await withinOneMinute(async () => {
      const order = await unpaid()
      const seen: number[] = []
      for (let tries = 0; tries < 14; tries += 1) {
        address = crypto.randomUUID()
        seen.push((await press(order)).status)
      }
      return seen
    })
    expect(statuses).toEqual([...Array(12).fill(303), 429, 429])
  })
})

describe('one address', () => {
  test('opens 120 such pages in a minute, and is then refused with a readable page, unlike other addresses', async () => {
    const order = await unpaid()
    const seen = await withinOneMinute(async () => {
      address = crypto.randomUUID()
      const opened: number[] = []
      for (let tries = 0; tries < 120; tries += 1) {
        opened.push((await (tries % 2 === 0 ? payPage : returnedPage)(order)).status)
      }
      const refusals = [await payPage(order), await returnedPage(order), await press(order)]
      const state = await open(`/orders/${order.code}`)
      return { opened, refusals, state }
    })
    expect(seen.opened).toEqual(Array(120).fill(200))
    for (const refused of seen.refusals) {
      expect([refused.status, refused.title]).toEqual([429, 'Too many requests'])
      const seconds = Number(refused.headers.get('retry-after'))
      expect(seconds).toBeGreaterThanOrEqual(1)
      expect(seconds).toBeLessThanOrEqual(60)
      expect(refused.headers.get('content-type')).toStartWith('text/html')
      expect(refused.html).toContain('Nothing was charged')
    }
    // The page that does not call the processor stays available.
    expect(seen.state.status).toBe(200)
    address = crypto.randomUUID()
    expect((await payPage(order)).status).toBe(200)
  })

  test('is refused with a readable page when the limiter is unavailable', async () => {
    const order = await unpaid()
    service.replace({
      production: true,
      rateCounters: { consume: () => Promise.reject(new Error('the database is gone')) },
    })
    const refused = await payPage(order)
    expect([refused.status, refused.title]).toEqual([503, 'The payment page is busy'])
    expect(refused.headers.get('retry-after')).toBe('5')
  })
})

describe('with the budget used up', () => {
  const emptied = async (work: () => Promise<void>) => {
    // The budget was filled in the future, so nothing is added meanwhile.
    await query(`insert into call_budgets (name, tokens, filled_at) values ('processor', 0, now() + interval '1 hour')
      on conflict (name) do update set tokens = 0, filled_at = now() + interval '1 hour'`)
    try {
      await work()
    } finally {
      await query('delete from call_budgets')
    }
  }

  test('pages show the last known state, say so, and open nothing', async () => {
    const order = await unpaid()
    await emptied(async () => {
      const page = await payPage(order)
      expect([page.status, page.title]).toEqual([200, 'Pay $8.00'])
      expect(page.html).toContain('This page shows the last known state')
      expect(page.html).not.toContain('confirms that nothing has been paid')
      await sixSecondsLater(order)
      const returned = await returnedPage(order)
      expect(returned.status).toBe(200)
      expect(returned.html).toContain('This page shows the last known state')
      const pressed = await press(order)
      expect([pressed.status, pressed.title]).toEqual([503, 'The payment page is busy'])
      expect(pressed.headers.get('retry-after')).toBe('10')
    })
    await sixSecondsLater(order)
    expect((await payPage(order)).html).not.toContain('last known state')
  })

  test('orders are still charged', async () => {
    const account = await service.account()
    await emptied(async () => {
      expect(await placed(submit(service, account))).toMatchObject({ paid: true, charged: 8 })
    })
  })

  test('an uncharged order is placed without a link, and its page opens one later', async () => {
    const account = await service.account({ card: 'pm_card_chargeCustomerFail' })
    let order: SubmitBody | undefined
    await emptied(async () => {
      order = await placed(submit(service, account))
      expect(order).toMatchObject({
        paid: false,
        paymentUrl: null,
        checkoutUrl: null,
        message: expect.stringMatching(
          /^The order is saved but not paid \(Your card was declined\.\); open its status page to pay \$8\.00 by [\d-]{10}\.$/,
        ),
      })
    })
    if (order === undefined) throw new Error('nothing was placed')
    expect((await press(order)).headers.get('location')).toStartWith(service.stripe.baseUrl)
  })
})
