// A run that fails before its first vendor call is repeated: nothing was created, and nothing can be billed twice.
import { afterAll, expect, test } from 'bun:test'
import { createEngines } from '../../../server/adapters/engines/create-engines.ts'
import { startEngineStandIns } from '../../../testing/engines/engine-stand-ins/start.ts'
import { openGenerationService, usePerson } from '../../../testing/engines/generation.ts'
import { shortTimers } from '../../../testing/service/short-timers.ts'
import { use } from '../../../testing/use.ts'

const vendors = startEngineStandIns()
afterAll(() => vendors.close())
const service = use(() => openGenerationService({ env: { DOWNLOAD_ALLOW_LOOPBACK: '1' } }))
const person = usePerson(service, { credits: 20 })

test('a call that could not be counted is made by the next run', async () => {
  const { temporaryFiles, downloads, log } = service.deps
  const { tripo, fal } = vendors
  const counted = { spender: 'engine_2', day: '2027-01-04', cents: 40 } as const
  let times = 0
  const budget = {
    take: async () => {
      times += 1
      if (times === 1) throw new Error('Connection terminated unexpectedly')
      return counted
    },
    add: async () => counted,
    giveBack: async () => {},
  }
  const engines = createEngines({ tripo, fal, temporaryFiles, downloads, log, budget })
  service.replace({ engines })
  const restore = shortTimers((ms) => (ms === 5_000 ? 5 : ms))
  try {
    const body = { prompt: 'a vase', advanced: { engine: 'engine_2' } }
    expect((await service.post('/api/generate', person, body)).status).toBe(200)
  } finally {
    restore()
  }
  expect(vendors.made.length).toBe(1)
  expect(await service.credits(person)).toBe(19)
})
