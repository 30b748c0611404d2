// The job queue during a database outage: a finished job is not held for hours, and an ended runner is noticed.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type OpenDatabase, openDatabase } from '../../../server/db/core/connect.ts'
import { sweep } from '../../../server/db/maintenance/sweep.ts'
import { createTaskQueue } from '../../../server/db/operators/task-queue.ts'
import { startQueueRunner } from '../../../server/wiring/worker/queue-runner.ts'
import {
  openTcpGate,
  type TcpGate,
  targetOf,
  throughGate,
} from '../../../testing/service/tcp-gate.ts'
import { until } from '../../../testing/service/until.ts'
import { useDatabase } from '../../../testing/use.ts'

const database = useDatabase()
let gate: TcpGate
let opened: OpenDatabase
beforeAll(async () => {
  gate = await openTcpGate(targetOf(database.url))
  opened = openDatabase({ url: throughGate(database.url, gate), poolSize: 4 })
})
afterAll(async () => {
  await opened.close()
  await gate.close()
})

const add = (name: string) =>
  database.pool.query(`select graphile_worker.add_job('${name}', max_attempts := 2)`)
const jobs = async () =>
  (await database.pool.query('select attempts, locked_at from graphile_worker.jobs')).rows

test.each(['succeeds', 'fails'])(
  'a job that %s during a database outage is recorded afterwards',
  async (how) => {
    let runs = 0
    const runner = await startQueueRunner(opened.pool, {
      concurrency: 2,
      pollInterval: 100,
      taskList: {
        probe: async () => {
          runs += 1
          if (runs > 1) return
          await gate.shut()
          if (how === 'fails') throw new Error('as the test says')
        },
      },
    })
    await add('probe')
    await until(() => runs === 1)
    expect(await jobs()).toMatchObject([{ attempts: 1, locked_at: expect.any(Date) }])
    await gate.open()
    // The queue retries 3 to 5 s later.
    await until(async () => (await jobs())[0]?.locked_at == null)
    if (how === 'fails') {
      await database.pool.query('update graphile_worker._private_jobs set run_at = now()')
      await until(() => runs === 2)
    }
    await until(async () => (await jobs()).length === 0)
    expect(runs).toBe(how === 'fails' ? 2 : 1)
    await runner.stop()
  },
)

test('a job that was replaced while it was held is not a failed task, and is swept', async () => {
  const failed = (name: string) => `
    select graphile_worker.add_job('${name}');
    update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'it was held'`
  await database.pool.query(['generate', 'send-email', 'sweep'].map(failed).join(';'))
  const listed = await createTaskQueue(database.db).listFailed(10)
  expect(listed.map(({ task }) => task)).toEqual(['sweep'])
  await sweep(database.db, { coreVersion: 1, basketDays: 30 })
  const { rows } = await database.pool.query(
    'select task_identifier as task from graphile_worker.jobs',
  )
  expect(rows).toEqual([{ task: 'sweep' }])
  await database.pool.query('delete from graphile_worker._private_jobs')
})

test('a runner that ends unexpectedly reports it, and can still be stopped', async () => {
  const exitCode = process.exitCode
  const runner = await startQueueRunner(opened.pool, {
    concurrency: 1,
    taskList: { probe: async () => {} },
  })
  let hasEnded = false
  void runner.ended.then(() => {
    hasEnded = true
  })
  // Announcement of a process of a later release of the queue; repeated until the runner listens.
  const payload = JSON.stringify({ breaking: true, migrationNumber: 99 })
  await until(async () => {
    await database.pool.query("select pg_notify('worker:migrate', $1)", [payload])
    return hasEnded
  })
  expect(await runner.ended).toMatchObject({ message: 'The job queue stopped taking jobs.' })
  // The queue sets it.
  process.exitCode = exitCode ?? 0
  await runner.stop()
})

test('a stopped runner does not report that it ended', async () => {
  let runs = 0
  const start = () =>
    startQueueRunner(opened.pool, {
      concurrency: 1,
      taskList: {
        probe: async () => {
          runs += 1
        },
      },
    })
  const runner = await start()
  let hasReported = false
  void runner.ended.then(() => {
    hasReported = true
  })
  await runner.stop()
  // A second runner finishes a job, which takes longer than a report of the first runner.
  const second = await start()
  await add('probe')
  await until(() => runs === 1)
  await second.stop()
  expect(hasReported).toBe(false)
})
