// A failing sweep does not stop the others.
import { expect, test } from 'bun:test'
import { runSweeps } from '../../../server/wiring/worker/hourly-sweeps.ts'
import { useService } from '../../../testing/use.ts'

const service = useService()

const failing = (error: Error) => () => Promise.reject(error)

/** `calls`: number of runs of the last sweep. */
function stage(error: Error) {
  const { accountRecords } = service.deps
  const seen = { calls: 0 }
  service.replace({
    accountRecords: {
      ...accountRecords,
      anonymizeOrders: failing(error),
      listLeftCustomers: () => {
        seen.calls += 1
        return Promise.resolve([])
      },
    },
  })
  return seen
}

const run = () => runSweeps({ deps: service.deps, db: service.db, coreVersion: 1 })
const logged = (name: string) => service.logs().filter(({ event }) => event === name)

test('a sweep that fails is logged by name, and the following sweeps run', async () => {
  const seen = stage(new Error('no order can be read'))
  await expect(run()).rejects.toThrow('These sweeps failed: retention.')
  expect(seen.calls).toBe(1)
  expect(logged('worker.sweep_failed')[0]).toMatchObject({ sweep: 'retention' })
  const [swept] = logged('worker.swept')
  expect(swept).toMatchObject({ baskets: 0, guests: 0, deletedCustomers: 0 })
  expect(swept).not.toHaveProperty('anonymizedOrders')
})

test('the sweeps end when the database is unavailable', async () => {
  const seen = stage(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }))
  await run().catch(() => undefined)
  expect(seen.calls).toBe(0)
})
