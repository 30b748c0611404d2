// Requests in the format of the models on fal. Field names and ranges are those of fal's client (@fal-ai/client 1.10.1).
import type { EngineName, EngineRequest } from '../../domain/generation/engine/engine.ts'
import { engineTable } from './engine-table.ts'
import {
  type Body,
  buysDetail,
  byView,
  facesFor,
  isRefined,
  isTextured,
  type Plan,
  picturePrompt,
  seedOf,
  texturePromptCharacters,
  truncate,
  type VendorCall,
} from './plan.ts'

export const drawEndpoint = 'fal-ai/flux/schnell'
export const editEndpoint = 'fal-ai/flux-pro/kontext'
export const refinementEndpoint = 'fal-ai/ultrashape'
export const retextureEndpoint = 'fal-ai/meshy/v5/retexture'

/** Plans the calls. `pictures` are links, in the order of the request's images: front, left, back, right. */
export function planFal(
  name: EngineName,
  request: EngineRequest,
  pictures: readonly string[],
): Plan {
  if (name === 'engine_1') return meshy(request, pictures)
  if (name === 'engine_3') return trellis(request, pictures)
  return hunyuan(request, pictures)
}

/** Plans a retexture. Keeps the model's UV map, because any model may be behind the link. */
export function planFalRetexture(modelUrl: string, prompt: string): Plan {
  const text = truncate(prompt, texturePromptCharacters)
  const body = {
    model_url: modelUrl,
    text_style_prompt: text,
    enable_original_uv: true,
    enable_pbr: true,
  }
  return [{ call: retextureEndpoint, body }]
}

function meshy(request: EngineRequest, pictures: readonly string[]): Plan {
  const { calls, promptCharacters } = engineTable.engine_1
  const { inputMode, options, prompt } = request
  const hasTextures = isTextured(request)
  const shape = {
    topology: options.topology === 'quads' ? 'quad' : 'triangle',
    target_polycount: facesFor('engine_1', request),
    // Without this option, the two options above have no effect.
    should_remesh: true,
    ...(hasTextures ? { enable_pbr: true } : {}),
  }
  if (inputMode === 'text') {
    const mode = hasTextures ? 'full' : 'preview'
    const body = {
      prompt: truncate(prompt, promptCharacters),
      mode,
      ...shape,
      ...seedFields(request),
    }
    return [{ call: calls.text ?? '', body }]
  }
  const body = { should_texture: hasTextures, ...shape, ...textureWords(request) }
  if (inputMode === 'multiview') {
    // The engine recognizes the sides automatically.
    return [{ call: calls.multiview ?? '', body: { image_urls: [...pictures], ...body } }]
  }
  return fromPicture(request, pictures, { call: calls.image, body, field: 'image_url' })
}

/** Words guide the texture in addition to editing the picture. With several pictures, they guide only the texture. */
function textureWords(request: EngineRequest): Body {
  const { inputMode, words } = request
  if (inputMode === 'image' || words === null || !isTextured(request)) return {}
  return { texture_prompt: truncate(words, texturePromptCharacters) }
}

/** This engine cannot switch textures off. */
function trellis(request: EngineRequest, pictures: readonly string[]): Plan {
  const { calls, textures } = engineTable.engine_3
  const { mode, options } = request
  const { textureResolution: size } = options
  const isDetailed = buysDetail(request) && (size === '1k' || size === '2k')
  const body: Body = {
    resolution: mode === 'hi_fi' ? '1536' : '1024',
    texture_size: textures?.[isDetailed ? '4k' : size] ?? '2048',
    decimation_target: facesFor('engine_3', request),
    ...seedFields(request),
  }
  return fromPicture(request, pictures, { call: calls.image, body, field: 'image_url' })
}

function hunyuan(request: EngineRequest, pictures: readonly string[]): Plan {
  const { calls, promptCharacters } = engineTable.engine_4
  const { inputMode, prompt } = request
  const hasTextures = isTextured(request)
  const body: Body = {
    face_count: facesFor('engine_4', request),
    generate_type: hasTextures ? 'Normal' : 'Geometry',
    ...(hasTextures ? { enable_pbr: true } : {}),
  }
  const hasRefinement = isRefined('engine_4', request)
  if (inputMode === 'text' && !hasRefinement) {
    return [
      { call: calls.text ?? '', body: { prompt: truncate(prompt, promptCharacters), ...body } },
    ]
  }
  const field = 'input_image_url'
  const model = { call: calls.image, body: { ...views(byView(request, pictures)), ...body }, field }
  if (!hasRefinement) return fromPicture(request, pictures, model)
  const plan = fromPicture(request, pictures, { ...model, preview: true })
  const isMade = plan.length > 1
  const refine: VendorCall = {
    call: refinementEndpoint,
    body: { ...(isMade ? {} : { image_url: pictures[0] ?? '' }), ...seedFields(request) },
    fill: { ...(isMade ? { image_url: 'picture' as const } : {}), model_url: 'model' },
  }
  return [...plan, refine]
}

function views([, left, back, right]: readonly (string | undefined)[]): Body {
  return {
    ...(left === undefined ? {} : { left_image_url: left }),
    ...(back === undefined ? {} : { back_image_url: back }),
    ...(right === undefined ? {} : { right_image_url: right }),
  }
}

type PictureReader = Pick<VendorCall, 'call' | 'body' | 'preview'> & {
  /** Field of the body for the picture's link. */
  readonly field: string
}

/** Returns the picture as it was uploaded, changed by the caller's words, or drawn from a text. */
function fromPicture(
  request: EngineRequest,
  pictures: readonly string[],
  { field, body, ...step }: PictureReader,
): Plan {
  const [front = ''] = pictures
  const reader: VendorCall = { ...step, body, fill: { [field]: 'picture' } }
  switch (request.inputMode) {
    case 'text':
      return [draw(request), reader]
    case 'image_text':
      return [edit(request, front), reader]
    default:
      return [{ ...step, body: { [field]: front, ...body } }]
  }
}

function draw(request: EngineRequest): VendorCall {
  const body = {
    prompt: picturePrompt(request.prompt),
    image_size: 'square_hd',
    num_images: 1,
    output_format: 'png',
    ...seedFields(request),
  }
  return { call: drawEndpoint, body }
}

function edit(request: EngineRequest, picture: string): VendorCall {
  const body = {
    image_url: picture,
    prompt: picturePrompt(request.words ?? ''),
    num_images: 1,
    output_format: 'png',
    ...seedFields(request),
  }
  return { call: editEndpoint, body }
}

function seedFields(request: EngineRequest): Body {
  const seed = seedOf(request)
  return seed === null ? {} : { seed }
}
