// The background work when something fails or is old: emails that cannot be sent, charges whose process died.
import { afterEach, expect, test } from 'bun:test'
import type { ChargeOutcome } from '../../server/domain/payments/ports.ts'
import { placed, submit } from '../../testing/people/submit.ts'
import { openTestService, type TestService } from '../../testing/service/service.ts'
import { until } from '../../testing/service/until.ts'

let service: TestService
afterEach(() => service.close())

test('a confirmation that cannot be sent is logged at each attempt, and stays queued', async () => {
  // No server listens there.
  service = await openTestService({ env: { SMTP_URL: 'smtp://127.0.0.1:1' } })
  await placed(submit(service, await service.account()))
  const { rows } = await query('select id from emails')
  const worker = await service.service.startWorker()
  // Excludes emails that notify the operators of the failure.
  const failures = () =>
    service.logs().filter(({ event, id }) => event === 'mail.failed' && id === rows[0].id)
  const attempts = () => new Set(failures().map(({ attempt }) => attempt))
  await until(() => attempts().has(1))
  await until(async () => {
    // Not before the time at which the worker schedules the retry.
    await query("update graphile_worker._private_jobs set run_at = now() - interval '1 second'")
    return attempts().has(2)
  })
  await worker.stop()
  for (const failure of failures()) expect(failure).toMatchObject({ level: 'warn' })
  expect(JSON.stringify(failures()[0])).toContain('ECONNREFUSED')
  const queued = `select attempts from graphile_worker.jobs where key = 'send-email:${rows[0].id}'`
  expect((await query(queued)).rows).toHaveLength(1)
})

test('a charge whose process died is repeated, under its key, after fifteen seconds', async () => {
  service = await openTestService()
  const { payments, orders } = service.deps
  const looks: number[] = []
  const dead = Promise.withResolvers<ChargeOutcome>()
  let isFirst = true
  service.replace({
    payments: {
      chargeSavedCard: async (...charge) => {
        const outcome = await payments.chargeSavedCard(...charge)
        if (!isFirst) return outcome
        isFirst = false
        return dead.promise
      },
    },
    orders: {
      claimUnsettled: (request) => {
        looks.push(request.startedSecondsAgo)
        return orders.claimUnsettled(request)
      },
    },
  })
  const worker = await service.service.startWorker()
  const response = submit(service, await service.account())
  const state = async () => (await query('select charge_state from orders')).rows[0]?.charge_state
  await until(async () => (await service.stripe.charges()).succeeded === 1)
  // Moves time for the process and for the row.
  const pass = async (seconds: number) => {
    service.advance(seconds)
    await query(`update orders set created_at = created_at - interval '${seconds} seconds',
        charge_checked_at = charge_checked_at - interval '${seconds} seconds'`)
  }
  await pass(8)
  const looked = looks.length
  await until(() => looks.length >= looked + 2)
  expect(await state()).toBe('started')
  await pass(8)
  await until(async () => (await state()) === 'succeeded')
  expect(looks.at(-1)).toBe(15)
  expect((await service.stripe.charges()).succeeded).toBe(1)
  await worker.stop()
  dead.resolve({ kind: 'unknown' })
  await response
})

test('the worker’s sweep deletes rows of every area', async () => {
  service = await openTestService()
  await query(`
      insert into rate_counters (scope, subject, window_start, taken) values
        ('test', 'old', now() - interval '61 minutes', 1);
      insert into auth_users (id, name, email, "emailVerified", "createdAt", "updatedAt") values
        ('unproven', '', 'unproven@example.com', false, now() - interval '25 hours', now());
      select graphile_worker.add_job('sweep')`)
  const worker = await service.service.startWorker()
  await until(() => service.logs().some(({ event }) => event === 'worker.swept'))
  await worker.stop()
  expect((await query("select from rate_counters where scope = 'test'")).rows).toEqual([])
  expect((await query("select from auth_users where id = 'unproven'")).rows).toEqual([])
})

const query = (text: string) => service.service.database.pool.query(text)
