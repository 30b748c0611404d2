// The history that migration 0052 books for a database of the previous release. Rows and movements are derived by
// hand.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { Migrator } from 'kysely/migration'
import { migrateToLatest } from '../../../server/db/core/migrating/migrate.ts'
import { migrations } from '../../../server/db/migrations/index.ts'
import { createLedger } from '../../../server/db/money/ledger.ts'
import { checkLedger } from '../../../server/domain/money/check-ledger.ts'
import { type TestDatabase, testDatabase } from '../../../testing/database/database.ts'
import { HOOK_TIMEOUT_MS } from '../../../testing/service/service.ts'

let database: TestDatabase
const query = async (text: string, values: readonly unknown[] = []) =>
  (await database.pool.query(text, [...values])).rows

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
/** Returns a day and hour in January 2026. */
const at = (day: number, hour = 0) =>
  `2026-01-${String(day).padStart(2, '0')}T${String(hour).padStart(2, '0')}:00:00.000Z`

type Order = {
  readonly total: number
  readonly payment?: string
  readonly gift?: number
  readonly refunded?: number
  readonly giftRefunded?: number
  readonly created: string
}

async function insertOrder(number: number, code: string, order: Order): Promise<void> {
  const { total, payment = null, gift = 0, refunded = 0, giftRefunded = 0, created } = order
  await query(
    `insert into orders (id, code, account_id, source, status, paid, payment_id, charge_state, material, quality, quantity,
      color, infill, nozzle_diameter, nozzle_flow, layer_height, recipient_name, street1, city, state, zip, country, email,
      print_cents, shipping_cents, total_cents, grams_per_part, centihours_per_part, file_uri, file_name, file_sha256,
      file_size_bytes, file_format, created_at, gift_card_id, gift_cents, gift_refunded_cents, refunded_cents)
    values ($1, $2, 'ada', 'rest', $3, $4, $5, 'none', 'pla', 'standard', 1, 'Black', 20, 0.4, 'standard', 0.2,
      'Ada', '1 Main Street', 'Springfield', 'IL', '62701', 'US', 'ada@example.com', $6 - 700, 700, $6, 5, 25, 'gs://b/f', 'f.stl', 'x', 84, 'stl',
      $7, $8, $9, $10, $11)`,
    [
      id(number),
      code,
      payment === null ? 'CANCELLED' : 'RECEIVED',
      payment !== null,
      payment,
      total,
      created,
      gift > 0 ? id(201) : null,
      gift,
      giftRefunded,
      refunded,
    ],
  )
}
const paidAt = (number: number, time: string) =>
  query(
    "insert into order_events (order_id, status, by, at) values ($1, 'RECEIVED', 'payment', $2)",
    [id(number), time],
  )
const purchase = (number: number, kind: 'gift_card' | 'credits', cents: number) =>
  query(
    `insert into purchases (id, account_id, kind, amount_cents, credits, recipient_email, state, payment_id, paid_at)
     values ($1, 'ada', $2, $3, $4, $5, 'paid', $6, now())`,
    [
      id(number),
      kind,
      cents,
      kind === 'credits' ? 10 : null,
      kind === 'credits' ? null : 'b@example.com',
      `pi_${number}`,
    ],
  )
const card = (number: number, amount: number, balance: number) =>
  query(
    'insert into gift_cards (id, code_hash, purchase_id, amount_cents, balance_cents) values ($1::uuid, $1::uuid::text, $2, $3, $4)',
    [id(number), id(number + 100), amount, balance],
  )
const cardEntry = (
  number: number,
  kind: string,
  cents: number,
  time: string,
  about: { order?: number; refund?: number } = {},
) =>
  query(
    'insert into gift_card_entries (gift_card_id, kind, cents, at, order_id, refund_id) values ($1, $2, $3, $4, $5, $6)',
    [
      id(number),
      kind,
      cents,
      time,
      about.order === undefined ? null : id(about.order),
      about.refund === undefined ? null : id(about.refund),
    ],
  )
async function refund(
  number: number,
  ofOrder: number,
  amounts: { cents: number; gift?: number; state: string; succeeded: string; updated: string },
) {
  const { cents, gift = 0, state, succeeded, updated } = amounts
  await query(
    `insert into refunds (id, order_id, request_key, payment_id, amount_cents, gift_cents, reason, requested_by, state, processor_refund_id, updated_at)
     values ($1::uuid, $2, $1::uuid::text, 'pi', $3, $4, 'r', 'ops', $5, 're_' || $6::text, $7)`,
    [id(number), id(ofOrder), cents, gift, state, number, updated],
  )
  await query(
    "insert into order_events (order_id, status, by, at, refund_id, refund_state) values ($1, 'RECEIVED', 'ops', $2, $3, 'succeeded')",
    [id(ofOrder), succeeded, id(number)],
  )
}
const creditEntry = (
  account: string,
  kind: string,
  credits: number,
  time: string,
  about: { job?: number; purchase?: number },
) =>
  query(
    'insert into credit_entries (account_id, kind, credits, at, job_id, purchase_id) values ($1, $2, $3, $4, $5, $6)',
    [
      account,
      kind,
      credits,
      time,
      about.job === undefined ? null : id(about.job),
      about.purchase === undefined ? null : id(about.purchase),
    ],
  )

beforeAll(async () => {
  database = await testDatabase({ poolSize: 2 })
  await database.pool.query('drop schema public cascade; create schema public')
  const provider = { getMigrations: async () => ({ ...migrations }) }
  const { error } = await new Migrator({ db: database.db, provider }).migrateTo(
    '0051-order-sizes.additive',
  )
  expect(error).toBeUndefined()

  // ada has bought 10 credits; an operator granted 4 to bob and removed 3 from eve.
  for (const [account, credits] of [
    ['ada', 14],
    ['bob', 9],
    ['eve', 2],
  ] as const) {
    await query('insert into accounts (id, email, credits, created_at) values ($1, $2, $3, $4)', [
      account,
      `${account}@example.com`,
      credits,
      at(1),
    ])
  }
  for (const job of [801, 802]) {
    await query(
      `insert into generation_jobs (id, account_id, status, created_at, completed_at, failure) values ($1, 'ada', 'error', now(), now(), '{}')`,
      [id(job)],
    )
  }
  await purchase(301, 'gift_card', 2000)
  await purchase(302, 'gift_card', 1000)
  await purchase(303, 'gift_card', 1000)
  await purchase(401, 'credits', 500)
  await card(201, 2000, 2000)
  // One card voided by an operator; and one with an entry that lacks 100.
  await card(202, 1000, 0)
  await card(203, 1000, 1000)

  await insertOrder(1, 'SVC-AAAAA2', { total: 800, payment: 'pi_1', refunded: 300, created: at(2) })
  await paidAt(1, at(2, 1))
  await refund(501, 1, { cents: 300, state: 'succeeded', succeeded: at(5), updated: at(5, 2) })
  await insertOrder(2, 'SVC-AAAAA3', {
    total: 1132,
    payment: 'pi_2',
    gift: 500,
    giftRefunded: 500,
    refunded: 500,
    created: at(3),
  })
  await paidAt(2, at(3, 1))
  await refund(502, 2, { cents: 700, gift: 500, state: 'failed', succeeded: at(6), updated: at(9) })
  await insertOrder(3, 'SVC-AAAAA4', { total: 1132, gift: 200, created: at(4) })
  // Refunded manually at the processor, and recorded in the row alone.
  await insertOrder(4, 'SVC-AAAAA5', {
    total: 900,
    payment: 'pi_4',
    refunded: 900,
    created: at(4, 3),
  })
  // An order of the first release, without a line for its payment, paid by a payment that was found without its
  // order, and kept.
  await insertOrder(5, 'SVC-AAAAA6', { total: 950, payment: 'pi_5', created: at(4, 5) })

  await cardEntry(201, 'issue', 2000, at(1, 1))
  await cardEntry(202, 'issue', 1000, at(1, 2))
  await cardEntry(203, 'issue', 900, at(1, 3))
  await cardEntry(201, 'redeem', -500, at(3), { order: 2 })
  await cardEntry(201, 'redeem', -200, at(4), { order: 3 })
  await cardEntry(201, 'return', 200, at(5), { order: 3 })
  await cardEntry(201, 'refund', 500, at(6), { order: 2, refund: 502 })

  await creditEntry('ada', 'charge', -1, at(2), { job: 801 })
  await creditEntry('ada', 'purchase', 10, at(3), { purchase: 401 })
  await creditEntry('ada', 'charge', -3, at(4), { job: 802 })
  await creditEntry('ada', 'refund', 3, at(5), { job: 802 })

  for (const [payment, state, subject] of [
    ['pi_u1', 'refunded', 21],
    ['pi_u2', 'found', 22],
    ['pi_5', 'kept', 5],
  ] as const) {
    await query(
      `insert into unmatched_payments (payment_id, subject, subject_id, amount_cents, paid_at, found_at, updated_at, marked, state)
       values ($1, 'order', $2, 950, now(), $3, $4, true, $5)`,
      [payment, id(subject), at(7), at(8), state],
    )
  }
  expect(await migrateToLatest(database.db)).toContain('0052-money-ledger.additive')
}, HOOK_TIMEOUT_MS)
afterAll(() => database.close())

const moved = (where: string) =>
  query(
    `select kind, debit, credit, cents, processor_id as processor, booked_at as at from money_movements where ${where} order by booked_at, id`,
  )
const row = (words: string, cents: number, processor: string | null, time: unknown) => {
  const [kind, debit, credit] = words.split(' ')
  return {
    kind,
    debit,
    credit,
    cents,
    processor,
    at: typeof time === 'string' ? new Date(time) : time,
  }
}
const today = expect.any(Date)

test('charges of orders are booked at their payment, and refunds when they succeeded or were returned', async () => {
  expect(await moved(`order_id = '${id(1)}'`)).toEqual([
    row('charge processor orders', 800, 'pi_1', at(2, 1)),
    row('refund orders processor', 300, 're_501', at(5)),
  ])
  expect(await moved(`order_id = '${id(2)}'`)).toEqual([
    row('gift_card_used gift_cards orders', 500, null, at(3)),
    row('charge processor orders', 632, 'pi_2', at(3, 1)),
    row('gift_card_refunded orders gift_cards', 500, null, at(6)),
    row('refund orders processor', 200, 're_502', at(6)),
    row('refund_returned processor orders', 200, 're_502', at(9)),
  ])
  expect(await moved(`order_id = '${id(3)}'`)).toEqual([
    row('gift_card_used gift_cards orders', 200, null, at(4)),
    row('gift_card_returned orders gift_cards', 200, null, at(5)),
  ])
})

test('the ledger includes manual changes', async () => {
  expect(await moved(`order_id = '${id(4)}'`)).toEqual([
    row('charge processor orders', 900, 'pi_4', at(4, 3)),
    row('refund orders processor', 900, null, today),
  ])
  expect(await moved(`gift_card_id = '${id(202)}'`)).toEqual([
    row('gift_card_sold processor gift_cards', 1000, 'pi_302', at(1, 2)),
    row('gift_card_voided gift_cards breakage', 1000, null, today),
  ])
  expect(await moved(`gift_card_id = '${id(203)}'`)).toEqual([
    row('gift_card_sold processor gift_cards', 900, 'pi_303', at(1, 3)),
    row('adjustment losses gift_cards', 100, null, today),
  ])
})

test('unmatched payments are booked, including one that pays an order although an operator kept it', async () => {
  expect(await moved("processor_id = 'pi_u1'")).toEqual([
    row('unmatched_payment processor unmatched', 950, 'pi_u1', at(7)),
    row('unmatched_refund unmatched processor', 950, 'pi_u1', at(8)),
  ])
  expect(await moved("processor_id = 'pi_u2'")).toEqual([
    row('unmatched_payment processor unmatched', 950, 'pi_u2', at(7)),
  ])
  expect(await moved("processor_id = 'pi_5'")).toEqual([
    row('charge processor orders', 950, 'pi_5', at(4, 5)),
    row('unmatched_payment processor unmatched', 950, 'pi_5', at(7)),
    row('unmatched_matched unmatched processor', 950, 'pi_5', at(8)),
  ])
})

test('credits are booked with grants for amounts without an entry, and with the value of purchases', async () => {
  expect(
    await query(
      "select account_id, credits, at from credit_entries where kind = 'grant' order by account_id",
    ),
  ).toEqual([
    { account_id: 'ada', credits: 5, at: new Date(at(1)) },
    { account_id: 'bob', credits: 9, at: new Date(at(1)) },
    { account_id: 'eve', credits: 2, at: new Date(at(1)) },
  ])
  // 14 credits for 500: 500 x 3 / 14 = 107.1.
  expect(await moved("account_id = 'ada'")).toEqual([
    row('credits_sold processor credits', 500, 'pi_401', at(3)),
    row('credits_used credits credits_used', 107, null, at(4)),
    row('credits_returned credits_used credits', 107, null, at(5)),
  ])
  expect(await query('select credit_value_cents as value from accounts order by id')).toEqual([
    { value: 500 },
    { value: 0 },
    { value: 0 },
  ])
})

test('every balance agrees afterwards, and later rows are booked', async () => {
  const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
  // 5 orders, 3 gift cards, 3 accounts with credits and their value.
  expect(await checkLedger({ ledger: createLedger(database.db), log })).toEqual({
    compared: 14,
    differences: [],
  })
  await query(
    "update orders set paid = true, payment_id = 'pi_3', status = 'RECEIVED', gift_cents = 0, gift_card_id = null where id = $1",
    [id(3)],
  )
  expect((await moved(`order_id = '${id(3)}'`)).at(-1)).toEqual(
    row('charge processor orders', 1132, 'pi_3', today),
  )
  expect(await migrateToLatest(database.db)).toEqual([])
})
