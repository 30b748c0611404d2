// A web process and a worker whose database becomes unavailable while clients order, mails wait and generations run,
// and the required state afterwards.

import { expect } from 'bun:test'
import { randomUUID } from 'node:crypto'
import { ensureAccount } from '../../server/db/accounts/accounts.ts'
import { createGenerationJobs } from '../../server/db/generation/generation-jobs.ts'
import type { AccountId } from '../../server/domain/base/caller.ts'
import { generationJobIdOf } from '../../server/domain/base/ids/generation-job.ts'
import { openingCredits } from '../../server/domain/generation/request/credit-cost.ts'
import { type StripeStandIn, startStripeStandIn } from '../../server/local/stripe/stand-in.ts'
import { type TestDatabase, testDatabase } from '../database/database.ts'
import { CUBE, orderForm } from '../people/submit.ts'
import { type MailSink, openMailSink } from '../service/mail-sink.ts'
import { openRealServer, type RealServer, waitUntil } from '../service/real-server.ts'
import { rawPost } from '../service/requests.ts'
import { openTcpGate, type TcpGate, targetOf, throughGate } from '../service/tcp-gate.ts'
import { createTestAccount, stripeCaller, type TestAccount } from '../service/test-accounts.ts'

export type OutageStage = {
  /** The test reaches it without the gate. */
  readonly database: TestDatabase
  readonly gate: TcpGate
  readonly web: RealServer
  readonly worker: RealServer
  readonly standIn: StripeStandIn
  readonly mails: MailSink
  readonly account: () => Promise<TestAccount>
  readonly close: () => Promise<void>
}

const secretKey = 'sk_test_outage'
const webhookSecret = 'whsec_outage'

export async function openOutageStage(): Promise<OutageStage> {
  const database = await testDatabase({ poolSize: 4 })
  const gate = await openTcpGate(targetOf(database.url))
  const standIn = await startStripeStandIn({ secretKey, webhookSecret })
  const mails = await openMailSink()
  const env = {
    DATABASE_URL: throughGate(database.url, gate),
    DATABASE_CONNECTIONS: '8',
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_BASE: standIn.baseUrl,
    SMTP_URL: mails.url,
  }
  const web = await openRealServer({ env: { ...env, ROLE: 'web' } })
  const { stateDir } = web
  const worker = await openRealServer({ env: { ...env, ROLE: 'worker' }, stateDir })
  await standIn.control.webhooks({ mode: 'on', url: `${web.baseUrl}/api/billing/webhook` })
  await Promise.all([web.start(), worker.start()])
  const stripe = stripeCaller(standIn.baseUrl, secretKey)
  const ids = {
    uuid: () => randomUUID(),
    secretHex: (bytes: number) => crypto.getRandomValues(Buffer.alloc(bytes)).toString('hex'),
  }
  return {
    database,
    gate,
    web,
    worker,
    standIn,
    mails,
    account: () => createTestAccount({ database, ids, stripe }),
    close: async () => {
      await gate.open()
      await Promise.all([worker.close(), web.close()])
      await gate.close()
      await mails.close()
      await standIn.close()
      await database.close()
    },
  }
}

export type Buyers = {
  /** Codes of orders that were acknowledged with a 201. */
  readonly codes: ReadonlySet<string>
  /** Every other status that a buyer received. */
  readonly refusals: ReadonlySet<string>
  /** Stops the buyers; each ends with an acknowledged order. */
  readonly stop: () => Promise<void>
}

/** The order was being committed, or was charged: the outcome is unknown. */
const unconfirmed = /whether it was (?:placed|charged) is not known yet/

/**
 * Starts clients that order continuously, and repeat each order under an Idempotency-Key until it is acknowledged.
 */
export function startBuyers(baseUrl: string, accounts: readonly TestAccount[]): Buyers {
  const codes = new Set<string>()
  const refusals = new Set<string>()
  let isStopping = false
  const order = async ({ headers }: TestAccount, key: string): Promise<boolean> => {
    const form = orderForm({ color: 'Black' }, CUBE)
    const sent = rawPost(form, { ...headers, 'idempotency-key': key })
    const response = await fetch(`${baseUrl}/api/print/orders`, sent).catch(() => null)
    // The connection was closed, so the client repeats the request as well.
    if (response === null) return false
    const body = await response.json()
    if (response.status !== 201) {
      const isUnconfirmed = unconfirmed.test(body.error)
      const mayRetry = `retry-after ${response.headers.has('retry-after')}`
      refusals.add(
        `${response.status} ${isUnconfirmed ? 'unconfirmed' : `${mayRetry}${response.status === 500 ? body.error : ''}`}`,
      )
      return false
    }
    codes.add(body.code)
    return true
  }
  const buy = async (account: TestAccount) => {
    while (!isStopping) {
      const key = randomUUID()
      while (!(await order(account, key))) await Bun.sleep(250)
      await Bun.sleep(300)
    }
  }
  const buying = accounts.map(buy)
  return {
    codes,
    refusals,
    stop: async () => {
      isStopping = true
      await Promise.all(buying)
    },
  }
}

/** Queues generations, each with a separate account, because a new account has credits for only a few. */
export async function queueGenerations({ database }: OutageStage, count: number): Promise<void> {
  const jobs = createGenerationJobs(database.db, console)
  for (let at = 0; at < count; at += 1) {
    const accountId = randomUUID() as AccountId
    await ensureAccount(database.db, accountId, `${accountId}@example.com`)
    const text = JSON.stringify({ prompt: `vase ${at}`, advanced: { smoothing: 'off' } })
    const body = { contentType: 'application/json', source: { text } }
    const job = { id: generationJobIdOf(randomUUID()), accountId, createdAt: new Date() }
    await jobs.add({ ...job, body, request: null, leaseId: null })
  }
}

/**
 * Expects that every acknowledged order exists, paid and charged once, with one email, and that every generation has
 * ended and is paid only if it was made.
 */
export async function expectNothingLost(
  { database, web, worker, standIn, mails }: OutageStage,
  { codes, generations }: { readonly codes: ReadonlySet<string>; readonly generations: number },
): Promise<void> {
  const count = async (text: string) => (await database.pool.query(text)).rows[0].n
  await waitUntil(
    'every generation has ended',
    async () =>
      (await count(
        "select count(*)::int as n from generation_jobs where status in ('done', 'error')",
      )) === generations,
    // Leases of the outage expire first, on a machine that may run other tests at the same time.
    360_000,
  )
  // A generation that was being created at its engine may exist there: it is not created again, and its credits are
  // refunded.
  const { rows: failed } = await database.pool.query(
    `select failure->>'kind' as reason, credits from generation_jobs join accounts on accounts.id = account_id
      where status = 'error'`,
  )
  for (const each of failed) {
    expect(each).toEqual({ reason: 'generation_interrupted', credits: openingCredits })
  }
  await waitUntil(
    'every mail is sent',
    async () => (await count('select count(*)::int as n from emails where sent_at is null')) === 0,
  )
  const { rows } = await database.pool.query('select code, paid from orders order by code')
  expect(rows).toEqual([...codes].toSorted().map((code) => ({ code, paid: true })))
  const charges = await standIn.control.chargesByOrder()
  const successes = charges.map((charge) => [charge.orderCode, charge.succeeded])
  expect(successes.toSorted()).toEqual([...codes].toSorted().map((code) => [code, 1]))
  const confirmations = mails.subjects().filter((subject) => subject.endsWith(' confirmed'))
  expect(confirmations.toSorted()).toEqual(
    [...codes].toSorted().map((code) => `Order ${code} confirmed`),
  )
  await waitUntil(
    // A job without a key was replaced by another that did its work.
    'no job is held or left',
    async () =>
      (await count(
        `select count(*)::int as n from graphile_worker.jobs
          where task_identifier in ('send-email', 'generate') and key is not null`,
      )) === 0,
  )
  for (const { isRunning, logs } of [web, worker]) {
    expect(isRunning()).toBe(true)
    const events = logs().map(({ event }) => event)
    expect(events.filter((event) => event === 'process.listening')).toHaveLength(1)
    expect(events).not.toContain('process.unhandled_rejection')
    expect(events).not.toContain('process.uncaught_exception')
  }
}
