// Steps of the drill, each printed with its duration.
import { isDeepStrictEqual } from 'node:util'
import type { OpenDatabase } from '../../../server/db/core/connect.ts'
import type { StripeStandIn } from '../../../server/local/stripe/stand-in.ts'
import { type RealServer, waitUntil } from '../../../testing/service/real-server.ts'
import { type Acknowledged, findViolations } from '../lib/checks.ts'
import { type FactSources, isAtRest, readFacts, withoutOrder } from '../lib/facts.ts'
import { ageOfLostPaymentsMs, awaitSearch } from '../lib/search.ts'
import {
  type Customer,
  createCustomers,
  inParallel,
  readOrder,
  submitOnce,
  type Wanted,
  wantedOrder,
} from '../lib/shop.ts'
import type { ArchivedPostgres } from './archived-postgres.ts'
import { missingFiles } from './missing-files.ts'

export type Farm = {
  readonly postgres: ArchivedPostgres
  readonly standIn: StripeStandIn
  readonly server: RealServer
  readonly database: OpenDatabase
  readonly secretKey: string
  /** Sets the processor's clock to this offset from ours. */
  readonly setClock: (offsetMs: number) => void
}

const keptOrders = 50
const lostOrders = 20
/** Number of lost orders whose customers retry; the other customers never return. */
const retriedOrders = 10
const width = 4
const submitLimitMs = 60_000

/** Runs the drill and returns every problem as a sentence. */
export async function rehearse(farm: Farm): Promise<readonly string[]> {
  const { postgres, standIn, server, database } = farm
  const sources: FactSources = {
    pool: database.pool,
    payments: standIn.control.chargesByOrder,
    mails: server.mails,
  }
  const rest = () => waitUntil('all is settled and mailed', () => isAtRest(sources))

  await step('start the service', () => server.start())
  const processor = { baseUrl: standIn.baseUrl, secretKey: farm.secretKey }
  const customers = await createCustomers(database, processor, width)
  await step('full backup', postgres.backUp)
  const kept = await step(`${keptOrders} orders`, () => place(farm, customers, 'kept', keptOrders))
  await rest()
  const before = await bodies(farm, customers, kept)
  const moment = await now(database)
  console.log(`         the moment to restore: ${moment}`)
  farm.setClock(-ageOfLostPaymentsMs)
  // Requests signed with the former clock would be refused as too old.
  await standIn.control.webhooks({ mode: 'hold' })
  const lost = await step(`${lostOrders} orders after it`, () =>
    place(farm, customers, 'lost', lostOrders),
  )
  farm.setClock(0)
  await standIn.control.webhooks({ mode: 'on' })
  await rest()
  await database.pool.query('drop table orders cascade')
  const refused = await submitOnce(server.baseUrl, wantedOrder(one(customers), 'no', 0), 60_000)
  const accepted = refused === null ? [] : ['an order was accepted without the orders table']
  await step('archive the log', postgres.archiveLog)
  await step('stop the service', () => server.stop())

  const restoredInMs = await timed(async () => {
    await step('stop the database', postgres.stop)
    await step('restore', () => postgres.restoreTo(moment))
    await step('start the database: replay to the moment', postgres.start)
    // No worker runs yet: its search would refund orders whose customers are about to retry.
    await step('start the service', () => server.start({ ROLE: 'web' }))
  })
  console.log(`         from the stop to the first request: ${seconds(restoredInMs)}`)

  const facts = await readFacts(sources, kept)
  const restored = new Set(facts.orders.map(({ code }) => code))
  const lostCodes = lost.map(({ code }) => code)
  console.log(
    `         ${restored.size} orders, ${withoutOrder(facts).length} payments without one`,
  )
  const problems = [
    ...accepted,
    ...differences('payments without an order', codesOf(withoutOrder(facts)), lostCodes),
    ...(await changedBodies(farm, customers, kept, before)),
    ...(await missingFiles(database.pool, server.stateDir)),
    ...findViolations(facts).filter((text) => !isListed(text)),
  ]
  // The lost orders were already confirmed once; restored orders are confirmed again.
  server.removeMails()

  const retried = await step(`${retriedOrders} of the ${lostOrders} customers retry`, () =>
    place(farm, customers, 'lost', retriedOrders),
  )
  await server.stop()
  await server.start({ ROLE: 'all' })
  const others = lostCodes.slice(retriedOrders)
  const search = await step('the search for payments without an order', () =>
    awaitSearch(database.pool, others),
  )
  const { refunded, listed } = search
  console.log(`         ${refunded.length} refunded, ${listed.length} listed for an operator`)
  await rest()
  const after = await readFacts(sources, [...kept, ...retried])
  const confirmed = facts.confirmations.filter((code) => restored.has(code))
  const confirmations = [...confirmed, ...after.confirmations]
  const backUpAgain = async () => {
    await postgres.archiveLog()
    await postgres.backUp()
    await postgres.verify()
  }
  await step('full backup, verify the repository', backUpAgain)
  return [
    ...problems,
    ...differences(
      'codes of the retried orders',
      retried.map(({ code }) => code),
      lostCodes.slice(0, retriedOrders),
    ),
    ...differences(
      'payments without an order in the end',
      codesOf(withoutOrder(after)),
      search.listed,
    ),
    ...findViolations({ ...after, confirmations }).filter((text) => !isListed(text)),
  ]
}

/** The lost orders are compared one by one instead. */
const isListed = (violation: string) => violation.startsWith('no order:')

const codesOf = (payments: readonly { orderCode: string }[]) =>
  payments.map(({ orderCode }) => orderCode)

function differences(what: string, found: readonly string[], expected: readonly string[]) {
  const same = isDeepStrictEqual([...found].sort(), [...expected].sort())
  return same ? [] : [`${what}: ${found.join(' ')}, expected were ${expected.join(' ')}`]
}

async function place(
  { server }: Farm,
  customers: readonly Customer[],
  name: string,
  count: number,
): Promise<readonly Acknowledged[]> {
  const wanted = Array.from({ length: count }, (_, at) => wantedOrder(one(customers, at), name, at))
  return inParallel(wanted, width, (order) => submitted(server.baseUrl, order))
}

async function submitted(baseUrl: string, wanted: Wanted): Promise<Acknowledged> {
  const response = await submitOnce(baseUrl, wanted, submitLimitMs)
  if (response === null) throw new Error(`The order ${wanted.key} was not accepted.`)
  return response
}

function one(customers: readonly Customer[], at = 0): Customer {
  const customer = customers[at % customers.length]
  if (customer === undefined) throw new Error('There is no customer.')
  return customer
}

const bodies = (farm: Farm, customers: readonly Customer[], orders: readonly Acknowledged[]) =>
  Promise.all(
    orders.map(({ code }, at) => readOrder(farm.server.baseUrl, one(customers, at), code)),
  )

async function changedBodies(
  farm: Farm,
  customers: readonly Customer[],
  orders: readonly Acknowledged[],
  before: readonly unknown[],
): Promise<readonly string[]> {
  const after = await bodies(farm, customers, orders)
  return orders.flatMap(({ code }, at) =>
    isDeepStrictEqual(after[at], before[at]) ? [] : [`${code} differs from what it was`],
  )
}

async function now({ pool }: OpenDatabase): Promise<string> {
  const { rows } = await pool.query<{ now: string }>('select clock_timestamp()::text as now')
  const [row] = rows
  if (row === undefined) throw new Error('The database has no time.')
  return row.now
}

async function step<T>(what: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  const result = await work()
  console.log(`${seconds(performance.now() - startedAt).padStart(8)} ${what}`)
  return result
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
