// Budgets of engines: a daily limit per engine, with an email to operators when it is reached; and a daily allowance
// of pictures, which cost no credits.
import { afterAll, beforeEach, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { createEngines } from '../../../server/adapters/engines/create-engines.ts'
import { createImageModel } from '../../../server/adapters/engines/images/create-image-model.ts'
import {
  createEngineBudget,
  createSpendReader,
} from '../../../server/db/generation/engine-spend.ts'
import { notificationSources } from '../../../server/db/notifications/sources.ts'
import {
  type DailyCeiling,
  defaultCallCents,
} from '../../../server/domain/generation/engine/budget.ts'
import { startEngineStandIns } from '../../../testing/engines/engine-stand-ins/start.ts'
import { openGenerationService, usePerson } from '../../../testing/engines/generation.ts'
import { fillCounter } from '../../../testing/service/counters.ts'
import { jsonPost } from '../../../testing/service/requests.ts'
import { resetRateLimits } from '../../../testing/service/reset-rate-limits.ts'
import { use } from '../../../testing/use.ts'

const vendors = startEngineStandIns()
afterAll(() => vendors.close())
const service = use(() => openGenerationService({ env: { DOWNLOAD_ALLOW_LOOPBACK: '1' } }))
const person = usePerson(service, { credits: 100 })
beforeEach(async () => {
  await resetRateLimits(service.db)
  await service.db.deleteFrom('engine_spend').execute()
})

function limitTo(ceiling: DailyCeiling) {
  const { temporaryFiles, downloads, log } = service.deps
  const budget = createEngineBudget(service.db, { ceiling, callCents: defaultCallCents })
  const shared = { temporaryFiles, downloads, log, budget }
  service.replace({
    engines: createEngines({
      ...shared,
      tripo: vendors.tripo,
      fal: vendors.fal,
      pause: async () => {},
    }),
    imageModel: createImageModel({ ...shared, fal: vendors.fal }),
  })
}

async function generate(engine: string, more: object = {}) {
  const body = { prompt: 'a cup', advanced: { engine, ...more } }
  const response = await service.post('/api/generate', person, body)
  return { status: response.status, error: (await response.json()).error, response }
}
const draw = () =>
  service.fetch('/api/images/generate', jsonPost({ prompt: 'a cup' }, person.session))
const spent = () => createSpendReader(service.db).today()
const made = () => vendors.made.length

test('a call that is not made, because its job was cancelled, is not counted', async () => {
  const { temporaryFiles, downloads, log, generationJobs, clock } = service.deps
  const ceiling = { calls: 5, cents: 10_000 }
  const counted = createEngineBudget(service.db, { ceiling, callCents: defaultCallCents })
  const budget: typeof counted = {
    ...counted,
    take: async (spender) => {
      const call = await counted.take(spender)
      const { id } = await service.db
        .selectFrom('generation_jobs')
        .select('id')
        .where('account_id', '=', person.accountId)
        .executeTakeFirstOrThrow()
      await generationJobs.cancel(person.accountId, id, clock.now())
      return call
    },
  }
  const { tripo, fal } = vendors
  const pause = async () => {}
  service.replace({
    engines: createEngines({ tripo, fal, temporaryFiles, downloads, log, budget, pause }),
  })
  const before = made()
  expect((await generate('engine_2')).error).toContain('Cancelled by its owner')
  expect(made()).toBe(before)
  expect((await spent()).map(({ engine, calls, cents }) => [engine, calls, cents])).toEqual([
    ['engine_2', 0, 0],
  ])
})

test('an engine beyond its daily calls is refused, unpaid, and the others continue', async () => {
  limitTo({ calls: 2, cents: 10_000 })
  expect((await generate('engine_2')).status).toBe(200)
  expect((await generate('engine_2')).status).toBe(200)
  const [credits, calls] = [await service.credits(person), made()]
  const { status, error, response } = await generate('engine_2')
  expect([status, error, response.headers.get('retry-after')]).toEqual([
    503,
    'This engine has used up its budget for today. Nothing was charged. Choose another engine, or try again tomorrow.',
    '3600',
  ])
  expect([await service.credits(person), made()]).toEqual([credits, calls])
  expect((await generate('engine_1')).status).toBe(200)
  expect(await spent()).toEqual([
    { engine: 'engine_1', calls: 1, cents: 80, usedUp: false },
    { engine: 'engine_2', calls: 2, cents: 80, usedUp: true },
  ])
})

test('an engine beyond its cents is refused as well, and a limit of 0 allows none', async () => {
  limitTo({ calls: 100, cents: 100 })
  expect((await generate('engine_2')).status).toBe(200)
  expect((await generate('engine_2')).status).toBe(200)
  // 80 cents and 40 more exceed a dollar.
  expect((await generate('engine_2')).status).toBe(503)
  limitTo({ calls: 0, cents: 100 })
  expect((await generate('engine_3')).status).toBe(503)
})

test('the steps of a started job are counted, and made beyond the limit', async () => {
  limitTo({ calls: 1, cents: 10_000 })
  // Quads of Tripo are converted by a second call.
  expect((await generate('engine_2', { topology: 'quads' })).status).toBe(200)
  expect(await spent()).toMatchObject([{ calls: 2, cents: 80, usedUp: false }])
})

test('pictures have a separate budget', async () => {
  limitTo({ calls: 1, cents: 10_000 })
  expect((await draw()).status).toBe(200)
  const calls = made()
  expect((await draw()).status).toBe(503)
  expect(made()).toBe(calls)
  expect(await spent()).toEqual([{ engine: 'images', calls: 1, cents: 4, usedUp: true }])
})

test('operators get one email per day and engine', async () => {
  limitTo({ calls: 1, cents: 10_000 })
  for (const _ of [1, 2, 3]) await generate('engine_2')
  const { rows } = await sql<{ subject: string }>`
    select subject from (${notificationSources.engine_budget}) as found (item, subject, since, detail)`.execute(
    service.db,
  )
  expect(rows).toEqual([{ subject: 'engine_2' }])
})

test('concurrent calls do not exceed the limit', async () => {
  const budget = createEngineBudget(service.db, {
    ceiling: { calls: 5, cents: 10_000 },
    callCents: defaultCallCents,
  })
  const taken = await Promise.all(Array.from({ length: 20 }, () => budget.take('engine_4')))
  expect(taken.filter(Boolean).length).toBe(5)
})

test('an account has a daily allowance of pictures, and a failed picture does not count', async () => {
  limitTo({ calls: 100, cents: 10_000 })
  const counter = { scope: 'images-day', subject: person.email, windowSeconds: 86_400 }
  await fillCounter(service.db, counter, 80)
  const refused = await draw()
  expect([refused.status, (await refused.json()).error]).toEqual([
    429,
    'Too many pictures today. Please try again tomorrow.',
  ])
  await resetRateLimits(service.db)
  limitTo({ calls: 0, cents: 0 })
  expect((await draw()).status).toBe(503)
  const row = await service.db
    .selectFrom('rate_counters')
    .select('taken')
    .where('scope', '=', 'images-day')
    .executeTakeFirst()
  expect(row?.taken).toBe(0)
})
