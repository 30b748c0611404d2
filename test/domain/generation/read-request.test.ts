// Reading requests: defaults, the differences between JSON and forms, labels, and the order of checks.
import { describe, expect, test } from 'bun:test'
import { defaultOptions } from '../../../server/domain/generation/request/options.ts'
import { readRequest } from '../../../server/domain/generation/request/read-request.ts'
import type { FormFile } from '../../../server/domain/generation/request/request.ts'
import { defaultOptions as contractDefaults } from '../../../testing/engines/engine-requests.ts'
import { pictureBytes } from '../../../testing/engines/generation.ts'
import { requirement, verifies } from '../../helpers/verifies.ts'

const json = (value: unknown) => readRequest({ kind: 'json', value })
const form = (fields: Record<string, string>, files: readonly FormFile[] = [], filesLeftOut = 0) =>
  readRequest({ kind: 'form', fields: new Map(Object.entries(fields)), files, filesLeftOut })

function requestOf(read: ReturnType<typeof readRequest>) {
  if (!read.ok) throw new Error(JSON.stringify(read.failure))
  return read.value.request
}
const jsonOptions = (advanced: unknown) => requestOf(json({ prompt: 'a', advanced })).options
const formOptions = (fields: Record<string, string>) =>
  requestOf(form({ inputMode: 'text', prompt: 'a', ...fields })).options
const kindOf = (read: ReturnType<typeof readRequest>) => (read.ok ? 'read' : read.failure.kind)

const picture = (changes: Partial<FormFile> = {}): FormFile => ({
  field: 'image',
  path: '/nowhere',
  fileName: 'cup.png',
  mimeType: 'image/png',
  sizeBytes: 10,
  sha256: '',
  head: pictureBytes(16, changes.mimeType),
  size: { width: 3, height: 2 },
  isTooLarge: false,
  ...changes,
})
const views = (count: number, changes: Partial<FormFile> = {}) =>
  Array.from({ length: count }, () => picture({ field: 'images', ...changes }))

/** Values of each option, and the default for an absent or invalid value. */
const words = [
  [
    requirement('gen.option.mesh-quality'),
    'meshQuality',
    ['standard', 'high', 'ultra'],
    'standard',
  ],
  [requirement('gen.option.topology'), 'topology', ['triangles', 'quads'], 'triangles'],
  [requirement('gen.option.smoothing'), 'smoothing', ['off', 'light', 'strong'], 'light'],
  [requirement('gen.option.hollowing'), 'hollowing', ['solid', 'hollow'], 'solid'],
  [
    requirement('gen.option.texture-resolution'),
    'textureResolution',
    ['1k', '2k', '4k', '8k'],
    '2k',
  ],
  [
    requirement('gen.option.engine'),
    'engine',
    ['auto', 'engine_1', 'engine_2', 'engine_2_p1', 'engine_3', 'engine_4'],
    'auto',
  ],
  [
    requirement('gen.option.output-format'),
    'outputFormat',
    ['glb', 'obj', 'stl', 'fbx', 'usdz', '3mf'],
    'glb',
  ],
] as const

describe('options with a closed list of values', () => {
  for (const [id, name, values, fallback] of words) {
    verifies(id, `${name} is one of ${values.join(', ')}; anything else is ${fallback}`, () => {
      for (const value of values) {
        expect(jsonOptions({ [name]: value })[name]).toBe(value)
        expect(formOptions({ [name]: value })[name]).toBe(value)
      }
      for (const nonsense of ['', 'best', values[1].toUpperCase(), ` ${values[1]}`, '__proto__']) {
        expect(jsonOptions({ [name]: nonsense })[name]).toBe(fallback)
        expect(formOptions({ [name]: nonsense })[name]).toBe(fallback)
      }
      for (const nonsense of [null, 1, true, [values[1]], { value: values[1] }]) {
        expect(jsonOptions({ [name]: nonsense })[name]).toBe(fallback)
      }
    })
  }
})

verifies('gen.option.unrecognised', () => {
  for (const advanced of [undefined, null, 'high', 7, [], { unknown: 1 }]) {
    expect(jsonOptions(advanced)).toEqual(defaultOptions)
  }
  expect(formOptions({ unknown: 'x' })).toEqual(defaultOptions)
  expect(defaultOptions).toEqual(contractDefaults)
})

verifies('gen.option.wall-thickness', () => {
  for (const [sent, used] of [
    [0.4, 0.4],
    [10, 10],
    [1.25, 1.25],
    [0.39, 2],
    [10.01, 2],
    [-1, 2],
    [Number.NaN, 2],
  ] as const) {
    expect(jsonOptions({ wallThicknessMm: sent }).wallThicknessMm).toBe(used)
    expect(formOptions({ wallThicknessMm: String(sent) }).wallThicknessMm).toBe(used)
  }
  expect(formOptions({ wallThicknessMm: '' }).wallThicknessMm).toBe(2)
  expect(formOptions({ wallThicknessMm: '3mm' }).wallThicknessMm).toBe(2)
  expect(jsonOptions({ wallThicknessMm: '3' }).wallThicknessMm).toBe(2)
})

verifies('gen.option.negative-prompt', 'negativePrompt is cut to 1024 characters', () => {
  const long = 'x'.repeat(1030)
  expect(jsonOptions({ negativePrompt: long }).negativePrompt).toHaveLength(1024)
  expect(formOptions({ negativePrompt: long }).negativePrompt).toHaveLength(1024)
  expect(jsonOptions({ negativePrompt: 'no legs' }).negativePrompt).toBe('no legs')
  expect(jsonOptions({ negativePrompt: 5 }).negativePrompt).toBe('')
})

verifies(
  ['gen.option.smart-low-poly', 'gen.option.refinement-pass', 'gen.multipart.booleans'],
  'smartLowPoly and refinementPass are off unless exactly on',
  () => {
    for (const name of ['smartLowPoly', 'refinementPass', 'generateParts'] as const) {
      expect(jsonOptions({ [name]: true })[name]).toBe(true)
      expect(formOptions({ [name]: 'true' })[name]).toBe(true)
      for (const off of ['1', 'yes', 'TRUE', 'on', '']) {
        expect(formOptions({ [name]: off })[name]).toBe(false)
      }
      for (const off of ['true', 1, null]) expect(jsonOptions({ [name]: off })[name]).toBe(false)
    }
  },
)

verifies(['gen.option.textures', 'gen.multipart.textures-off'], () => {
  expect(jsonOptions({}).textures).toBe(true)
  expect(jsonOptions({ textures: false }).textures).toBe(false)
  expect(jsonOptions({ textures: 'false' }).textures).toBe(true)
  expect(formOptions({ textures: 'false' }).textures).toBe(false)
  for (const on of ['0', 'no', 'FALSE', '']) {
    expect(formOptions({ textures: on }).textures).toBe(true)
  }
})

verifies('gen.option.generate-parts', 'generateParts forces textures off', () => {
  const options = { generateParts: true, textures: false }
  expect(jsonOptions({ generateParts: true, textures: true })).toMatchObject(options)
  expect(formOptions({ generateParts: 'true', textures: 'true' })).toMatchObject(options)
})

verifies('gen.option.seed', 'seed is unset unless it is a whole number', () => {
  expect(jsonOptions({}).seed).toBeNull()
  expect(jsonOptions({ seed: 42 }).seed).toBe(42)
  expect(jsonOptions({ seed: 0 }).seed).toBe(0)
  expect(formOptions({ seed: '42' }).seed).toBe(42)
  for (const unset of [1.5, '42', null, 2 ** 60]) {
    expect(jsonOptions({ seed: unset }).seed).toBeNull()
  }
  for (const unset of ['', 'x', '1.5']) expect(formOptions({ seed: unset }).seed).toBeNull()
})

verifies('gen.json.mode', () => {
  expect(requestOf(json({ prompt: 'a', mode: 'hi_fi' })).mode).toBe('hi_fi')
  for (const mode of [undefined, 'hifi', 'HI_FI', 'hi_fi ', true, 'fast_draft']) {
    expect(requestOf(json({ prompt: 'a', mode })).mode).toBe('fast_draft')
  }
  expect(requestOf(form({ mode: 'hi_fi' }, [picture()])).mode).toBe('hi_fi')
})

test('JSON is always text, even if it names another input mode', () => {
  expect(requestOf(json({ prompt: 'a', inputMode: 'multiview' })).inputMode).toBe('text')
})

verifies(['gen.json.prompt-required', 'gen.error.prompt-required'], () => {
  for (const prompt of [undefined, null, '', '  \n\t', 5, ['a'], '\0']) {
    expect(kindOf(json({ prompt }))).toBe('prompt_required')
  }
  for (const value of [null, [], 'a cup', 5]) expect(kindOf(json(value))).toBe('prompt_required')
  expect(requestOf(json({ prompt: '  a cup\n' })).prompt).toBe('a cup')
  for (const inputMode of ['text', 'image_text']) {
    expect(kindOf(form({ inputMode }, [picture()]))).toBe('prompt_required')
    expect(kindOf(form({ inputMode, prompt: ' ' }, [picture()]))).toBe('prompt_required')
  }
})

verifies(['gen.json.prompt-max', 'gen.multipart.prompt-max', 'gen.error.prompt-too-long'], () => {
  const longest = '😀'.repeat(500)
  const fits = 'x'.repeat(500)
  expect(requestOf(json({ prompt: longest })).prompt).toBe(longest)
  expect(requestOf(json({ prompt: ` ${fits} ` })).prompt).toBe(fits)
  expect(kindOf(json({ prompt: `${fits}x` }))).toBe('prompt_too_long')
  for (const inputMode of ['text', 'image', 'image_text', 'multiview']) {
    const files = inputMode === 'multiview' ? views(2) : [picture()]
    expect(kindOf(form({ inputMode, prompt: fits }, files))).toBe('read')
    expect(kindOf(form({ inputMode, prompt: `${fits}x` }, files))).toBe('prompt_too_long')
  }
})

verifies('gen.multipart.input-mode-default', () => {
  expect(requestOf(form({}, [picture()])).inputMode).toBe('image')
})

verifies(['gen.multipart.input-modes', 'gen.error.input-mode'], () => {
  const prompt = 'a cup'
  expect(requestOf(form({ inputMode: 'text', prompt })).inputMode).toBe('text')
  expect(requestOf(form({ inputMode: 'image' }, [picture()])).inputMode).toBe('image')
  expect(requestOf(form({ inputMode: 'image_text', prompt }, [picture()])).inputMode).toBe(
    'image_text',
  )
  expect(requestOf(form({ inputMode: 'multiview' }, views(2))).inputMode).toBe('multiview')
  for (const inputMode of ['', 'video', 'Text', ' text', 'toString']) {
    expect(kindOf(form({ inputMode, prompt }, [picture()]))).toBe('input_mode_invalid')
  }
})

verifies('gen.multipart.prompt-required', () => {
  expect(kindOf(form({ inputMode: 'text' }))).toBe('prompt_required')
  expect(kindOf(form({ inputMode: 'image_text' }, [picture()]))).toBe('prompt_required')
  expect(kindOf(form({ inputMode: 'image' }, [picture()]))).toBe('read')
})

verifies('gen.multipart.prompt-fallback', () => {
  expect(requestOf(form({}, [picture({ fileName: 'my cup.png' })])).prompt).toBe('my cup.png')
  expect(requestOf(form({}, [picture({ fileName: '' })])).prompt).toBe('Model from a photo')
  expect(requestOf(form({ prompt: 'a cup' }, [picture()])).prompt).toBe('a cup')
})

verifies('gen.multipart.prompt-optional-multiview', () => {
  expect(requestOf(form({ inputMode: 'multiview' }, views(3))).prompt).not.toBe('')
})

verifies(['gen.multipart.image', 'gen.error.image-required', 'gen.error.image-type'], () => {
  for (const inputMode of ['image', 'image_text']) {
    const fields = { inputMode, prompt: 'a cup' }
    expect(kindOf(form(fields))).toBe('image_required')
    expect(kindOf(form(fields, [picture({ sizeBytes: 0 })]))).toBe('image_required')
    expect(kindOf(form(fields, views(1)))).toBe('image_required')
    expect(kindOf(form(fields, [picture({ isTooLarge: true })]))).toBe('image_too_large')
    for (const mimeType of ['image/png', 'image/jpeg', 'image/webp']) {
      expect(kindOf(form(fields, [picture({ mimeType })]))).toBe('read')
    }
    for (const mimeType of ['image/gif', 'image/svg+xml', 'text/html', '']) {
      const read = form(fields, [picture({ mimeType })])
      expect(read).toEqual({ ok: false, failure: { kind: 'image_type_unsupported', mimeType } })
    }
  }
})

verifies(['gen.multipart.images', 'gen.error.multiview-count'], () => {
  const inputMode = 'multiview'
  for (const count of [2, 3, 4]) expect(kindOf(form({ inputMode }, views(count)))).toBe('read')
  for (const count of [0, 1, 5, 8]) {
    expect(kindOf(form({ inputMode }, views(count)))).toBe('multiview_count')
  }
  expect(kindOf(form({ inputMode }, views(4), 1))).toBe('multiview_count')
  expect(kindOf(form({ inputMode }, [picture(), ...views(1)]))).toBe('multiview_count')
  // An unused file input counts as absent.
  expect(kindOf(form({ inputMode }, [...views(2), ...views(3, { sizeBytes: 0 })]))).toBe('read')
  expect(kindOf(form({ inputMode }, [...views(1), ...views(1, { isTooLarge: true })]))).toBe(
    'multiview_image_too_large',
  )
  expect(kindOf(form({ inputMode }, [...views(2), ...views(1, { mimeType: 'image/gif' })]))).toBe(
    'image_type_unsupported',
  )
})

verifies('gen.multipart.flat-options', () => {
  const fields = { meshQuality: 'ultra', engine: 'engine_3', seed: '7', smoothing: 'off' }
  expect(requestOf(form(fields, [picture()])).options).toMatchObject({
    meshQuality: 'ultra',
    engine: 'engine_3',
    seed: 7,
    smoothing: 'off',
  })
  // The JSON object has no meaning in a form.
  expect(formOptions({ advanced: '{"meshQuality":"ultra"}' }).meshQuality).toBe('standard')
})

test('characters that a database or a vendor rejects are removed from every text', () => {
  const half = 'a\0b\ud83d'
  const request = requestOf(json({ prompt: half, style: half, advanced: { negativePrompt: half } }))
  for (const text of [request.prompt, request.style, request.options.negativePrompt]) {
    expect(text).toBe('a b\ufffd')
  }
})

test('there is a note for each truncated text, and none otherwise', () => {
  const notesOf = (style: string, negativePrompt: string) =>
    requestOf(json({ prompt: 'a', style, advanced: { negativePrompt } })).notes
  expect(notesOf('x'.repeat(1024), 'n'.repeat(1024))).toBeUndefined()
  expect(notesOf('x'.repeat(1025), 'n'.repeat(1025))).toEqual([
    'style was cut to its first 1024 characters.',
    'negativePrompt was cut to its first 1024 characters.',
  ])
})

test('a prompt, style or negative prompt of invisible characters counts as absent', () => {
  const nothing = ' \u200b\u2060\u00ad\u{e0041}\u200d '
  expect(kindOf(json({ prompt: nothing }))).toBe('prompt_required')
  const { style, options } = requestOf(
    json({ prompt: 'a', style: nothing, advanced: { negativePrompt: nothing } }),
  )
  expect([style, options.negativePrompt]).toEqual([null, ''])
})

test('a style is trimmed, cut to 1024 characters, and absent when it is empty', () => {
  expect(requestOf(json({ prompt: 'a', style: ' clay ' })).style).toBe('clay')
  expect(requestOf(json({ prompt: 'a', style: 'x'.repeat(2000) })).style).toHaveLength(1024)
  for (const style of ['', '  ', 5, null]) {
    expect(requestOf(json({ prompt: 'a', style })).style).toBeNull()
  }
})

test('the order of checks: input mode, prompt, number of pictures, size, type', () => {
  const worst = { mimeType: 'image/gif', isTooLarge: true }
  const long = 'x'.repeat(501)
  expect(kindOf(form({ inputMode: 'no', prompt: long }, views(1, worst)))).toBe(
    'input_mode_invalid',
  )
  expect(kindOf(form({ inputMode: 'multiview', prompt: long }, views(1, worst)))).toBe(
    'prompt_too_long',
  )
  expect(kindOf(form({ inputMode: 'multiview' }, views(1, worst)))).toBe('multiview_count')
  expect(kindOf(form({ inputMode: 'multiview' }, views(2, worst)))).toBe(
    'multiview_image_too_large',
  )
  expect(kindOf(form({ inputMode: 'image' }, [picture(worst)]))).toBe('image_too_large')
})

describe('the sides of several pictures', () => {
  const sidesOf = (...fields: string[]) => {
    const files = fields.map((field) => picture({ field, fileName: field }))
    const read = form({ inputMode: 'multiview' }, files)
    return read.ok
      ? read.value.images.map(({ view, fileName }) => [view, fileName])
      : read.failure.kind
  }

  test('are those of their fields, in the order of engines', () => {
    expect(sidesOf('back', 'front')).toEqual([
      ['front', 'front'],
      ['back', 'back'],
    ])
    expect(sidesOf('right', 'back', 'left', 'front')).toEqual([
      ['front', 'front'],
      ['left', 'left'],
      ['back', 'back'],
      ['right', 'right'],
    ])
  })

  test('without names are front, left, back, right, and fill the unnamed sides', () => {
    expect(sidesOf('images', 'images')).toEqual([
      ['front', 'images'],
      ['left', 'images'],
    ])
    expect(sidesOf('back', 'images')).toEqual([
      ['front', 'images'],
      ['back', 'back'],
    ])
  })

  test('require the front, and no duplicate side', () => {
    expect(sidesOf('left', 'back')).toBe('multiview_front_missing')
    expect(sidesOf('front', 'front')).toBe('multiview_count')
    expect(sidesOf('front')).toBe('multiview_count')
    expect(sidesOf('front', 'left', 'back', 'right', 'images')).toBe('multiview_count')
  })
})
