// The hourly sweep deletes what is old, a part at a time, and leaves the rest.
import { expect, test } from 'bun:test'
import { sql } from 'kysely'
import { removeRows } from '../../server/db/core/remove-rows.ts'
import { sweep } from '../../server/db/maintenance/sweep.ts'
import { useDatabase } from '../../testing/use.ts'

const database = useDatabase()

test('rows are deleted in parts until none is left that meets the condition', async () => {
  const { db } = database
  await sql`insert into processor_events (id, type) select 'evt_' || n, case when n <= 25 then 'old' else 'new' end
    from generate_series(1, 30) as n`.execute(db)
  const removed = await removeRows(db, 'processor_events', { where: sql`type = 'old'`, batch: 10 })
  const left = await db.selectFrom('processor_events').select('id').orderBy('id').execute()
  expect(removed).toBe(25)
  expect(left.map(({ id }) => id)).toEqual(['evt_26', 'evt_27', 'evt_28', 'evt_29', 'evt_30'])
  await db.deleteFrom('processor_events').execute()
})

const run = () => sweep(database.db, { coreVersion: 7, basketDays: 30 })
const query = (text: string) => database.pool.query(text)
const kept = async (column: string, from: string) =>
  (await query(`select ${column} as name from ${from} order by 1`)).rows.map(({ name }) => name)

test('handled events of the processor are deleted after 60 days, open ones never', async () => {
  await query(`
    insert into processor_events (id, type, received_at) values
      ('old', 'x', now() - interval '61 days'), ('young', 'x', now() - interval '59 days');
    insert into processor_events (id, type, received_at, state, order_code, payment_id, amount_cents) values
      ('open', 'x', now() - interval '61 days', 'open', 'SVC-ABC234', 'pi_1', 800)`)
  expect(await run()).toMatchObject({ processorEvents: 1 })
  expect(await kept('id', 'processor_events')).toEqual(['open', 'young'])
})

test('mails are deleted 90 days after they were sent, unsent ones never', async () => {
  await query(`
    insert into emails (id, kind, recipient, subject, body, created_at, sent_at)
    select gen_random_uuid(), 'unpaid', 'a@example.com', subject, '', now() - made, now() - sent
    from (values
      ('old', interval '92 days', interval '91 days'),
      ('sent late', interval '92 days', interval '89 days'),
      ('unsent', interval '92 days', null),
      ('young', interval '1 day', interval '1 day')) as mail (subject, made, sent)`)
  expect(await run()).toMatchObject({ emails: 1 })
  expect(await kept('subject', 'emails')).toEqual(['sent late', 'unsent', 'young'])
})

test('measurements of an older core are deleted, those of a newer one stay', async () => {
  await query(`
    insert into measurements (sha256, format, core_version, outcome) values
      ('older', 'stl', 6, '{}'), ('present', 'stl', 7, '{}'), ('newer', 'stl', 8, '{}')`)
  expect(await run()).toMatchObject({ measurements: 1 })
  expect(await kept('sha256', 'measurements')).toEqual(['newer', 'present'])
})

test('counters of calls are deleted after an hour', async () => {
  await query(`
    insert into rate_counters (scope, subject, window_start, taken) values
      ('test', 'old', now() - interval '61 minutes', 1), ('test', 'young', now() - interval '59 minutes', 1)`)
  expect(await run()).toMatchObject({ rateCounters: 1 })
  expect(await kept('subject', "rate_counters where scope = 'test'")).toEqual(['young'])
})

test('jobs that will not run again are deleted, and no others', async () => {
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
  expect(await run()).toMatchObject({ jobs: 2 })
  expect(await kept('task_identifier', 'graphile_worker.jobs')).toEqual([
    'failing',
    'living',
    'trying',
    'waiting',
  ])
})
