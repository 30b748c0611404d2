// The hourly sweep deletes old rows in batches, and keeps the rest.
import { expect, test } from 'bun:test'
import { sql } from 'kysely'
import { removeRows } from '../../server/db/core/remove-rows.ts'
import { sweep } from '../../server/db/maintenance/sweep.ts'
import { useDatabase } from '../../testing/use.ts'

const database = useDatabase()

test('rows are deleted in batches until none meets the condition', async () => {
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

test('vendor tasks that no job waits for are deleted after 90 days, calls of engines after 400', async () => {
  await query(`
    insert into vendor_leftovers (job_id, vendor, task_id, why, cancelled, at)
    select gen_random_uuid(), 'fal', name, 'deadline', false, now() - age
    from (values ('old', interval '91 days'), ('young', interval '89 days')) as t (name, age);
    insert into engine_spend (day, engine, calls, cents)
    select (now() at time zone 'utc')::date - age, name, 1, 40 from (values ('old', 401), ('young', 399)) as t (name, age)`)
  expect(await run()).toMatchObject({ vendorLeftovers: 1, engineSpend: 1 })
  expect(await kept('task_id', 'vendor_leftovers')).toEqual(['young'])
  expect(await kept('engine', 'engine_spend')).toEqual(['young'])
})

test('generations, uploads and pictures stay until they are deleted, their logs for 90 days', async () => {
  await query(`
    insert into accounts (id, email) values ('maker', 'maker@example.com');
    insert into generation_jobs (id, account_id, status, request, result, failure, created_at, completed_at)
    select gen_random_uuid(), 'maker', status, jsonb_build_object('prompt', status), case status when 'done' then '{}'::jsonb end,
      case status when 'error' then '{}'::jsonb end, now() - interval '5 years', now() - interval '5 years'
    from (values ('done'), ('error')) as t (status);
    insert into generations (id, account_id, mode, model_uri, preview_uri, file_name, format, created_at)
    values ('upload', 'maker', 'upload', 'gs://b/models/1.stl', 'gs://b/models/1.stl', 'a.stl', 'stl', now() - interval '5 years');
    insert into images (uri, account_id, prompt, sha256, size_bytes, mime_type, width, height, created_at)
    values ('gs://b/images/1.png', 'maker', 'a frog', repeat('a', 64), 9, 'image/png', 1, 1, now() - interval '5 years');
    insert into generation_logs (id, job_id, kind, model, facts, created_at)
    select gen_random_uuid(), id, kind, 'rules', '{}', now() - age
    from generation_jobs, (values ('prompt', interval '91 days'), ('routing', interval '89 days')) as t (kind, age) where status = 'done'`)
  await run()
  expect(await kept("request ->> 'prompt'", 'generation_jobs')).toEqual(['done', 'error'])
  expect(await kept('id', 'generations')).toEqual(['upload'])
  expect(await kept('prompt', 'images')).toEqual(['a frog'])
  expect(await kept('kind', 'generation_logs')).toEqual(['routing'])
})

test('emails are deleted 90 days after they were sent, unsent ones never', async () => {
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
      // Its worker died and the email was queued as a new job: the old one is locked and has no attempts left.
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
