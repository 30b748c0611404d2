// Requests that the models on fal accept, as fal's client (@fal-ai/client 1.10.1) types them; all others are refused.
import * as v from 'valibot'

const link = v.pipe(v.string(), v.regex(/^(?:https?:\/\/|data:)/))
const integer = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2 ** 31 - 1))
const meshyShape = {
  topology: v.optional(v.picklist(['quad', 'triangle'])),
  target_polycount: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(100), v.maxValue(300_000)),
  ),
  should_remesh: v.optional(v.boolean()),
  enable_pbr: v.optional(v.boolean()),
  texture_prompt: v.optional(v.pipe(v.string(), v.maxLength(600))),
  enable_safety_checker: v.optional(v.boolean()),
}
const meshyPictures = { should_texture: v.optional(v.boolean()), ...meshyShape }
const hunyuanShape = {
  face_count: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(40_000), v.maxValue(1_500_000)),
  ),
  generate_type: v.optional(v.picklist(['Normal', 'Geometry'])),
  enable_pbr: v.optional(v.boolean()),
}
const prompt = (most: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(most))

export const falBodies = {
  'fal-ai/meshy/v6/text-to-3d': v.strictObject({
    prompt: prompt(600),
    mode: v.optional(v.picklist(['preview', 'full'])),
    seed: v.optional(integer),
    ...meshyShape,
  }),
  'fal-ai/meshy/v6/image-to-3d': v.strictObject({ image_url: link, ...meshyPictures }),
  'fal-ai/meshy/v5/multi-image-to-3d': v.strictObject({
    image_urls: v.pipe(v.array(link), v.minLength(1), v.maxLength(4)),
    ...meshyPictures,
  }),
  'fal-ai/meshy/v5/retexture': v.pipe(
    v.strictObject({
      model_url: link,
      text_style_prompt: v.optional(prompt(600)),
      image_style_url: v.optional(link),
      enable_original_uv: v.optional(v.boolean()),
      enable_pbr: v.optional(v.boolean()),
    }),
    v.check((body) => Boolean(body.text_style_prompt ?? body.image_style_url)),
  ),
  'fal-ai/trellis-2': v.strictObject({
    image_url: link,
    resolution: v.optional(v.picklist(['512', '1024', '1536'])),
    texture_size: v.optional(v.picklist(['1024', '2048', '4096'])),
    decimation_target: v.optional(integer),
    remesh: v.optional(v.boolean()),
    seed: v.optional(integer),
  }),
  'fal-ai/hunyuan-3d/v3.1/pro/text-to-3d': v.strictObject({
    prompt: prompt(1024),
    ...hunyuanShape,
  }),
  'fal-ai/hunyuan-3d/v3.1/pro/image-to-3d': v.strictObject({
    input_image_url: link,
    back_image_url: v.optional(link),
    left_image_url: v.optional(link),
    right_image_url: v.optional(link),
    ...hunyuanShape,
  }),
  'fal-ai/ultrashape': v.strictObject({
    image_url: link,
    model_url: link,
    num_inference_steps: v.optional(integer),
    octree_resolution: v.optional(integer),
    seed: v.optional(integer),
  }),
  'fal-ai/flux-pro/kontext': v.strictObject({
    image_url: link,
    prompt: v.pipe(v.string(), v.minLength(1)),
    num_images: v.optional(v.pipe(integer, v.minValue(1), v.maxValue(4))),
    output_format: v.optional(v.picklist(['jpeg', 'png'])),
    seed: v.optional(integer),
    guidance_scale: v.optional(v.number()),
    safety_tolerance: v.optional(v.picklist(['1', '2', '3', '4', '5', '6'])),
    enhance_prompt: v.optional(v.boolean()),
  }),
  'fal-ai/flux/schnell': v.strictObject({
    prompt: v.pipe(v.string(), v.minLength(1)),
    image_size: v.optional(
      v.picklist([
        'square_hd',
        'square',
        'portrait_4_3',
        'portrait_16_9',
        'landscape_4_3',
        'landscape_16_9',
      ]),
    ),
    num_images: v.optional(v.pipe(integer, v.minValue(1), v.maxValue(4))),
    num_inference_steps: v.optional(v.pipe(integer, v.minValue(1), v.maxValue(12))),
    output_format: v.optional(v.picklist(['jpeg', 'png'])),
    seed: v.optional(integer),
    enable_safety_checker: v.optional(v.boolean()),
  }),
} as const

export type FalEndpoint = keyof typeof falBodies
export const isFalEndpoint = (name: string): name is FalEndpoint => Object.hasOwn(falBodies, name)

/** Returns errors in fal's format: one entry for each wrong field. */
export function falProblems(endpoint: FalEndpoint, body: unknown) {
  const { issues } = v.safeParse(falBodies[endpoint], body)
  return (issues ?? []).map((issue) => ({
    loc: ['body', ...(issue.path?.map(({ key }) => String(key)) ?? [])],
    msg: issue.message,
    type: issue.kind === 'schema' ? `${issue.type}_type` : 'value_error',
  }))
}
