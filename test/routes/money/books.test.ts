// Books of a small month with sums derived manually, their comparison with the card processor, and closing.
import { beforeAll, beforeEach, describe, expect } from 'bun:test'
import { defaultMarker } from '../../../server/adapters/payments/order-reference.ts'
import { issueDocuments } from '../../../server/domain/billing/issue-documents.ts'
import {
  balancesOf,
  earningsOf,
  takingsByDay,
  takingsOf,
} from '../../../server/domain/books/figures.ts'
import { takeTieOutStep } from '../../../server/domain/books/tie-out.ts'
import { reviewPayments } from '../../../server/domain/orders/disputes/review-payment.ts'
import { ProcessorUnavailable } from '../../../server/domain/payments/ports.ts'
import { loseMovements, withoutTriggers } from '../../../testing/database/without-triggers.ts'
import { compareBooks, moveBooksTo } from '../../../testing/money/books.ts'
import { type Desk, openDesk } from '../../../testing/people/operator-desk.ts'
import {
  buyer,
  checkoutBody,
  giftCard,
  pay,
  post,
  storeCube,
} from '../../../testing/people/shop.ts'
import { findOrder, placed, submit } from '../../../testing/people/submit.ts'
import { HOOK_TIMEOUT_MS } from '../../../testing/service/service.ts'
import { use, useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const viewer = 'viewer@example.com'
/** Time zone nine hours ahead of UTC all year. */
const timeZone = 'Asia/Tokyo'
const service = useService({
  env: { TIME_ZONE: timeZone, TAX_RATES: 'US:25', VIEWER_EMAILS: viewer },
})
const ada = use(() => buyer(service))
const pool = () => service.service.database.pool
const tieOut = (quietSeconds?: number) => compareBooks(service, quietSeconds)
const differences = async () =>
  (await service.deps.books.tieOut()).differences.map(
    ({ part, objectId, processorCents, ledgerCents }) => [
      part,
      objectId,
      processorCents,
      ledgerCents,
    ],
  )

const started = new Date()
/** The previous month, and a moment in it. */
const now = new Date(started.getTime() + 9 * 3600_000)
const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1))
  .toISOString()
  .slice(0, 7)
const present = now.toISOString().slice(0, 7)
/** In Tokyo this is the 16th, 1:00 in the morning. */
const midMonth = new Date(`${month}-15T16:00:00Z`)

async function orderByCard() {
  const { code } = await placed(submit(service, await service.account()))
  return await paidOrder(code)
}

async function paidOrder(code: string) {
  const order = await findOrder(service, code)
  if (order === null) throw new Error(`no order ${code}`)
  return { code, id: order.id, payment: order.paymentId ?? '' }
}

async function checkOut(modelUrl: string, card: string) {
  const items = [{ modelUrl, color: 'Black' }]
  const body = checkoutBody(items, { giftCard: card })
  const [, { code, checkoutUrl }] = await post(service, ada, '/api/checkout', body)
  if (checkoutUrl !== null && checkoutUrl !== undefined) await pay(service, checkoutUrl)
  return await paidOrder(code)
}

let desk: Desk
let first: Awaited<ReturnType<typeof orderByCard>>
let shared: typeof first
let lost: typeof first
let payoutId: string

const refund = async (code: string, amountCents: number) => {
  const { status } = await desk.api(`/api/operator/orders/${code}/refund`, {
    amountCents,
    reason: 'A part was missing.',
  })
  expect(status).toBe(200)
}

/**
 * A 20 mm cube costs $1.00 and $7.00 postage, a 40 mm cube $4.32 and $7.00. Payment fees are 2.9 % and 30 cents: 53
 * cents on $8.00, 88 on $20.00, 45 on $5.00, 48 on $6.32; a dispute costs $15.00.
 */
beforeAll(async () => {
  desk = await openDesk(service)
  first = await orderByCard()
  const big = await giftCard(service, ada, 2000)
  const small = await giftCard(service, ada, 500)
  const model = await storeCube(service, ada, 40)
  shared = await checkOut(model, small)
  await checkOut(model, big)
  const [, { checkoutUrl }] = await post(service, ada, '/api/account/credits', { pack: 10 })
  await pay(service, checkoutUrl)
  // The account has 5 granted and 10 bought credits: 500 x 3 / 15.
  await pool().query('select grant_credits($1, -3)', [ada.accountId])
  await refund(first.code, 300)
  // The refund uses the gift card's part first.
  await refund(shared.code, 200)
  lost = await orderByCard()
  const dispute = await service.stripe.openDispute({ payment: lost.payment })
  await service.stripe.deliver()
  await service.stripe.moveDispute({ dispute: dispute.id, to: 'lost' })
  await service.stripe.deliver()
  await reviewPayments(service.deps)
  await issueDocuments(service.deps, 0)
  ;({ id: payoutId } = await service.stripe.payOut({ pending: true }))
  await tieOut()
  // Everything is on one day, even when the day ends in Tokyo during the test.
  await moveBooksTo(pool(), started)
}, HOOK_TIMEOUT_MS)

const sum = (kinds: readonly string[]) =>
  pool()
    .query(
      'select coalesce(sum(cents), 0)::int as cents from money_movements where kind = any($1)',
      [kinds],
    )
    .then(({ rows }) => rows[0].cents)

describe('a month', () => {
  verifies('books.takings', async () => {
    const figures = await service.deps.books.figures(present)
    expect(takingsOf(figures.days)).toEqual({
      // 100 + 432 + 432 + 100, and four times 700.
      prints: 1064,
      postage: 2800,
      giftCardsSold: 2500,
      // 500 and 1132, minus the refund of 200.
      giftCardsUsed: -1432,
      creditsSold: 500,
      refunds: -500,
      disputes: -800,
      // 53 + 88 + 45 + 48 + 45 + 53 + 1500
      fees: -1832,
      other: 0,
      // 800 + 2000 + 500 + 632 + 500 + 800 - 300 - 800 - 1832
      atProcessor: 2300,
      creditsUsed: 100,
    })
    expect(earningsOf(figures)).toEqual({
      prints: 1064,
      postage: 2800,
      creditsUsed: 100,
      giftCardsVoided: 0,
      refunds: -500,
      disputesLost: -800,
      fees: -1832,
      losses: 0,
      result: 832,
    })
    const ends = (side: 'assets' | 'liabilities') =>
      balancesOf(figures, side).map(({ account, beforeCents, endCents }) => [
        account,
        beforeCents,
        endCents,
      ])
    // 2500 - 1632 + 200; 500 - 100; all of the 2300 was paid out.
    expect(ends('liabilities')).toEqual([
      ['gift_cards', 0, 1068],
      ['credits', 0, 400],
      ['unmatched', 0, 0],
    ])
    expect(ends('assets')).toEqual([
      ['processor', 0, 0],
      ['disputed', 0, 0],
      ['debts', 0, 0],
    ])
  })

  verifies('books.fees', async () => {
    expect(await sum(['fee'])).toBe(1832)
    expect(await differences()).toEqual([])
    const { last } = await service.deps.books.tieOut()
    // 6 payments, a refund by card, a dispute, their 7 fees, a payout.
    expect(last).toMatchObject({ differenceCents: 0, unexplained: 0, compared: 16 })
  })

  verifies('books.payouts', async () => {
    expect(await sum(['payout'])).toBe(2300)
    const { payouts } = await service.deps.books.figures(present)
    expect(payouts).toMatchObject([
      { id: payoutId, amountCents: 2300, foreignCents: 0, feeCents: 1832, transactions: 8 },
    ])
    const { html } = await desk.get(`/operator/books/payouts/${payoutId}`)
    for (const text of ['Payout of $23.00', first.code, shared.code, '>Purchase<', first.payment]) {
      expect([text, html.includes(text)]).toEqual([text, true])
    }
    expect((await desk.get('/operator/books/payouts/po_none')).status).toBe(404)
  })

  verifies('books.reading', async () => {
    const before = await pool().query('select count(*) from money_movements')
    // The reading is interrupted at its second step and resumes there when its lease expires.
    await service.deps.books.requestReading()
    expect(await takeTieOutStep(service.deps, 0)).toBe(true)
    const back = service.replace({
      processorBalance: {
        listPayouts: async () => {
          throw new ProcessorUnavailable('no route')
        },
      },
    })
    expect(await takeTieOutStep(service.deps, 0)).toBe(false)
    back()
    expect(await takeTieOutStep(service.deps, 0)).toBe(false)
    await pool().query("update balance_readings set leased_until = now() - interval '1 second'")
    while (await takeTieOutStep(service.deps, 0));
    expect((await service.deps.books.tieOut()).isReading).toBe(false)
    expect((await pool().query('select count(*) from money_movements')).rows).toEqual(before.rows)
    expect(await differences()).toEqual([])
  })

  verifies('books.csv', async () => {
    const { response } = await desk.get(`/operator/books/movements.csv?month=${present}`)
    const [head, ...rows] = (await response.text()).trim().split('\r\n')
    expect(head).toBe(
      'number,day,booked,kind,debit,credit,amount_usd,payment,processor_object,order,purchase,document,country,tax_percent,tax_contained_usd',
    )
    const rowOf = (kind: string, code: string) =>
      rows.find((each) => each.includes(`,${kind},`) && each.includes(`,${code},`))
    // 25 % of $8.00: 800 - 640.
    expect(rowOf('charge', first.code)).toMatch(
      new RegExp(
        `,charge,processor,orders,8,${first.payment},${first.payment},${first.code},,20\\d\\d-\\d{6},US,25,1.6$`,
      ),
    )
    // 1132 - 906 = 226, of which the gift card's 500 have 226 x 500 / 1132 = 99.8.
    expect(rowOf('gift_card_used', shared.code)).toEndWith(',US,25,1')
    expect(rowOf('charge', shared.code)).toEndWith(',US,25,1.26')
    // 300 - 240
    expect(rowOf('refund', first.code)).toMatch(/,3,pi_\w+,re_\w+,.*,C20\d\d-\d{6},US,25,-0.6$/)
    expect(rowOf('dispute_lost', lost.code)).toEndWith(',US,25,-1.6')
    expect(rows).toHaveLength(
      Number((await pool().query('select count(*) from money_movements')).rows[0].count),
    )
    const takings = await desk.get(`/operator/books/takings.csv?month=${present}`)
    expect((await takings.response.text()).split('\r\n')[1]).toEndWith(
      ',10.64,28,25,-14.32,5,-5,-8,-18.32,0,23,1',
    )
    for (const text of ['=cmd()', '+1', '-1', '@SUM(A1)']) {
      await pool().query('update processor_transactions set type = $1', [text])
      const csv = await desk.get(`/operator/books/transactions.csv?month=${present}`)
      const lines = (await csv.response.text()).trim().split('\r\n').slice(1)
      expect(lines).toHaveLength(9)
      expect(lines.every((line) => line.split(',')[2] === `'${text}`)).toBe(true)
    }
    await pool().query("update processor_transactions set type = 'charge'")
  })
})

const restoreCharge = ({ id, payment }: { readonly id: string; readonly payment: string }) =>
  withoutTriggers(
    pool(),
    `insert into money_movements (kind, debit, credit, cents, order_id, processor_id, source)
      values ('charge', 'processor', 'orders', 800, $1, $2, $3)`,
    [id, payment, `charge:${id}`],
  )

/** A payment that another system takes through the same account: $10.00, including a fee of 59 cents. */
const foreignPayment = (fields: Record<string, string> = {}) =>
  service.stripe.call('/v1/payment_intents', {
    amount: '1000',
    currency: 'usd',
    confirm: 'true',
    payment_method: 'pm_card_visa',
    ...fields,
  })

describe('the comparison finds', () => {
  beforeEach(async () => {
    await tieOut()
    expect(await differences()).toEqual([])
  })

  verifies('books.tie-out', 'a charge that is missing in the ledger', async () => {
    const order = await orderByCard()
    await loseMovements(pool(), "order_id = $1 and kind = 'charge'", [order.id])
    await tieOut()
    expect(await differences()).toEqual([['charge', order.payment, 800, 0]])
    const { html } = await desk.get(`/operator/books?month=${present}`)
    expect(html).toContain(
      'The card processor received a payment that belongs to no order or purchase.',
    )
    expect(html).toContain(`/operator/orders/${order.code}`)
    await restoreCharge(order)
  })

  verifies('books.tie-out', 'an amount that differs from the processor’s', async () => {
    const set = (cents: number) =>
      withoutTriggers(pool(), 'update money_movements set cents = $2 where source = $1', [
        `charge:${first.id}`,
        cents,
      ])
    await set(801)
    await tieOut()
    expect(await differences()).toEqual([['charge', first.payment, 800, 801]])
    expect((await service.deps.books.tieOut()).last?.differenceCents).toBe(-1)
    await set(800)
  })

  verifies('books.tie-out', 'a payment that the processor does not have', async () => {
    const insert = `insert into money_movements (kind, debit, credit, cents, processor_id, source)
      values ('unmatched_payment', 'processor', 'unmatched', 700, 'pi_unknown', 'test')`
    await withoutTriggers(pool(), insert)
    await tieOut()
    expect(await differences()).toEqual([['charge', 'pi_unknown', 0, 700]])
    await loseMovements(pool(), "source = 'test'", [])
  })

  verifies('books.tie-out', 'a payout that was booked twice', async () => {
    await withoutTriggers(
      pool(),
      `insert into money_movements (kind, debit, credit, cents, processor_id, source)
        values ('payout', 'bank', 'processor', 2300, $1, 'test')`,
      [payoutId],
    )
    await tieOut()
    expect(await differences()).toEqual([['payout', payoutId, -2300, -4600]])
    expect((await desk.get(`/operator/books?month=${present}`)).html).toContain(
      `/operator/books/payouts/${payoutId}`,
    )
    await loseMovements(pool(), "source = 'test'", [])
  })

  verifies(
    'books.tie-out',
    'a refund, a dispute and a fee that are missing in the ledger',
    async () => {
      for (const [kind, part, cents] of [
        ['refund', 'refund', -300],
        ['dispute_opened', 'dispute', -800],
        ['fee', 'fee', -53],
      ] as const) {
        const order = kind === 'dispute_opened' ? lost : first
        const { rows } = await pool().query(
          'select id, processor_id from money_movements where kind = $1 and order_id = $2',
          [kind, order.id],
        )
        const [{ id, processor_id }] = rows
        await withoutTriggers(
          pool(),
          "update money_movements set debit = 'losses', credit = 'bank' where id = $1",
          [id],
        )
        await tieOut()
        const object = part === 'fee' ? processor_id : order.payment
        expect(await differences()).toEqual([[part, object, cents, 0]])
        const debit = { refund: 'orders', dispute_opened: 'disputed', fee: 'fees' }[kind]
        await withoutTriggers(
          pool(),
          "update money_movements set debit = $2, credit = 'processor' where id = $1",
          [id, debit],
        )
      }
    },
  )

  verifies('books.tie-out', 'a payment of ours whose order is lost', async () => {
    const orderId = crypto.randomUUID()
    const made = await foreignPayment({
      'metadata[svc_service]': defaultMarker(service.baseUrl),
      'metadata[order_id]': orderId,
      'metadata[order_code]': 'SVC-LOST99',
    })
    const { id: payment } = made as { id: string }
    await tieOut()
    expect(await differences()).toEqual([['charge', payment, 1000, 0]])
    expect((await desk.get(`/operator/books?month=${present}`)).html).toContain(
      'href="/operator/money/unmatched"',
    )
    await pool().query(
      `insert into unmatched_payments (payment_id, subject, subject_id, amount_cents, paid_at, marked)
        values ($1, 'order', $2, 1000, now(), true)`,
      [payment, orderId],
    )
  })

  verifies('books.in-flight', async () => {
    const order = await orderByCard()
    await loseMovements(pool(), "order_id = $1 and kind = 'charge'", [order.id])
    await tieOut(3600)
    expect(await differences()).toEqual([])
    await tieOut()
    expect(await differences()).toEqual([['charge', order.payment, 800, 0]])
    await restoreCharge(order)
  })
})

verifies(['books.foreign', 'books.payout-returned'], async () => {
  await tieOut()
  const before = await sum(['fee', 'payout'])
  await foreignPayment()
  await orderByCard()
  const { other } = takingsOf((await service.deps.books.figures(present)).days)
  const payout = await service.stripe.payOut({ pending: true })
  await tieOut()
  expect(await differences()).toEqual([])
  const figures = await service.deps.books.figures(present)
  expect(figures.foreign).toEqual({ transactions: 1, netCents: 941 })
  const found = figures.payouts.find(({ id }) => id === payout.id)
  expect(found).toMatchObject({ amountCents: payout.amount, foreignCents: 941 })
  // The fee of the order, and our share of the payout.
  const ours = payout.amount - 941
  expect(await sum(['fee', 'payout'])).toBe(before + ours + 53)
  expect(takingsOf(figures.days).other).toBe(other)
  expect((await desk.get(`/operator/books/payouts/${payout.id}`)).html).toContain('Another system')
  const { html } = await desk.get(`/operator/books?month=${present}`)
  expect(html).toContain('had 1 transaction of $9.41')

  // The bank returns the payout, and it is paid out again: neither amount includes the other system's part.
  await service.stripe.failPayout({ payout: payout.id })
  const again = await service.stripe.payOut({ pending: true })
  expect(again.amount).toBe(payout.amount)
  await tieOut()
  expect(await differences()).toEqual([])
  expect(await sum(['payout_returned'])).toBe(ours)
  expect(await sum(['payout'])).toBe(2300 + 2 * ours)
  const { balances } = await service.deps.books.figures(present)
  expect(balances.find(({ account }) => account === 'processor')?.endCents).toBe(0)
  expect((await desk.get(`/operator/books/payouts/${payout.id}`)).html).toContain('Sent back')
})

describe('closing', () => {
  let closed: string
  /** 1064 and 2800, three orders of 800 since, and the one cent. */
  const closedTakings = '$62.65'
  beforeAll(async () => {
    await moveBooksTo(pool(), midMonth)
    await pool().query('delete from tie_outs')
  }, HOOK_TIMEOUT_MS)

  const close = (of: string, confirmed = '1') =>
    desk.post('/operator/books/close', { month: of, confirmed })

  verifies('books.days', async () => {
    const { days } = await service.deps.books.figures(month)
    expect(takingsByDay({ days }).map(({ day }) => day)).toEqual([`${month}-16`])
    expect((await service.deps.books.figures(present)).days).toEqual([])
    // The last second of the month in Tokyo, and the first second of the next.
    const end = new Date(`${present}-01T00:00:00+09:00`)
    await moveBooksTo(pool(), new Date(end.getTime() - 1000))
    expect((await service.deps.books.figures(present)).days).toEqual([])
    expect((await service.deps.books.figures(month)).days.length).toBeGreaterThan(5)
    await moveBooksTo(pool(), end)
    expect((await service.deps.books.figures(month)).days).toEqual([])
    await moveBooksTo(pool(), midMonth)
  })

  verifies('books.close', 'is refused until the month is over and compared', async () => {
    const early = await close(present)
    expect(early.status).toBe(409)
    expect(early.html).toContain('is not over yet')
    const uncompared = await close(month)
    expect(uncompared.status).toBe(409)
    expect(uncompared.html).toContain('was not compared with the card processor since the end of')
    await desk.post('/operator/books/compare', { month })
    expect((await close(month)).html).toContain('is being read at this moment')
    while (await takeTieOutStep(service.deps, 0));
    await pool().query('delete from tie_outs')
    expect((await pool().query('select from month_closings')).rowCount).toBe(0)
  })

  verifies(['books.told', 'books.walk'], async () => {
    await withoutTriggers(pool(), 'update money_movements set cents = 801 where source = $1', [
      `charge:${first.id}`,
    ])
    await tieOut()
    const find = async () => {
      const queues = await service.deps.metrics.queues()
      const attention = await service.deps.desk.attention()
      return [
        queues.find(({ queue }) => queue === 'tie_out_differences')?.depth,
        attention
          .find(({ kind }) => kind === 'tie_out_difference')
          ?.items.map((each) => each.detail),
      ]
    }
    expect(await find()).toEqual([1, ['charge: $8.00 at the card processor, $8.01 in the ledger']])
    expect(service.logs()).toContainEqual(
      expect.objectContaining({
        level: 'error',
        event: 'books.differ',
        objectId: first.payment,
        processorCents: 800,
        ledgerCents: 801,
      }),
    )
    expect((await close(month)).html).toContain(
      'One difference with the card processor is not explained.',
    )
    // Step 1: Money.
    let { html } = await desk.get('/operator')
    expect(html).toContain('href="/operator/money"')
    // Step 2: Books, which shows the month to be closed.
    ;({ html } = await desk.get('/operator/money'))
    expect(html).toContain('href="/operator/books"')
    ;({ html } = await desk.get('/operator/books'))
    expect(html).toContain(`name="month" value="${month}"`)
    expect(html).not.toContain('action="/operator/books/close"')
    // Steps 3 and 4: the explanation, and its button.
    const difference = {
      month,
      part: 'charge',
      object: first.payment,
      processor: '800',
      ledger: '801',
    }
    for (const field of Object.entries(difference)) {
      expect(html).toContain(`name="${field[0]}" value="${field[1]}"`)
    }
    const wrong = await desk.post('/operator/books/explain', { ...difference, text: ' ' })
    expect([wrong.status, wrong.html.includes('Say in 1 to 500 characters')]).toEqual([400, true])
    const stale = { ...difference, ledger: '802', text: 'It moved.' }
    expect((await desk.post('/operator/books/explain', stale)).status).toBe(404)
    const explained = await desk.post('/operator/books/explain', {
      ...difference,
      text: 'Rounded by hand, <b>a cent</b>.',
    })
    expect(explained.status).toBe(303)
    ;({ html } = await desk.get(explained.location))
    expect(html).toContain('Rounded by hand, &lt;b&gt;a cent&lt;/b&gt;.')
    expect(await find()).toEqual([0, undefined])
    // Step 5: Close. Step 6: the question.
    expect(html).toContain('action="/operator/books/close"')
    ;({ html } = await desk.post('/operator/books/close', { month }))
    expect(html).toContain('name="confirmed" value="1"')
    const done = await close(month)
    expect(done.status).toBe(303)
    ;({ html: closed } = await desk.get(done.location))
  })

  verifies('books.frozen', async () => {
    for (const text of ['is closed', 'operator@example.com', 'Rounded by hand', closedTakings]) {
      expect([text, closed.includes(text)]).toEqual([text, true])
    }
    expect((await close(month)).html).toContain('is closed already')
    const change = pool().query("update month_closings set closed_by = 'x'")
    await expect(change).rejects.toThrow('never changed')
    // A fee of the closed month that is read late counts on the first of the next month.
    const before = await service.deps.books.figures(present)
    expect(before.days).toEqual([])
    await pool().query(
      `insert into processor_transactions (id, type, about, owner, amount_cents, fee_cents, net_cents, currency, created_at)
        values ('txn_late', 'stripe_fee', 'fee', 'ours', -200, 0, -200, 'usd', $1)`,
      [midMonth],
    )
    await tieOut()
    expect((await service.deps.books.figures(present)).days).toMatchObject([
      { day: `${present}-01`, kind: 'fee', cents: 200 },
    ])
    expect(await differences()).toEqual([['charge', first.payment, 800, 801]])
    expect((await desk.get(`/operator/books?month=${month}`)).html).not.toContain('other figures')
    // Rows inserted directly into the closed month are detected.
    await withoutTriggers(pool(), 'update money_movements set cents = 800 where source = $1', [
      `charge:${first.id}`,
    ])
    const { html } = await desk.get(`/operator/books?month=${month}`)
    expect(html).toContain('The ledger has changed since this month was closed')
    expect(html).toContain(closedTakings)
  })

  verifies('books.close', 'follows the order of the months', async () => {
    const later = await service.deps.books.monthState('2031-05')
    expect(later.earlier).toBe(present)
    expect((await close('2031-05')).status).toBe(409)
  })

  verifies('books.roles', async () => {
    const seen = await openDesk(service, viewer)
    const { status, html } = await seen.get(`/operator/books?month=${present}`)
    expect([status, html.includes('action="/operator/books/compare"')]).toEqual([200, false])
    expect((await seen.get(`/operator/books/movements.csv?month=${month}`)).status).toBe(200)
    for (const path of ['compare', 'explain', 'close']) {
      const refused = await seen.post(`/operator/books/${path}`, { month })
      expect([path, refused.status]).toEqual([path, 403])
    }
    const other = await openDesk(service, 'customer@example.com')
    expect((await other.get('/operator/books')).status).toBe(403)
  })
})
