// Requests as the models on fal take them. Field names and ranges are those of fal's own client (@fal-ai/client 1.10.1).
import type { EngineName, EngineRequest } from '../../domain/generation/engine.ts'
import { engineTable, triangleAims } from './engine-table.ts'
import { type Body, cut, isTextured, type Plan, type Step, seedOf } from './plan.ts'

export const pictureEndpoint = 'fal-ai/flux/schnell'
export const refinementEndpoint = 'fal-ai/ultrashape'
export const retextureEndpoint = 'fal-ai/meshy/v5/retexture'
const texturePromptCharacters = 600
/** What a picture needs to be read as a body. */
const pictureStyle = 'one object, all of it in view, plain white background'

/** `pictures` are links, in the order of the request's images: front, left, back, right. */
export function planFal(
  name: EngineName,
  request: EngineRequest,
  pictures: readonly string[],
): Plan {
  if (name === 'engine_1') return [meshy(request, pictures)]
  if (name === 'engine_3') return trellis(request, pictures)
  return hunyuan(request, pictures)
}

/** Keeps the model's own UV map; the link's model may be anybody's. */
export function planFalRetexture(modelUrl: string, prompt: string): Plan {
  const text = cut(prompt, texturePromptCharacters)
  const body = {
    model_url: modelUrl,
    text_style_prompt: text,
    enable_original_uv: true,
    enable_pbr: true,
  }
  return [{ call: retextureEndpoint, body }]
}

function meshy(request: EngineRequest, pictures: readonly string[]): Step {
  const { calls, promptCharacters } = engineTable.engine_1
  const { inputMode, options, prompt } = request
  const textured = isTextured(request)
  const shape = {
    topology: options.topology === 'quads' ? 'quad' : 'triangle',
    target_polycount: triangles('engine_1', request),
    // Without it neither of the two above counts.
    should_remesh: true,
  }
  const pbr = textured ? { enable_pbr: true } : {}
  if (inputMode === 'text') {
    const seed = seedOf(request)
    const body = {
      prompt: cut(prompt, promptCharacters),
      mode: textured ? 'full' : 'preview',
      ...shape,
      ...pbr,
      ...(seed === null ? {} : { seed }),
    }
    return { call: calls.text ?? '', body }
  }
  const words =
    inputMode === 'image_text' && textured
      ? { texture_prompt: cut(prompt, texturePromptCharacters) }
      : {}
  const rest = { should_texture: textured, ...shape, ...pbr, ...words }
  if (inputMode === 'multiview')
    return { call: calls.multiview ?? '', body: { image_urls: [...pictures], ...rest } }
  return { call: calls.image, body: { image_url: pictures[0] ?? '', ...rest } }
}

/** Reads pictures only: a text has its picture made first. It has no switch for textures. */
function trellis(request: EngineRequest, pictures: readonly string[]): Plan {
  const { calls, textures } = engineTable.engine_3
  const { mode, inputMode, options } = request
  const seed = seedOf(request)
  const body: Body = {
    resolution: mode === 'hi_fi' ? '1536' : '1024',
    texture_size: textures?.[options.textureResolution] ?? '2048',
    decimation_target: triangles('engine_3', request),
    ...(seed === null ? {} : { seed }),
  }
  if (inputMode !== 'text')
    return [{ call: calls.image, body: { image_url: pictures[0] ?? '', ...body } }]
  return [picture(request), { call: calls.image, body, fill: { image_url: 'picture' } }]
}

/** The second pass wants the picture as well, so with it a text has its picture made first. */
function hunyuan(request: EngineRequest, pictures: readonly string[]): Plan {
  const { calls, promptCharacters } = engineTable.engine_4
  const { inputMode, prompt, options } = request
  const textured = isTextured(request)
  const body: Body = {
    face_count: triangles('engine_4', request),
    generate_type: textured ? 'Normal' : 'Geometry',
    ...(textured ? { enable_pbr: true } : {}),
  }
  const [front = '', left, back, right] = inputMode === 'text' ? [] : pictures
  const views = {
    ...(left === undefined ? {} : { left_image_url: left }),
    ...(back === undefined ? {} : { back_image_url: back }),
    ...(right === undefined ? {} : { right_image_url: right }),
  }
  const fromPictures: Step = {
    call: calls.image,
    body: { input_image_url: front, ...views, ...body },
  }
  if (!options.refinementPass) {
    if (inputMode !== 'text') return [fromPictures]
    return [{ call: calls.text ?? '', body: { prompt: cut(prompt, promptCharacters), ...body } }]
  }
  const seed = seedOf(request)
  const refine = seed === null ? {} : { seed }
  if (inputMode !== 'text') {
    return [
      { ...fromPictures, preview: true },
      {
        call: refinementEndpoint,
        body: { image_url: front, ...refine },
        fill: { model_url: 'model' },
      },
    ]
  }
  return [
    picture(request),
    { call: calls.image, body, fill: { input_image_url: 'picture' }, preview: true },
    { call: refinementEndpoint, body: refine, fill: { image_url: 'picture', model_url: 'model' } },
  ]
}

function picture(request: EngineRequest): Step {
  const seed = seedOf(request)
  const body = {
    prompt: `${cut(request.prompt, 1024)}, ${pictureStyle}`,
    image_size: 'square_hd',
    num_images: 1,
    output_format: 'png',
    ...(seed === null ? {} : { seed }),
  }
  return { call: pictureEndpoint, body }
}

function triangles(name: EngineName, { options }: EngineRequest): number {
  const { least, most } = engineTable[name].triangles
  return Math.min(most, Math.max(least, triangleAims[options.meshQuality]))
}
