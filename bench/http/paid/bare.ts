// The baseline of paid orders: the statements of one order and of its mail, recorded from the
// database layer and repeated by bare pg with other ids. Runs in a separate process: reads a
// `BareLoad` from standard input and prints a `BareResult`. The database has the service's tables
// and accounts, but no service uses it.
import { randomInt, randomUUID } from 'node:crypto'
import pg from 'pg'
import * as v from 'valibot'
import { newOrderCode } from '../../../server/domain/orders/record/code.ts'
import { median } from '../../lib/statistics.ts'
import { isRestoreFile, type Recording, recordStatements, type Statement } from './record.ts'

export type BareLoad = {
  readonly databaseUrl: string
  readonly concurrency: number
  readonly seconds: number
  /** Number of mails that the service marks as sent in one statement. */
  readonly mailsPerUpdate: number
}

/** Result. `p50Ms`: median time of an order's statements in sequence. */
export type BareResult = {
  readonly orders: number
  readonly seconds: number
  readonly p50Ms: number
}

/** Same value as in server/wiring/service.ts. */
const poolSize = 20
/** Batch size of the service (waiting-mails.ts). */
const mailBatch = 20
const idSchema = v.object({ id: v.string() })

const load: BareLoad = JSON.parse(await Bun.stdin.text())
const pool = new pg.Pool({ connectionString: load.databaseUrl, max: poolSize })
const accounts = await readAccounts()
const recording = await recordStatements(load.databaseUrl, accounts)
const latenciesMs: number[] = []
let started = 0

const startedAt = performance.now()
const endsAt = startedAt + load.seconds * 1000
const placing = { isDone: false }
const mails = sendMails()
await Promise.all(Array.from({ length: load.concurrency }, loop))
const seconds = (performance.now() - startedAt) / 1000
placing.isDone = true
await mails
await check()
const result: BareResult = { orders: latenciesMs.length, seconds, p50Ms: median(latenciesMs) }
await Bun.write(Bun.stdout, JSON.stringify(result))
process.exit(0)

async function readAccounts(): Promise<Recording['accounts']> {
  const { rows } = await pool.query(
    'select account_id as id, key_hash as "keyHash" from api_keys order by account_id',
  )
  return v.parse(v.array(v.object({ id: v.string(), keyHash: v.string() })), rows)
}

async function loop(): Promise<void> {
  while (performance.now() < endsAt) {
    const before = performance.now()
    await place()
    latenciesMs.push(performance.now() - before)
  }
}

/**
 * Places one order. Replaces its identifiers and its account in all values. Each statement must
 * find or write exactly one row; the restoring of the file must write none.
 */
async function place(): Promise<void> {
  const id = randomUUID()
  const account = accounts[started++ % accounts.length]
  const fresh = new Map<unknown, unknown>([
    [recording.order.id, id],
    [recording.order.code, newOrderCode({ randomInt })],
    [recording.order.paymentId, `pi_${id}`],
    [recording.order.mailId, randomUUID()],
    [recording.order.account.id, account?.id],
    [recording.order.account.keyHash, account?.keyHash],
  ])
  for (const [index, statement] of recording.ofOrder.entries()) {
    const { text, values } = statement
    const own = values.map((value) => (fresh.has(value) ? fresh.get(value) : value))
    const { rowCount } = await pool.query({ name: `order-${index}`, text, values: own })
    const expected = isRestoreFile(statement) ? 0 : 1
    if (rowCount !== expected) throw new Error(`${rowCount} rows, ${expected} expected: ${text}`)
  }
}

/**
 * Sends mails in batches on one connection, which holds their locks, until all orders are placed
 * and no mail waits.
 */
async function sendMails(): Promise<void> {
  const { claim, read, markSent, unlock } = recording.ofMails
  const connection = await pool.connect()
  const run = ({ text, values }: Statement, ids: readonly string[]) =>
    connection.query(
      text,
      values.map((value) => (Array.isArray(value) ? ids : value)),
    )
  for (let isLast = false; !isLast; ) {
    isLast = placing.isDone
    for (let taken = mailBatch; taken === mailBatch; ) {
      const { rows } = await run(claim, [])
      const ids = v.parse(v.array(idSchema), rows).map(({ id }) => id)
      taken = ids.length
      if (taken === 0) break
      const { rowCount } = await run(read, ids)
      if (rowCount !== taken) throw new Error(`${rowCount} of ${taken} mails were read`)
      for (let from = 0; from < taken; from += load.mailsPerUpdate) {
        await run(markSent, ids.slice(from, from + load.mailsPerUpdate))
      }
      await run(unlock, ids)
    }
    await Bun.sleep(50)
  }
  connection.release()
}

/** Checks that every order is paid once and its mail is sent. */
async function check(): Promise<void> {
  const { rows } = await pool.query(
    `select count(*)::int as orders, count(distinct payment_id)::int as payments,
       (select count(*)::int from emails where kind = 'confirmation' and sent_at is not null) as mails
     from orders where paid and status = 'RECEIVED' and charge_state = 'succeeded'`,
  )
  // Includes the recorded order and orders of earlier runs in the same database.
  const all = (await pool.query('select count(*)::int as orders from orders')).rows[0]?.orders
  const right = ['orders', 'payments', 'mails'].every((name) => rows[0]?.[name] === all)
  if (!right || !(all > latenciesMs.length)) {
    throw new Error(`${all} orders became ${JSON.stringify(rows[0])}`)
  }
}
