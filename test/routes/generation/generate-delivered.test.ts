// Charged work is delivered under engine auto, with the vendors' stand-ins behind the real service; the response, the
// job and the agent's tool name every omission. The complete table of pinned engines is in generate-deliveries.test.ts.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createEngines } from '../../../server/adapters/engines/create-engines.ts'
import type { Engines } from '../../../server/domain/generation/engine/engine.ts'
import { callTool, refusalOf, resultOf } from '../../../testing/agent/call-tool.ts'
import { startEngineStandIns } from '../../../testing/engines/engine-stand-ins/start.ts'
import {
  type GenerationService,
  generationForm,
  openGenerationService,
} from '../../../testing/engines/generation.ts'
import { waitUntil } from '../../../testing/service/real-server.ts'
import { use } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const vendors = startEngineStandIns()
const service = use(() =>
  openGenerationService({
    env: { DOWNLOAD_ALLOW_LOOPBACK: '1' },
    ports: () => ({ rateCounters: { consume: async () => ({ allowed: true }) } }),
  }),
)
use(
  () => service.service.startWorker(),
  (worker) => worker.stop(),
)
beforeAll(async () => {
  service.replace({ engines: enginesOf('tripo', 'fal') })
})
afterAll(() => vendors.close())

function enginesOf(...names: readonly ('tripo' | 'fal')[]): Engines {
  const { temporaryFiles, downloads, log } = service.deps
  return createEngines({
    tripo: names.includes('tripo') ? vendors.tripo : null,
    fal: names.includes('fal') ? vendors.fal : null,
    temporaryFiles,
    downloads,
    log,
    pause: async () => {},
  })
}

// biome-ignore lint/suspicious/noExplicitAny: the response is what is being checked
type ResultBody = Record<string, any>
type Body = Parameters<GenerationService['post']>[2]

const person = use(() => service.person({ credits: 1_000 }))

/** Returns the response, and the vendor calls that it took. */
async function generated(body: Body): Promise<{ result: ResultBody; calls: string[] }> {
  const before = vendors.made.length
  const response = await service.post('/api/generate', person, body)
  const result: ResultBody = await response.json()
  expect({ status: response.status, error: result['error'] }).toEqual({
    status: 200,
    error: undefined,
  })
  return { result, calls: vendors.made.slice(before).map(({ call }) => call) }
}

/** decisions.md 65: the source of the size is always stated. */
const usualSizeNote =
  'No size was given, so the longest side is 80 mm. Send sizeMm for another size.'

const photo = (fields: Record<string, string>) =>
  generationForm({ inputMode: 'image', ...fields }, [{}])
const trellis = 'fal-ai/trellis-2'
const kontext = 'fal-ai/flux-pro/kontext'
const meshyPicture = 'fal-ai/meshy/v6/image-to-3d'
const hunyuanPicture = 'fal-ai/hunyuan-3d/v3.1/pro/image-to-3d'
const tripoText = '/v3/generation/text-to-model'
const tripoPicture = '/v3/generation/image-to-model'
const tripoEdit = '/v3/generation/image-to-image'

describe('under engine auto', () => {
  // Credits are derived manually from contract.md 4.7.
  const cases: readonly (readonly [string, () => Body, readonly string[], number])[] = [
    ['a picture alone', () => photo({}), [trellis], 2],
    ['8k', () => photo({ textureResolution: '8k' }), [tripoPicture], 4],
    ['4k', () => photo({ textureResolution: '4k' }), [trellis], 3],
    ['hi_fi', () => photo({ mode: 'hi_fi' }), [tripoPicture], 3],
    [
      'refinementPass',
      () => photo({ refinementPass: 'true' }),
      [hunyuanPicture, 'fal-ai/ultrashape'],
      4,
    ],
    ['a draft', () => ({ prompt: 'a boat' }), ['fal-ai/meshy/v6/text-to-3d'], 1],
    ['ultra', () => ({ prompt: 'a boat', advanced: { meshQuality: 'ultra' } }), [tripoText], 3],
    [
      'negativePrompt',
      () => ({ prompt: 'a boat', advanced: { negativePrompt: 'sails' } }),
      [tripoText],
      1,
    ],
    [
      'image_text',
      () => photo({ inputMode: 'image_text', prompt: 'in red' }),
      [kontext, meshyPicture],
      2,
    ],
    [
      'image_text in hi_fi',
      () => photo({ inputMode: 'image_text', prompt: 'in red', mode: 'hi_fi' }),
      [tripoEdit, tripoPicture],
      3,
    ],
  ]
  for (const [name, body, calls, credits] of cases) {
    verifies('decision.delivered-auto', `${name} is done, charged and not noted`, async () => {
      const { result, calls: made } = await generated(body())
      expect(made).toEqual([...calls])
      expect([result['creditsCharged'], result['notes']]).toEqual([credits, [usualSizeNote]])
    })
  }

  verifies(
    'decision.delivered-auto',
    'with one vendor, the best of its engines is chosen',
    async () => {
      service.replace({ engines: enginesOf('fal') })
      const hiFi = await generated(photo({ mode: 'hi_fi' }))
      expect([hiFi.calls, hiFi.result['notes']]).toEqual([[trellis], [usualSizeNote]])
      const large = await generated(photo({ textureResolution: '8k' }))
      expect([large.calls, large.result['creditsCharged'], large.result['notes']]).toEqual([
        [trellis],
        4,
        [usualSizeNote, 'textureResolution 8k was limited to 4k, the most that engine_3 makes.'],
      ])
    },
  )
})

describe('words with a picture', () => {
  for (const vendor of ['tripo', 'fal'] as const) {
    verifies(
      'decision.delivered-words',
      `change it first when only ${vendor} is configured`,
      async () => {
        service.replace({ engines: enginesOf(vendor) })
        const before = vendors.made.length
        const words = `paint it ${vendor} blue`
        await generated(photo({ inputMode: 'image_text', prompt: words, style: 'toy' }))
        const [edit, model] = vendors.made.slice(before)
        expect(edit?.call).toBe(vendor === 'tripo' ? tripoEdit : kontext)
        expect(edit?.body['prompt']).toBe(
          `${words}, toy style, one object, all of it in view, plain white background`,
        )
        expect(model?.step).toBe(1)
      },
    )
  }
})

describe('where the response names omissions', () => {
  const advanced = { engine: 'engine_1', negativePrompt: 'sails', outputFormat: 'stl' }
  const notes = [
    usualSizeNote,
    'negativePrompt had no effect: engine_1 takes none.',
    'outputFormat stl had no effect: models are delivered as GLB.',
  ]

  verifies(
    'decision.delivered-notes',
    'response, job and tool name the same omissions',
    async () => {
      const { result } = await generated({ prompt: 'a boat', advanced })
      expect(result['notes']).toEqual(notes)
      const started = await service.post('/api/generate/start', person, {
        prompt: 'a boat',
        advanced,
      })
      const { jobId } = await started.json()
      let job: ResultBody = {}
      await waitUntil('the job has ended', async () => {
        const response = await service.fetch(`/api/generate/status?jobId=${jobId}`, {
          headers: person.session,
        })
        job = await response.json()
        return job['status'] === 'done' || job['status'] === 'error'
      })
      expect(job['result'].notes).toEqual(notes)
      const account = await service.account()
      await service.db
        .updateTable('generation_jobs')
        .set({ account_id: account.accountId })
        .where('id', '=', jobId)
        .execute()
      const read = await resultOf(callTool(service, account, 'get_generation', { job_id: jobId }))
      expect(read.fields['notes']).toEqual(notes)
      expect(read.text).toContain(notes.join(' '))
    },
  )

  test('truncations during reading are listed first', async () => {
    const { result } = await generated({
      prompt: 'a boat',
      style: 'x'.repeat(1025),
      advanced: { engine: 'engine_1', negativePrompt: 'n'.repeat(1025) },
    })
    expect(result['notes']).toEqual([
      usualSizeNote,
      'style was cut to its first 1024 characters.',
      'negativePrompt was cut to its first 1024 characters.',
      'The prompt, with what was added to it, was cut to its first 600 characters: engine_1 takes no more.',
      'negativePrompt had no effect: engine_1 takes none.',
    ])
  })
})

describe('agent.engineChosen', () => {
  verifies(
    'gen.result.agent-auto',
    'is the engine that ran, except for drafts with auto',
    async () => {
      const chosen = async (body: Body) => (await generated(body)).result['agent'].engineChosen
      expect(await chosen({ prompt: 'a boat' })).toBe('auto')
      expect(await chosen(photo({}))).toBe('auto')
      expect(await chosen(photo({ engine: 'engine_4' }))).toBe('engine_4')
      // The picture paths have no router, so the engine choice is fixed.
      expect(await chosen(photo({ mode: 'hi_fi' }))).toBe('engine_2')
      // The test's router returns engine_4; with Tripo alone it cannot run.
      expect(await chosen({ prompt: 'a boat', mode: 'hi_fi' })).toBe('engine_4')
      service.replace({ engines: enginesOf('tripo') })
      expect(await chosen({ prompt: 'a boat', mode: 'hi_fi' })).toBe('engine_2')
    },
  )
})

describe('a prompt of invisible characters', () => {
  const invisible = '\u200b\u2060\u00ad'

  verifies('gen.error.prompt-required', 'counts as absent and costs nothing', async () => {
    const before = await service.credits(person)
    const response = await service.post('/api/generate', person, { prompt: invisible })
    expect([response.status, await response.json()]).toEqual([400, { error: 'prompt is required' }])
    expect(await service.credits(person)).toBe(before)
    const account = await service.account()
    const call = callTool(service, account, 'generate_model', { prompt: invisible, confirm: true })
    expect(await refusalOf(call)).toContain('prompt must say what to make')
  })
})
