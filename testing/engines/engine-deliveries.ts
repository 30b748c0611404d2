// Table of engine, input and option: the request to the vendor, the cost, and the sentence in the response
// (decisions.md 25). Each row is derived manually: costs from contract.md 4.7, fields from the vendors' clients,
// sentences from the omitted options. server/adapters/engines/README.md contains the same table.
import type { EngineName } from '../../server/domain/generation/engine/engine.ts'

/** The request to compare a row with: the same engine and input without the option, in draft mode. */
export type Base = 'text' | 'image' | 'multiview'

export type Delivery = {
  readonly engine: EngineName
  readonly base: Base
  readonly option: string
  /** Fields of the request in addition to the base's, as JSON values. */
  readonly send: Readonly<Record<string, string | number | boolean>>
  /** Difference in the body that creates the model; null omits the field. Empty = the same body. */
  readonly sent: Readonly<Record<string, unknown>>
  /** Calls that the base does not make, with the relevant fields of their bodies. */
  readonly calls?: readonly (readonly [call: string, body: Readonly<Record<string, unknown>>])[]
  readonly credits: number
  readonly notes: readonly string[]
}

const drawn = (text: string) => `${text}, one object, all of it in view, plain white background`
const kontext = ['fal-ai/flux-pro/kontext', { prompt: drawn('in red') }] as const
const tripoEdit = ['/v3/generation/image-to-image', { prompt: drawn('in red') }] as const
const words = { inputMode: 'image_text', prompt: 'in red' } as const
const followsPicture =
  'The words had no effect: inputMode image follows the picture alone. Send inputMode image_text to have them change it.'
const bareDraft = (size: string) =>
  `textureResolution ${size} had no effect and was not charged: a text draft has no textures unless engine_2 or engine_2_p1 is pinned.`
const asGlb = 'outputFormat stl had no effect: models are delivered as GLB.'
const anySeed = 'seed had no effect: engines take whole numbers from 0 to 2147483647.'

type Row = readonly [
  base: Base,
  send: Delivery['send'],
  sent: Delivery['sent'],
  credits: number,
  note?: string | null,
  ...calls: NonNullable<Delivery['calls']>,
]

/**
 * Returns a label such as `textures false, seed 7`. An enabled flag shows only its name, and words that a mode
 * requires are part of the mode.
 */
function labelOf(send: Delivery['send']): string {
  const parts = Object.entries(send).map(([name, value]) => {
    if (name === 'prompt') return send['inputMode'] === undefined ? 'words' : ''
    if (name === 'inputMode') return String(value)
    const { length } = String(value)
    if (length > 100) return `${name} of ${length} characters`
    if (value === 2 ** 31) return `${name} 2^31`
    return value === true || name === 'negativePrompt' ? name : `${name} ${value}`
  })
  return parts.filter((part) => part !== '').join(', ')
}

const of = (engine: EngineName, rows: readonly Row[]): readonly Delivery[] =>
  rows.map(([base, send, sent, credits, note = null, ...calls]) => ({
    engine,
    base,
    option: labelOf(send),
    send,
    sent,
    calls,
    credits,
    notes: note === null ? [] : [note],
  }))

const meshy: readonly Row[] = [
  ['text', { meshQuality: 'high' }, { target_polycount: 200_000 }, 2],
  [
    'text',
    { meshQuality: 'ultra' },
    { target_polycount: 300_000 },
    3,
    'meshQuality ultra was limited to 300,000 triangles, the most that engine_1 makes.',
  ],
  ['text', { topology: 'quads' }, { topology: 'quad' }, 1],
  [
    'text',
    { negativePrompt: 'no wheels' },
    {},
    1,
    'negativePrompt had no effect: engine_1 takes none.',
  ],
  ['text', { smartLowPoly: true }, {}, 1, 'smartLowPoly had no effect: engine_1 does not have it.'],
  [
    'image',
    { generateParts: true },
    { should_texture: false, enable_pbr: null },
    2,
    'generateParts turned textures off and had no other effect: engine_1 does not split models.',
  ],
  [
    'text',
    { refinementPass: true },
    {},
    3,
    'refinementPass had no effect: engine_1 has no second pass.',
  ],
  ['text', { seed: 7 }, { seed: 7 }, 1],
  ['text', { seed: -1 }, {}, 1, anySeed],
  ['image', { seed: 7 }, {}, 2, 'seed had no effect: engine_1 takes none with pictures.'],
  ['text', { textureResolution: '8k' }, {}, 1, bareDraft('8k')],
  ['image', { textures: false }, { should_texture: false, enable_pbr: null }, 2],
  [
    'image',
    { textureResolution: '4k' },
    {},
    3,
    'textureResolution 4k had no effect: engine_1 makes textures of one size.',
  ],
  [
    'image',
    { textureResolution: '8k' },
    {},
    4,
    'textureResolution 8k had no effect: engine_1 makes textures of one size.',
  ],
  [
    'image',
    { mode: 'hi_fi' },
    {},
    3,
    'hi_fi had no effect on the model: engine_1 has no detailed passes.',
  ],
  ['image', { prompt: 'in red' }, {}, 2, followsPicture],
  ['image', words, { texture_prompt: 'in red' }, 2, null, kontext],
  [
    'image',
    { ...words, seed: 7 },
    { texture_prompt: 'in red' },
    2,
    'seed was used for the edited picture only: engine_1 takes none for the model.',
    [kontext[0], { ...kontext[1], seed: 7 }],
  ],
  [
    'multiview',
    { prompt: 'in red' },
    { texture_prompt: 'in red' },
    2,
    'The words guided the textures only: engine_1 takes the shape from the pictures alone.',
  ],
  [
    'text',
    { style: 'x'.repeat(700) },
    { prompt: `a boat, ${'x'.repeat(592)}` },
    1,
    'The prompt, with what was added to it, was cut to its first 600 characters: engine_1 takes no more.',
  ],
  ['text', { outputFormat: 'stl' }, {}, 1, asGlb],
]

const tripo: readonly Row[] = [
  ['text', { meshQuality: 'high' }, { face_limit: 200_000 }, 2],
  ['text', { meshQuality: 'ultra' }, { face_limit: 500_000 }, 3],
  [
    'text',
    { topology: 'quads' },
    { quad: true },
    1,
    null,
    ['/v3/models/convert', { format: 'GLTF' }],
  ],
  [
    'text',
    { topology: 'quads', generateParts: true },
    { generate_parts: true, texture: false, pbr: false },
    1,
    'topology quads had no effect: engine_2 cannot combine quads with generateParts.',
  ],
  ['text', { negativePrompt: 'no wheels' }, { negative_prompt: 'no wheels' }, 1],
  [
    'text',
    { negativePrompt: 'n'.repeat(300) },
    { negative_prompt: 'n'.repeat(255) },
    1,
    'negativePrompt was cut to its first 255 characters: engine_2 takes no more.',
  ],
  [
    'image',
    { negativePrompt: 'no wheels' },
    {},
    2,
    'negativePrompt had no effect: engine_2 takes one with inputMode text only.',
  ],
  ['text', { smartLowPoly: true }, { smart_low_poly: true, face_limit: 20_000 }, 1],
  [
    'text',
    { smartLowPoly: true, meshQuality: 'high' },
    { smart_low_poly: true, face_limit: 20_000 },
    2,
    'meshQuality high was limited to 20,000 triangles, the most that engine_2 makes with smartLowPoly.',
  ],
  [
    'text',
    { smartLowPoly: true, meshQuality: 'ultra', topology: 'quads' },
    { smart_low_poly: true, face_limit: 10_000, quad: true },
    3,
    'meshQuality ultra was limited to 10,000 quads, the most that engine_2 makes with smartLowPoly.',
    ['/v3/models/convert', { format: 'GLTF' }],
  ],
  ['image', { generateParts: true }, { generate_parts: true, texture: false, pbr: false }, 2],
  [
    'text',
    { refinementPass: true },
    {},
    3,
    'refinementPass had no effect: engine_2 has no second pass.',
  ],
  ['text', { seed: 7 }, { model_seed: 7, image_seed: 7, texture_seed: 7 }, 1],
  ['text', { seed: 2 ** 31 }, {}, 1, anySeed],
  ['image', { seed: 7 }, { model_seed: 7, texture_seed: 7 }, 2],
  ['image', { textures: false }, { texture: false, pbr: false }, 2],
  [
    'image',
    { textureResolution: '1k' },
    {},
    2,
    'textureResolution 1k was raised to 2k, the least that engine_2 makes.',
  ],
  ['text', { textureResolution: '4k' }, { texture_quality: 'detailed' }, 2],
  ['image', { textureResolution: '8k' }, { texture_quality: 'extreme' }, 4],
  ['image', { mode: 'hi_fi' }, { geometry_quality: 'detailed', texture_quality: 'detailed' }, 3],
  [
    'image',
    { mode: 'hi_fi', textureResolution: '1k' },
    { geometry_quality: 'detailed', texture_quality: 'detailed' },
    3,
    'textureResolution 1k was raised to 4k by hi_fi.',
  ],
  ['image', { prompt: 'in red' }, {}, 2, followsPicture],
  ['image', words, {}, 2, null, tripoEdit],
  [
    'image',
    { ...words, seed: 7 },
    { model_seed: 7, texture_seed: 7 },
    2,
    'seed was used for the model and not for the edited picture.',
    tripoEdit,
  ],
  [
    'multiview',
    { prompt: 'in red' },
    {},
    2,
    'The words had no effect: engine_2 makes a model from several pictures without words.',
  ],
  ['text', { outputFormat: 'stl' }, {}, 1, asGlb],
]

const tripoP1: readonly Row[] = [
  [
    'text',
    { meshQuality: 'high' },
    {},
    2,
    'meshQuality high was limited to 20,000 triangles, the most that engine_2_p1 makes.',
  ],
  [
    'text',
    { meshQuality: 'ultra' },
    {},
    3,
    'meshQuality ultra was limited to 20,000 triangles, the most that engine_2_p1 makes.',
  ],
  [
    'text',
    { topology: 'quads' },
    {},
    1,
    'topology quads had no effect: engine_2_p1 makes triangles only.',
  ],
  ['text', { negativePrompt: 'no wheels' }, { negative_prompt: 'no wheels' }, 1],
  [
    'text',
    { smartLowPoly: true },
    {},
    1,
    'smartLowPoly had no effect: engine_2_p1 does not have it.',
  ],
  [
    'text',
    { generateParts: true },
    { texture: false, pbr: false },
    1,
    'generateParts turned textures off and had no other effect: engine_2_p1 does not split models.',
  ],
  [
    'text',
    { refinementPass: true },
    {},
    3,
    'refinementPass had no effect: engine_2_p1 has no second pass.',
  ],
  ['text', { seed: 7 }, { model_seed: 7, image_seed: 7, texture_seed: 7 }, 1],
  ['text', { textureResolution: '4k' }, { texture_quality: 'detailed' }, 2],
  ['image', { textureResolution: '8k' }, { texture_quality: 'extreme' }, 4],
  ['image', { textures: false }, { texture: false, pbr: false }, 2],
  [
    'image',
    { mode: 'hi_fi' },
    { texture_quality: 'detailed' },
    3,
    'hi_fi made the textures finer and not the shape: engine_2_p1 has no detailed geometry pass.',
  ],
  ['image', words, {}, 2, null, tripoEdit],
  [
    'multiview',
    { prompt: 'in red' },
    {},
    2,
    'The words had no effect: engine_2_p1 makes a model from several pictures without words.',
  ],
  ['text', { outputFormat: 'stl' }, {}, 1, asGlb],
]

const trellis: readonly Row[] = [
  ['image', { meshQuality: 'high' }, { decimation_target: 200_000 }, 3],
  ['image', { meshQuality: 'ultra' }, { decimation_target: 500_000 }, 4],
  [
    'image',
    { topology: 'quads' },
    {},
    2,
    'topology quads had no effect: engine_3 makes triangles only.',
  ],
  [
    'text',
    { negativePrompt: 'no wheels' },
    {},
    1,
    'negativePrompt had no effect: engine_3 takes none.',
  ],
  [
    'image',
    { smartLowPoly: true },
    {},
    2,
    'smartLowPoly had no effect: engine_3 does not have it.',
  ],
  [
    'image',
    { generateParts: true },
    {},
    2,
    'generateParts had no effect: engine_3 does not split models.',
  ],
  [
    'image',
    { refinementPass: true },
    {},
    4,
    'refinementPass had no effect: engine_3 has no second pass.',
  ],
  ['image', { seed: 7 }, { seed: 7 }, 2],
  [
    'image',
    { textures: false },
    {},
    2,
    'textures false had no effect: engine_3 always makes textures.',
  ],
  ['image', { textureResolution: '1k' }, { texture_size: '1024' }, 2],
  ['image', { textureResolution: '4k' }, { texture_size: '4096' }, 3],
  [
    'image',
    { textureResolution: '8k' },
    { texture_size: '4096' },
    4,
    'textureResolution 8k was limited to 4k, the most that engine_3 makes.',
  ],
  ['image', { mode: 'hi_fi' }, { resolution: '1536', texture_size: '4096' }, 3],
  ['image', { prompt: 'in red' }, {}, 2, followsPicture],
  ['image', words, {}, 2, null, kontext],
  ['image', { ...words, seed: 7 }, { seed: 7 }, 2, null, [kontext[0], { ...kontext[1], seed: 7 }]],
  ['image', { outputFormat: 'stl' }, {}, 2, asGlb],
]

const hunyuan: readonly Row[] = [
  ['text', { meshQuality: 'high' }, { face_count: 200_000 }, 2],
  ['text', { meshQuality: 'ultra' }, { face_count: 500_000 }, 3],
  [
    'text',
    { topology: 'quads' },
    {},
    1,
    'topology quads had no effect: engine_4 makes triangles only.',
  ],
  [
    'text',
    { negativePrompt: 'no wheels' },
    {},
    1,
    'negativePrompt had no effect: engine_4 takes none.',
  ],
  ['text', { smartLowPoly: true }, {}, 1, 'smartLowPoly had no effect: engine_4 does not have it.'],
  [
    'image',
    { generateParts: true },
    { generate_type: 'Geometry', enable_pbr: null },
    2,
    'generateParts turned textures off and had no other effect: engine_4 does not split models.',
  ],
  ['image', { refinementPass: true }, {}, 4, null, ['fal-ai/ultrashape', {}]],
  [
    'image',
    { refinementPass: true, meshQuality: 'ultra' },
    { face_count: 500_000 },
    6,
    'meshQuality ultra applies to the preview: the refinement pass sets the triangles of its model by itself.',
    ['fal-ai/ultrashape', {}],
  ],
  ['text', { seed: 7 }, {}, 1, 'seed had no effect: engine_4 takes none.'],
  [
    'image',
    { refinementPass: true, seed: 7 },
    {},
    4,
    'seed was used for the refinement pass only: engine_4 takes none for the model.',
    ['fal-ai/ultrashape', { seed: 7 }],
  ],
  ['image', { textures: false }, { generate_type: 'Geometry', enable_pbr: null }, 2],
  ['text', { textureResolution: '4k' }, {}, 1, bareDraft('4k')],
  [
    'image',
    { textureResolution: '8k' },
    {},
    4,
    'textureResolution 8k had no effect: engine_4 makes textures of one size.',
  ],
  [
    'image',
    { mode: 'hi_fi' },
    {},
    3,
    'hi_fi had no effect on the model: engine_4 has no detailed passes.',
  ],
  ['image', { prompt: 'in red' }, {}, 2, followsPicture],
  ['image', words, {}, 2, null, kontext],
  [
    'image',
    { ...words, refinementPass: true, seed: 7 },
    {},
    4,
    'seed was used for the edited picture and the refinement pass only: engine_4 takes none for the model.',
    [kontext[0], { ...kontext[1], seed: 7 }],
    ['fal-ai/ultrashape', { seed: 7 }],
  ],
  [
    'multiview',
    { prompt: 'in red' },
    {},
    2,
    'The words had no effect: engine_4 makes a model from several pictures without words.',
  ],
  ['text', { outputFormat: 'stl' }, {}, 1, asGlb],
]

export const deliveries: readonly Delivery[] = [
  ...of('engine_1', meshy),
  ...of('engine_2', tripo),
  ...of('engine_2_p1', tripoP1),
  ...of('engine_3', trellis),
  ...of('engine_4', hunyuan),
]

const columns = [
  'engine',
  'input',
  'option',
  'what is sent for it',
  'credits',
  'what the response says',
]

/** Returns the rows as server/adapters/engines/README.md lists them. */
export function deliveryTable(): readonly string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const rows = deliveries.map(({ engine, base, option, sent, calls = [], credits, notes }) => {
    const fields = Object.entries(sent).map(([name, value]) =>
      value === null ? `no \`${name}\`` : `\`${name}: ${brief(value)}\``,
    )
    const extra = calls.map(([call]) => `\`${call}\``)
    const all = [...extra, ...fields].join(', ')
    return line([
      engine,
      base,
      option,
      all === '' ? 'nothing' : all,
      String(credits),
      notes.join(' ') || '-',
    ])
  })
  return [line(columns), line(columns.map(() => '---')), ...rows]
}

function brief(value: unknown): string {
  const text = String(value)
  return text.length <= 30 ? text : `${text.length} characters`
}
