// Requests as Tripo v3 takes them. Values that equal the server's default are left out, as its own client does.
import type { EngineName, EngineRequest } from '../../domain/generation/engine.ts'
import { engineTable, triangleAims } from './engine-table.ts'
import { type Body, cut, isTextured, type Plan, type Step, seedOf } from './plan.ts'

const negativePromptCharacters = 255
/** Both bounds of smart_low_poly's own range, and of its range with quads. */
const smartLowPolyFaces = { triangles: 20_000, quads: 10_000 } as const
export const convertPath = '/v3/models/convert'
export const importPath = '/v3/models/import'
export const texturePath = '/v3/models/texture'
const textureModel = 'v3.0-20250812'

/** `pictures` are file tokens, in the order of the request's images: front, left, back, right. */
export function planTripo(
  name: EngineName,
  request: EngineRequest,
  pictures: readonly string[],
): Plan {
  const { model, serves, calls } = engineTable[name]
  const { inputMode, options } = request
  const quads = options.topology === 'quads' && serves.includes('quads') && !options.generateParts
  const first: Step = {
    call: callFor(name, inputMode) ?? calls.image,
    body: {
      ...subject(name, request, pictures),
      model: model ?? '',
      face_limit: faceLimit(name, request, quads),
      ...textureFields(name, request),
      ...seedFields(request),
      ...(quads ? { quad: true } : {}),
      ...(options.smartLowPoly && serves.includes('smartLowPoly') ? { smart_low_poly: true } : {}),
      ...(options.generateParts && serves.includes('generateParts')
        ? { generate_parts: true }
        : {}),
    },
  }
  // H3.1's 8K is not confirmed by the vendor's own pages.
  const hedged =
    first.body.texture_quality === 'extreme'
      ? { ...first, instead: { texture_quality: 'detailed' } }
      : first
  // Quads come as FBX, which nothing here reads.
  if (quads)
    return [
      hedged,
      { call: convertPath, body: { format: 'GLTF' }, fill: { input: 'task' }, converts: true },
    ]
  return [hedged]
}

/** Paints the model of an earlier task, or one that was uploaded, which has to be imported first. */
export function planTripoRetexture(
  model: { readonly origin: string } | { readonly file: string },
  prompt: string,
): Plan {
  const body = { model: textureModel, texture_prompt: { text: cut(prompt, 1024) } }
  if ('origin' in model) return [{ call: texturePath, body: { input: model.origin, ...body } }]
  return [
    { call: importPath, body: { input: model.file } },
    { call: texturePath, body, fill: { input: 'task' } },
  ]
}

function callFor(name: EngineName, inputMode: EngineRequest['inputMode']): string | null {
  const { calls } = engineTable[name]
  if (inputMode === 'text') return calls.text
  return inputMode === 'multiview' ? calls.multiview : calls.image
}

function subject(
  name: EngineName,
  { inputMode, prompt, options }: EngineRequest,
  pictures: readonly string[],
): Body {
  if (inputMode === 'multiview') {
    return { inputs: [0, 1, 2, 3].map((view) => pictures[view] ?? null) }
  }
  if (inputMode !== 'text') return { input: pictures[0] ?? '' }
  const { promptCharacters, serves } = engineTable[name]
  const negative = serves.includes('negativePrompt') ? options.negativePrompt : ''
  return {
    prompt: cut(prompt, promptCharacters),
    ...(negative === '' ? {} : { negative_prompt: cut(negative, negativePromptCharacters) }),
  }
}

function faceLimit(name: EngineName, { options }: EngineRequest, quads: boolean): number {
  const { triangles, serves } = engineTable[name]
  const aim = Math.min(triangles.most, Math.max(triangles.least, triangleAims[options.meshQuality]))
  if (!options.smartLowPoly || !serves.includes('smartLowPoly')) return aim
  return Math.min(aim, smartLowPolyFaces[quads ? 'quads' : 'triangles'])
}

/** Hi-fi pictures buy the detailed passes: service.md, "POST /api/generate". */
function textureFields(name: EngineName, request: EngineRequest): Body {
  const { mode, inputMode, options } = request
  const detailed = mode === 'hi_fi' && inputMode !== 'text'
  const geometry = detailed && name === 'engine_2' ? { geometry_quality: 'detailed' } : {}
  // pbr alone would switch the texture on again.
  if (!isTextured(request)) return { texture: false, pbr: false, ...geometry }
  const wanted = engineTable[name].textures?.[options.textureResolution] ?? 'standard'
  const quality = detailed && wanted === 'standard' ? 'detailed' : wanted
  return { ...(quality === 'standard' ? {} : { texture_quality: quality }), ...geometry }
}

function seedFields(request: EngineRequest): Body {
  const seed = seedOf(request)
  if (seed === null) return {}
  return { model_seed: seed, ...(request.inputMode === 'text' ? { image_seed: seed } : {}) }
}
