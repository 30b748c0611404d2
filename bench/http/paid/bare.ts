// The baseline of paid orders: the statements of one, recorded from the database layer, and issued again and again by bare pg with other
// ids. A process of its own: reads `{databaseUrl, concurrency, seconds}` from its standard input and prints `{orders, seconds}`. The
// database has the service's tables, and no service.
import { randomInt, randomUUID } from 'node:crypto'
import pg from 'pg'
import { createAccounts } from '../../../server/db/accounts/accounts.ts'
import { openDatabase } from '../../../server/db/core/connect.ts'
import { createMeasurements } from '../../../server/db/models/cached-outcomes.ts'
import { createOrders } from '../../../server/db/orders/orders.ts'
import { createProcessorEvents } from '../../../server/db/orders/processor-events.ts'
import { accountIdOf } from '../../../server/domain/base/caller.ts'
import { newOrderCode } from '../../../server/domain/orders/code.ts'
import { placedOf } from '../../../server/domain/orders/order-lines.ts'
import { newOrder } from '../../../test/helpers/orders.ts'

export type BareLoad = {
  readonly databaseUrl: string
  readonly concurrency: number
  readonly seconds: number
}
export type BareResult = { readonly orders: number; readonly seconds: number }

type Statement = { readonly text: string; readonly values: readonly unknown[] }

const load: BareLoad = JSON.parse(await Bun.stdin.text())
const order = newOrder(accountIdOf('bare'))
const fixed = { paymentId: `pi_${order.id}`, eventId: `evt_${order.id}` }
const statements = await record()
/** The fifth value of the statement that marks an order paid (mark-paid.ts). */
const mailId = statements.find(({ text }) => text.includes('insert into emails'))?.values[4]
const pool = new pg.Pool({ connectionString: load.databaseUrl, max: 20 })
let orders = 0
const startedAt = performance.now()
const endsAt = startedAt + load.seconds * 1000
await Promise.all(Array.from({ length: load.concurrency }, loop))
const result: BareResult = { orders, seconds: (performance.now() - startedAt) / 1000 }
await Bun.write(Bun.stdout, JSON.stringify(result))
process.exit(0)

async function loop(): Promise<void> {
  while (performance.now() < endsAt) {
    await place()
    orders += 1
  }
}

/** One order: what names it gets another value everywhere. */
async function place(): Promise<void> {
  const id = randomUUID()
  const fresh = new Map<unknown, unknown>([
    [order.id, id],
    [order.code, newOrderCode({ randomInt })],
    [fixed.paymentId, `pi_${id}`],
    [fixed.eventId, `evt_${id}`],
    [mailId, randomUUID()],
  ])
  for (const [index, { text, values }] of statements.entries()) {
    const own = values.map((value) => (fresh.has(value) ? fresh.get(value) : value))
    await pool.query({ name: `bare-${index}`, text, values: own })
  }
}

async function record(): Promise<readonly Statement[]> {
  const database = openDatabase({ url: load.databaseUrl, poolSize: 1 })
  const recorded: Statement[] = []
  const accounts = createAccounts(database)
  const made = createOrders(database, { baseUrl: 'http://localhost', log: console })
  const measurements = createMeasurements(database, { coreVersion: 1, log: console })
  const events = createProcessorEvents(database)
  const stop = recordInto(recorded)
  await accounts.findByApiKeyHash('none')
  await measurements.read({ sha256: order.file.sha256, format: 'stl', units: null })
  await accounts.read(order.accountId)
  await made.insert(order)
  const { paymentId, eventId } = fixed
  const amountCents = order.price.totalCents
  await made.markPaid(order.code, paymentId, amountCents, () => new Date(), placedOf(order))
  await events.acknowledge({
    id: eventId,
    type: 'payment_intent.succeeded',
    orderId: order.id,
    paymentId,
  })
  await made.readReferenced({ orderId: order.id, orderCode: order.code })
  stop()
  await database.close()
  return recorded
}

/** Notes every statement that pg sends, until the returned function is called. */
function recordInto(recorded: Statement[]): () => void {
  const { query } = pg.Client.prototype
  Object.assign(pg.Client.prototype, {
    query(this: pg.Client, ...args: readonly unknown[]): unknown {
      recorded.push(statementOf(args))
      return Reflect.apply(query, this, args)
    },
  })
  return () => void Object.assign(pg.Client.prototype, { query })
}

function statementOf([first, second]: readonly unknown[]): Statement {
  if (typeof first === 'string') {
    return { text: first, values: Array.isArray(second) ? second : [] }
  }
  if (typeof first !== 'object' || first === null || !('text' in first && 'values' in first)) {
    throw new Error('a statement without a text')
  }
  return { text: String(first.text), values: Array.isArray(first.values) ? first.values : [] }
}
