// A worker process whose job queue has ended exits as well, so that its supervisor starts another one.
import { expect, test } from 'bun:test'
import { openRealServer } from '../../testing/service/real-server.ts'
import { until } from '../../testing/service/until.ts'
import { closing, useDatabase } from '../../testing/use.ts'

const database = useDatabase({ poolSize: 2 })

test('the process logs the reason and exits with 1', async () => {
  const env = { DATABASE_URL: database.url, ROLE: 'worker' }
  await using worker = closing(await openRealServer({ env }))
  await worker.start()
  expect(await (await fetch(`${worker.baseUrl}/readyz`)).json()).toMatchObject({
    checks: { worker: 'ok' },
  })
  await until(async () => {
    const listening = "select 1 from pg_stat_activity where query like 'LISTEN%worker:migrate%'"
    return (await database.pool.query(listening)).rowCount === 2
  })
  // A process of a later release of the queue announces a change that this one cannot handle.
  const payload = JSON.stringify({ breaking: true, migrationNumber: 99 })
  await database.pool.query("select pg_notify('worker:migrate', $1)", [payload])
  expect(await worker.exited()).toBe(1)
  const lines = worker.logs().filter(({ event }) => event === 'worker.ended')
  expect(lines).toMatchObject([{ level: 'error' }])
  expect(JSON.stringify(lines)).toContain('The job queue stopped taking jobs.')
})
