// A failing step of a worker's round does not stop the others.
import { expect, test } from 'bun:test'
import { runRound } from '../../../server/wiring/worker/worker-round.ts'
import { useService } from '../../../testing/use.ts'

const service = useService()

const failing = (error: Error) => () => Promise.reject(error)

test('steps that fail are logged by name, and the following steps run', async () => {
  let looks = 0
  service.replace({
    refunds: { claimUnsettled: failing(new Error('no refund can be read')) },
    billingDocuments: { issueDue: failing(new Error('no document can be made')) },
    generationJobs: {
      requeueAbandoned: () => {
        looks += 1
        return Promise.resolve(0)
      },
    },
  })
  const { deps, db } = service
  expect(await runRound({ deps, db }, Date.now())).toBe(false)
  expect(looks).toBe(1)
  expect(service.logs().filter(({ event }) => event === 'worker.step_failed')).toMatchObject([
    { step: 'refunds' },
    { step: 'documents' },
  ])
})

test('a round ends at the first step that finds the database unavailable', async () => {
  let looks = 0
  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  service.replace({
    refunds: { claimUnsettled: failing(away) },
    generationJobs: {
      requeueAbandoned: () => {
        looks += 1
        return Promise.resolve(0)
      },
    },
  })
  const { deps, db } = service
  expect(await runRound({ deps, db }, Date.now())).toBe(false)
  expect(looks).toBe(0)
})
