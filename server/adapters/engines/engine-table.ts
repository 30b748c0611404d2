// Every engine name as data: its vendor, the call for each input, and its capabilities. Only this table binds a name to a vendor's model;
// plan-tripo.ts and plan-fal.ts turn an entry and a request into calls.
import { megabyte } from '../../domain/base/text/megabytes.ts'
import {
  type EngineName,
  type GenerationMode,
  type ImageType,
  type InputMode,
  imageTypes,
  type TextureResolution,
} from '../../domain/generation/engine/engine.ts'

export type VendorName = 'tripo' | 'fal'

/** Options that only some engines support. The others ignore them, and a note reports it (shortfalls.ts). */
export type Wish = 'quads' | 'negativePrompt' | 'smartLowPoly' | 'generateParts' | 'refinementPass'

export type Engine = {
  readonly vendor: VendorName
  /** Tripo's model version. */
  readonly model: string | null
  /** Path or endpoint; null means not offered. With `text: null`, a picture is made first. */
  readonly calls: {
    readonly text: string | null
    readonly image: string
    readonly multiview: string | null
  }
  readonly serves: readonly Wish[]
  /** Details that hi-fi adds to a model made from pictures. */
  readonly detail: readonly ('geometry' | 'textures')[]
  /** Input modes whose model depends on a seed. */
  readonly seeds: readonly InputMode[]
  /** Whether words can guide the textures of a model from several pictures. */
  readonly guidesTextures: boolean
  /** Whether textures cannot be switched off. */
  readonly alwaysTextured?: true
  /** The requested number is clamped to this range. */
  readonly triangles: { readonly least: number; readonly most: number }
  readonly promptCharacters: number
  /** Null means that the engine has one size. */
  readonly textures: Readonly<Record<TextureResolution, string>> | null
  readonly pictures: { readonly types: readonly ImageType[]; readonly maxBytes: number }
}

const anyInput: readonly InputMode[] = ['text', 'image', 'image_text', 'multiview']
const tripoCalls = {
  text: '/v3/generation/text-to-model',
  image: '/v3/generation/image-to-model',
  multiview: '/v3/generation/multiview-to-model',
}
const tripoPictures = { types: imageTypes, maxBytes: 20 * megabyte }
/** Tripo's "standard" is already 2K, so 1k is upgraded. "extreme" is 8K. */
const tripoTextures = { '1k': 'standard', '2k': 'standard', '4k': 'detailed', '8k': 'extreme' }

export const engineTable: Readonly<Record<EngineName, Engine>> = {
  /** Meshy 6. */
  engine_1: {
    vendor: 'fal',
    model: null,
    calls: {
      text: 'fal-ai/meshy/v6/text-to-3d',
      image: 'fal-ai/meshy/v6/image-to-3d',
      multiview: 'fal-ai/meshy/v5/multi-image-to-3d',
    },
    serves: ['quads'],
    detail: [],
    seeds: ['text'],
    guidesTextures: true,
    triangles: { least: 100, most: 300_000 },
    promptCharacters: 600,
    textures: null,
    pictures: { types: ['image/png', 'image/jpeg'], maxBytes: 20 * megabyte },
  },
  /** Tripo H3.1. */
  engine_2: {
    vendor: 'tripo',
    model: 'v3.1-20260211',
    calls: tripoCalls,
    serves: ['quads', 'negativePrompt', 'smartLowPoly', 'generateParts'],
    detail: ['geometry', 'textures'],
    seeds: anyInput,
    guidesTextures: false,
    triangles: { least: 48, most: 1_500_000 },
    promptCharacters: 1024,
    textures: tripoTextures,
    pictures: tripoPictures,
  },
  /** Tripo P1: always low poly. */
  engine_2_p1: {
    vendor: 'tripo',
    model: 'P1-20260311',
    calls: tripoCalls,
    serves: ['negativePrompt'],
    detail: ['textures'],
    seeds: anyInput,
    guidesTextures: false,
    triangles: { least: 48, most: 20_000 },
    promptCharacters: 1024,
    textures: tripoTextures,
    pictures: tripoPictures,
  },
  /** Trellis 2, which accepts only one picture. Its largest texture is 4096 px, so 8k is clamped. */
  engine_3: {
    vendor: 'fal',
    model: null,
    calls: { text: null, image: 'fal-ai/trellis-2', multiview: null },
    serves: [],
    detail: ['geometry', 'textures'],
    seeds: anyInput,
    guidesTextures: false,
    alwaysTextured: true,
    triangles: { least: 5_000, most: 2_000_000 },
    promptCharacters: 1024,
    textures: { '1k': '1024', '2k': '2048', '4k': '4096', '8k': '4096' },
    pictures: { types: imageTypes, maxBytes: 20 * megabyte },
  },
  /** Hunyuan3D 3.1 Pro; the second pass is UltraShape. */
  engine_4: {
    vendor: 'fal',
    model: null,
    calls: {
      text: 'fal-ai/hunyuan-3d/v3.1/pro/text-to-3d',
      image: 'fal-ai/hunyuan-3d/v3.1/pro/image-to-3d',
      multiview: 'fal-ai/hunyuan-3d/v3.1/pro/image-to-3d',
    },
    serves: ['refinementPass'],
    detail: [],
    seeds: [],
    guidesTextures: false,
    triangles: { least: 40_000, most: 1_500_000 },
    promptCharacters: 1024,
    textures: null,
    pictures: { types: imageTypes, maxBytes: 8 * megabyte },
  },
}

/**
 * The order in which `auto` breaks ties among the engines that ignore the least of the request (shortfalls.ts). Text drafts use engine_1,
 * whose previews are bare geometry, as a text draft must be (contract.md 4.7). Hi-fi uses engine_2, which has the detailed geometry pass
 * and detailed textures that customers pay for in hi-fi requests with pictures. One picture uses engine_3, which is made for that; several
 * pictures use engine_2, which knows the side that each shows. engine_2_p1 is always low poly, so only the router or a pin selects it.
 */
export const autoOrder: Readonly<
  Record<GenerationMode, Readonly<Record<InputMode, readonly EngineName[]>>>
> = {
  fast_draft: {
    text: ['engine_1', 'engine_2', 'engine_4', 'engine_3'],
    image: ['engine_3', 'engine_2', 'engine_1', 'engine_4'],
    image_text: ['engine_1', 'engine_2', 'engine_3', 'engine_4'],
    multiview: ['engine_2', 'engine_4', 'engine_1'],
  },
  hi_fi: {
    text: ['engine_2', 'engine_4', 'engine_1', 'engine_3'],
    image: ['engine_2', 'engine_4', 'engine_3', 'engine_1'],
    image_text: ['engine_2', 'engine_4', 'engine_1', 'engine_3'],
    multiview: ['engine_2', 'engine_4', 'engine_1'],
  },
}
