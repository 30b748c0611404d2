// Issuing invoices and credit notes on a real PostgreSQL: numbers, order, two workers, crashes, and immutability.

import { beforeAll, beforeEach, expect, test } from 'bun:test'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { createBillingDocuments } from '../../../server/db/billing/documents.ts'
import { bookMovement } from '../../../server/db/money/ledger.ts'
import type { OrderId } from '../../../server/domain/base/ids/order-id.ts'
import { paymentIdOf } from '../../../server/domain/base/ids/payment-id.ts'
import { refundIdOf } from '../../../server/domain/base/ids/refund-id.ts'
import { numberText, yearOf } from '../../../server/domain/billing/document.ts'
import { issueDocuments } from '../../../server/domain/billing/issue-documents.ts'
import type { BillingSettings } from '../../../server/domain/billing/make-documents.ts'
import { waitUntil } from '../../../testing/service/real-server.ts'
import { verifies } from '../../helpers/verifies.ts'
import { useOrders } from '../orders-fixture.ts'

const { database, orders, inserted, me } = useOrders()
const errors: string[] = []
const silent = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: (event: string) => void errors.push(event),
}
const billing: BillingSettings = {
  seller: [],
  documentSeller: ['Boxes & Co.'],
  taxRates: new Map([['US', 1000]]),
}
const depsOf = (timeZone = 'UTC') => ({
  billing,
  billingDocuments: createBillingDocuments(database.db, { timeZone, log: silent }),
  log: silent,
})
const issue = (deps = depsOf()) => issueDocuments(deps, 0)
const year = new Date().getUTCFullYear()

let payments = 0

/** Creates an order that was paid so many seconds before the others. */
async function paid(secondsAgo = 0): Promise<OrderId> {
  const order = await inserted()
  payments += 1
  await orders.markPaid(order.code, { paymentId: paymentIdOf(`pi_${payments}`), amountCents: 800 })
  await database.db
    .updateTable('order_events')
    .set({ at: sql`now() - make_interval(secs => ${secondsAgo})` })
    .where('order_id', '=', order.id)
    .where('by', '=', 'payment')
    .execute()
  return order.id
}

const documents = () =>
  database.db
    .selectFrom('billing_documents')
    .selectAll()
    .orderBy('series', 'desc')
    .orderBy('number')
    .execute()
const numbers = async () => (await documents()).map(numberText)
const invoiceNumbers = (count: number) =>
  Array.from({ length: count }, (_, index) => `${year}-${String(index + 1).padStart(6, '0')}`)

beforeAll(async () => {
  await database.pool.query('alter table billing_documents disable trigger user')
})
beforeEach(async () => {
  await database.pool.query('delete from billing_documents where corrects is not null')
  await database.pool.query('delete from billing_documents')
  await database.pool.query('update orders set invoice_due = false')
  await database.pool.query('update purchases set invoice_due = false')
})

verifies('invoice.in-order', async () => {
  const late = await paid(10)
  const first = await paid(30)
  const middle = await paid(20)
  await issue()
  const issued = await documents()
  expect(issued.map(({ order_id }) => order_id)).toEqual([first, middle, late])
  expect(await numbers()).toEqual(invoiceNumbers(3))
  // Payments of the last seconds wait, because an earlier payment may be about to commit.
  const fresh = await paid()
  await issueDocuments(depsOf())
  expect(await numbers()).toHaveLength(3)
  await issue()
  expect((await documents()).at(-1)?.order_id).toBe(fresh)
})

verifies(
  'invoice.numbers',
  'numbers continue from the existing documents of their year',
  async () => {
    await paid()
    await issue()
    // Numbers continue from the existing documents, for each year separately.
    await database.pool.query('update billing_documents set year = year - 1, number = 41')
    await paid()
    await paid()
    await issue()
    expect(await numbers()).toEqual([`${year}-000001`, `${year}-000002`, `${year - 1}-000041`])
  },
)

verifies('invoice.numbers', 'the year is that of TIME_ZONE', async () => {
  const newYear = new Date('2026-12-31T23:30:00Z')
  const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Pacific/Kiritimati'] as const
  expect(zones.map((zone) => yearOf(newYear, zone))).toEqual([2026, 2027, 2026, 2027])
  expect(yearOf(new Date('2027-01-01T04:59:00Z'), 'America/New_York')).toBe(2026)
  await paid()
  await issue(depsOf('Pacific/Kiritimati'))
  const [row] = await documents()
  expect(row?.year).toBe(yearOf(row?.issued_at ?? newYear, 'Pacific/Kiritimati'))
})

verifies('invoice.two-workers', async () => {
  const ids = await Promise.all(Array.from({ length: 60 }, () => paid()))
  // 8 workers of 10 rounds each, while 40 more orders are paid.
  const more = Promise.all(Array.from({ length: 40 }, () => paid()))
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      const deps = depsOf()
      for (let round = 0; round < 10; round += 1) await issueDocuments(deps, 0)
    }),
  )
  const all = [...ids, ...(await more)]
  await issue()
  expect(await numbers()).toEqual(invoiceNumbers(100))
  expect(new Set((await documents()).map(({ order_id }) => order_id))).toEqual(new Set(all))
})

verifies(
  'invoice.crash',
  'no number is lost when a statement fails after the documents were written',
  async () => {
    await paid()
    await issue()
    const ids = [await paid(2), await paid(1)]
    await database.pool.query(`
    create function break_off() returns trigger language plpgsql as $$ begin raise exception 'broken off'; end $$;
    create trigger break_off before update of invoice_due on orders for each row execute function break_off()`)
    await expect(issue()).rejects.toThrow('broken off')
    expect(await numbers()).toEqual(invoiceNumbers(1))
    await database.pool.query('drop trigger break_off on orders')
    await issue()
    expect(await numbers()).toEqual(invoiceNumbers(3))
    expect((await documents()).slice(1).map(({ order_id }) => order_id)).toEqual(ids)
  },
)

verifies('invoice.crash', 'no number is lost when the session ends before the commit', async () => {
  const ids = [await paid(2), await paid(1)]
  await database.pool.query(`
    create function wait_long() returns trigger language plpgsql as $$ begin perform pg_sleep(60); return new; end $$;
    create trigger wait_long before update of invoice_due on orders for each row execute function wait_long()`)
  const interrupted = issue().then(
    () => 'done',
    () => 'ended',
  )
  const sleeping = "datname = current_database() and wait_event = 'PgSleep'"
  await waitUntil('the documents are written', async () => {
    const { rowCount } = await database.pool.query(
      `select 1 from pg_stat_activity where ${sleeping}`,
    )
    return rowCount === 1
  })
  // Another worker does nothing meanwhile.
  await issue()
  expect(await numbers()).toEqual([])
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where ${sleeping}`,
  )
  expect(await interrupted).toBe('ended')
  await database.pool.query('drop trigger wait_long on orders')
  await issue()
  expect(await numbers()).toEqual(invoiceNumbers(2))
  expect((await documents()).map(({ order_id }) => order_id)).toEqual(ids)
})

verifies('invoice.immutable', async () => {
  await paid()
  await issue()
  await database.pool.query('alter table billing_documents enable trigger user')
  try {
    const before = await documents()
    for (const change of [
      'update billing_documents set total_cents = 1',
      "update billing_documents set content = '{}'",
      'delete from billing_documents',
      'truncate billing_documents',
    ]) {
      await expect(database.pool.query(change)).rejects.toThrow(
        'issued documents are never changed',
      )
    }
    expect(await documents()).toEqual(before)
  } finally {
    await database.pool.query('alter table billing_documents disable trigger user')
  }
})

verifies('invoice.old-orders', async () => {
  const id = await paid()
  await database.db.updateTable('orders').set({ invoice_due: false }).where('id', '=', id).execute()
  // A refund of it issues nothing either.
  await database.db.transaction().execute(async (tx) => {
    await tx.updateTable('orders').set({ refunded_cents: 300 }).where('id', '=', id).execute()
    const source = `refund:${id}`
    const refund = { kind: 'refund', debit: 'orders', credit: 'processor', cents: 300 } as const
    await bookMovement(tx, { ...refund, orderId: id, source })
  })
  await issue()
  expect(await numbers()).toEqual([])
})

verifies('invoice.dispute', async () => {
  const id = await paid()
  await issue()
  await database.db.transaction().execute(async (tx) => {
    const lost = { lost_cents: 800, updated_at: sql<Date>`now()` }
    await tx.updateTable('orders').set(lost).where('id', '=', id).execute()
    const movement = { kind: 'dispute_lost', debit: 'orders', credit: 'disputed' } as const
    await bookMovement(tx, { ...movement, cents: 800, orderId: id, source: `dispute_lost:${id}` })
  })
  await issue()
  const [, note] = await documents()
  // 8 / 1.1 = 7.2727.
  expect(note).toMatchObject({
    kind: 'credit_note',
    number: 1,
    source: 'dispute',
    total_cents: 800,
    tax_cents: 73,
    tax_rate: 1000,
  })
  await issue()
  expect(await documents()).toHaveLength(2)
})

/** Stores a refund at the processor of which only the amount is known. */
async function refunded(orderId: OrderId, cents: number, lines: string | null = null) {
  await database.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('orders')
      .set({ refunded_cents: cents })
      .where('id', '=', orderId)
      .execute()
    await tx
      .insertInto('refunds')
      .values({
        id: refundIdOf(randomUUID()),
        order_id: orderId,
        payment_id: paymentIdOf('pi_1'),
        request_key: randomUUID(),
        amount_cents: cents,
        lines,
        reason: 'It warped.',
        requested_by: 'operator@example.com',
        state: 'succeeded',
        processor_refund_id: `re_${randomUUID()}`,
      })
      .execute()
  })
}

const totals = async () => (await documents()).map(({ kind, total_cents }) => [kind, total_cents])

test('a refund with unreadable parts is credited as an amount and does not stop the others', async () => {
  errors.length = 0
  const damaged = await paid(10)
  await issue()
  await refunded(damaged, 300, '{"of": "another release"}')
  await paid()
  await issue()
  expect(await totals()).toEqual([
    ['invoice', 800],
    ['invoice', 800],
    ['credit_note', 300],
  ])
  expect(errors).toEqual(['database.column_unreadable'])
})

test('an order with an unreadable document waits and does not stop the others', async () => {
  errors.length = 0
  const damaged = await paid(10)
  await issue()
  const stored = await database.pool.query('select content from billing_documents')
  await database.pool.query(`update billing_documents set content = '{}'`)
  await refunded(damaged, 300)
  await paid()
  await issue()
  expect(await totals()).toEqual([
    ['invoice', 800],
    ['invoice', 800],
  ])
  expect(errors).toEqual(['database.column_unreadable'])
  await database.pool.query('update billing_documents set content = $1 where order_id = $2', [
    stored.rows[0].content,
    damaged,
  ])
  await issue()
  expect((await totals()).at(-1)).toEqual(['credit_note', 300])
})

test('a repeat issues nothing, and unpaid orders wait', async () => {
  await inserted()
  await paid()
  for (const _ of [1, 2, 3]) await issue()
  expect(await numbers()).toEqual(invoiceNumbers(1))
  const [document] = await createBillingDocuments(database.db, {
    timeZone: 'UTC',
    log: silent,
  }).listByAccount(me, {
    limit: 9,
  })
  expect(document).toMatchObject({ kind: 'invoice', totalCents: 800, country: 'US' })
})
