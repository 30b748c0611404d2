// Reading tickets of a farm with many: from indexes, and with as many statements for one ticket as for several.
import { beforeAll, expect, test } from 'bun:test'
import { Kysely, PostgresDialect } from 'kysely'
import type { Database } from '../../server/db/schema/database.ts'
import { createTickets } from '../../server/db/tickets/tickets.ts'
import { readConversation } from '../../server/domain/tickets/conversation.ts'
import type { TicketFilter, Tickets } from '../../server/domain/tickets/ports.ts'
import { use } from '../../testing/use.ts'
import { useOrders } from './orders-fixture.ts'

const { database, me, inserted } = useOrders()

type Sent = { readonly sql: string; readonly parameters: readonly unknown[] }

/** Tickets on the same pool, and their statements. */
const watched = use(
  () => {
    const sent: Sent[] = []
    const db = new Kysely<Database>({
      dialect: new PostgresDialect({ pool: database.pool }),
      log: ({ query }) => void sent.push(query),
    })
    const during = async (
      run: (tickets: Tickets) => Promise<unknown>,
    ): Promise<readonly Sent[]> => {
      sent.length = 0
      await run(createTickets(db))
      return [...sent]
    }
    return { during, tickets: createTickets(db) }
  },
  () => {},
)

/** The last 300 of 100,000 tickets are open, and every third of those waits. Number 1001 is the first. */
const firstOpen = 100_701
beforeAll(async () => {
  await database.pool.query(`
    insert into tickets (id, source, state, order_code, name, email, waiting_since, updated_at)
    select gen_random_uuid(), 'form', case when n > 99700 then 'open' else 'closed' end, '', '', 'ada@example.com',
      case when n > 99700 and n % 3 = 0 then now() - n * interval '1 second' end, now() - (100000 - n / 2) * interval '1 second'
    from generate_series(1, 100000) as n order by n`)
  await database.pool.query(`
    insert into ticket_messages (id, ticket_id, author, body)
    select gen_random_uuid(), id, 'customer', 'Hello' from tickets`)
  await database.pool.query('vacuum analyze tickets, ticket_messages')
})

type Plan = {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly Plans?: readonly Plan[]
}
const nodesOf = (plan: Plan): readonly Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

const scansOf = async ({ sql, parameters }: Sent): Promise<readonly string[]> => {
  const { rows } = await database.pool.query(`explain (format json) ${sql}`, [...parameters])
  return nodesOf(rows[0]['QUERY PLAN'][0].Plan)
    .filter(
      (node) => node['Node Type'] === 'Seq Scan' && /^ticket/.test(node['Relation Name'] ?? ''),
    )
    .map((node) => `${node['Relation Name']} in ${sql}`)
}

test('neither the counts nor the lists scan the tables', async () => {
  const lists = (['waiting', 'open', 'closed'] as const).flatMap((filter) => [
    { filter, after: null, limit: 201 },
    { filter, after: 50_000, limit: 201 },
  ])
  const sent = await watched.during(async (tickets) => {
    await tickets.counts()
    for (const list of lists) await tickets.list(list)
  })
  expect(sent.length).toBe(1 + lists.length)
  expect((await Promise.all(sent.map(scansOf))).flat()).toEqual([])
  // Proves that the test detects a scan.
  expect(await scansOf({ sql: 'select min(email) from tickets', parameters: [] })).toHaveLength(1)
})

test('the counts equal the open and the waiting tickets', async () => {
  expect(await watched.tickets.counts()).toEqual({ waiting: 100, open: 300 })
})

test('a list continues from its last ticket without gaps, also with equal times', async () => {
  const numbers = async (filter: TicketFilter, after: number | null, limit: number) =>
    (await watched.tickets.list({ filter, after, limit })).map(({ number }) => number)
  const read: number[] = []
  for (;;) {
    const next = await numbers('open', read.at(-1) ?? null, 7)
    if (next.length === 0) break
    read.push(...next)
  }
  expect(read).toEqual(Array.from({ length: 300 }, (_, index) => firstOpen + 299 - index))
})

test('the conversation of an order takes as many statements for twenty tickets as for one', async () => {
  const order = await inserted()
  const open = (body: string) =>
    watched.tickets.open({
      id: crypto.randomUUID(),
      source: 'form',
      accountId: me,
      orderCode: order.code,
      orderId: order.id,
      name: '',
      email: 'ada@example.com',
      message: { id: crypto.randomUUID(), body, attachmentIds: [] },
    })
  const statements: number[] = []
  const bodies: (readonly string[])[] = []
  for (let count = 1; count <= 20; count += 1) {
    await open(`Message ${count}`)
    const sent = await watched.during(async (tickets) => {
      const orderMessages = { listByOrder: async () => [] }
      const read = await readConversation({ tickets, orderMessages }, order)
      bodies.push(read.map(({ body }) => body))
    })
    statements.push(sent.length)
  }
  expect(new Set(statements).size).toBe(1)
  expect(bodies.at(-1)).toEqual(Array.from({ length: 20 }, (_, index) => `Message ${index + 1}`))
})
