// The background work when something is wrong or old: mails that cannot be sent, charges whose process died, old rows.
import { afterEach, expect, test } from 'bun:test'
import { sweep } from '../../server/db/maintenance/sweep.ts'
import type { ChargeOutcome } from '../../server/domain/payments/ports.ts'
import { placed, submit } from '../../testing/people/submit.ts'
import { openTestService, type TestService } from '../../testing/service/service.ts'
import { until } from '../../testing/until.ts'

let service: TestService
afterEach(() => service.close())

test('a confirmation that cannot be sent is logged at each attempt, and stays queued', async () => {
  // No server listens there.
  service = await openTestService({ env: { SMTP_URL: 'smtp://127.0.0.1:1' } })
  await placed(submit(service, await service.account()))
  const { rows } = await query('select id from emails')
  const worker = await service.service.startWorker()
  // Without the mails that notify the operators of the failure.
  const failures = () =>
    service.logs().filter(({ event, id }) => event === 'mail.failed' && id === rows[0].id)
  const attempts = () => new Set(failures().map(({ attempt }) => attempt))
  await until(() => attempts().has(1))
  await until(async () => {
    // Not earlier than the worker writes when to try again.
    await query("update graphile_worker._private_jobs set run_at = now() - interval '1 second'")
    return attempts().has(2)
  })
  await worker.stop()
  for (const failure of failures()) expect(failure).toMatchObject({ level: 'warn' })
  expect(JSON.stringify(failures()[0])).toContain('ECONNREFUSED')
  const queued = `select attempts from graphile_worker.jobs where key = 'send-email:${rows[0].id}'`
  expect((await query(queued)).rows).toHaveLength(1)
})

test('a charge whose process died is made again, under its key, after fifteen seconds', async () => {
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
  const answer = submit(service, await service.account())
  const state = async () => (await query('select charge_state from orders')).rows[0]?.charge_state
  await until(async () => (await service.stripe.charges()).succeeded === 1)
  // Time passes for the process and for the row.
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
  await answer
})

test('the sweep forgets what is old and keeps what is not, unsent mails of any age included', async () => {
  service = await openTestService()
  const order = await placed(submit(service, await service.account()))
  await query(`
      delete from emails;
      insert into processor_events (id, type, received_at) values
        ('evt_old', 'x', now() - interval '61 days'), ('evt_young', 'x', now() - interval '59 days');
      insert into processor_events (id, type, received_at, state, order_code, payment_id, amount_cents) values
        ('evt_open', 'x', now() - interval '61 days', 'open', 'SVC-ABC234', 'pi_1', 800);
      insert into emails (id, kind, recipient, subject, body, created_at, sent_at) values
        (gen_random_uuid(), 'unpaid', 'a@example.com', 'old', '', now() - interval '92 days', now() - interval '91 days'),
        (gen_random_uuid(), 'unpaid', 'a@example.com', 'young', '', now() - interval '92 days', now() - interval '89 days'),
        (gen_random_uuid(), 'unpaid', 'a@example.com', 'unsent', '', now() - interval '92 days', null);
      insert into measurements (sha256, format, core_version, outcome) values
        ('of an older core', 'stl', 0, '{}'), ('of a newer core', 'stl', 1000000, '{}');
      insert into rate_counters (scope, subject, window_start, taken) values
        ('test', 'old', now() - interval '61 minutes', 1), ('test', 'young', now() - interval '59 minutes', 1)`)
  await query(`
      insert into auth_users (id, name, email, "emailVerified", "createdAt", "updatedAt") values
        ('unproven', '', 'unproven@example.com', false, now() - interval '25 hours', now())`)
  await query("select graphile_worker.add_job('sweep')")
  const worker = await service.service.startWorker()
  await until(() => service.logs().some(({ event }) => event === 'worker.swept'))
  await worker.stop()
  const kept = async (column: string, from: string) =>
    (await query(`select ${column} as name from ${from} order by 1`)).rows.map(({ name }) => name)
  expect(await kept('id', "processor_events where type = 'x'")).toEqual(['evt_open', 'evt_young'])
  expect(await kept('id', "auth_users where id = 'unproven'")).toEqual([])
  // Not the notifications of the worker's own round.
  expect(await kept('subject', "emails where kind not like 'notice:%'")).toEqual([
    'unsent',
    'young',
  ])
  expect(await kept('subject', "rate_counters where scope = 'test'")).toEqual(['young'])
  const measured = await kept('sha256', 'measurements')
  expect(measured).toContain('of a newer core')
  expect(measured).not.toContain('of an older core')
  // The order's own measurement, made by the present core.
  expect(measured).toHaveLength(2)
  expect(order.code).toStartWith('SVC-')
})

test('the sweep removes jobs that will not run again, and no others', async () => {
  service = await openTestService()
  const job = (name: string, state: string) => `
      select graphile_worker.add_job('${name}', run_at := now() + interval '1 day');
      update graphile_worker._private_jobs set ${state}
        where task_id = (select id from graphile_worker._private_tasks where identifier = '${name}')`
  await query(
    [
      // Its worker died and the mail was queued as a new job: the old one is locked and has no attempts left.
      job('left', "locked_at = now() - interval '5 hours', locked_by = 'dead', attempts = 25"),
      job('living', "locked_at = now() - interval '3 hours', locked_by = 'x', attempts = 25"),
      job('trying', "locked_at = now() - interval '5 hours', locked_by = 'x', attempts = 24"),
      job('failed', "attempts = 25, updated_at = now() - interval '31 days'"),
      job('failing', "attempts = 25, updated_at = now() - interval '29 days'"),
      job('waiting', "updated_at = now() - interval '31 days'"),
    ].join(';'),
  )
  const { jobs } = await sweep(service.db, { coreVersion: 1, basketDays: 30 })
  const { rows } = await query(
    'select task_identifier as name from graphile_worker.jobs order by task_identifier',
  )
  expect(rows.map(({ name }) => name)).toEqual(['failing', 'living', 'trying', 'waiting'])
  expect(jobs).toBe(2)
})

const query = (text: string) => service.service.database.pool.query(text)
