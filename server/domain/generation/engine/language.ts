// The port of the language model: moderation, prompt enhancement, routing and a printability review.
// server/adapters/language implements it with an OpenAI-compatible server, or with rules when none is configured.
import type { MeshStatus, PrintStatus } from '../../measurement/processing.ts'
import type { EngineName, GenerationImage, GenerationMode, GenerationOptions } from './engine.ts'

export type Moderation =
  | { readonly kind: 'allowed' }
  | { readonly kind: 'refused'; readonly reason: string }
  /** The moderation server did not respond: nothing is generated. */
  | { readonly kind: 'unavailable' }
  /** Pictures must be moderated, and no configured server can do it. */
  | { readonly kind: 'pictures_not_accepted' }

/** How much a prompt asks for. */
export const complexities = ['simple', 'moderate', 'complex'] as const
export type Complexity = (typeof complexities)[number]

export type Enhancement = {
  readonly enhancedPrompt: string
  readonly addedConstraints: readonly string[]
  readonly complexity: Complexity
  /** The longest side that the words ask for, mm; null or absent = none, or not read. */
  readonly sizeMm?: number | null
}

export type Routing = {
  readonly engine: EngineName | 'auto'
  readonly reasoning: string
  readonly estimatedSeconds: number
}

/** The geometry core's findings, for the review. Names follow contract.md 2.5. */
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
  /** The core recommends them where they can be removed again: not inside a hollow. */
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
  /** `rules` when no server is configured. Written to each log row. */
  readonly name: string
  /** Whether a configured server looks at pictures. */
  readonly readsPictures?: boolean
  readonly moderate: (input: {
    text: string
    images: readonly GenerationImage[]
    /** Left out where nothing ends the request early. */
    signal?: AbortSignal | undefined
  }) => Promise<Moderation>
  /** Never fails: falls back to the rules and logs it. */
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
    /** The engines to choose from. Returns `auto` when empty. */
    candidates: readonly EngineName[]
    signal: AbortSignal
  }) => Promise<Routing>
  /** For hi-fi and pictures only. Never better than the geometry core's verdict. */
  readonly reviewModel: (facts: ModelReviewFacts, signal: AbortSignal) => Promise<ModelReview>
}
