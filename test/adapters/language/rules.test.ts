// The deterministic rules that replace a language model.
import { expect, test } from 'bun:test'
import { enhanceByRules } from '../../../server/adapters/language/enhance-by-rules.ts'
import { moderateByRules } from '../../../server/adapters/language/moderate-by-rules.ts'
import {
  boundedModelReview,
  reviewModelByRules,
} from '../../../server/adapters/language/review-by-rules.ts'
import { routeByRules } from '../../../server/adapters/language/route-by-rules.ts'
import { type EngineName, engineNames } from '../../../server/domain/generation/engine/engine.ts'
import { defaultOptions as options } from '../../../testing/engines/engine-requests.ts'
import { facts } from './inputs.ts'
import { harmless, refused } from './moderation-cases.ts'
import { judgeAllowed, judgeRefused } from './moderation-judge.ts'
import { secondAllowed, secondRefused } from './moderation-second-judge.ts'
import { tuningAllowed, tuningRefused } from './moderation-tuning.ts'

test.each([...harmless])('%p is allowed', (prompt) => {
  expect(moderateByRules(prompt)).toEqual({ kind: 'allowed' })
})

test.each([...refused])('%p is refused: %p', (prompt, category) => {
  expect(moderateByRules(prompt)).toEqual({
    kind: 'refused',
    part: 'text',
    found: { by: 'rules', category },
  })
})

const isAllowed = (text: string) => moderateByRules(text).kind === 'allowed'

test('every text of the tuning set is judged correctly', () => {
  expect(tuningAllowed.filter((text) => !isAllowed(text))).toEqual([])
  expect(tuningRefused.filter(isAllowed)).toEqual([])
})

test('at most two of sixty texts outside the tuning set are misjudged, each way', () => {
  expect([judgeAllowed.length, judgeRefused.length]).toEqual([60, 60])
  expect(judgeAllowed.filter((text) => !isAllowed(text)).length).toBeLessThanOrEqual(2)
  expect(judgeRefused.filter(isAllowed).length).toBeLessThanOrEqual(2)
})

test('at most two of the second sixty are misjudged, each way', () => {
  expect([secondAllowed.length, secondRefused.length]).toEqual([60, 60])
  expect(secondAllowed.filter((text) => !isAllowed(text)).length).toBeLessThanOrEqual(2)
  expect(secondRefused.filter(isAllowed).length).toBeLessThanOrEqual(2)
})

test('anything sexual about young people is refused as such', () => {
  for (const text of ['sexy child', 'ѕеху kid', 'seductive little girl', 'niña desnuda']) {
    expect(moderateByRules(text)).toMatchObject({ found: { category: 'minors' } })
  }
})

test('a work of art may be nude, but not a person next to it', () => {
  expect(isAllowed('david by michelangelo, nude statue')).toBe(true)
  for (const text of [
    'nude selfie in the pose of michelangelo’s david',
    'naked anime girl as the birth of venus',
    'michelangelo david with a dildo',
    'michelangelo, nude child',
  ]) {
    expect(isAllowed(text)).toBe(false)
  }
})

// A pattern with bad backtracking takes minutes for such a text, longer than a test may run.
test('a text of 100,000 repetitions is judged like one of four', () => {
  const words = [
    'n ',
    'nude nude ',
    '7 ',
    'woman ',
    'statue a ',
    'gun a ',
    'glock for ',
    'a-',
    'аа ',
  ]
  for (const word of words) {
    const judged = moderateByRules(word.repeat(100_000))
    expect([word, judged]).toEqual([word, moderateByRules(word.repeat(4))])
  }
})

test('an enhanced prompt keeps the caller’s words and names the additions', () => {
  const vase = enhanceByRules('a vase', 'gothic')
  expect(vase.enhancedPrompt).toStartWith('a vase, gothic style. For 3D printing: ')
  expect(vase.addedConstraints.length).toBeGreaterThanOrEqual(3)
  for (const constraint of vase.addedConstraints) expect(vase.enhancedPrompt).toContain(constraint)
  expect(vase.addedConstraints).toContain('walls at least 2 mm thick all round')
  expect(enhanceByRules('a ring', null).addedConstraints).not.toContain(
    'a flat underside to stand on',
  )
  expect(enhanceByRules('a vase', 'gothic')).toEqual(vase)
})

test('a prompt of any length is kept in full, before the additions', () => {
  const [prompt, style] = ['dragon '.repeat(71), 'knight tree text '.repeat(60)]
  const { enhancedPrompt } = enhanceByRules(prompt, style)
  expect(enhancedPrompt).toStartWith(`${prompt}, ${style} style. For 3D printing: `)
})

test.each([
  ['a cube', 'simple'],
  ['a small round box with a lid that screws on tight', 'moderate'],
  ['an intricate gothic cathedral', 'complex'],
] as const)('%p is %p', (prompt, complexity) => {
  expect(enhanceByRules(prompt, null).complexity).toBe(complexity)
})

const route = (prompt: string, given: Partial<typeof options> = {}, engines = engineNames) =>
  routeByRules({ prompt, mode: 'hi_fi', options: { ...options, ...given } }, engines)

test.each([
  ['a low-poly fox', {}, 'engine_2_p1', 'low-poly'],
  ['an intricate dragon', {}, 'engine_2', 'organic'],
  ['a wall bracket', {}, 'engine_4', 'technical'],
  ['a cube', { refinementPass: true }, 'engine_4', 'refinement'],
  ['a wall bracket', { generateParts: true }, 'engine_2', 'parts'],
  ['a wall bracket', { negativePrompt: 'holes' }, 'engine_2', 'negative'],
  ['a cube', {}, 'engine_2', 'default'],
  ['a wall bracket', { engine: 'engine_3' }, 'engine_3', 'pinned'],
] as const)('%p with %p goes to %p', (prompt, given, engine, reason) => {
  const routing = route(prompt, given)
  expect(routing.engine).toBe(engine)
  expect(routing.reasoning).toContain(reason)
  expect(routing.estimatedSeconds).toBeGreaterThan(0)
})

test('only an engine whose vendor has a key is chosen', () => {
  const prompts = ['a low-poly fox', 'a wall bracket', 'an intricate dragon', 'a cube']
  const choices: readonly (readonly EngineName[])[] = [
    ['engine_2', 'engine_2_p1'],
    ['engine_1', 'engine_3', 'engine_4'],
    ['engine_3'],
  ]
  for (const engines of choices) {
    for (const prompt of prompts) {
      const { engine } = routeByRules({ prompt, mode: 'hi_fi', options }, engines)
      expect(engines.map(String)).toContain(engine)
    }
  }
})

test('a valid model with steep overhangs needs supports, and a flat one does not', () => {
  expect(reviewModelByRules(facts)).toMatchObject({ printStatus: 'ready', printabilityScore: 95 })
  const recommendations = ['Print with supports: a face hangs over by up to 80 degrees.']
  const found = { ...facts, maxOverhangDeg: 80, recommendations }
  const steep = reviewModelByRules({ ...found, needsSupports: true })
  expect(steep.printStatus).toBe('supports')
  expect(steep.printabilityScore).toBeGreaterThanOrEqual(50)
  expect(steep.printabilityScore).toBeLessThan(95)
  expect(steep.issues.join()).toContain('80 degrees')
  expect(steep.recommendations).toEqual(recommendations)
  // Supports inside a hollow part could not be removed, so the core does not recommend them, whatever its sentences
  // say.
  expect(reviewModelByRules(found).printStatus).toBe('ready')
})

test('a model that needs supports is not called ready, whatever the review says', () => {
  const recommendations = ['Print with supports: a face hangs over by up to 60 degrees.']
  const opinion = { printDetail: 'Fine.', issues: [], recommendations: [], printabilityScore: 95 }
  const review = boundedModelReview(
    { ...facts, recommendations, needsSupports: true },
    { ...opinion, printStatus: 'ready' },
  )
  expect(review).toMatchObject({
    printStatus: 'supports',
    printabilityScore: 90,
    printDetail: 'Printable with supports.',
  })
})

test.each([
  ['ready', 'repaired', 'ready', 95],
  ['ready', 'supports', 'supports', 70],
  ['ready', 'needs-redesign', 'needs-redesign', 45],
  ['repaired', 'ready', 'repaired', 85],
  ['repaired', 'supports', 'supports', 70],
  ['needs-redesign', 'ready', 'needs-redesign', 40],
  ['needs-redesign', 'supports', 'needs-redesign', 40],
  ['needs-redesign', 'repaired', 'needs-redesign', 40],
] as const)('geometry %p and opinion %p is %p, %p', (geometry, opinion, status, score) => {
  const found = {
    ...facts,
    printStatus: geometry,
    printabilityScore: { ready: 95, repaired: 85, 'needs-redesign': 40 }[geometry],
    issues: ['measured'],
  }
  const given = { printDetail: 'Fine.', issues: ['seen'], recommendations: [] }
  const review = boundedModelReview(found, {
    ...given,
    printStatus: opinion,
    printabilityScore: 70,
  })
  expect(review).toMatchObject({ printStatus: status, printabilityScore: score })
  expect(review.issues).toEqual(['measured', 'seen'])
})

test.each([100, Number.NaN, -5, 1e9])('a score of %p stays between 50 and geometry’s', (score) => {
  const given = { printDetail: '', issues: [], recommendations: [], printabilityScore: score }
  const { printabilityScore } = boundedModelReview(facts, { ...given, printStatus: 'supports' })
  expect(printabilityScore).toBeGreaterThanOrEqual(50)
  expect(printabilityScore).toBeLessThanOrEqual(90)
})

test('supports are recommended once', () => {
  const told = 'Print with supports: a face hangs over by up to 80 degrees.'
  const { recommendations } = reviewModelByRules({
    ...facts,
    maxOverhangDeg: 80,
    recommendations: [told],
    needsSupports: true,
  })
  expect(recommendations).toEqual([told])
})

test('two traits of one prompt do not contradict each other', () => {
  const input = { prompt: 'a dragon as a wall hook', mode: 'hi_fi', options } as const
  expect(routeByRules(input, ['engine_4']).reasoning).toBe(
    'Chose engine_4: organic shapes are requested; flat faces and edges of a technical part are requested.',
  )
})
