// The size of generated models, with the vendors' stand-ins, whose bodies are one unit long like the vendors', and
// with the samples: 30 prompts, three engines (decisions.md 65), every combination when TEST_DEPTH is full. Sizes in
// words are converted manually.

import { afterAll, describe, expect, test } from 'bun:test'
import { createEngines } from '../../../server/adapters/engines/create-engines.ts'
import { callTool, resultOf } from '../../../testing/agent/call-tool.ts'
import { isFullDepth } from '../../../testing/depth.ts'
import { startEngineStandIns } from '../../../testing/engines/engine-stand-ins/start.ts'
import { openGenerationService } from '../../../testing/engines/generation.ts'
import { use } from '../../../testing/use.ts'

const vendors = startEngineStandIns()
const service = use(() =>
  openGenerationService({
    env: { DOWNLOAD_ALLOW_LOOPBACK: '1' },
    ports: () => ({ rateCounters: { consume: async () => ({ allowed: true }) } }),
  }),
)
afterAll(() => vendors.close())
const person = use(() => service.person({ credits: 1_000 }))

const prompts: readonly (readonly [prompt: string, mm: number])[] = [
  ['A fox sitting, 8 cm tall, with a flat base', 80],
  ['a phone stand, 80 mm wide', 80],
  ['a dragon', 80],
  ['a vase', 80],
  ['a bookend in the shape of a cat', 80],
  ['a chess pawn, 45 mm tall', 45],
  ['a box 60 x 40 x 20 mm', 60],
  ['a robot, 6 inches tall', 152.4],
  ['a 2.5 inch bust', 63.5],
  ['an owl 3 1/2 inches tall', 88.9],
  ['ein Fuchs, acht Zentimeter hoch', 80],
  ['ein 10 cm hoher Turm', 100],
  ['un renard de 12 cm de haut', 120],
  ['un zorro de 9,5 cm de alto', 95],
  ['una volpe alta 7 centimetri', 70],
  ['a palm-sized turtle', 90],
  ['ein faustgroßer Drache', 100],
  ['a coin-sized token', 25],
  ['a planter with 3 mm thick walls, 14 cm across', 140],
  ['a cup with 2 mm thick walls', 80],
  ['a stand for a 15 cm figure', 80],
  ['a knight 2 m tall', 80],
  ['a house with 4 windows', 80],
  ['a gear with a 5 mm hole, 40 mm across', 40],
  ['a lamp shade, 20cm high', 200],
  ['a ring 22mm wide', 22],
  ['a bowl 150mm in diameter', 150],
  ['a star ornament, 7 cm', 70],
  ['a snake 30 cm long', 300],
  ['a keychain tag 5 mm long', 5],
]
const engines = ['engine_1', 'engine_2', 'samples'] as const

/**
 * Returns the price in PLA at 20 % infill: 0.30 + 0.70 x 0.20 of the volume at 1.26 g/cm3, whole grams at $0.12, at
 * least $1, and $7 of postage.
 */
function priceOf(volumeCm3: number): { grams: number; total: number } {
  const grams = Math.max(1, Math.ceil(volumeCm3 * 0.44 * 1.26 - 1e-6))
  return { grams, total: Math.round(Math.max(grams * 12, 100) + 700) / 100 }
}

/** Returns the prompts of an engine; a quick run takes each prompt with one of the engines. */
const promptsOf = (engine: (typeof engines)[number]) =>
  prompts.filter((_, index) => isFullDepth || index % engines.length === engines.indexOf(engine))

describe.each(engines)('%s', (engine) => {
  test('prompts have the size of their words, or 80 mm, and the announced price', async () => {
    const { temporaryFiles, downloads, log } = service.deps
    const common = { temporaryFiles, downloads, log, pause: async () => {} }
    const { tripo, fal } = engine === 'samples' ? { tripo: null, fal: null } : vendors
    service.replace({ engines: createEngines({ tripo, fal, ...common }) })
    const account = await service.account()
    await service.setCredits(account, 1_000)
    const wrong: unknown[] = []
    for (const [prompt, mm] of promptsOf(engine)) {
      const tool = await resultOf(
        callTool(service, account, 'generate_model', { prompt, confirm: true }),
      )
      const [from = 0, to = 0] = Array.from(Object(tool.fields['expected_total']), Number)
      const advanced = engine === 'samples' ? {} : { engine }
      const response = await service.post('/api/generate', person, { prompt, advanced })
      const { printEstimate, printability, notes, meshRepair } = await response.json()
      const longest = Math.max(...printability.dimensionsMm)
      const price = priceOf(printability.volumeCm3)
      const isRight =
        Math.abs(longest - mm) <= mm / 100 &&
        tool.fields['size_mm'] === mm &&
        printEstimate.grams === price.grams &&
        printEstimate.total === price.total &&
        from <= price.total &&
        price.total <= to &&
        !printEstimate.scaledToPlate &&
        /^(?:The longest side is|No size was given|".*" is not a size)/.test(notes[0])
      if (!isRight) {
        wrong.push({ prompt, mm, longest, price, printEstimate, from, to, notes, meshRepair })
      }
    }
    expect(wrong).toEqual([])
  }, 120_000)
})

describe('the size option', () => {
  const generated = async (path: string, body: Parameters<typeof service.post>[2]) => {
    const response = await service.post(path, person, body)
    expect(response.status).toBe(200)
    return await response.json()
  }
  const longestOf = ({ printability }: { printability: { dimensionsMm: number[] } }) =>
    Math.max(...printability.dimensionsMm)

  test('overrides the words, and a retexture keeps it or has another', async () => {
    const made = await generated('/api/generate', {
      prompt: 'a fox, 8 cm tall',
      advanced: { sizeMm: 123 },
    })
    expect(longestOf(made)).toBeCloseTo(123, 1)
    const { generationId } = made
    const again = await generated('/api/retexture', { generationId, prompt: 'mossy stone' })
    expect(longestOf(again)).toBeCloseTo(123, 1)
    expect(again.notes[0]).toBe('The longest side is 123 mm, as in the model before.')
    const other = await generated('/api/retexture', { generationId, prompt: 'gold', sizeMm: 50 })
    expect(longestOf(other)).toBeCloseTo(50, 1)
  })

  test('is ignored and reported when out of range', async () => {
    const made = await generated('/api/generate', { prompt: 'a fox', advanced: { sizeMm: 341 } })
    expect(longestOf(made)).toBeCloseTo(80, 1)
    expect(made.notes).toContain('sizeMm 341 was not used: it must be 5 to 340 mm.')
  })

  test('a link with a size is quoted at that size', async () => {
    const account = await service.account()
    await service.setCredits(account, 10)
    const made = await generated('/api/generate', { prompt: 'a fox', advanced: { sizeMm: 60 } })
    const owned = await service.deps.models.findOwned(person.accountId, made.modelUrl)
    if (owned === null) throw new Error('the model is not stored')
    await service.deps.models.add(account.accountId, owned)
    const model_url = `${made.modelUrl}#sizeMm=90`
    const quoted = await resultOf(callTool(service, account, 'quote_print', { model_url }))
    expect(JSON.stringify(quoted.fields['model'])).toMatch(/dimensions_mm":\[[^\]]*\b90\b/)
    const wrong = callTool(service, account, 'quote_print', {
      model_url: `${made.modelUrl}#sizeMm=900`,
    })
    expect(JSON.stringify(await wrong)).toContain(
      '#sizeMm= at the end of model_url must be 5 to 340',
    )
    // Each size is another stored file, which counts as a changed model.
    const { rateCounters } = service.deps
    const scopes: string[] = []
    const consume: typeof rateCounters.consume = async (scope) => {
      const isBytes = scope.endsWith('-bytes')
      if (isBytes) scopes.push(scope)
      return isBytes ? { allowed: false, retryAfterSeconds: 9 } : { allowed: true }
    }
    service.replace({ rateCounters: { ...rateCounters, consume } })
    const other = { model_url: `${made.modelUrl}#sizeMm=91` }
    const refused = JSON.stringify(await callTool(service, account, 'quote_print', other))
    expect(refused).toMatch(/Too many (changed models|files) were stored for your account/)
    expect(refused).toContain('Wait 9 seconds. Nothing was charged.')
    // A model that is already stored at its size does not count.
    await resultOf(callTool(service, account, 'quote_print', { model_url: made.modelUrl }))
    expect(scopes).toHaveLength(1)
    service.replace({ rateCounters })
  })
})
