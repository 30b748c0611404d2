// The real server and everything that outlives its death: database, card processor, and the controls of both for
// tests.

import { jobNames } from '../../server/db/core/jobs/jobs.ts'
import { createOrders } from '../../server/db/orders/orders.ts'
import type { ChargeCount } from '../../server/local/stripe/control.ts'
import { type StripeStandIn, startStripeStandIn } from '../../server/local/stripe/stand-in.ts'
import { type TestDatabase, testDatabase } from '../database/database.ts'
import { type FlatOrder, flatOrder } from '../orders.ts'
import { CUBE, orderForm } from '../people/submit.ts'
import { openRealServer, type RealServer, waitUntil } from '../service/real-server.ts'
import { rawPost } from '../service/requests.ts'
import {
  createTestAccount,
  stripeCaller,
  type TestAccount,
  type TestAccountOptions,
} from '../service/test-accounts.ts'
import { type DatabaseLocks, openLocks, SERVER_NAME } from './database-locks.ts'
import { type Gate, openGate } from './processor-gate.ts'

/** off: the processor's events never arrive, so only its record shows the outcome of a charge. */
export type Webhooks = 'on' | 'off'

export type Stage = {
  readonly server: RealServer
  readonly database: TestDatabase
  readonly standIn: StripeStandIn
  readonly gate: Gate
  readonly locks: DatabaseLocks
  readonly account: (options?: TestAccountOptions) => Promise<TestAccount>
  readonly submit: (account: TestAccount, idempotencyKey?: string) => Promise<Response>
  /** Kills the server with -9, and drops its connections. Calls held at the gate stay there. */
  readonly kill: () => Promise<void>
  /** Kills the server with -9, then releases all held calls without the server. */
  readonly crash: () => Promise<void>
  /** Starts the server again; the processor delivers its pending events. */
  readonly restart: () => Promise<void>
  /**
   * Starts another test on the running server: `orders`, `charges`, `undelivered` and the folder of mails are empty
   * again, and no measurement is cached.
   */
  readonly begin: (webhooks: Webhooks) => Promise<void>
  /** Returns every order since `begin`, oldest first. */
  readonly orders: () => Promise<readonly FlatOrder[]>
  /** Returns the processor's counts since `begin`. */
  readonly charges: () => Promise<ChargeCount>
  /** Returns the number of events since `begin` that the server has not acknowledged. */
  readonly undelivered: () => Promise<number>
  /** Presses the button on the service's payment page and returns its hosted page. */
  readonly openPayment: (paymentUrl: string) => Promise<string>
  /** Pays on the hosted page with a valid card; returns where the page sends the browser. */
  readonly payAt: (checkoutUrl: string) => Promise<string>
  readonly close: () => Promise<void>
}

const secretKey = 'sk_test_faults'
const webhookSecret = 'whsec_faults'

export type StageOptions = {
  readonly webhooks?: Webhooks
  /** Settings of the server in addition to the stage's own. */
  readonly env?: Readonly<Record<string, string>>
}

export async function openStage({ webhooks = 'on', env = {} }: StageOptions = {}): Promise<Stage> {
  const database = await testDatabase({ poolSize: 2 })
  const standIn = await startStripeStandIn({ secretKey, webhookSecret })
  const gate = await openGate(standIn.baseUrl)
  const locks = await openLocks(database.url)
  const server = await openRealServer({
    env: {
      DATABASE_URL: database.url,
      PGAPPNAME: SERVER_NAME,
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_BASE: gate.baseUrl,
      // Tests open more payment pages in a second than users do.
      STRIPE_CALLS_PER_SECOND: '1000',
      ...env,
    },
  })
  const url = `${server.baseUrl}/api/billing/webhook`
  // A server that dies must not have received events before: they wait until it is back.
  await standIn.control.webhooks({ mode: webhooks === 'on' ? 'hold' : 'off', url })
  await server.start()
  const stripe = stripeCaller(standIn.baseUrl, secretKey)
  const ids = {
    uuid: () => crypto.randomUUID(),
    secretHex: (bytes: number) => crypto.getRandomValues(Buffer.alloc(bytes)).toString('hex'),
  }
  const readCodes = async () => {
    const rows = await database.db
      .selectFrom('orders')
      .select('code')
      .orderBy('created_at')
      .execute()
    return rows.map(({ code }) => code)
  }
  const readState = async () => ({
    codes: new Set(await readCodes()),
    charges: await standIn.control.charges(),
    events: new Set((await standIn.control.events()).map(({ id }) => id)),
  })
  // Jobs of a killed worker stay locked, and are never taken again.
  const queuedMails = async () => {
    const { rowCount } = await database.pool.query(
      `select 1 from graphile_worker._private_jobs as job join graphile_worker._private_tasks as task on task.id = job.task_id
        where task.identifier = $1 and job.locked_at is null
        union all select 1 from emails where sent_at is null and not queued`,
      [jobNames.sendMail],
    )
    return rowCount
  }
  let mode = webhooks
  let before = await readState()
  const kill = async () => {
    await server.kill9()
    await locks.disconnectServer()
  }
  return {
    server,
    database,
    standIn,
    gate,
    locks,
    account: (options) => createTestAccount({ database, ids, stripe }, options),
    submit: (account, key) =>
      fetch(
        `${server.baseUrl}/api/print/orders`,
        rawPost(orderForm({ color: 'Black' }, CUBE), {
          ...account.headers,
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        }),
      ),
    kill,
    crash: async () => {
      await kill()
      await locks.releaseAll()
      gate.releaseAll()
    },
    restart: async () => {
      await server.start()
      if (mode === 'on') await standIn.control.webhooks({ mode: 'on' })
    },
    begin: async (webhooksNow) => {
      mode = webhooksNow
      await waitUntil(
        'no mail from the previous test is queued',
        async () => (await queuedMails()) === 0,
      )
      await standIn.control.webhooks({ mode: mode === 'on' ? 'hold' : 'off' })
      await database.db.deleteFrom('measurements').execute()
      server.removeMails()
      before = await readState()
    },
    orders: async () => {
      const orders = createOrders(database, { baseUrl: 'http://localhost:3000', log: console })
      const codes = (await readCodes()).filter((code) => !before.codes.has(code))
      const found = await Promise.all(codes.map((code) => orders.readByCode(code)))
      return found.flatMap((order) => (order === null ? [] : [flatOrder(order)]))
    },
    charges: async () => {
      const now = await standIn.control.charges()
      return {
        succeeded: now.succeeded - before.charges.succeeded,
        declined: now.declined - before.charges.declined,
        amountCents: now.amountCents - before.charges.amountCents,
        refundedCents: now.refundedCents - before.charges.refundedCents,
      }
    },
    undelivered: async () => {
      const events = await standIn.control.events()
      return events.filter(({ id, state }) => !before.events.has(id) && state !== 'delivered')
        .length
    },
    openPayment: (paymentUrl) => redirectOf(paymentUrl, {}),
    payAt: (checkoutUrl) =>
      redirectOf(checkoutUrl, { number: '4242424242424242', expiry: '12/49', cvc: '123' }),
    close: async () => {
      await server.close()
      await gate.close()
      await standIn.close()
      await locks.close()
      await database.close()
    },
  }
}

/** Moves the reconciler an hour forward: hourly checks are due. */
export async function anHourLater({ database }: Stage): Promise<void> {
  await database.pool.query(
    "update orders set charge_checked_at = charge_checked_at - interval '1 hour'",
  )
}

/** Waits until every confirmation is sent: nothing is queued or unsent. */
export async function allMailSent({ database }: Stage): Promise<void> {
  await waitUntil('every mail is sent', async () => {
    const unsent = await database.pool.query('select 1 from emails where sent_at is null')
    return unsent.rowCount === 0
  })
}

async function redirectOf(url: string, form: Record<string, string>): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  })
  const location = response.headers.get('location')
  if (location === null) {
    throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  }
  return location
}
