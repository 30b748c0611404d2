// The port of the language model: moderation, prompt enhancement, routing and printability reviews.
// server/adapters/language implements it with an OpenAI-compatible server, or with rules if none is configured.
import type { MeshStatus, PrintStatus } from '../../measurement/processing.ts'
import type { EngineName, GenerationImage, GenerationMode, GenerationOptions } from './engine.ts'

/** A category of the built-in word list. */
export type RefusedCategory = 'minors' | 'sexual' | 'violence' | 'weapons' | 'hate' | 'fraud'

export type ModerationRefusal = {
  readonly kind: 'refused'
  /** The refused part of the request: its text or one of its pictures. */
  readonly part: 'text' | 'picture'
  /** `rules`: the word list. `server`: the moderation server, with at most five of its categories, or none. */
  readonly found:
    | { readonly by: 'rules'; readonly category: RefusedCategory }
    | { readonly by: 'server'; readonly categories: readonly string[] }
}

export type Moderation =
  | { readonly kind: 'allowed' }
  | ModerationRefusal
  /** The moderation server did not respond. Nothing is generated. */
  | { readonly kind: 'unavailable' }
  /** Pictures must be moderated, and no configured server supports it. */
  | { readonly kind: 'pictures_not_accepted' }

/** The level of detail that a prompt requests. */
export const complexities = ['simple', 'moderate', 'complex'] as const
export type Complexity = (typeof complexities)[number]

export type Enhancement = {
  readonly enhancedPrompt: string
  readonly addedConstraints: readonly string[]
  readonly complexity: Complexity
  /** The longest side stated in the prompt, in mm; null or absent = none, or not read. */
  readonly sizeMm?: number | null
}

export type Routing = {
  readonly engine: EngineName | 'auto'
  readonly reasoning: string
  readonly estimatedSeconds: number
}

/** The geometry core's findings for the review. The names follow contract.md 2.5. */
export type ModelReviewFacts = {
  readonly prompt: string
  readonly printStatus: MeshStatus
  readonly printabilityScore: number
  readonly dimensionsMm: readonly [number, number, number]
  readonly volumeCm3: number
  readonly triangles: number
  readonly maxOverhangDeg: number
  readonly watertight: boolean
  readonly holes: number
  readonly nonManifoldEdges: number
  readonly issues: readonly string[]
  readonly recommendations: readonly string[]
  /** Whether the core recommends supports. It does so only where they can be removed, not inside a hollow. */
  readonly needsSupports: boolean
}

export type ModelReview = {
  readonly printStatus: PrintStatus
  readonly printabilityScore: number
  readonly printDetail: string
  readonly issues: readonly string[]
  readonly recommendations: readonly string[]
}

export type LanguageModel = {
  /** `rules` if no server is configured. Included in each log row. */
  readonly name: string
  /** Whether a configured server moderates pictures. */
  readonly readsPictures?: boolean
  readonly moderate: (input: {
    text: string
    images: readonly GenerationImage[]
    /** Omitted if nothing cancels the request early. */
    signal?: AbortSignal | undefined
  }) => Promise<Moderation>
  /** Enhances the prompt. Never fails: falls back to the rules and logs the failure. */
  readonly enhance: (input: {
    prompt: string
    style: string | null
    mode: GenerationMode
    signal: AbortSignal
  }) => Promise<Enhancement>
  readonly route: (input: {
    prompt: string
    mode: GenerationMode
    options: GenerationOptions
    /** The engines to choose from. If empty, the result is `auto`. */
    candidates: readonly EngineName[]
    signal: AbortSignal
  }) => Promise<Routing>
  /** For hi-fi and pictures only. The result is never better than the geometry core's verdict. */
  readonly reviewModel: (facts: ModelReviewFacts, signal: AbortSignal) => Promise<ModelReview>
}
