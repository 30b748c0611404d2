// The choice of the engine: pins override it, `auto` follows the table, a missing key or an unsuitable picture yields
// a sentence.
import { describe, expect, test } from 'bun:test'
import { candidateEngines, chooseEngine } from '../../../server/adapters/engines/choose-engine.ts'
import { engineTable } from '../../../server/adapters/engines/engine-table.ts'
import { engineNames } from '../../../server/domain/generation/engine/engine.ts'
import {
  type EngineRequestChange,
  engineImage,
  engineRequest,
} from '../../../testing/engines/engine-requests.ts'
import { verifies } from '../../helpers/verifies.ts'

const both = new Set(['tripo', 'fal'] as const)
const tripoOnly = new Set(['tripo'] as const)
const falOnly = new Set(['fal'] as const)
const choose = (change: EngineRequestChange, vendors: ReadonlySet<'tripo' | 'fal'> = both) => {
  const chosen = chooseEngine(engineRequest(change), vendors)
  return chosen.ok ? chosen.value : { refused: chosen.failure }
}
const one = [engineImage('a')]
const three = [engineImage('a'), engineImage('b'), engineImage('c')]
const webp = [{ ...engineImage('a'), mimeType: 'image/webp' as const }]

describe('auto', () => {
  test.each([
    ['fast_draft', 'text', [], 'engine_1', 'engine_2', 'engine_1'],
    ['hi_fi', 'text', [], 'engine_2', 'engine_2', 'engine_4'],
    ['fast_draft', 'image', one, 'engine_3', 'engine_2', 'engine_3'],
    // Hi-fi was paid for, and of fal's engines only engine_3 has detailed passes.
    ['hi_fi', 'image', one, 'engine_2', 'engine_2', 'engine_3'],
    ['fast_draft', 'image_text', one, 'engine_1', 'engine_2', 'engine_1'],
    ['hi_fi', 'image_text', one, 'engine_2', 'engine_2', 'engine_3'],
    ['fast_draft', 'multiview', three, 'engine_2', 'engine_2', 'engine_4'],
    ['hi_fi', 'multiview', three, 'engine_2', 'engine_2', 'engine_4'],
  ] as const)('%s %s', (mode, inputMode, images, withBoth, withTripo, withFal) => {
    const request = { mode, inputMode, images }
    expect(choose(request)).toBe(withBoth)
    expect(choose(request, tripoOnly)).toBe(withTripo)
    expect(choose(request, falOnly)).toBe(withFal)
  })

  test('chooses the engine that has the requested options', () => {
    expect(choose({ options: { smartLowPoly: true } })).toBe('engine_2')
    expect(choose({ options: { negativePrompt: 'no wheels' } })).toBe('engine_2')
    expect(choose({ options: { generateParts: true } })).toBe('engine_2')
    expect(choose({ inputMode: 'image', images: one, options: { topology: 'quads' } })).toBe(
      'engine_2',
    )
    expect(choose({ options: { topology: 'quads' } })).toBe('engine_1')
    // A paid option weighs more than everything else together.
    const all = {
      smartLowPoly: true,
      generateParts: true,
      negativePrompt: 'x',
      topology: 'quads',
    } as const
    expect(choose({ options: { ...all, refinementPass: true } })).toBe('engine_4')
    expect(choose({ options: { refinementPass: true } }, tripoOnly)).toBe('engine_2')
  })

  test.each([
    // Derived manually: the limitation of the engine that would be first without the option.
    [
      '300,000 triangles are the most of engine_1',
      { options: { meshQuality: 'ultra' } },
      'engine_2',
    ],
    ['200,000 are within them', { options: { meshQuality: 'high' } }, 'engine_1'],
    [
      'engine_3 ends at 4k',
      { inputMode: 'image', images: one, options: { textureResolution: '8k' } },
      'engine_2',
    ],
    [
      '4k is within it',
      { inputMode: 'image', images: one, options: { textureResolution: '4k' } },
      'engine_3',
    ],
    [
      'engine_1 has textures of one size',
      { inputMode: 'image_text', images: one, options: { textureResolution: '4k' } },
      'engine_2',
    ],
    [
      'an untextured draft pays nothing for 8k',
      { options: { textureResolution: '8k' } },
      'engine_1',
    ],
    [
      'engine_3 cannot leave textures out',
      { inputMode: 'image', images: one, options: { textures: false } },
      'engine_2',
    ],
    [
      'engine_1 takes no seed with pictures',
      { inputMode: 'image_text', images: one, options: { seed: 7 } },
      'engine_3',
    ],
    [
      'of several pictures engine_1 alone takes words',
      { inputMode: 'multiview', images: three, words: 'in red' },
      'engine_1',
    ],
    [
      // engine_2 would make 10,000 quads of the 500,000 triangles paid for; engine_4 also ignores the seed.
      'what is paid for outweighs all that is free',
      { options: { meshQuality: 'ultra', smartLowPoly: true, topology: 'quads', seed: 7 } },
      'engine_3',
    ],
  ] as const)('%s', (_why, change, engine) => {
    expect(choose(change)).toBe(engine)
  })

  test('the router cannot choose an engine that omits more', () => {
    const ultra = { mode: 'hi_fi', options: { meshQuality: 'ultra' } } as const
    expect(choose({ ...ultra, engine: 'engine_1' })).toBe('engine_2')
    expect(choose({ ...ultra, engine: 'engine_4' })).toBe('engine_4')
    expect(candidateEngines(engineRequest(ultra), both)).toEqual([
      'engine_2',
      'engine_4',
      'engine_3',
    ])
    expect(candidateEngines(engineRequest(ultra), tripoOnly)).toEqual(['engine_2'])
  })

  test('follows the router when possible, and the default order when that engine has no key', () => {
    expect(choose({ engine: 'engine_4', mode: 'hi_fi' })).toBe('engine_4')
    expect(choose({ engine: 'engine_4', mode: 'hi_fi' }, tripoOnly)).toBe('engine_2')
  })

  test('avoids an engine that cannot read the picture', () => {
    expect(choose({ inputMode: 'image_text', images: webp })).toBe('engine_2')
    expect(choose({ inputMode: 'image_text', images: webp }, falOnly)).toBe('engine_3')
    const heavy = [{ ...engineImage('a'), sizeBytes: 9 * 1024 * 1024 }]
    expect(choose({ mode: 'hi_fi', inputMode: 'image', images: heavy }, falOnly)).toBe('engine_3')
  })
})

describe('a pinned engine', () => {
  verifies('gen.option.engine', 'is used even when auto would choose another', () => {
    for (const engine of engineNames) {
      expect(choose({ options: { engine } })).toBe(engine)
      expect(choose({ mode: 'hi_fi', inputMode: 'image', images: one, options: { engine } })).toBe(
        engine,
      )
      const other = engine === 'engine_1' ? 'engine_2' : 'engine_1'
      expect(choose({ engine: other, options: { engine } })).toBe(engine)
    }
  })

  test('is refused, never replaced, when its vendor has no key', () => {
    for (const engine of engineNames) {
      const vendors = engineTable[engine].vendor === 'tripo' ? falOnly : tripoOnly
      expect(choose({ options: { engine } }, vendors)).toEqual({
        refused: `${engine} is not available here. Choose another engine, or leave engine at auto.`,
      })
    }
  })

  test('is refused with the reason when it cannot read the picture', () => {
    expect(
      choose({ inputMode: 'multiview', images: three, options: { engine: 'engine_3' } }),
    ).toEqual({
      refused:
        'engine_3 works from one picture. Send one picture with inputMode image, or choose another engine.',
    })
    expect(choose({ inputMode: 'image', images: webp, options: { engine: 'engine_1' } })).toEqual({
      refused:
        'engine_1 accepts only PNG and JPEG pictures. Convert the picture, or choose another engine.',
    })
    const heavy = [{ ...engineImage('a'), sizeBytes: 8 * 1024 * 1024 + 1 }]
    expect(choose({ inputMode: 'image', images: heavy, options: { engine: 'engine_4' } })).toEqual({
      refused:
        'engine_4 accepts pictures of at most 8 MB. Send a smaller one, or choose another engine.',
    })
  })
})
