// A request as the calls that carry it out, one after the other: plain JSON, kept with the task between the steps.
import type { EngineRequest } from '../../domain/generation/engine.ts'

/** A JSON object. */
export type Body = Readonly<Record<string, unknown>>

/** What a finished step hands on: its own task, a link to its picture, a link to its model. */
export type Product = 'task' | 'picture' | 'model'

export type Step = {
  /** Path or endpoint. */
  readonly call: string
  readonly body: Body
  /** Fields of the body that earlier steps fill. */
  readonly fill?: Readonly<Record<string, Product>>
  /** Sent once more with these instead, when the vendor refuses a value before it makes anything. */
  readonly instead?: Body
  /** The model of this step is shown as the textured original. */
  readonly preview?: true
  /** The same model in another format. */
  readonly converts?: true
}

export type Plan = readonly [Step, ...Step[]]

/** A text draft is bare geometry, unless an engine of the engine_2 family is pinned: service.md, "Credit cost". */
export function isTextured({ mode, inputMode, options }: EngineRequest): boolean {
  if (!options.textures || options.generateParts) return false
  const textDraft = mode === 'fast_draft' && inputMode === 'text'
  return !textDraft || options.engine.startsWith('engine_2')
}

/** Vendors take 32 bits; another seed counts as none. */
export function seedOf({ options }: EngineRequest): number | null {
  const { seed } = options
  return seed !== null && Number.isInteger(seed) && seed >= 0 && seed < 2 ** 31 ? seed : null
}

/** At most `characters` UTF-16 units, and no half of a pair at the end. */
export function cut(text: string, characters: number): string {
  const front = text.slice(0, characters)
  return /[\uD800-\uDBFF]$/.test(front) ? front.slice(0, -1) : front
}
