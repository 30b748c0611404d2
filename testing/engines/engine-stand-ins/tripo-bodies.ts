// Requests that Tripo v3 accepts, as its pages and its Python client 1.0.0 describe them; all others are refused.
import * as v from 'valibot'

const models = ['v2.5-20250123', 'v3.0-20250812', 'v3.1-20260211', 'P1-20260311'] as const
const deprecated = ['v1.4-20240625', 'v2.0-20240919']
const integer = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2 ** 31 - 1))
const input = v.pipe(v.string(), v.minLength(1))
const generation = {
  model: v.string(),
  face_limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(48), v.maxValue(2_000_000))),
  texture: v.optional(v.boolean()),
  pbr: v.optional(v.boolean()),
  texture_quality: v.optional(v.picklist(['standard', 'detailed', 'extreme'])),
  geometry_quality: v.optional(v.picklist(['standard', 'detailed'])),
  model_seed: v.optional(integer),
  texture_seed: v.optional(integer),
  quad: v.optional(v.boolean()),
  smart_low_poly: v.optional(v.boolean()),
  generate_parts: v.optional(v.boolean()),
  auto_size: v.optional(v.boolean()),
  export_uv: v.optional(v.boolean()),
}
const pictures = {
  texture_alignment: v.optional(v.picklist(['original_image', 'geometry'])),
  orientation: v.optional(v.picklist(['default', 'align_image'])),
}

const bodies = {
  '/v3/generation/text-to-model': v.strictObject({
    prompt: v.pipe(v.string(), v.minLength(1), v.maxLength(1024)),
    negative_prompt: v.optional(v.pipe(v.string(), v.maxLength(255))),
    image_seed: v.optional(integer),
    ...generation,
  }),
  '/v3/generation/image-to-model': v.strictObject({
    input,
    enable_image_autofix: v.optional(v.boolean()),
    ...generation,
    ...pictures,
  }),
  '/v3/generation/multiview-to-model': v.strictObject({
    inputs: v.pipe(
      v.array(v.nullable(input)),
      v.length(4),
      v.check((list) => list[0] !== null && list.filter((one) => one !== null).length >= 2),
    ),
    ...generation,
    ...pictures,
  }),
  '/v3/generation/image-to-image': v.strictObject({
    input,
    prompt: v.pipe(v.string(), v.minLength(1), v.maxLength(1800)),
    model: v.optional(v.picklist(['seedream_v5', 'banana', 'banana_pro', 'banana2'])),
    output_format: v.optional(v.picklist(['png', 'jpeg'])),
  }),
  '/v3/models/texture': v.strictObject({
    input,
    model: v.optional(v.picklist(['v2.5-20250123', 'v3.0-20250812', 'v3.5-20260815'])),
    texture: v.optional(v.boolean()),
    pbr: v.optional(v.boolean()),
    texture_quality: v.optional(v.picklist(['standard', 'detailed', 'extreme'])),
    texture_seed: v.optional(integer),
    texture_prompt: v.optional(
      v.strictObject({ text: v.optional(v.string()), image: v.optional(input) }),
    ),
    bake: v.optional(v.boolean()),
  }),
  '/v3/models/convert': v.strictObject({
    input,
    format: v.picklist(['GLTF', 'USDZ', 'FBX', 'OBJ', 'STL', '3MF']),
    quad: v.optional(v.boolean()),
    face_limit: v.optional(integer),
    texture_size: v.optional(integer),
  }),
  '/v3/models/import': v.strictObject({ input }),
} as const

export type TripoBody = Readonly<Record<string, unknown>>

/** Returns the error code of the first error, or null. */
export function tripoProblem(path: string, body: unknown, takesExtreme: boolean): number | null {
  const schema = Object.entries(bodies).find(([known]) => known === path)?.[1]
  if (schema === undefined) return 2002
  const read = v.safeParse(schema, body)
  if (!read.success) return 1004
  return path.endsWith('-to-model') ? generationProblem({ ...read.output }, takesExtreme) : null
}

function generationProblem(body: TripoBody, takesExtreme: boolean): number | null {
  const { model, face_limit: faces } = body
  if (deprecated.some((old) => old === model)) return 2015
  if (!models.some((known) => known === model)) return 2017
  const tooMany = (most: number) => typeof faces === 'number' && faces > most
  if (model === 'P1-20260311') {
    const foreign = ['quad', 'smart_low_poly', 'generate_parts', 'geometry_quality']
    if (foreign.some((name) => name in body) || tooMany(20_000)) return 1004
  }
  if (body['texture_quality'] === 'extreme' && !takesExtreme) return 1004
  if (body['smart_low_poly'] && tooMany(body['quad'] ? 10_000 : 20_000)) return 1004
  const textured = body['texture'] !== false || body['pbr'] !== false
  if (body['generate_parts'] && (textured || body['quad'])) return 1004
  if (body['geometry_quality'] !== 'detailed' && tooMany(1_500_000)) return 1004
  return null
}
