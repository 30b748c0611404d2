// Cost of each migration since the operator's desk on 200,000 orders with 1.2 million events:
// seconds of Postgres' processor time, and wall-clock seconds. Run: bun
// bench/operations/migrations.ts [orders]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { type Db, openDatabase } from '../../server/db/core/connect.ts'
import { migrateToLatest } from '../../server/db/core/migrating/migrate.ts'
import { migrations } from '../../server/db/migrations/index.ts'
import { codeAlphabet } from '../../server/domain/orders/record/code.ts'
import { startLocalPostgres } from '../../server/local/postgres/postgres.ts'
import { postgresCpuMs } from '../lib/cpu.ts'

const count = Number(process.argv[2] ?? 200_000)
/** Last migration before the desk. */
const before = '0013-checked-words'

const folder = mkdtempSync(join(tmpdir(), 'bench-migrations-'))
const postgres = await startLocalPostgres({ folder, temporary: true })
const { db, pool, close } = openDatabase({ url: postgres.url, poolSize: 1, statementTimeoutMs: 0 })
try {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...migrations }) },
  })
  await migrator.migrateTo(before)
  await fill(db)
  await pool.query('vacuum analyze')
  for (const name of Object.keys(migrations).filter((each) => each > before)) {
    await report(name, async () => {
      const { error } = await migrator.migrateTo(name)
      if (error !== undefined) throw error
    })
  }
  await report('validating constraints', () => migrateToLatest(db))
} finally {
  await close()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function report(what: string, run: () => Promise<unknown>): Promise<void> {
  const cpu = await postgresCpuMs(postgres.url)
  const startedAt = performance.now()
  await run()
  const seconds = (performance.now() - startedAt) / 1000
  const used = ((await postgresCpuMs(postgres.url)) - cpu) / 1000
  console.log(`${what}: ${used.toFixed(2)} s of processor time, ${seconds.toFixed(2)} s`)
}

/** Adds the orders. The 3,000 newest are open, all others are delivered. */
async function fill(into: Db): Promise<void> {
  const letters = codeAlphabet
  const letter = (place: number) =>
    sql.raw(`substr('${letters}', (n / ${letters.length ** place}) % ${letters.length} + 1, 1)`)
  const code = sql.join([0, 1, 2, 3, 4, 5].map(letter), sql` || `)
  await sql`insert into accounts (id, email) values ('bench', 'bench@example.com')`.execute(into)
  await sql`
    insert into orders (id, code, account_id, source, status, paid, payment_id, charge_state, material, quality, quantity,
      color, infill, nozzle_diameter, nozzle_flow, layer_height, recipient_name, street1, city, state, zip, country, email,
      print_cents, shipping_cents, total_cents, grams_per_part, centihours_per_part, file_uri, file_name, file_sha256,
      file_size_bytes, file_format, created_at)
    select gen_random_uuid(), 'SVC-' || ${code}, 'bench', 'rest', case when n > ${count}::int - 3000 then 'ACCEPTED' else 'DELIVERED' end,
      true, 'pi_' || n, 'succeeded', 'pla', 'standard', 1, 'Black', 20, 0.4, 'standard', 0.2, 'Customer ' || n, n || ' Main Street',
      'Springfield', 'IL', '62701', 'US', 'customer' || n || '@example.com', 500, 700, 1200, 10, 100, 'gs://bench/file',
      'part-' || n || '.stl', 'hash', 1000, 'stl', now() - (${count}::int - n) * interval '3 minutes'
    from generate_series(1, ${count}::int) as n`.execute(into)
  await sql`
    insert into order_events (order_id, status, by, at)
    select id, step.status, 'bench', created_at + step.hours * interval '1 hour'
    from orders, (values ('PENDING_PAYMENT', 0), ('RECEIVED', 0), ('ACCEPTED', 1), ('PRINTING', 4), ('PRINTED', 9), ('SHIPPED', 26))
      as step (status, hours)`.execute(into)
  await sql`
    insert into emails (id, order_id, kind, recipient, subject, body, sent_at)
    select gen_random_uuid(), id, 'confirmation', email, 'Order ' || code, 'Thank you.', now() from orders`.execute(
    into,
  )
}
