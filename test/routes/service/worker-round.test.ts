// What a worker does at every round goes on where one part of it fails.
import { expect, test } from 'bun:test'
import { runRound } from '../../../server/wiring/worker.ts'
import { useService } from '../../helpers/use.ts'

const service = useService()

test('documents that cannot be issued do not stop what comes after them', async () => {
  let looks = 0
  service.replace({
    billingDocuments: { issueDue: () => Promise.reject(new Error('no document can be made')) },
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
  expect(service.logs().map(({ event }) => event)).toContain('billing.not_issued')
})
