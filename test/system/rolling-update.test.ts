// A rollout: while a newer release has already migrated the database, a process of this release serves, and restarts.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { orderForm } from '../../testing/people/submit.ts'
import { openRealServer, readDemo } from '../../testing/service/real-server.ts'
import { rawPost } from '../../testing/service/requests.ts'
import { closing, useDatabase } from '../../testing/use.ts'

setDefaultTimeout(120_000)
const database = useDatabase({ poolSize: 1 })

/** Leaves the state of a newer release's migration. */
async function migrate(name: string, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await database.pool.query(statement)
  await database.pool.query(
    'insert into kysely_migration (name, timestamp) values ($1, now()::text)',
    [name],
  )
}

test('the previous release starts with additive migrations, and not with others', async () => {
  await using server = closing(await openRealServer({ env: { DATABASE_URL: database.url } }))
  await server.start()
  const { apiKey } = await readDemo(server)
  const submit = async () => {
    const sent = rawPost(orderForm(), { 'x-api-key': apiKey })
    return (await fetch(`${server.baseUrl}/api/print/orders`, sent)).status
  }
  expect(await submit()).toBe(201)
  await migrate('9998-more.additive', [
    'alter table orders add column examined_by text, add column urgency integer not null default 0',
    'create table examinations (id uuid primary key, order_id uuid references orders)',
    'create index orders_by_urgency on orders (urgency)',
  ])
  // Uses statements that are prepared on its connections.
  expect(await submit()).toBe(201)
  expect(await server.stop()).toBe(0)
  await server.start()
  expect(await submit()).toBe(201)

  await migrate('9999-fewer', ['alter table orders drop column examined_by'])
  expect(await server.stop()).toBe(0)
  await expect(server.start()).rejects.toThrow('Run the newer version.')
})
