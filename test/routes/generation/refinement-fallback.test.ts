// A failed refinement refunds its part, 2 credits, and delivers the earlier model (decisions.md 68).
import { afterAll, expect, test } from 'bun:test'
import { createEngines } from '../../../server/adapters/engines/create-engines.ts'
import { startEngineStandIns } from '../../../testing/engines/engine-stand-ins/start.ts'
import { openGenerationService, usePerson } from '../../../testing/engines/generation.ts'
import { use } from '../../../testing/use.ts'

const vendors = startEngineStandIns()
afterAll(() => vendors.close())
const service = use(() => openGenerationService({ env: { DOWNLOAD_ALLOW_LOOPBACK: '1' } }))
const person = usePerson(service, { credits: 20 })

test('when a refined model cannot be downloaded, the earlier model is delivered', async () => {
  const { temporaryFiles, downloads, log } = service.deps
  const { tripo, fal } = vendors
  const pause = async () => {}
  service.replace({ engines: createEngines({ tripo, fal, temporaryFiles, downloads, log, pause }) })
  // The third task: picture, model, refinement.
  const response = await service.post('/api/generate', person, {
    prompt: '[dead-link@2] vase',
    advanced: { engine: 'engine_4', refinementPass: true },
  })
  const { persisted, creditsCharged, taskId } = await response.json()
  expect(response.status).toBe(200)
  expect({ persisted, creditsCharged }).toEqual({ persisted: true, creditsCharged: 1 })
  expect(vendors.made.map(({ id }) => id).indexOf(taskId)).toBe(1)
  expect(await service.credits(person)).toBe(19)
})
