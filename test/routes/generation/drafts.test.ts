// Sets of four drafts and refinements: each set is paid in full or not at all, each draft ends separately, and each
// draft yields one refined model.

import { beforeEach, describe, expect, test } from 'bun:test'
import {
  generationJobIdOf,
  generationLeaseOf,
} from '../../../server/domain/base/ids/generation-job.ts'
import {
  generationForm,
  openGenerationService,
  startedTask,
  type TestPerson,
  usePerson,
} from '../../../testing/engines/generation.ts'
import { resetRateLimits } from '../../../testing/service/reset-rate-limits.ts'
import { workOff } from '../../../testing/service/work-off.ts'
import { use } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = use(openGenerationService)
const person = usePerson(service, { credits: 10 })
const other = usePerson(service, { credits: 10 })
beforeEach(async () => {
  await resetRateLimits(service.db)
  await service.service.database.pool.query('delete from graphile_worker._private_jobs')
})

const start = async (
  body: FormData | Readonly<Record<string, unknown>>,
  who: TestPerson = person,
): Promise<[number, Record<string, unknown> & { jobId: string }]> => {
  const response = await service.post('/api/generate/start', who, body)
  return [response.status, await response.json()]
}
type Started = { setId: string; jobIds: string[]; creditsCharged: number; refineCredits: number }
async function drafts(body: FormData | Readonly<Record<string, unknown>> = {}): Promise<Started> {
  const sent = body instanceof FormData ? body : { prompt: 'a cup', drafts: 4, ...body }
  const [status, { drafts: set }] = await start(sent)
  expect(status).toBe(200)
  return set as Started
}
type Draft = {
  jobId: string
  place: number
  status: string
  creditsCharged: number | null
  error: string | null
  modelUrl: string | null
  refinedJobId: string | null
}
async function readSet(
  id: string,
  headers: Record<string, string> = person.session,
): Promise<[number, { drafts: Draft[]; refineCredits: number; error?: string }]> {
  const response = await service.fetch(`/api/drafts/${id}`, { headers })
  return [response.status, await response.json()]
}
const status = async (id: string, headers: Record<string, string> = person.session) =>
  await (await service.fetch(`/api/generate/status?jobId=${id}`, { headers })).json()
const jobsOf = async (who: TestPerson = person) =>
  await service.db
    .selectFrom('generation_jobs')
    .selectAll()
    .where('account_id', '=', who.accountId)
    .execute()
const paid = (credits: number) => ({ kind: 'charge', credits: -credits })
const back = (credits: number) => ({ kind: 'refund', credits })

describe('four drafts', () => {
  verifies(
    ['drafts.set', 'drafts.price'],
    'are four jobs of one set, charged in one step, each with a separate seed',
    async () => {
      const set = await drafts({ mode: 'hi_fi' })
      // A draft from words costs 1 (contract.md 4.7); a hi_fi model from a picture costs 2 + 1.
      expect(set).toEqual({
        setId: expect.any(String),
        jobIds: expect.any(Array),
        creditsCharged: 4,
        refineCredits: 3,
      })
      expect(new Set(set.jobIds).size).toBe(4)
      expect(await service.credits(person)).toBe(6)
      expect(await service.ledger(person)).toEqual([paid(1), paid(1), paid(1), paid(1)])
      expect(service.language.moderated.filter(({ text }) => text === 'a cup').length).toBe(1)
      await workOff(service)
      const { asked } = service.engine
      expect(asked.map(({ mode, inputMode, prompt }) => [mode, inputMode, prompt])).toEqual(
        Array.from({ length: 4 }, () => ['fast_draft', 'text', 'a cup']),
      )
      const seeds = asked.map(({ options }) => options.seed ?? -1).toSorted((a, b) => a - b)
      const [first = -1] = seeds
      expect(first).toBeGreaterThanOrEqual(0)
      expect(seeds).toEqual([first, first + 1, first + 2, first + 3])
      const [code, read] = await readSet(set.setId, person.token)
      expect(code).toBe(200)
      expect(read.drafts.map((draft) => draft.jobId)).toEqual(set.jobIds)
      expect(read.drafts.map(({ place, status: state }) => [place, state])).toEqual([
        [1, 'done'],
        [2, 'done'],
        [3, 'done'],
        [4, 'done'],
      ])
      expect(await service.credits(person)).toBe(6)
    },
  )

  verifies(
    'drafts.price',
    'omit the options that refine a model, which the refinement applies',
    async () => {
      const advanced = {
        meshQuality: 'ultra',
        textureResolution: '8k',
        refinementPass: true,
        seed: 7,
      }
      await service.setCredits(person, 20)
      const set = await drafts({ advanced })
      // 2 + 1 for the picture, 2 for ultra, 2 for 8k, 2 for the second pass.
      expect([set.creditsCharged, set.refineCredits]).toEqual([4, 9])
      await workOff(service)
      const made = service.engine.asked.map(({ options }) => [
        options.meshQuality,
        options.textureResolution,
        options.refinementPass,
      ])
      expect(new Set(made.map(String))).toEqual(new Set(['standard,2k,false']))
      const seeds = service.engine.asked.map(({ options }) => options.seed)
      expect(seeds.toSorted((a, b) => Number(a) - Number(b))).toEqual([7, 8, 9, 10])
      const [, { jobId }] = await start({ refineOf: set.jobIds[0] })
      await workOff(service)
      expect(service.engine.asked[4]?.options).toMatchObject({
        meshQuality: 'ultra',
        textureResolution: '8k',
        refinementPass: true,
        seed: null,
      })
      expect((await status(jobId)).result.creditsCharged).toBe(9)
    },
  )

  verifies('drafts.photo', 'of a photo cost 2 each, and every run gets the photo', async () => {
    const form = generationForm({ inputMode: 'image', drafts: '4' }, [{}])
    const set = await drafts(form)
    expect([set.creditsCharged, set.refineCredits]).toEqual([8, 3])
    await workOff(service)
    const pictures = service.engine.asked.map(({ images }) => images.map(({ sha256 }) => sha256))
    expect(pictures.length).toBe(4)
    expect(new Set(pictures.map(String)).size).toBe(1)
    expect(pictures[0]?.length).toBe(1)
    const { rows } = await service.service.database.pool.query(
      'select from generation_bodies where job_id = any($1)',
      [set.jobIds],
    )
    expect(rows).toEqual([])
  })

  verifies(
    'drafts.all-or-none',
    'are refused without enough credits for all of them, and leave nothing behind',
    async () => {
      await service.setCredits(person, 3)
      expect(await start({ prompt: 'a cup', drafts: 4 })).toMatchObject([
        403,
        { error: 'no_credits', needsPayment: true, creditsRequired: 4, creditsAvailable: 3 },
      ])
      expect(await service.credits(person)).toBe(3)
      expect(await service.ledger(person)).toEqual([])
      expect(await jobsOf()).toEqual([])
    },
  )

  test('are one set when two requests race with credits for one', async () => {
    await service.setCredits(person, 7)
    const ask = () => start({ prompt: 'a cup', drafts: 4 })
    const codes = (await Promise.all([ask(), ask()])).map(([code]) => code)
    expect(codes.toSorted()).toEqual([200, 403])
    expect(await service.credits(person)).toBe(3)
    expect((await jobsOf()).length).toBe(4)
  })

  verifies('drafts.refusals', 'are refused before anything is charged', async () => {
    const refusals = [
      [{ prompt: 'a cup', drafts: 3 }, 400, /^drafts must be 4/],
      [{ prompt: 'a cup', drafts: '4' }, 400, /^drafts must be 4/],
      [{ prompt: '', drafts: 4 }, 400, /^prompt is required$/],
      [{ prompt: 'a cup', drafts: 4, refinOf: 'x' }, 400, /Did you mean refineOf/],
      [{ prompt: 'forbidden', drafts: 4 }, 400, /^nsfw$/],
      [{ prompt: 'silence', drafts: 4 }, 503, /Nothing was charged/],
      [{ prompt: 'a cup', drafts: 4, refineOf: crypto.randomUUID() }, 400, /not both/],
    ] as const
    for (const [body, code, sentence] of refusals) {
      const [answered, { error }] = await start(body)
      expect([answered, error]).toEqual([code, expect.stringMatching(sentence)])
    }
    const now = await service.post('/api/generate', person, { prompt: 'a cup', drafts: 4 })
    expect([now.status, await now.json()]).toEqual([
      400,
      {
        error:
          'drafts and refineOf are queued: send them to /api/generate/start. Nothing was charged.',
      },
    ])
    expect(await service.ledger(person)).toEqual([])
  })

  verifies(
    'drafts.refund',
    'refund the credits of the one that fails, and keep the others',
    async () => {
      let count = 0
      service.engine.script.start = () => {
        count += 1
        return count === 2 ? { kind: 'failed', message: 'No.' } : startedTask()
      }
      const set = await drafts()
      await workOff(service)
      const [, { drafts: read }] = await readSet(set.setId)
      expect(read.map(({ status: state }) => state).toSorted()).toEqual([
        'done',
        'done',
        'done',
        'error',
      ])
      expect(read.find(({ status: state }) => state === 'error')?.error).toBe('No.')
      expect(await service.credits(person)).toBe(7)
      expect((await service.ledger(person)).filter(({ kind }) => kind === 'refund')).toEqual([
        back(1),
      ])
    },
  )

  test('refund everything when all of them fail', async () => {
    service.engine.script.start = () => ({ kind: 'failed', message: 'No.' })
    const set = await drafts()
    await workOff(service)
    const [, { drafts: read }] = await readSet(set.setId)
    expect(read.map(({ error }) => error)).toEqual(['No.', 'No.', 'No.', 'No.'])
    expect(await service.credits(person)).toBe(10)
  })

  test('fail separately beyond the daily budget', async () => {
    let left = 2
    service.engine.script.start = () => {
      left -= 1
      return left < 0 ? { kind: 'budget_used_up', message: 'Used up.' } : startedTask()
    }
    const set = await drafts()
    await workOff(service)
    const [, { drafts: read }] = await readSet(set.setId)
    expect(read.filter(({ status: state }) => state === 'done').length).toBe(2)
    expect(await service.credits(person)).toBe(8)
  })

  test('are cancelled one by one before an engine receives them', async () => {
    const set = await drafts()
    const init = { method: 'POST', headers: { ...person.session, origin: service.baseUrl } }
    const response = await service.fetch(`/api/generations/${set.jobIds[0]}/cancel`, init)
    expect(await response.json()).toEqual({ ok: true, creditsReturned: 1 })
    await workOff(service)
    expect(service.engine.asked.length).toBe(3)
    expect(await service.credits(person)).toBe(7)
  })

  test('are not charged while generation is switched off, and queued ones end with a refund', async () => {
    const set = await drafts()
    service.replace({ engines: { ...service.engine.engines, closed: true } })
    expect((await start({ prompt: 'a cup', drafts: 4 }))[0]).toBe(503)
    await workOff(service)
    service.replace({ engines: service.engine.engines })
    const [, { drafts: read }] = await readSet(set.setId)
    expect(new Set(read.map(({ status: state }) => state))).toEqual(new Set(['error']))
    expect(service.engine.asked).toEqual([])
    expect(await service.credits(person)).toBe(10)
  })
})

describe('under an Idempotency-Key', () => {
  const keyed = async (key: string, body: Readonly<Record<string, unknown>>) => {
    const response = await service.fetch('/api/generate/start', {
      method: 'POST',
      body: JSON.stringify(body),
      headers: {
        ...person.session,
        origin: service.baseUrl,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
    })
    return [response.status, await response.json()]
  }

  verifies(
    'drafts.repeat',
    'a repeat returns the same set, even when the first response was lost',
    async () => {
      const body = { prompt: 'a cup', drafts: 4 }
      const first = await keyed('set-1', body)
      expect(await keyed('set-1', body)).toEqual(first)
      // Simulates a process that died before it stored its response: the next one resumes the run by its id.
      await service.service.database.pool.query(
        `update spend_keys set answer = null, claimed_at = now() - interval '1 minute' where key = 'set-1'`,
      )
      expect(await keyed('set-1', body)).toEqual(first)
      expect(await service.credits(person)).toBe(6)
      expect((await jobsOf()).length).toBe(4)
    },
  )

  const takeOver = (key: string) =>
    service.service.database.pool.query(
      `update spend_keys set answer = null, claimed_at = now() - interval '1 minute' where key = $1`,
      [key],
    )
  const remove = async (id: string) => {
    const init = { method: 'DELETE', headers: { ...person.session, origin: service.baseUrl } }
    expect((await service.fetch(`/api/generations/${id}`, init)).status).toBe(200)
  }

  verifies(
    'drafts.repeat',
    'a resumed run returns the same response, whatever happened to its results',
    async () => {
      const body = { prompt: 'a cup', drafts: 4 }
      const set = await keyed('set-2', body)
      await workOff(service)
      const [draftId = '', ...others] = set[1].drafts.jobIds
      // The engine refuses the refinement.
      service.engine.script.start = () => ({ kind: 'failed', message: 'No.' })
      const failing = { refineOf: draftId }
      const failed = await keyed('refine-1', failing)
      await workOff(service)
      service.engine.script.start = () => startedTask()
      await takeOver('refine-1')
      expect(await keyed('refine-1', failing)).toEqual(failed)
      const refined = await keyed('refine-2', failing)
      expect(refined[1].jobId).not.toBe(failed[1].jobId)
      await workOff(service)
      await remove(refined[1].jobId)
      await takeOver('refine-2')
      expect(await keyed('refine-2', failing)).toEqual(refined)
      const single = await keyed('one-1', { prompt: 'a cup' })
      await workOff(service)
      await remove(single[1].jobId)
      await takeOver('one-1')
      expect(await keyed('one-1', { prompt: 'a cup' })).toEqual(single)
      for (const id of [draftId, ...others]) await remove(id)
      await takeOver('set-2')
      expect(await keyed('set-2', body)).toEqual(set)
      await workOff(service)
      // 4 for the set, 3 for the finished refinement, 1 for the single draft; the other refinement was refunded.
      expect(await service.credits(person)).toBe(10 - 4 - 3 - 1)
    },
  )
})

describe('refining a draft', () => {
  async function finished(): Promise<Started> {
    const set = await drafts()
    await workOff(service)
    return set
  }

  verifies(
    ['drafts.refine', 'drafts.refine-once'],
    'makes a hi_fi model from a picture of it, at its size, once',
    async () => {
      const set = await finished()
      const [draftId = ''] = set.jobIds
      const [code, { jobId }] = await start({ refineOf: draftId })
      expect(code).toBe(200)
      expect(await service.credits(person)).toBe(3)
      expect(await start({ refineOf: draftId })).toEqual([200, { jobId, status: 'queued' }])
      await workOff(service)
      const asked = service.engine.asked.at(-1)
      expect(asked).toMatchObject({ mode: 'hi_fi', inputMode: 'image', words: null })
      expect(asked?.images).toMatchObject([{ mimeType: 'image/png', fileName: 'draft.png' }])
      const { result } = await status(jobId)
      expect(result).toMatchObject({ mode: 'hi_fi', inputMode: 'image', creditsCharged: 3 })
      expect(result.notes[0]).toBe('The longest side is 80 mm, as in the model before.')
      // Repeats the first request after it finished.
      expect(await start({ refineOf: draftId })).toEqual([200, { jobId, status: 'queued' }])
      expect(await service.credits(person)).toBe(3)
      const [, { drafts: read }] = await readSet(set.setId)
      expect(read.map(({ refinedJobId }) => refinedJobId)).toEqual([jobId, null, null, null])
    },
  )

  verifies('drafts.refine-once', 'is charged once when two requests race', async () => {
    const set = await finished()
    const [draftId = ''] = set.jobIds
    const responses = await Promise.all([
      start({ refineOf: draftId }),
      start({ refineOf: draftId }),
    ])
    expect(new Set(responses.map(([, { jobId }]) => jobId)).size).toBe(1)
    expect(await service.credits(person)).toBe(3)
  })

  verifies('drafts.refine-again', 'that failed may be requested again', async () => {
    const set = await finished()
    const [draftId = ''] = set.jobIds
    service.engine.script.start = () => ({ kind: 'failed', message: 'No.' })
    const [, { jobId: failed }] = await start({ refineOf: draftId })
    await workOff(service)
    expect(await service.credits(person)).toBe(6)
    service.engine.script.start = () => startedTask()
    const [, { jobId }] = await start({ refineOf: draftId })
    expect(jobId).not.toBe(failed)
    await workOff(service)
    expect((await status(jobId)).status).toBe('done')
    expect(await service.credits(person)).toBe(3)
  })

  verifies(
    'drafts.refine-refusals',
    'is refused for anything except a finished draft of the account',
    async () => {
      const set = await finished()
      const [draftId = ''] = set.jobIds
      const unknown = { error: 'This account has no draft with that id.' }
      expect(await start({ refineOf: draftId }, other)).toMatchObject([404, unknown])
      expect(await start({ refineOf: crypto.randomUUID() })).toMatchObject([404, unknown])
      expect(await start({ refineOf: 'no-id' })).toMatchObject([404, unknown])
      const unsuitable = {
        error: 'Only a draft that is done and stored can be refined. Nothing was charged.',
      }
      const { jobIds } = await drafts()
      expect(await start({ refineOf: jobIds[0] })).toMatchObject([409, unsuitable])
      await service.setCredits(person, 10)
      await workOff(service)
      const [, { jobId }] = await start({ refineOf: draftId })
      await workOff(service)
      expect(await start({ refineOf: jobId })).toMatchObject([409, unsuitable])
      await service.setCredits(person, 2)
      expect(await start({ refineOf: set.jobIds[1] })).toMatchObject([
        403,
        { error: 'no_credits', creditsRequired: 3, creditsAvailable: 2 },
      ])
    },
  )

  test('with a draft that was deleted meanwhile ends with a refund', async () => {
    const set = await finished()
    const [draftId = ''] = set.jobIds
    const [, { jobId }] = await start({ refineOf: draftId })
    const init = { method: 'DELETE', headers: { ...person.session, origin: service.baseUrl } }
    expect((await service.fetch(`/api/generations/${draftId}`, init)).status).toBe(200)
    await workOff(service)
    expect((await status(jobId)).status).toBe('error')
    expect(await service.credits(person)).toBe(6)
    const [, { drafts: read }] = await readSet(set.setId)
    expect(read.map(({ place }) => place)).toEqual([2, 3, 4])
  })

  test('works for a single draft as well', async () => {
    const [, { jobId: draftId }] = await start({ prompt: 'a cup' })
    await workOff(service)
    const [code] = await start({ refineOf: draftId })
    expect(code).toBe(200)
    await workOff(service)
    expect(await service.ledger(person)).toEqual([paid(1), paid(3)])
  })
})

verifies('drafts.owner', 'a set of another account is not found', async () => {
  const set = await drafts()
  const refusal = { error: 'This account has no set of drafts with that id.' }
  expect(await readSet(set.setId, other.session)).toMatchObject([404, refusal])
  expect(await readSet(crypto.randomUUID())).toMatchObject([404, refusal])
  expect(await readSet('no-id')).toMatchObject([404, refusal])
})

describe('a process that dies', () => {
  const pool = () => service.service.database.pool
  const lapse = async () =>
    await pool().query(`update generation_jobs set leased_until = now() - interval '1 minute'
      where leased_until is not null`)

  test('before a draft is sent to the engine is replaced by one that sends it without a charge', async () => {
    const set = await drafts()
    await pool().query('delete from graphile_worker._private_jobs')
    for (const id of set.jobIds) {
      await service.deps.generationJobs.claim(
        generationJobIdOf(id),
        generationLeaseOf(crypto.randomUUID()),
        new Date(),
      )
    }
    await lapse()
    expect(await service.deps.generationJobs.requeueAbandoned()).toBe(4)
    await workOff(service)
    const [, { drafts: read }] = await readSet(set.setId)
    expect(new Set(read.map(({ status: state }) => state))).toEqual(new Set(['done']))
    expect(service.engine.asked.length).toBe(4)
    expect(await service.ledger(person)).toEqual([paid(1), paid(1), paid(1), paid(1)])
  })

  test('during the create call of one draft leads to a refund of that draft, and the others are made', async () => {
    const set = await drafts()
    const [id = ''] = set.jobIds
    const lease = generationLeaseOf(crypto.randomUUID())
    await service.deps.generationJobs.claim(generationJobIdOf(id), lease, new Date())
    await service.deps.generationJobs.save(generationJobIdOf(id), lease, { createInFlight: true })
    await lapse()
    await service.deps.generationJobs.requeueAbandoned()
    await workOff(service)
    const [, { drafts: read }] = await readSet(set.setId)
    expect(read.map(({ status: state }) => state)).toEqual(['error', 'done', 'done', 'done'])
    expect(service.engine.asked.length).toBe(3)
    expect(await service.credits(person)).toBe(7)
  })
})
