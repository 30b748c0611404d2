// The result of a generation (contract.md 2.5). The names follow the contract. Amounts are in cents; the HTTP layer
// converts them.
import type { MeshRepair, Printability, PrintStatus } from '../../measurement/processing.ts'
import type { GenerationMode, InputMode } from '../engine/engine.ts'
import type { Complexity } from '../engine/language.ts'

export type PrintEstimate = {
  readonly grams: number
  readonly centihours: number
  /** Price of the complete order with flat US postage. */
  readonly totalCents: number
  readonly material: 'pla'
  readonly quality: 'standard'
  readonly sizeMm: { readonly x: number; readonly y: number; readonly z: number }
  readonly scaledToPlate: boolean
  readonly note: string
}

export type Agent = {
  readonly enhancedPrompt: string
  readonly addedConstraints: readonly string[]
  readonly engineChosen: string
  readonly engineReasoning: string
  readonly complexity: Complexity
  readonly estimatedSeconds: number
  readonly promptLogId: string
  readonly routingLogId: string
  readonly validationLogId: string
}

/** The URLs of a generation's files. */
export type GeneratedFiles = {
  readonly modelUrl: string
  readonly previewUrl: string
  /** False if storage failed: both URLs are then the engine's. */
  readonly persisted: boolean
}

export type GenerationResult = GeneratedFiles & {
  readonly meshRepair: MeshRepair
  readonly printEstimate: PrintEstimate | null
  readonly printability: Printability
  readonly source: string
  readonly taskId: string
  readonly generationId: string
  readonly mode: GenerationMode
  readonly inputMode: InputMode
  readonly creditsCharged: number
  readonly agent: Agent
  readonly printStatus: PrintStatus
  readonly printDetail: string
  readonly printabilityScore: number
  readonly issues: readonly string[]
  readonly recommendations: readonly string[]
  /** Sentences about requested options that were not applied; absent if there are none. */
  readonly notes?: readonly string[]
  /** Unknown names in the request (decisions.md 24); absent if there are none. */
  readonly ignored?: readonly string[]
}
