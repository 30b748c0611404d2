// The ledger of money against a real PostgreSQL: credits, unmatched payments, tampering statements, and the history
// before the ledger. test/routes/money/money-ledger.test.ts covers the ways in which customers pay.

import { beforeEach, describe, expect, test } from 'bun:test'
import { randomUUID } from 'node:crypto'
import { accountsAndModels, ordersOf, sizeOf } from '../../../bench/growth/rows.ts'
import { ensureAccount } from '../../../server/db/accounts/accounts.ts'
import { createGenerationJobs } from '../../../server/db/generation/generation-jobs.ts'
import { createPurchases } from '../../../server/db/gift-cards/purchases.ts'
import { bookMovement, createLedger } from '../../../server/db/money/ledger.ts'
import { createOrders } from '../../../server/db/orders/orders.ts'
import { createUnmatchedPayments } from '../../../server/db/orders/unmatched/unmatched-payments.ts'
import { type AccountId, accountIdOf } from '../../../server/domain/base/caller.ts'
import {
  type GenerationJobId,
  generationJobIdOf,
  generationLeaseOf,
} from '../../../server/domain/base/ids/generation-job.ts'
import { orderIdOf } from '../../../server/domain/base/ids/order-id.ts'
import { type PaymentId, paymentIdOf } from '../../../server/domain/base/ids/payment-id.ts'
import { purchaseIdOf } from '../../../server/domain/base/ids/purchase-id.ts'
import { refundIdOf } from '../../../server/domain/base/ids/refund-id.ts'
import { keysOf } from '../../../server/domain/base/keys-of.ts'
import { defaultOptions } from '../../../server/domain/generation/request/options.ts'
import type { GenerationRequest } from '../../../server/domain/generation/request/request.ts'
import { differenceSubjects } from '../../../server/domain/money/difference-subjects.ts'
import { fillOrders } from '../../../testing/database/fill-orders.ts'
import { newOrder } from '../../../testing/orders.ts'
import { use, useDatabase } from '../../../testing/use.ts'

const database = useDatabase()
const ledger = use(() => createLedger(database.db))
const query = async (text: string, values: readonly unknown[] = []) =>
  (await database.pool.query(text, [...values])).rows
/** Returns [kind, debit, credit, cents] of each row, oldest first. */
const rows = async (
  about: Parameters<typeof ledger.movementsOf>[0],
): Promise<readonly (readonly unknown[])[]> =>
  (await ledger.movementsOf(about)).map(({ kind, debit, credit, cents }) => [
    kind,
    debit,
    credit,
    cents,
  ])

let accountId: AccountId
beforeEach(async () => {
  accountId = accountIdOf(randomUUID())
  await ensureAccount(database.db, accountId, `${accountId}@example.com`)
})

describe('credits', () => {
  const jobs = use(() => createGenerationJobs(database.db, console))
  const request: GenerationRequest = {
    mode: 'fast_draft',
    inputMode: 'text',
    prompt: 'a cup',
    style: null,
    options: defaultOptions,
    retextureOf: null,
  }
  async function buy(credits: number, amountCents: number) {
    const [id, purchases] = [
      purchaseIdOf(randomUUID()),
      createPurchases(database.db, { baseUrl: 'http://x' }),
    ]
    await purchases.insert({ id, accountId, amountCents, goods: { kind: 'credits', credits } })
    await purchases.markPaid(
      { purchaseId: id, paymentId: paymentIdOf(`pi_${id}`), amountCents },
      '',
    )
  }
  async function spend(credits: number) {
    const [id, lease] = [generationJobIdOf(randomUUID()), generationLeaseOf(randomUUID())]
    const createdAt = new Date()
    await jobs.add({ id, accountId, createdAt, body: null, request, leaseId: lease })
    expect(await jobs.charge(id, lease, { credits, request })).toMatchObject({ kind: 'charged' })
    return { id, lease }
  }
  const fail = ({ id, lease }: { id: GenerationJobId; lease: string }) =>
    jobs.fail(id, generationLeaseOf(lease), {
      failure: { kind: 'engine_failed', message: 'No.' },
      now: new Date(),
    })
  const balance = async () =>
    (
      await query('select credits, credit_value_cents as value from accounts where id = $1', [
        accountId,
      ])
    )[0]

  test('that are granted to a new account have no value, nor does spending them', async () => {
    expect(
      await query('select kind, credits from credit_entries where account_id = $1', [accountId]),
    ).toEqual([{ kind: 'grant', credits: 5 }])
    await fail(await spend(2))
    await spend(5)
    expect(await rows({ accountId })).toEqual([])
    expect(await balance()).toEqual({ credits: 0, value: 0 })
  })

  test('are spent at their average value, and are refunded at the value taken', async () => {
    await buy(10, 500)
    const first = await spend(1)
    // 500 x 1 / 15 = 33.3, then 467 x 4 / 14 = 133.4.
    await spend(4)
    await fail(first)
    // 334 + 33 = 367 for 11; the last one takes all of the remaining value: 367 x 10 / 11 = 333.6, and the rest.
    await spend(10)
    await spend(1)
    expect(await rows({ accountId })).toEqual([
      ['credits_sold', 'processor', 'credits', 500],
      ['credits_used', 'credits', 'credits_used', 33],
      ['credits_used', 'credits', 'credits_used', 133],
      ['credits_returned', 'credits_used', 'credits', 33],
      ['credits_used', 'credits', 'credits_used', 334],
      ['credits_used', 'credits', 'credits_used', 33],
    ])
    expect(await balance()).toEqual({ credits: 0, value: 0 })
  })

  test('that an operator grants have no value; those that an operator removes have the average one', async () => {
    await buy(10, 600)
    await query('select grant_credits($1, 5)', [accountId])
    await query('select grant_credits($1, -5)', [accountId])
    expect(await rows({ accountId })).toEqual([
      ['credits_sold', 'processor', 'credits', 600],
      ['credits_used', 'credits', 'credits_used', 150],
    ])
    expect(await balance()).toEqual({ credits: 15, value: 450 })
  })

  test('of many concurrent jobs add up', async () => {
    await buy(10, 500)
    await Promise.all(Array.from({ length: 15 }, () => spend(1)))
    const spent = (await ledger.movementsOf({ accountId })).slice(1)
    expect(spent.reduce((sum, { cents }) => sum + cents, 0)).toBe(500)
    expect(await balance()).toEqual({ credits: 0, value: 0 })
  })

  test('of an account without any activity are deleted with it', async () => {
    await query('delete from accounts where id = $1', [accountId])
    expect(await query('select from credit_entries where account_id = $1', [accountId])).toEqual([])
  })
})

describe('an unmatched payment', () => {
  let paymentId: PaymentId
  let subjectId: string
  beforeEach(async () => {
    ;[paymentId, subjectId] = [paymentIdOf(`pi_${randomUUID()}`), randomUUID()]
    await query(
      `insert into unmatched_payments (payment_id, subject, subject_id, amount_cents, paid_at, marked)
        values ($1, 'order', $2, 800, now(), true)`,
      [paymentId, subjectId],
    )
  })
  const become = (state: string) =>
    query('update unmatched_payments set state = $2 where payment_id = $1', [paymentId, state])
  const received = ['unmatched_payment', 'processor', 'unmatched', 800]
  const refunded = ['unmatched_refund', 'unmatched', 'processor', 800]
  const matched = ['unmatched_matched', 'unmatched', 'processor', 800]
  const booked = () => rows({ orderId: orderIdOf(subjectId) })

  test('that is refunded, with a refund that the bank returns', async () => {
    expect(await booked()).toEqual([received])
    await become('claimed')
    const refundId = refundIdOf(randomUUID())
    const port = createUnmatchedPayments(database.db, { baseUrl: 'http://x' })
    expect(await port.beginRefund(paymentId, refundId)).toBe('refunding')
    expect(await booked()).toEqual([received])
    const done = { kind: 'succeeded', processorRefundId: 're_1' } as const
    await port.settleRefund(refundId, done)
    await port.settleRefund(refundId, done)
    expect(await booked()).toEqual([received, refunded])
    await port.settleRefund(refundId, { kind: 'failed', reason: 'No.', processorRefundId: 're_1' })
    const returned = ['unmatched_refund_returned', 'processor', 'unmatched', 800]
    expect(await booked()).toEqual([received, refunded, returned])
    await become('refunding')
    await become('refunded')
    expect(await booked()).toEqual([received, refunded, returned, refunded])
  })

  test('with an order that is restored, and lost again', async () => {
    await become('returned')
    await become('found')
    await become('failed')
    await become('returned')
    expect(await booked()).toEqual([received, matched, received, matched])
  })

  test.each(['found', 'kept'])(
    'that is %s and pays its order is no longer unmatched',
    async (state) => {
      await become(state)
      const orders = createOrders(database, { baseUrl: 'http://x', log: console })
      const order = { ...newOrder(accountId), id: orderIdOf(subjectId) }
      expect(await orders.insert(order)).toEqual({ kind: 'inserted' })
      expect(
        await orders.markPaid(order.code, { paymentId, amountCents: order.price.totalCents }),
      ).toMatchObject({
        kind: 'paid',
      })
      const paid = [received, ['charge', 'processor', 'orders', 800]]
      expect(await booked()).toEqual(paid)
      for (let times = 0; times < 2; times++) {
        await createUnmatchedPayments(database.db, { baseUrl: 'http://x' }).noteReturned()
        await ledger.matchKept()
        expect(await booked()).toEqual([...paid, matched])
      }
      await become('returned')
      expect(await booked()).toEqual([...paid, matched])
    },
  )
})

describe('the database refuses', () => {
  let orderId: string
  let cardId: string
  beforeEach(async () => {
    const order = newOrder(accountId)
    orderId = order.id
    const orders = createOrders(database, { baseUrl: 'http://x', log: console })
    await orders.insert(order)
    await orders.markPaid(order.code, {
      paymentId: paymentIdOf(`pi_${orderId}`),
      amountCents: order.price.totalCents,
    })
    const purchases = createPurchases(database.db, { baseUrl: 'http://x' })
    const [id, hash] = [purchaseIdOf(randomUUID()), randomUUID()]
    const goods = { kind: 'gift_card', recipientEmail: 'a@b.example', message: null } as const
    await purchases.insert({ id, accountId, amountCents: 2500, goods })
    await purchases.markPaid(
      { purchaseId: id, paymentId: paymentIdOf(`pi_${id}`), amountCents: 2500 },
      hash,
    )
    cardId = (await query('select id from gift_cards where purchase_id = $1', [id]))[0].id
  })

  const statements = {
    'a gift card with less than its ledger': () => [
      'update gift_cards set balance_cents = 2400 where id = $1',
      [cardId],
    ],
    'a gift card with less in its ledger': () => [
      "insert into gift_card_entries (gift_card_id, kind, cents, order_id) values ($1, 'redeem', -100, $2)",
      [cardId, orderId],
    ],
    'a refund that is nowhere else': () => [
      'update orders set refunded_cents = 100 where id = $1',
      [orderId],
    ],
    'a refund that its order does not have': () => [
      `insert into refunds (id, order_id, request_key, payment_id, amount_cents, reason, requested_by, state)
        values (gen_random_uuid(), $1, 'k', 'pi', 100, 'r', 'ops', 'succeeded')`,
      [orderId],
    ],
    'a paid order that becomes unpaid': () => [
      "update orders set paid = false, payment_id = null, charge_state = 'declined' where id = $1",
      [orderId],
    ],
    'another total of a paid order': () => [
      'update orders set total_cents = total_cents + 1, print_cents = print_cents + 1 where id = $1',
      [orderId],
    ],
    'credits without an entry': () => [
      'update accounts set credits = credits + 1 where id = $1',
      [accountId],
    ],
    'an entry without credits': () => [
      "insert into credit_entries (account_id, kind, credits) values ($1, 'grant', 1)",
      [accountId],
    ],
    'an entry that is deleted': () => [
      'delete from credit_entries where account_id = $1',
      [accountId],
    ],
    'an entry that is changed': () => [
      'update credit_entries set credits = 4 where account_id = $1',
      [accountId],
    ],
    'a value of credits that nobody paid': () => [
      'update accounts set credit_value_cents = 1 where id = $1',
      [accountId],
    ],
    'a movement of an order that has it nowhere else': () => [
      `insert into money_movements (kind, debit, credit, cents, order_id, source)
        values ('refund', 'orders', 'processor', 100, $1, 'by hand')`,
      [orderId],
    ],
    'a movement of a gift card that has it nowhere else': () => [
      `insert into money_movements (kind, debit, credit, cents, gift_card_id, source)
        values ('gift_card_voided', 'gift_cards', 'breakage', 100, $1, 'by hand')`,
      [cardId],
    ],
    'a movement that is changed': () => [
      'update money_movements set cents = 1 where order_id = $1',
      [orderId],
    ],
    'a movement that is deleted': () => [
      'delete from money_movements where order_id = $1',
      [orderId],
    ],
    'all movements deleted': () => ['truncate money_movements', []],
    'a charge that is booked twice': () => [
      `insert into money_movements (kind, debit, credit, cents, source)
        values ('charge', 'processor', 'orders', 1, 'charge:' || $1::uuid)`,
      [orderId],
    ],
    'a direction that its kind does not have': () => [
      "insert into money_movements (kind, debit, credit, cents, source) values ('charge', 'bank', 'orders', 1, 'x')",
      [],
    ],
    'a direction of another kind': () => [
      "insert into money_movements (kind, debit, credit, cents, source) values ('refund', 'processor', 'orders', 1, 'x')",
      [],
    ],
    'a kind that there is not': () => [
      "insert into money_movements (kind, debit, credit, cents, source) values ('gift', 'processor', 'orders', 1, 'x')",
      [],
    ],
    'a movement of nothing': () => [
      "insert into money_movements (kind, debit, credit, cents, source) values ('fee', 'fees', 'processor', 0, 'x')",
      [],
    ],
  } satisfies Readonly<Record<string, () => readonly [string, readonly unknown[]]>>

  const messages: Readonly<Partial<Record<keyof typeof statements, RegExp>>> = {
    'a movement that is changed': /only added/,
    'a movement that is deleted': /only added/,
    'all movements deleted': /only added/,
    'a charge that is booked twice': /money_movements_source/,
    'a direction that its kind does not have': /money_movements_direction/,
    'a direction of another kind': /money_movements_direction/,
    'a kind that there is not': /money_movements_direction/,
    'a movement of nothing': /money_movements_cents_check/,
  }
  test.each(keysOf(statements))('%s', async (name) => {
    const count = async () => (await query('select count(*)::int as n from money_movements'))[0].n
    const before = await count()
    const [text, values] = statements[name]()
    await expect(query(text, values)).rejects.toThrow(messages[name] ?? /in its row|the ledger has/)
    expect(await count()).toBe(before)
  })

  test('a duplicate booking under the same source, and reports it', async () => {
    const movement = {
      kind: 'fee',
      debit: 'fees',
      credit: 'processor',
      cents: 53,
      processorId: 'txn_1',
      source: 'fee:txn_1',
    } as const
    const book = () => database.db.transaction().execute((tx) => bookMovement(tx, movement))
    expect([await book(), await book()]).toEqual(['booked', 'already'])
  })
})

test('orders that are generated for tests and benchmarks are booked as well', async () => {
  await fillOrders(database.pool, { orders: 400, days: 10, open: 20 })
  // These orders differ from those of the first fill, which have codes derived from the same numbers.
  const [size, until] = [sizeOf(1400), new Date().toISOString()]
  const filled = ordersOf(size, until, { from: 1001, to: 1400 })
  const client = await database.pool.connect()
  try {
    await client.query('set session_replication_role = replica')
    await client.query('begin')
    for (const text of [...accountsAndModels(size, until), ...filled]) await client.query(text)
    await client.query('commit')
  } finally {
    client.release(true)
  }
  const [booked] = await query(`select count(*) filter (where kind = 'charge')::int as charges,
    count(*) filter (where kind = 'refund')::int as refunds from money_movements
    where order_id in (select id from orders where account_id = 'farm' or account_id like 'growth-%')`)
  // One in 50 orders of each fill was cancelled and refunded; 2 % of the second fill were not paid.
  expect(booked.charges).toBeGreaterThan(780)
  expect(booked.refunds).toBeGreaterThan(10)
  const differences = await Promise.all(
    differenceSubjects.map((subject) => ledger.compare(subject, null)),
  )
  expect(differences.flatMap((found) => found.differences)).toEqual([])
})
