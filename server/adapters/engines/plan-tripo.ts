// Requests in the format of Tripo v3. Values that equal the server's default are omitted, as in Tripo's client.
import {
  type EngineName,
  type EngineRequest,
  viewNames,
} from '../../domain/generation/engine/engine.ts'
import { engineTable } from './engine-table.ts'
import {
  type Body,
  buysDetail,
  byView,
  facesFor,
  isTextured,
  makesQuads,
  type Plan,
  picturePrompt,
  seedOf,
  truncate,
  type VendorCall,
} from './plan.ts'

export const negativePromptCharacters = 255
export const editPath = '/v3/generation/image-to-image'
export const convertPath = '/v3/models/convert'
export const importPath = '/v3/models/import'
export const texturePath = '/v3/models/texture'
const textureModel = 'v3.0-20250812'

/** Plans the calls. `pictures` are file tokens, in the order of the request's images: front, left, back, right. */
export function planTripo(
  name: EngineName,
  request: EngineRequest,
  pictures: readonly string[],
): Plan {
  const quads = makesQuads(name, request)
  const from = subject(name, request, pictures)
  const model = withTextureFallback(name, {
    ...from,
    body: {
      ...from.body,
      model: engineTable[name].model ?? '',
      face_limit: facesFor(name, request),
      ...textureFields(name, request),
      ...seedFields(request),
      ...(quads ? { quad: true } : {}),
      ...switches(name, request),
    },
  })
  // Quads are returned as FBX, which the service cannot read.
  const convert: readonly VendorCall[] = quads
    ? [{ call: convertPath, body: { format: 'GLTF' }, fill: { input: 'task' }, converts: true }]
    : []
  if (request.inputMode !== 'image_text') return [model, ...convert]
  const edit = { input: pictures[0] ?? '', prompt: picturePrompt(request.words ?? '') }
  return [{ call: editPath, body: edit }, model, ...convert]
}

/** Plans the texture of an earlier task's model, or of an uploaded model, which has to be imported first. */
export function planTripoRetexture(
  model: { readonly origin: string } | { readonly file: string },
  prompt: string,
): Plan {
  const body = { model: textureModel, texture_prompt: { text: truncate(prompt, 1024) } }
  if ('origin' in model) return [{ call: texturePath, body: { input: model.origin, ...body } }]
  return [
    { call: importPath, body: { input: model.file } },
    { call: texturePath, body, fill: { input: 'task' } },
  ]
}

/** Source of the model. An edited picture is referenced by the task that edited it. */
function subject(
  name: EngineName,
  request: EngineRequest,
  pictures: readonly string[],
): Pick<VendorCall, 'call' | 'body' | 'fill'> {
  const { inputMode, prompt, options } = request
  const { calls, promptCharacters, serves } = engineTable[name]
  switch (inputMode) {
    case 'multiview': {
      const sides = byView(request, pictures)
      // A side without a picture is `null`, so that the other sides keep their places.
      const inputs = viewNames.map((_name, side) => sides[side] ?? null)
      return { call: calls.multiview ?? '', body: { inputs } }
    }
    case 'image_text':
      return { call: calls.image, body: {}, fill: { input: 'task' } }
    case 'image':
      return { call: calls.image, body: { input: pictures[0] ?? '' } }
    case 'text': {
      const negative = serves.includes('negativePrompt') ? options.negativePrompt : ''
      const body = {
        prompt: truncate(prompt, promptCharacters),
        ...(negative === ''
          ? {}
          : { negative_prompt: truncate(negative, negativePromptCharacters) }),
      }
      return { call: calls.text ?? '', body }
    }
  }
}

/** Adds a fallback: a model without the largest texture size rejects the value before it creates anything. */
function withTextureFallback(name: EngineName, step: VendorCall): VendorCall {
  if (step.body['texture_quality'] !== 'extreme') return step
  const insteadNote = `textureResolution 8k was limited to 4k: ${name} did not accept 8k.`
  return { ...step, instead: { texture_quality: 'detailed' }, insteadNote }
}

function switches(name: EngineName, { options }: EngineRequest): Body {
  const { serves } = engineTable[name]
  return {
    ...(options.smartLowPoly && serves.includes('smartLowPoly') ? { smart_low_poly: true } : {}),
    ...(options.generateParts && serves.includes('generateParts') ? { generate_parts: true } : {}),
  }
}

function textureFields(name: EngineName, request: EngineRequest): Body {
  const { detail, textures } = engineTable[name]
  const isDetailed = buysDetail(request)
  const geometry = isDetailed && detail.includes('geometry') ? { geometry_quality: 'detailed' } : {}
  // `pbr` alone would switch the texture on again.
  if (!isTextured(request)) return { texture: false, pbr: false, ...geometry }
  const textureQuality = textures?.[request.options.textureResolution] ?? 'standard'
  const quality = isDetailed && textureQuality === 'standard' ? 'detailed' : textureQuality
  return { ...(quality === 'standard' ? {} : { texture_quality: quality }), ...geometry }
}

function seedFields(request: EngineRequest): Body {
  const seed = seedOf(request)
  if (seed === null) return {}
  return {
    model_seed: seed,
    ...(request.inputMode === 'text' ? { image_seed: seed } : {}),
    ...(isTextured(request) ? { texture_seed: seed } : {}),
  }
}
