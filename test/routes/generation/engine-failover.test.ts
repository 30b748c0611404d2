// `auto` skips an engine that created nothing, a pinned engine is never replaced; all processes learn of the failure,
// and operators of calls that may be billed (decisions.md 66).
import { afterAll, beforeEach, expect, test } from 'bun:test'
import { createEngines } from '../../../server/adapters/engines/create-engines.ts'
import { createEngineBudget } from '../../../server/db/generation/engine-spend.ts'
import { defaultCallCents } from '../../../server/domain/generation/engine/budget.ts'
import { startEngineStandIns } from '../../../testing/engines/engine-stand-ins/start.ts'
import {
  generationForm,
  openGenerationService,
  usePerson,
} from '../../../testing/engines/generation.ts'
import { resetRateLimits } from '../../../testing/service/reset-rate-limits.ts'
import { use } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const vendors = startEngineStandIns()
afterAll(() => vendors.close())
const service = use(() => openGenerationService({ env: { DOWNLOAD_ALLOW_LOOPBACK: '1' } }))
const person = usePerson(service, { credits: 100 })
beforeEach(async () => {
  await resetRateLimits(service.db)
  await service.db.deleteFrom('engine_health').execute()
  await service.db.deleteFrom('engine_spend').execute()
})

/** Opens a separate process that shares the database. */
function useVendors(
  accounts: { tripo?: object; fal?: object },
  { calls = 100, cents = 100_000 } = {},
) {
  const { temporaryFiles, downloads, log, engineHealth: health } = service.deps
  const ceiling = { calls, cents }
  const budget = createEngineBudget(service.db, { ceiling, callCents: defaultCallCents })
  const engines = createEngines({
    tripo: { ...vendors.tripo, ...accounts.tripo },
    fal: { ...vendors.fal, ...accounts.fal },
    temporaryFiles,
    downloads,
    log,
    health,
    budget,
    pause: async () => {},
  })
  service.replace({ engines })
}

async function generate(prompt: string, engine: string) {
  const response = await service.post('/api/generate', person, { prompt, advanced: { engine } })
  return { status: response.status }
}
const troubles = () => service.deps.engineHealth.list(new Date(0))
const wrongKey = { apiKey: 'wrong' }

test('a vendor that refuses the key is skipped, and every process learns this', async () => {
  useVendors({ tripo: wrongKey })
  const withFal = await generate('a vase', 'auto')
  useVendors({ fal: wrongKey })
  const withTripo = await generate('a vase', 'auto')
  expect([withFal.status, withTripo.status]).toEqual([200, 200])
  const seen = await troubles()
  expect(seen.length).toBeGreaterThan(0)
  for (const each of seen) {
    expect(each.trouble).toBe('refused_access')
    expect(each.leftOutUntil?.getTime()).toBe(each.seenAt.getTime() + 5 * 60_000)
  }
  const { parts, ok } = await (await service.fetch('/readyz')).json()
  expect([ok, parts.engineHealth]).toEqual([true, 'refused_access'])
})

/** A fal that refuses every input before it creates anything. */
function refusingFal() {
  const detail = [{ loc: ['body', 'prompt'], msg: 'said so', type: 'value_error' }]
  const fetch = () => Response.json({ detail }, { status: 422 })
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch })
  return { apiBase: `http://127.0.0.1:${server.port}`, close: () => server.stop(true) }
}

test('a vendor that refuses the input, or the upload of a picture, is skipped', async () => {
  const { apiBase, close } = refusingFal()
  const known = (await service.deps.leftovers.list()).length
  try {
    useVendors({ fal: { apiBase } })
    expect((await generate('a vase', 'auto')).status).toBe(200)
    const photo = generationForm({ inputMode: 'image' }, [{}])
    expect((await service.post('/api/generate', person, photo)).status).toBe(200)
    const pinned = { prompt: 'a vase', advanced: { engine: 'engine_1' } }
    const refused = await service.post('/api/generate', person, pinned)
    expect([refused.status, (await refused.json()).error]).toEqual([
      502,
      'The engine could not make this model: "said so". Change the prompt or the picture and try again.',
    ])
  } finally {
    await close()
  }
  const spent = await service.deps.spendReader.today()
  const calledEngines = spent.filter(({ calls }) => calls > 0).map(({ engine }) => engine)
  expect(calledEngines).toEqual(['engine_2'])
  expect((await service.deps.leftovers.list()).length).toBe(known)
})

test('a vendor without credit is also recognized from a retexture', async () => {
  useVendors({})
  const body = { prompt: 'a vase', advanced: { engine: 'engine_1' } }
  const { generationId } = await (await service.post('/api/generate', person, body)).json()
  const retexture = { generationId, prompt: '[no-credit] moss' }
  expect((await service.post('/api/retexture', person, retexture)).status).toBe(502)
  expect(await troubles()).toMatchObject([{ vendor: 'fal', trouble: 'out_of_credit' }])
})

test('a pinned engine stays pinned, and costs nothing', async () => {
  useVendors({ tripo: wrongKey })
  const credits = await service.credits(person)
  expect((await generate('a vase', 'engine_2')).status).toBe(502)
  expect(await service.credits(person)).toBe(credits)
})

test('an engine over its budget is skipped, and the response is 503 when all are over it', async () => {
  useVendors({}, { calls: 1 })
  const statuses: number[] = []
  while (statuses.at(-1) !== 503 && statuses.length < 10) {
    statuses.push((await generate('a vase', 'auto')).status)
  }
  const spent = await service.deps.spendReader.today()
  expect(statuses).toEqual([...spent.map(() => 200), 503])
  expect(spent.length).toBeGreaterThan(1)
}, 60_000)

test('a create call without a response is listed for operators', async () => {
  useVendors({})
  expect((await generate('[lost] vase', 'engine_2')).status).toBe(502)
  const [left, ...more] = await service.deps.leftovers.list()
  expect(left).toMatchObject({
    vendor: 'tripo',
    taskId: null,
    why: 'unanswered',
    cancelled: false,
  })
  expect(more).toEqual([])
})

for (const [tasks, accounts, ceiling, topology] of [
  ['one task', { fal: wrongKey }, {}, 'triangles'],
  // Quads are converted in a separate task.
  ['a conversion', { fal: wrongKey }, {}, 'quads'],
  // 45 cents a day pay for engine_3 only, which needs a drawn picture before its model.
  ['two tasks', { tripo: wrongKey }, { cents: 45 }, 'triangles'],
] as const) {
  verifies(
    'gen.pass-passed-over',
    `the 2 credits are refunded, with a note, when an engine without a refinement takes over with ${tasks}`,
    async () => {
      useVendors(accounts, ceiling)
      const body = {
        prompt: 'a vase',
        advanced: { engine: 'auto', refinementPass: true, topology },
      }
      const credits = await service.credits(person)
      const response = await service.post('/api/generate', person, body)
      const { creditsCharged, notes } = await response.json()
      // contract.md 4.7: 1 for the draft, 2 for the pass.
      expect([response.status, creditsCharged]).toEqual([200, 1])
      expect(notes).toContain(
        'The engine with a refinement pass was not available: the credits of the pass were refunded.',
      )
      expect(await service.credits(person)).toBe(credits - 1)
      expect((await service.ledger(person)).map((entry) => entry.credits)).toEqual([-3, 2])
    },
  )
}

test('when every engine with a refinement is switched off, auto refunds its 2 credits', async () => {
  useVendors({})
  const change = { engine: 'engine_4', reason: 'out of order', by: 'ops@example.com' } as const
  await service.deps.engineSwitches.set({ ...change, isOff: true })
  const body = { prompt: 'a vase', advanced: { engine: 'auto', refinementPass: true } }
  const response = await service.post('/api/generate', person, body)
  const { creditsCharged, notes } = await response.json()
  await service.deps.engineSwitches.set({ ...change, isOff: false })
  expect([response.status, creditsCharged]).toEqual([200, 1])
  expect(notes).toContain(
    'The engine with a refinement pass was not available: the credits of the pass were refunded.',
  )
})

test('a pinned engine without a refinement pass still charges its credits', async () => {
  useVendors({})
  const body = { prompt: 'a vase', advanced: { engine: 'engine_2', refinementPass: true } }
  const { creditsCharged } = await (await service.post('/api/generate', person, body)).json()
  expect(creditsCharged).toBe(3)
})

test.each([
  ['error', 0],
  ['error-made', 1],
] as const)('after a 500 during creation no other vendor is called: %s', async (word, tasks) => {
  useVendors({})
  const prompt = `[${word}] vase of ${crypto.randomUUID()}`
  const refusals = vendors.refused.length
  const known = (await service.deps.leftovers.list()).length
  expect((await generate(prompt, 'auto')).status).toBe(502)
  expect(vendors.madeFor(prompt)).toHaveLength(tasks)
  expect(vendors.refused.length - refusals).toBe(1 - tasks)
  const left = await service.deps.leftovers.list()
  expect(left.length - known).toBe(1)
  expect(left[0]).toMatchObject({ taskId: null, why: 'unanswered' })
  const spent = await service.deps.spendReader.today()
  expect(spent.reduce((sum, { calls }) => sum + calls, 0)).toBe(1)
})

test('a refused call is subtracted from the day on which it was counted', async () => {
  const budget = createEngineBudget(service.db, {
    ceiling: { calls: 5, cents: 10_000 },
    callCents: defaultCallCents,
  })
  const counted = await budget.take('engine_1')
  if (counted === null) throw new Error('not counted')
  // The clock passed midnight: a call of the new day stays counted.
  await service.db
    .updateTable('engine_spend')
    .set({ day: new Date('2001-01-01T00:00:00Z') })
    .execute()
  await budget.take('engine_1')
  await budget.giveBack({ ...counted, day: '2001-01-01' })
  const rows = await service.db.selectFrom('engine_spend').select('calls').orderBy('day').execute()
  expect(rows).toEqual([{ calls: 0 }, { calls: 1 }])
})

test('a refused call gives back what was counted for it, and the day is no longer used up', async () => {
  await service.db.deleteFrom('engine_spend').execute()
  const budgetAt = (cents: number) =>
    createEngineBudget(service.db, {
      ceiling: { calls: 5, cents: 100 },
      callCents: { ...defaultCallCents, engine_1: cents },
    })
  const counted = await budgetAt(80).take('engine_1')
  if (counted === null) throw new Error('not counted')
  expect(await budgetAt(80).take('engine_1')).toBeNull()
  const row = async () =>
    await service.db
      .selectFrom('engine_spend')
      .select(['calls', 'cents', 'used_up_at'])
      .executeTakeFirst()
  expect(await row()).toMatchObject({ calls: 1, cents: 80, used_up_at: expect.any(Date) })
  // The operator has changed the price of a call since.
  await budgetAt(30).giveBack(counted)
  expect(await row()).toEqual({ calls: 0, cents: 0, used_up_at: null })
})
