// CHECK constraints for the unions of server/db/schema: migration 0013 on a database of the previous release, and its
// later refusals.

import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { Migrator } from 'kysely/migration'
import { migrateToLatest } from '../../../server/db/core/migrating/migrate.ts'
import { migrations } from '../../../server/db/migrations/index.ts'
import { keysOf } from '../../../server/domain/base/keys-of.ts'
import { materialNames, qualityFactorPercent } from '../../../server/domain/catalog/materials.ts'
import type { NozzleFlow } from '../../../server/domain/catalog/options.ts'
import type { InputMode } from '../../../server/domain/generation/engine/engine.ts'
import { contentTypes, type LengthUnit } from '../../../server/domain/models/format.ts'
import { orderStatusLabels } from '../../../server/domain/orders/record/status.ts'
import { type TestDatabase, testDatabase } from '../../../testing/database/database.ts'
import { waitUntil } from '../../../testing/service/real-server.ts'

let database: TestDatabase

/** Creates an empty database in the state of the previous release. */
beforeEach(async () => {
  database = await testDatabase({ poolSize: 5 })
  await database.pool.query('drop schema public cascade; create schema public')
  const provider = { getMigrations: async () => ({ ...migrations }) }
  const { error } = await new Migrator({ db: database.db, provider }).migrateTo(
    '0012-open-event-looks',
  )
  expect(error).toBeUndefined()
})
afterEach(() => database.close())

const part = {
  material: 'pla',
  quality: 'standard',
  quantity: 1,
  color: 'Black',
  infill: 20,
  nozzle_diameter: 0.4,
  nozzle_flow: 'standard',
  layer_height: 0.2,
  units: null,
  print_cents: 100,
  shipping_cents: 700,
  total_cents: 800,
  grams_per_part: 5,
  centihours_per_part: 25,
  file_uri: 'gs://b/models/x.stl',
  file_name: 'x.stl',
  file_sha256: 'x',
  file_size_bytes: 84,
  file_format: 'stl',
}
const orderId = '00000000-0000-4000-8000-000000000001'
const rows: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>> = {
  accounts: [{ id: 'me', email: 'me@example.com' }],
  orders: [
    {
      ...part,
      id: orderId,
      code: 'SVC-ABC234',
      account_id: 'me',
      source: 'rest',
      status: 'SHIPPED',
      paid: true,
      payment_id: 'pi_1',
      charge_state: 'succeeded',
      recipient_name: 'A',
      street1: 'B',
      city: 'C',
      state: 'D',
      zip: 'E',
      country: 'US',
      email: 'me@example.com',
    },
  ],
  order_events: [
    // A row from before versions were stored.
    { order_id: orderId, status: 'PENDING_PAYMENT', by: 'submit' },
    { order_id: orderId, status: 'RECEIVED', by: 'payment', from_status: 'PENDING_PAYMENT' },
    { order_id: orderId, status: 'RECEIVED', by: 'ops', refund_state: 'succeeded' },
  ],
  emails: ['confirmation', 'unpaid', `refund:${orderId}`].map((kind) => ({
    id: crypto.randomUUID(),
    order_id: orderId,
    kind,
    recipient: 'me@example.com',
    subject: 'S',
    body: 'B',
  })),
  quotes: [
    {
      ...part,
      id: 'quote_1',
      account_id: 'me',
      country: 'US',
      units: 'in',
      file_format: 'gcode',
      measurement: '{}',
      created_at: '2026-11-21',
      expires_at: '2026-11-22',
    },
  ],
  web_orders: [{ code: 'CART-ABC234', status: 'RECEIVED' }],
  models: [
    {
      account_id: 'me',
      uri: 'gs://b/models/x.obj',
      file_name: 'x.obj',
      sha256: 'x',
      size_bytes: 1,
      format: 'obj',
    },
  ],
  generations: [
    { id: 'upload', account_id: 'me', mode: 'upload', format: '3mf', units: 'cm' },
    { id: 'failed', account_id: 'me', mode: 'hi_fi', input_mode: 'multiview' },
  ],
  measurements: ['', 'mm'].map((units) => ({
    sha256: 'x',
    format: '3mf',
    units,
    core_version: 1,
    outcome: '{}',
  })),
  print_estimates: ['stl', 'gltf'].map((format) => ({
    sha256: 'x',
    format,
    units: '',
    settings: '0.2 20 0.4 standard',
    core_version: 1,
    outcome: '{}',
  })),
}

async function insert(table: string, row: Readonly<Record<string, unknown>>): Promise<void> {
  const columns = Object.keys(row)
  const values = columns.map((_, index) => `$${index + 1}`)
  await database.pool.query(
    `insert into ${table} (${columns.map((name) => `"${name}"`).join(', ')}) values (${values.join(', ')})`,
    Object.values(row),
  )
}

async function insertAll(): Promise<void> {
  for (const [table, values] of Object.entries(rows)) {
    for (const row of values) await insert(table, row)
  }
}

const unvalidated = async () =>
  (await database.pool.query('select conname from pg_constraint where not convalidated')).rows

describe('the migration', () => {
  test('accepts rows of every earlier shape, and validates all constraints', async () => {
    await insertAll()
    expect(await migrateToLatest(database.db)).toContain('0013-checked-words')
    expect(await unvalidated()).toEqual([])
    expect(await migrateToLatest(database.db)).toEqual([])
  })

  test('validates while a request is writing to the table', async () => {
    await insertAll()
    await migrateToLatest(database.db)
    await database.pool.query(
      `alter table orders drop constraint orders_units_check,
        add constraint orders_units_check check (units in ('mm', 'cm', 'm', 'in')) not valid`,
    )
    const request = await database.pool.connect()
    try {
      await request.query("begin; update orders set units = 'mm'")
      await migrateToLatest(database.db)
      expect(await unvalidated()).toEqual([])
    } finally {
      await request.query('rollback')
      request.release()
    }
  })

  test('yields to a request that locks its tables in another order', async () => {
    const [holder, reader] = [await database.pool.connect(), await database.pool.connect()]
    const waiting = async (count: number) => {
      const sql =
        "select count(*)::int as n from pg_locks where relation = 'orders'::regclass and not granted"
      await waitUntil(
        'the lock is awaited',
        async () => (await database.pool.query(sql)).rows[0].n === count,
      )
    }
    try {
      await holder.query('begin; lock table orders in access share mode')
      await reader.query('begin; lock table order_events in access share mode')
      const migrated = migrateToLatest(database.db)
      await waiting(1)
      const read = reader.query('select count(*) from orders')
      await waiting(2)
      await holder.query('rollback')
      await read
      await reader.query('commit')
      expect(await migrated).toContain('0013-checked-words')
    } finally {
      for (const client of [holder, reader]) {
        await client.query('rollback')
        client.release()
      }
    }
  })

  test('names the constraint that old rows violate, and continues once they are corrected', async () => {
    await insertAll()
    await database.pool.query("update orders set material = 'wood'")
    await expect(migrateToLatest(database.db)).rejects.toThrow(
      'Rows of orders violate the constraint orders_material_check.',
    )
    await database.pool.query("update orders set material = 'pla'")
    expect(await migrateToLatest(database.db)).toEqual([])
    expect(await unvalidated()).toEqual([])
  })
})

test('every word outside its list is refused', async () => {
  await insertAll()
  await migrateToLatest(database.db)
  const columns = [
    ...['material', 'quality', 'nozzle_flow', 'units', 'file_format'].flatMap((column) => [
      ['orders', column],
      ['quotes', column],
    ]),
    ...['status', 'charge_state', 'source'].map((column) => ['orders', column]),
    ...['status', 'from_status', 'refund_state'].map((column) => ['order_events', column]),
    ['emails', 'kind'],
    ['web_orders', 'status'],
    ['models', 'format'],
    ['models', 'units'],
    ...['mode', 'input_mode', 'format', 'units'].map((column) => ['generations', column]),
    ['measurements', 'format'],
    ['measurements', 'units'],
    ['print_estimates', 'format'],
    ['print_estimates', 'units'],
  ]
  const accepted: string[] = []
  for (const [table, column] of columns) {
    const change = database.pool.query(`update ${table} set ${column} = 'other'`)
    const code = await change.then(
      () => 'accepted',
      (error: { code?: string }) => error.code,
    )
    if (code !== '23514') accepted.push(`${table}.${column}: ${code}`)
  }
  expect(accepted).toEqual([])
})

test('every word of the domain is accepted', async () => {
  await insertAll()
  await migrateToLatest(database.db)
  const units: readonly LengthUnit[] = ['mm', 'cm', 'm', 'in']
  const inputModes: readonly InputMode[] = ['text', 'image', 'image_text', 'multiview']
  const words: Readonly<Record<string, readonly string[]>> = {
    material: materialNames,
    quality: keysOf(qualityFactorPercent),
    nozzle_flow: ['standard', 'high'] satisfies readonly NozzleFlow[],
    units,
    file_format: keysOf(contentTypes),
  }
  for (const [column, list] of Object.entries(words)) {
    for (const word of list) {
      await database.pool.query(`update orders set ${column} = $1`, [word])
      await database.pool.query(`update quotes set ${column} = $1`, [word])
    }
  }
  for (const status of keysOf(orderStatusLabels)) {
    await database.pool.query('update order_events set status = $1, from_status = $1', [status])
    await database.pool.query('update web_orders set status = $1', [status])
  }
  for (const format of keysOf(contentTypes)) {
    await database.pool.query('update measurements set format = $1', [format])
    await database.pool.query('update generations set format = $1', [format])
  }
  for (const mode of inputModes) {
    await database.pool.query('update generations set input_mode = $1', [mode])
  }
})
