// The service as a database role that may not change the schema: everything works, and the role can do nothing else.
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { openDatabase } from '../../../server/db/core/connect.ts'
import { migrateToLatest } from '../../../server/db/core/migrating/migrate.ts'
import { sweep } from '../../../server/db/maintenance/sweep.ts'
import { testDatabase } from '../../../testing/database/database.ts'
import { separateRoles } from '../../../testing/database/database-roles.ts'
import { buyer, giftCard } from '../../../testing/people/shop.ts'
import { placed, submit } from '../../../testing/people/submit.ts'
import { waitUntil } from '../../../testing/service/real-server.ts'
import { use, useService } from '../../../testing/use.ts'

const service = useService({ separateRoles: true })

const codeOf = async (statement: string): Promise<string> => {
  try {
    await sql.raw(statement).execute(service.db)
    return 'done'
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'other'
  }
}

describe('the service as the running role', () => {
  test('signs people in, counts limits, takes orders and charges them', async () => {
    const account = await service.account()
    expect(await service.signIn('person@example.com')).toContain('session_token')
    const { paid } = await placed(submit(service, account))
    expect(paid).toBe(true)
    const code = await giftCard(service, await buyer(service), 2500)
    expect(code).toStartWith('GIFT-')
    const counters = await service.db.selectFrom('rate_counters').selectAll().execute()
    expect(counters.length).toBeGreaterThan(0)
  })

  test('its worker sends the email of an order, and sweeps', async () => {
    const worker = await service.service.startWorker()
    const { code } = await placed(submit(service, await service.account()))
    await waitUntil('the mail is sent', () =>
      service.mails().some(({ subject }) => subject.includes(code)),
    )
    await worker.stop()
    const jobs = await sql<{ count: number }>`
      select count(*)::int as count from graphile_worker.jobs where last_error is not null`.execute(
      service.db,
    )
    expect(jobs.rows).toEqual([{ count: 0 }])
    await sweep(service.db, { coreVersion: 1, basketDays: 30 })
    const errors = service.logs().filter(({ level }) => level === 'error')
    expect(errors).toEqual([])
  })

  test('its metrics are stored and read', async () => {
    const headers = { 'x-internal-key': service.internalKey }
    expect((await service.fetch('/metrics', { headers })).status).toBe(200)
  })
})

const insufficientPrivilege = '42501'

describe('the running role may not', () => {
  const refused = [
    'create table mine (id int)',
    'create schema mine',
    'alter table orders add column mine int',
    'drop table emails',
    'truncate emails',
    'alter table orders disable trigger all',
    'create index on orders (created_at)',
    "insert into kysely_migration (name, timestamp) values ('9999-mine', '')",
    'delete from graphile_worker.migrations',
    'alter table graphile_worker._private_jobs disable row level security',
    'create role mine',
  ]
  for (const statement of refused) {
    test(statement, async () => {
      expect(await codeOf(statement)).toBe(insufficientPrivilege)
    })
  }
})

describe('migrating as a separate command', () => {
  const fresh = use(
    async () => {
      const database = await testDatabase({ poolSize: 1 })
      // Simulates a database in which nothing was installed.
      await database.pool.query('drop schema public cascade; drop schema graphile_worker cascade')
      await database.pool.query('create schema public')
      return { database, roles: await separateRoles(database) }
    },
    async ({ database, roles }) => {
      await database.close()
      await roles.drop()
    },
  )

  const migrate = (env: Record<string, string>) => {
    const { exitCode, stdout, stderr } = Bun.spawnSync(
      [process.execPath, join(import.meta.dir, '../../../server/wiring/migrate.ts')],
      { env: { PATH: process.env['PATH'] ?? '', ...env } },
    )
    return { exitCode, text: `${stdout}${stderr}` }
  }

  test('needs both addresses', () => {
    const { exitCode, text } = migrate({ DATABASE_URL: fresh.roles.runUrl })
    expect(exitCode).toBe(1)
    expect(text).toContain('Set MIGRATION_DATABASE_URL to the role that owns the schema')
  })

  test.each([
    [
      'mysql://host/orders',
      'MIGRATION_DATABASE_URL must be an address that begins with postgres://',
    ],
    [
      'postgres://svc_migrate:x@127.0.0.1:1/orders',
      'The database of MIGRATION_DATABASE_URL cannot be used: connect ECONNREFUSED',
    ],
  ])('names the variable: %s', (migrateUrl, problem) => {
    const { runUrl } = fresh.roles
    const { exitCode, text } = migrate({ DATABASE_URL: runUrl, MIGRATION_DATABASE_URL: migrateUrl })
    expect(exitCode).toBe(1)
    expect(text).toContain(problem)
  })

  test('fails under the running role, which cannot install the schema, and says what to do', () => {
    const { runUrl } = fresh.roles
    const { exitCode, text } = migrate({ DATABASE_URL: runUrl, MIGRATION_DATABASE_URL: runUrl })
    expect(exitCode).toBe(1)
    expect(text).toContain('the role of DATABASE_URL may not change it')
  })

  test('a missing privilege is not reported as a newer version of the program', async () => {
    const { db, close } = openDatabase({ url: fresh.roles.runUrl, poolSize: 1 })
    // insufficient_privilege, or invalid_schema_name when the schema is not visible to the role.
    expect(await migrateToLatest(db).catch((error: unknown) => error)).toMatchObject({
      code: expect.stringMatching(/^(?:42501|3F000)$/),
    })
    await close()
  })

  test('installs everything and grants the rows; a second run changes nothing', async () => {
    const { runUrl, migrateUrl } = fresh.roles
    const env = { DATABASE_URL: runUrl, MIGRATION_DATABASE_URL: migrateUrl }
    expect(migrate(env)).toMatchObject({ exitCode: 0 })
    const client = new pg.Client({ connectionString: runUrl })
    await client.connect()
    const lacking = `select oid::regclass::text as oid from pg_class
      where relkind in ('r', 'p') and relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)
      and not (has_table_privilege(oid, 'select') and has_table_privilege(oid, 'insert')
        and has_table_privilege(oid, 'update') and has_table_privilege(oid, 'delete'))
      order by 1`
    const privileges =
      'select count(*)::int as count, sum(xmin::text::bigint) as written from pg_class'
    const readOnly = ['graphile_worker.migrations', 'kysely_migration', 'kysely_migration_lock']
    const { rows } = await client.query<{ oid: string }>(lacking)
    expect(rows.map(({ oid }) => oid)).toEqual(readOnly)
    const before = (await client.query(privileges)).rows
    expect(migrate(env)).toMatchObject({ exitCode: 0 })
    expect((await client.query(privileges)).rows).toEqual(before)
    await client.end()
  })
})
