// The cause of an unpaid order is stored as a word. A process of the previous release writes only the sentence, from
// which the database derives the cause.
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { Migrator } from 'kysely/migration'
import { migrations } from '../../server/db/migrations/index.ts'
import { createMoneyBoard } from '../../server/db/operators/money-board.ts'
import { orderColumns } from '../../server/db/orders/rows/order-rows.ts'
import { unpaidReasonText } from '../../server/db/orders/rows/unpaid-reason.ts'
import type { NewOrder } from '../../server/domain/orders/record/order.ts'
import {
  type UnpaidCause,
  unpaidCauses,
  unpaidReason,
} from '../../server/domain/orders/record/unpaid-reasons.ts'
import { testDatabase } from '../../testing/database/database.ts'
import { noCard } from '../../testing/orders.ts'
import { useOrders } from './orders-fixture.ts'

/** Sentences of the contract and of the releases before 0098. */
const sentences = {
  no_card: 'No card on file',
  awaits_checkout: 'Waiting for the payment at checkout',
  no_response: 'The card processor did not answer in time',
  busy: 'The card processor is busy',
  earlier_charge: 'The card processor has an earlier charge for this order',
  never_arrived: 'The charge never reached the card processor',
  arrived_late: 'The charge arrived after the order was closed',
} as const

const { database, orders, inserted } = useOrders()

const causeOf = async ({ id }: Pick<NewOrder, 'id'>) => {
  const row = await database.db
    .selectFrom('orders')
    .select(['unpaid_cause', 'unpaid_reason'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return [row.unpaid_cause, row.unpaid_reason]
}

test('each cause has its sentence', () => {
  expect<unknown>(unpaidCauses.map((cause) => [cause, unpaidReason(cause).reason])).toEqual(
    Object.entries(sentences),
  )
})

test('an order keeps cause and sentence until it is paid', async () => {
  const order = await inserted({ payment: noCard })
  expect(await causeOf(order)).toEqual(['no_card', sentences.no_card])
  const charged = await inserted()
  await orders.deferCharge(charged.id)
  expect(await causeOf(charged)).toEqual(['busy', sentences.busy])
  await orders.settleCharge(charged.id, { state: 'declined', cause: null, reason: 'No funds' })
  expect(await causeOf(charged)).toEqual([null, 'No funds'])
})

test('the order shows the sentence of its cause, whatever sentence is stored', async () => {
  const { id, code } = await inserted({ payment: noCard })
  await database.pool.query(
    "update orders set unpaid_cause = 'busy', unpaid_reason = 'x' where id = $1",
    [id],
  )
  expect((await orders.readByCode(code))?.payment).toMatchObject({
    cause: 'busy',
    reason: sentences.busy,
  })
  const board = await createMoneyBoard(database.db).unpaidOrders(100)
  expect(board.find((order) => order.code === code)?.reason).toBe(sentences.busy)
})

test('every list shows the sentence of each cause, and the words of the card processor', async () => {
  const { id } = await inserted({ payment: noCard })
  const shown = async (cause: UnpaidCause | null) => {
    await database.pool.query(
      'update orders set unpaid_cause = $2, unpaid_reason = $3 where id = $1',
      [id, cause, `stored with ${cause}`],
    )
    const row = await database.db
      .selectFrom('orders')
      .select(unpaidReasonText.as('reason'))
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return row.reason
  }
  for (const cause of unpaidCauses.toReversed()) expect(await shown(cause)).toBe(sentences[cause])
  expect(await shown(null)).toBe('stored with null')
})

test('no list reads the stored sentence directly', async () => {
  for (const path of ['desk/attention', 'notifications/sources', 'operators/money-board']) {
    const text = await Bun.file(join(import.meta.dir, '../../server/db', `${path}.ts`)).text()
    expect(text).not.toContain('unpaid_reason')
  }
})

test('a sentence without a cause gets its cause, and other text gets none', async () => {
  const order = await inserted()
  for (const [cause, sentence] of Object.entries(sentences)) {
    await database.pool.query('update orders set unpaid_reason = $2 where id = $1', [
      order.id,
      sentence,
    ])
    expect(await causeOf(order)).toEqual([cause, sentence])
  }
  await database.pool.query("update orders set unpaid_reason = 'No funds' where id = $1", [
    order.id,
  ])
  expect(await causeOf(order)).toEqual([null, 'No funds'])
})

test('an order that is inserted without a cause gets that of its sentence', async () => {
  const { id } = await inserted({ payment: noCard })
  const others = orderColumns.filter((name) => !['id', 'code', 'unpaid_cause'].includes(name))
  const copy = crypto.randomUUID()
  await database.pool.query(
    `insert into orders (id, code, ${others.join()}) select $2, 'SVC-CAPY22', ${others.join()} from orders where id = $1`,
    [id, copy],
  )
  const { rows } = await database.pool.query('select unpaid_cause from orders where id = $1', [
    copy,
  ])
  expect(rows).toEqual([{ unpaid_cause: 'no_card' }])
})

test('the migration names the causes of unpaid orders', async () => {
  const before = await testDatabase({ poolSize: 2 })
  try {
    await before.pool.query('drop schema public cascade; create schema public')
    const provider = { getMigrations: async () => ({ ...migrations }) }
    const migrator = new Migrator({ db: before.db, provider })
    expect((await migrator.migrateTo('0097-own-requests.additive')).error).toBeUndefined()
    await before.pool.query("insert into accounts (id, email) values ('me', 'me@example.com')")
    const texts = [...Object.values(sentences), 'No funds']
    for (const [index, text] of texts.entries()) {
      await before.pool.query(
        `insert into orders (id, code, account_id, source, status, material, quality, quantity, color, infill, nozzle_diameter,
          nozzle_flow, layer_height, print_cents, shipping_cents, total_cents, grams_per_part, centihours_per_part, file_uri,
          file_name, file_sha256, file_size_bytes, file_format, charge_state, unpaid_reason, recipient_name, street1, city, state,
          zip, country, email)
        values (gen_random_uuid(), $1, 'me', 'rest', $2, 'pla', 'standard', 1, 'Black', 20, 0.4, 'standard', 0.2, 100, 700, 800,
          5, 25, 'gs://b/models/x.stl', 'x.stl', 'x', 84, 'stl', $3, $4, 'A', 'B', 'C', 'D', 'E', 'US', 'me@example.com')`,
        [
          `SVC-ABC2${index + 2}X`,
          // A late charge belongs to a closed order.
          text === sentences.arrived_late ? 'CANCELLED' : 'PENDING_PAYMENT',
          text === sentences.arrived_late ? 'declined' : 'none',
          text,
        ],
      )
    }
    expect((await migrator.migrateToLatest()).error).toBeUndefined()
    const { rows } = await before.pool.query('select unpaid_cause from orders order by code')
    expect(rows.map((row) => row['unpaid_cause'])).toEqual([...Object.keys(sentences), null])
  } finally {
    await before.close()
  }
})
