// The cost of combinations of options compared with a sum derived from contract.md 4.7: all combinations when
// TEST_DEPTH is full.
import { describe, expect, test } from 'bun:test'
import { creditCost } from '../../../server/domain/generation/request/credit-cost.ts'
import { readRequest } from '../../../server/domain/generation/request/read-request.ts'
import type { FormFile } from '../../../server/domain/generation/request/request.ts'
import { isFullDepth } from '../../../testing/depth.ts'
import { pictureBytes } from '../../../testing/engines/generation.ts'
import { verifies } from '../../helpers/verifies.ts'

const axes = {
  mode: ['fast_draft', 'hi_fi'],
  inputMode: ['text', 'image', 'image_text', 'multiview'],
  meshQuality: ['standard', 'high', 'ultra'],
  textureResolution: ['1k', '2k', '4k', '8k'],
  textures: ['true', 'false'],
  generateParts: ['true', 'false'],
  engine: ['auto', 'engine_1', 'engine_2', 'engine_2_p1', 'engine_3', 'engine_4'],
  refinementPass: ['true', 'false'],
  topology: ['triangles', 'quads'],
  smoothing: ['off', 'light', 'strong'],
  hollowing: ['solid', 'hollow'],
  smartLowPoly: ['true', 'false'],
  outputFormat: ['glb', 'obj', 'stl', 'fbx', 'usdz', '3mf'],
} as const

/**
 * A quick run takes every eleventh combination: a step without a common factor with an axis covers all pairs of
 * values.
 */
const step = isFullDepth ? 1 : 11

type Combination = { -readonly [Name in keyof typeof axes]: string }

function* combinations(): Generator<Combination> {
  const names = Object.keys(axes) as (keyof typeof axes)[]
  const sizes = names.map((name) => axes[name].length)
  const total = sizes.reduce((product, size) => product * size, 1)
  for (let index = 0; index < total; index += step) {
    let rest = index
    const chosen: Partial<Combination> = {}
    names.forEach((name, axis) => {
      const size = sizes[axis] ?? 1
      chosen[name] = axes[name][rest % size] ?? ''
      rest = Math.floor(rest / size)
    })
    yield chosen as Combination
  }
}

/** Adds up the sentences of the contract, one after another. */
function naiveSum(of: Combination): number {
  let sum = 0
  if (of.mode === 'fast_draft') sum += 1
  if (of.mode === 'hi_fi') sum += 2
  if (of.inputMode === 'image') sum += 1
  if (of.inputMode === 'image_text') sum += 1
  if (of.inputMode === 'multiview') sum += 1
  if (of.meshQuality === 'high') sum += 1
  if (of.meshQuality === 'ultra') sum += 2
  if (of.refinementPass === 'true') sum += 2
  const texturesAreOff = of.textures === 'false' || of.generateParts === 'true'
  const isTextDraft = of.mode === 'fast_draft' && of.inputMode === 'text'
  const isTexturedDraft = of.engine === 'engine_2' || of.engine === 'engine_2_p1'
  const canComeBackTextured = !texturesAreOff && (!isTextDraft || isTexturedDraft)
  if (canComeBackTextured && of.textureResolution === '4k') sum += 1
  if (canComeBackTextured && of.textureResolution === '8k') sum += 2
  return sum
}

const picture = (field: string): FormFile => ({
  field,
  path: '/nowhere',
  fileName: 'a.png',
  mimeType: 'image/png',
  sizeBytes: 1,
  sha256: '',
  head: pictureBytes(16),
  size: { width: 3, height: 2 },
  isTooLarge: false,
})
const pictures: Record<string, readonly FormFile[]> = {
  text: [],
  image: [picture('image')],
  image_text: [picture('image')],
  multiview: [picture('images'), picture('images')],
}

function costOf(combination: Combination): number {
  const fields = new Map<string, string>([...Object.entries(combination), ['prompt', 'a cup']])
  const files = pictures[combination.inputMode] ?? []
  const read = readRequest({ kind: 'form', fields, files, filesLeftOut: 0 })
  if (!read.ok) throw new Error(JSON.stringify(read.failure))
  return creditCost(read.value.request)
}

describe('credit cost', () => {
  verifies(
    [
      'gen.credits.base',
      'gen.credits.input',
      'gen.credits.mesh-quality',
      'gen.credits.texture-resolution',
      'gen.credits.refinement',
      'gen.credits.texture-only-when-textured',
      'gen.credits.text-draft-untextured',
    ],
    'combinations of options cost the sum in the contract',
    () => {
      let checked = 0
      const wrong: unknown[] = []
      for (const combination of combinations()) {
        checked += 1
        if (costOf(combination) !== naiveSum(combination)) wrong.push(combination)
      }
      expect(wrong.slice(0, 3)).toEqual([])
      expect(checked).toBe(Math.ceil((2 * 4 * 3 * 4 * 2 * 2 * 6 * 2 * 2 * 3 * 2 * 2 * 6) / step))
    },
  )

  test('the minimum and the maximum cost of a generation', () => {
    const least = { mode: 'fast_draft', inputMode: 'text', meshQuality: 'standard' }
    const most = { mode: 'hi_fi', inputMode: 'multiview', meshQuality: 'ultra' }
    const rest = {
      textures: 'true',
      generateParts: 'false',
      engine: 'engine_4',
      topology: 'triangles',
      smoothing: 'off',
      hollowing: 'solid',
      smartLowPoly: 'false',
      outputFormat: 'glb',
    }
    expect(costOf({ ...rest, ...least, textureResolution: '8k', refinementPass: 'false' })).toBe(1)
    // 2 + 1 + 2 + 2 + 2.
    expect(costOf({ ...rest, ...most, textureResolution: '8k', refinementPass: 'true' })).toBe(9)
  })
})
