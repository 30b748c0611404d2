// The vendor calls of a request, in sequence: plain JSON that is stored with the task between the steps.
import {
  type EngineName,
  type EngineRequest,
  maxSeed,
  triangleAims,
  viewNames,
} from '../../domain/generation/engine/engine.ts'
import { canBeTextured } from '../../domain/generation/request/credit-cost.ts'
import { engineTable } from './engine-table.ts'

/** A JSON object. */
export type Body = Readonly<Record<string, unknown>>

/** Results of a finished step for later steps: its task, a link to its picture, or a link to its model. */
export type Product = 'task' | 'picture' | 'model'

export type VendorCall = {
  /** Path or endpoint. */
  readonly call: string
  readonly body: Body
  /** Fields of the body that earlier steps fill. */
  readonly fill?: Readonly<Record<string, Product>>
  /** Values for a second call, made when the vendor rejects one of the first values before it creates anything. */
  readonly instead?: Body
  /** Sentence for the caller when `instead` was used. */
  readonly insteadNote?: string
  /** The model of this step is shown as the textured original. */
  readonly preview?: true
  /** This step converts the model to another format. */
  readonly converts?: true
}

export type Plan = readonly [VendorCall, ...VendorCall[]]

/** A text draft is bare geometry, unless an engine of the engine_2 family is pinned (contract.md 4.7). */
export const isTextured = (request: EngineRequest): boolean =>
  !request.options.generateParts && canBeTextured(request)

/** Returns the seed. Vendors accept 32 bits; a larger seed is ignored. */
export function seedOf({ options }: EngineRequest): number | null {
  const { seed } = options
  return seed !== null && Number.isInteger(seed) && seed >= 0 && seed <= maxSeed ? seed : null
}

/** Properties of a picture in which an engine recognizes a body. */
export const pictureStyle = 'one object, all of it in view, plain white background'
/** Limit of the text from which a picture is drawn or edited. */
const pictureCharacters = 1024
export const texturePromptCharacters = 600

/** Returns the text that draws a picture, or edits the uploaded one. */
export const picturePrompt = (text: string): string =>
  `${truncate(text, pictureCharacters)}, ${pictureStyle}`

/** Returns the caller's words for this engine, before they are cut to its maximum. Null means none. */
export function wordsFor(
  name: EngineName,
  request: EngineRequest,
): { readonly text: string; readonly most: number } | null {
  const { inputMode, prompt, words } = request
  const { calls, promptCharacters, guidesTextures } = engineTable[name]
  if (inputMode === 'text') {
    const isDrawn = calls.text === null || isRefined(name, request)
    return { text: prompt, most: isDrawn ? pictureCharacters : promptCharacters }
  }
  if (words === null) return null
  if (inputMode === 'image_text') return { text: words, most: pictureCharacters }
  const guides = inputMode === 'multiview' && guidesTextures && isTextured(request)
  return guides ? { text: words, most: texturePromptCharacters } : null
}

/** The second pass needs a picture, so one is drawn for a text prompt. */
export const isRefined = (name: EngineName, { options }: EngineRequest): boolean =>
  options.refinementPass && engineTable[name].serves.includes('refinementPass')

/** Upper bounds of smart_low_poly's range, for triangles and for quads. */
const smartLowPolyFaces = { triangles: 20_000, quads: 10_000 } as const

/**
 * Returns the references of the pictures by side: front, left, back, right. Jobs of earlier releases name no sides and use that order.
 */
export const byView = (
  { images }: Pick<EngineRequest, 'images'>,
  pictures: readonly string[],
): readonly (string | undefined)[] =>
  images.some(({ view }) => view !== undefined)
    ? viewNames.map((name) => pictures[images.findIndex(({ view }) => view === name)])
    : pictures

/** Returns the number of faces to request, from `meshQuality` and within the engine's range. */
export function facesFor(name: EngineName, request: EngineRequest): number {
  const { options } = request
  const { least, most } = engineTable[name].triangles
  const aim = Math.min(most, Math.max(least, triangleAims[options.meshQuality]))
  if (!options.smartLowPoly || !engineTable[name].serves.includes('smartLowPoly')) return aim
  return Math.min(aim, smartLowPolyFaces[makesQuads(name, request) ? 'quads' : 'triangles'])
}

/** Whether to request quads. Parts and quads exclude each other at the one engine that has both. */
export function makesQuads(name: EngineName, { options }: EngineRequest): boolean {
  const { serves } = engineTable[name]
  if (options.topology !== 'quads' || !serves.includes('quads')) return false
  return !options.generateParts || !serves.includes('generateParts')
}

/** Whether the request pays for the detailed passes, as hi-fi pictures do (contract.md 4.7). */
export const buysDetail = ({ mode, inputMode }: EngineRequest): boolean =>
  mode === 'hi_fi' && inputMode !== 'text'

/** Returns at most `characters` UTF-16 units of the text, without half a surrogate pair at the end. */
export function truncate(text: string, characters: number): string {
  const front = text.slice(0, characters)
  return /[\uD800-\uDBFF]$/.test(front) ? front.slice(0, -1) : front
}
