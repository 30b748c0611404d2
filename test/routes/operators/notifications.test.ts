// Notifications to operators: each event is sent from its real trigger, once, within the limits of decisions.md 44.

import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { runOnce, type TaskList } from 'graphile-worker'
import { sql } from 'kysely'
import { quietLogger } from '../../../server/db/core/jobs/jobs.ts'
import { sendMail } from '../../../server/db/orders/mail/send-mail.ts'
import { generationJobIdOf } from '../../../server/domain/base/ids/generation-job.ts'
import { keysOf } from '../../../server/domain/base/keys-of.ts'
import { recoverExpiredJobs } from '../../../server/domain/farm/reports/report-job.ts'
import { changeOrderWork } from '../../../server/domain/fulfillment/order-work.ts'
import { recoverStaleJobs } from '../../../server/domain/generation/run/orphans.ts'
import {
  type NotificationKind,
  notificationKinds,
} from '../../../server/domain/notifications/kinds.ts'
import { sendNotifications } from '../../../server/domain/notifications/send-notifications.ts'
import { resetSecondFactor } from '../../../server/domain/operators/reset-second-factor.ts'
import { loseOrders } from '../../../testing/faults/lose-rows.ts'
import { cubeStl } from '../../../testing/models/meshes.ts'
import { cookieOf } from '../../../testing/people/account-app.ts'
import { good, mustClaim, openFarm, SLICED } from '../../../testing/people/farm.ts'
import { statusChange } from '../../../testing/people/status-change.ts'
import { placed, submit } from '../../../testing/people/submit.ts'
import { totpOf } from '../../../testing/people/totp.ts'
import { HOOK_TIMEOUT_MS, OPERATOR_EMAIL } from '../../../testing/service/service.ts'
import { until } from '../../../testing/service/until.ts'
import { queueMail } from '../../../testing/service/work-off.ts'
import { use, useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const second = 'second@example.com'
const service = useService({ env: { OPERATOR_EMAILS: `${OPERATOR_EMAIL}, ${second}` } })
const farm = use(() => openFarm(service))

beforeAll(async () => {
  await service.signIn(OPERATOR_EMAIL)
}, HOOK_TIMEOUT_MS)

/** Marks all present conditions as old, as if nothing had been reported yet. */
beforeEach(async () => {
  await sendNotifications(service.deps)
  await forget()
})
afterEach(async () => {
  await service.stripe.clearFaults()
})

async function forget() {
  await service.db.deleteFrom('notification_sends').execute()
  await service.db.deleteFrom('notification_digest').execute()
  await service.db.deleteFrom('emails').where('kind', 'like', 'notice:%').execute()
}

/** Returns the queued emails to the operators, oldest first. */
async function notices() {
  const rows = await service.db
    .selectFrom('emails')
    .select(['id', 'kind', 'recipient', 'subject', 'body'])
    .where('kind', 'like', 'notice:%')
    .orderBy('created_at')
    .execute()
  return rows.map(({ kind, ...mail }) => ({ ...mail, key: kind.slice('notice:'.length) }))
}

/** Returns the present emails by key. */
async function mailed() {
  await sendNotifications(service.deps)
  return Object.fromEntries((await notices()).map((mail) => [mail.key, mail]))
}

async function only(kind: NotificationKind) {
  const mails = await mailed()
  expect(Object.keys(mails)).toEqual([kind])
  const mail = mails[kind]
  if (mail === undefined) throw new Error('no mail')
  expect(mail.body).toContain(`${service.baseUrl}${notificationKinds[kind].path}\n`)
  expect(mail.body).toMatch(/, since \d{4}-\d\d-\d\d \d\d:\d\d UTC/)
  expect(mail.recipient).toBe(`${OPERATOR_EMAIL}, ${second}`)
  await sendNotifications(service.deps)
  expect(await notices()).toHaveLength(1)
  return mail
}

const ordered = async () => (await placed(submit(service, await service.account()))).code

async function age(code: string, minutes: number) {
  await sql`update orders set created_at = created_at - make_interval(mins => ${minutes}) where code = ${code}`.execute(
    service.db,
  )
}

/** Runs each due task of the queue once with these programs, and makes the failed ones due again. */
async function runTasks(programs: TaskList) {
  const pgPool = service.service.database.pool
  const entries = Object.entries(programs).map(([name, program]) => [
    name,
    async (...args: Parameters<NonNullable<typeof program>>) => {
      // A failed task is due again seconds after this time, and the run executes everything that becomes due before
      // it ends.
      await pgPool.query(
        "update graphile_worker._private_jobs set run_at = now() + interval '1 hour' where id = $1",
        [args[1].job.id],
      )
      return await program?.(...args)
    },
  ])
  const taskList: TaskList = Object.fromEntries(entries)
  await runOnce({ pgPool, taskList, logger: quietLogger, noHandleSignals: true })
  await until(async () => {
    const locked = await pgPool.query(
      'select from graphile_worker._private_jobs where locked_at is not null',
    )
    return locked.rowCount === 0
  })
  await pgPool.query(
    'update graphile_worker._private_jobs set run_at = now() where locked_at is null',
  )
}

describe('each event fires', () => {
  test('a charge that is not settled after 15 minutes', async () => {
    const path = '/v1/payment_intents'
    const fault = {
      method: 'POST',
      path,
      when: 'before',
      times: 'always',
      outcome: 'reset',
    } as const
    await service.stripe.fault(fault)
    const { code } = await placed(submit(service, await service.account()))
    await age(code, 14)
    expect(await mailed()).toEqual({})
    await age(code, 2)
    const { subject, body } = await only('unsettled_charge')
    expect(subject).toBe('A charge is not settled')
    expect(body).toContain(code)
  })

  test('a payment whose order is not in the database', async () => {
    const code = await ordered()
    await loseOrders(service, [code])
    await service.stripe.deliver({ type: 'payment_intent.succeeded' })
    await sql`update processor_events set received_at = received_at - interval '3 minutes'`.execute(
      service.db,
    )
    expect((await only('payment_without_order')).body).toContain(`names the order ${code}`)
  })

  test('an order that is late', async () => {
    const code = await ordered()
    await sql`update orders set due_at = now() - interval '1 hour' where code = ${code}`.execute(
      service.db,
    )
    expect((await only('late_order')).body).toContain(code)
  })

  test('an order that was held', async () => {
    const code = await ordered()
    const version = (await service.deps.orders.readByCode(code))?.version ?? 0
    const held = await changeOrderWork(service.deps, OPERATOR_EMAIL, {
      code,
      version,
      change: { kind: 'hold', reason: 'The wall is too thin' },
    })
    expect(held.ok).toBe(true)
    expect((await only('order_needs_review')).body).toContain('The wall is too thin')
  })

  test('an order whose file was rejected after it was paid', async () => {
    const code = await ordered()
    const reject = await statusChange(service.deps, code, { status: 'REJECTED' })
    const set = await farm.asOperator(`/api/operator/orders/${code}/status`, reject)
    expect(set.status).toBe(200)
    expect((await only('order_needs_review')).body).toContain('rejected after it was paid')
  })

  test('an email that cannot be sent', async () => {
    const code = await ordered()
    await queueMail(service, code)
    const mailer = { send: () => Promise.reject(new Error('connect ECONNREFUSED')) }
    const idOf = (payload: unknown) => String((payload as { id: string }).id)
    const taskList: TaskList = {
      'send-email': (payload) => sendMail(service.db, mailer, idOf(payload)),
    }
    for (let attempt = 0; attempt < 4; attempt += 1) await runTasks(taskList)
    expect(await mailed()).toEqual({})
    await runTasks(taskList)
    await sql`update emails set created_at = created_at - interval '5 minutes' where order_id = (
      select id from orders where code = ${code})`.execute(service.db)
    const mail = await only('failed_mail')
    expect(mail.body).toContain('connect ECONNREFUSED')
    await service.service.database.pool.query('delete from graphile_worker._private_jobs')
    await service.db.updateTable('emails').set({ sent_at: new Date() }).execute()
  })

  test('a generation that failed because of the service', async () => {
    const { accountId } = await service.account()
    const id = generationJobIdOf(crypto.randomUUID())
    await service.db
      .insertInto('generation_jobs')
      .values({
        id,
        account_id: accountId,
        status: 'queued',
        stage: null,
        content_type: null,
        request: null,
        plan: null,
        task: null,
        engine_started_at: null,
        credits_charged: null,
        result: null,
        failure: null,
        lease: null,
        leased_until: null,
        created_at: new Date(Date.now() - 31 * 60_000),
        started_at: null,
        completed_at: null,
      })
      .execute()
    await recoverStaleJobs(service.deps)
    expect((await only('failed_generation')).body).toContain('generation_interrupted')
  })

  test('a background task that keeps failing', async () => {
    const { pool } = service.service.database
    await pool.query(`select graphile_worker.add_job('sum-up-orders')`)
    const taskList: TaskList = {
      'sum-up-orders': () => Promise.reject(new Error('deadlock detected')),
    }
    for (let attempt = 0; attempt < 4; attempt += 1) await runTasks(taskList)
    expect(await mailed()).toEqual({})
    await runTasks(taskList)
    expect((await only('failed_task')).body).toContain('deadlock detected')
  })

  test('a pool that refuses work', async () => {
    const file = await service.deps.temporaryFiles.write(cubeStl({ sizeMm: 10 }))
    const measured = Array.from({ length: 400 }, () =>
      service.deps.geometry.measure({ source: { path: file.path }, format: 'stl' }),
    )
    await Promise.allSettled(measured)
    await until(async () => Object.keys(await mailed()).length > 0)
    const mail = await only('saturated_pool')
    expect(mail.body).toContain('geometry')
    expect(mail.body).toMatch(/\d+ requests were refused/)
  }, 60_000)

  test('a print job that failed', async () => {
    const code = await farm.order()
    await farm.queue(code)
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const job = await farm.claim()
      const report = { lease: job?.lease, reason: 'The nozzle is clogged' }
      expect((await farm.asFarm(`/api/farm/jobs/${job?.id}/fail`, report)).status).toBe(200)
    }
    expect((await only('failed_print_job')).body).toContain('The nozzle is clogged')
  })

  test('a print job with silent printers, once, also when it gets another file', async () => {
    const code = await farm.order()
    await farm.queue(code)
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await mustClaim(farm)
      await farm.expire()
      await recoverExpiredJobs(service.deps)
    }
    const mail = await only('failed_print_job')
    expect(mail.body).toContain(code)
    expect(mail.body).toContain('The printer p1 sent no heartbeat.')
    await forget()
    const [job] = await farm.jobs(code)
    const form = new FormData()
    for (const [name, value] of Object.entries({ code, jobId: job?.id ?? '' })) {
      form.set(name, value)
    }
    form.set('file', new Blob([SLICED.bytes]), SLICED.name)
    await good(farm.asOperator('/api/farm/print-upload', form))
    expect(await farm.jobs(code)).toMatchObject([
      { state: 'failed', version: (job?.version ?? 0) + 1 },
    ])
    expect(await mailed()).toEqual({})
    // The next failure is a separate event.
    await good(farm.asOperator(`/api/farm/jobs/${job?.id}/change`, { action: 'requeue' }))
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const { id, lease } = await mustClaim(farm)
      await good(farm.asFarm(`/api/farm/jobs/${id}/fail`, { lease, reason: 'Clogged' }))
    }
    expect((await only('failed_print_job')).body).toContain('Clogged')
  })

  test('a printer that stops responding during a job', async () => {
    const code = await farm.order()
    await farm.queue(code)
    await mustClaim(farm, { printer: 'k7' })
    await sql`update printers set last_heard_at = now() - interval '3 minutes' where name = 'k7'`.execute(
      service.db,
    )
    const { body } = await only('silent_printer')
    expect(body).toContain('k7')
    expect(body).toContain(`plate 1 of ${code}`)
  })

  test('a printer that is paused', async () => {
    await good(
      service.fetch('/api/farm/printers/k8', {
        method: 'PUT',
        headers: { 'x-internal-key': service.internalKey, 'content-type': 'application/json' },
        body: JSON.stringify({ state: 'paused', detail: 'Filament out' }),
      }),
    )
    expect(await mailed()).toEqual({})
    await sql`update printers set state_since = now() - interval '3 minutes' where name = 'k8'`.execute(
      service.db,
    )
    expect((await only('stopped_printer')).body).toContain('paused: Filament out')
  })

  test('a second factor that was reset', async () => {
    const session = await service.signIn(second)
    const form = async (path: string, fields: Record<string, string>) => {
      const response = await service.fetch(`/account/second-factor/${path}`, {
        method: 'POST',
        headers: { origin: service.baseUrl, cookie: session },
        body: new URLSearchParams(fields),
      })
      return { html: await response.text(), cookie: cookieOf(response) }
    }
    const { html } = await form('set-up', { password: 'a password for tests' })
    const secret = /<code>([A-Z2-7 ]{40,})<\/code>/.exec(html)?.[1]?.replaceAll(' ', '') ?? ''
    await form('confirm', { code: totpOf(secret, Date.now()) })
    expect((await resetSecondFactor(service.deps, OPERATOR_EMAIL, second)).ok).toBe(true)
    const { body } = await only('second_factor_reset')
    expect(body).toContain(second)
    expect(body).toContain(`reset by ${OPERATOR_EMAIL}`)
  })
})

describe('the limits', () => {
  const late = (code: string) =>
    sql`update orders set due_at = now() - interval '1 hour' where code = ${code}`.execute(
      service.db,
    )
  const wait = (minutes: number) =>
    Promise.all([
      sql`update notification_sends set sent_at = sent_at - make_interval(mins => ${minutes})`.execute(
        service.db,
      ),
      sql`update notification_digest set queued_at = queued_at - make_interval(mins => ${minutes})`.execute(
        service.db,
      ),
    ])

  verifies(
    'limits.operator.email',
    'allow one email in 10 minutes for each kind, and the rest in a digest',
    async () => {
      const codes = [await ordered(), await ordered(), await ordered()]
      for (const code of codes) {
        await late(code)
        await sendNotifications(service.deps)
      }
      expect((await notices()).map(({ key }) => key)).toEqual(['late_order'])
      await wait(9)
      await sendNotifications(service.deps)
      expect(await notices()).toHaveLength(1)
      await wait(2)
      await sendNotifications(service.deps)
      const [, digest] = await notices()
      expect(digest).toMatchObject({ key: 'digest', subject: '2 more things need attention' })
      for (const code of codes.slice(1)) expect(digest?.body).toContain(code)
      expect(digest?.body).toContain(`${service.baseUrl}/operator/queue?late=yes`)
    },
  )

  verifies(
    'limits.operator.email-all',
    'allow 40 an hour for the farm, digests included',
    async () => {
      for (let sent = 0; sent < 40; sent += 1) {
        await service.db
          .insertInto('notification_sends')
          .values({ key: `other ${sent}` })
          .execute()
      }
      await late(await ordered())
      await sendNotifications(service.deps)
      expect(await notices()).toEqual([])
      await wait(30)
      await sendNotifications(service.deps)
      expect(await notices()).toEqual([])
      await wait(31)
      await sendNotifications(service.deps)
      expect((await notices()).map(({ key }) => key)).toEqual(['digest'])
    },
  )

  test('concurrent rounds report an event once', async () => {
    await late(await ordered())
    await Promise.all(Array.from({ length: 8 }, () => sendNotifications(service.deps)))
    await sendNotifications(service.deps)
    expect(await notices()).toHaveLength(1)
  })

  test('an email lists ten and counts the rest', async () => {
    for (let index = 0; index < 12; index += 1) await late(await ordered())
    const mail = (await mailed())['late_order']
    expect(mail?.subject).toBe('12 orders are late')
    expect(mail?.body.match(/^- SVC-/gm)).toHaveLength(10)
    expect(mail?.body).toContain('- and 2 more')
  })
})

test('a kind that is switched off is not mailed until it is on again', async () => {
  const kinds = keysOf(notificationKinds)
  const others = kinds.filter((kind) => kind !== 'late_order')
  await service.deps.notifications.enable(others, OPERATOR_EMAIL)
  const code = await ordered()
  await sql`update orders set due_at = now() - interval '1 hour' where code = ${code}`.execute(
    service.db,
  )
  expect(await mailed()).toEqual({})
  await service.deps.notifications.enable(kinds, OPERATOR_EMAIL)
  expect((await only('late_order')).body).toContain(code)
})

test('a kind that cannot be read does not delay others, and is reported once it can be read', async () => {
  const [code, held] = [await ordered(), await ordered()]
  const { pool } = service.service.database
  await pool.query(`update orders set due_at = now() - interval '1 hour' where code = $1`, [code])
  // The finding is marked as reported before the email is refused: the mark must be rolled back with it.
  const hold = { held_reason: 'Thin', held_at: new Date(), held_by: OPERATOR_EMAIL }
  await service.db.updateTable('orders').set(hold).where('code', '=', held).execute()
  await pool.query(
    `alter table emails add constraint no_review check (kind <> 'notice:order_needs_review') not valid`,
  )
  await pool.query('alter table processor_events rename to processor_events_away')
  try {
    expect(Object.keys(await mailed())).toEqual(['late_order'])
  } finally {
    await pool.query('alter table processor_events_away rename to processor_events')
    await pool.query('alter table emails drop constraint no_review')
  }
  await forget()
  expect((await only('order_needs_review')).body).toContain(held)
})

test('the worker sends them automatically, to every operator', async () => {
  const code = await ordered()
  await sql`update orders set due_at = now() - interval '1 hour' where code = ${code}`.execute(
    service.db,
  )
  const worker = await service.service.startWorker()
  try {
    await until(() =>
      service.mails().some(({ to, text }) => to.includes(second) && text.includes(code)),
    )
    const sent = service
      .mails()
      .filter(({ text }) => text.includes(code) && text.includes('settings'))
    expect(sent.map(({ to }) => to).toSorted()).toEqual([OPERATOR_EMAIL, second])
  } finally {
    await worker.stop()
  }
}, 60_000)
