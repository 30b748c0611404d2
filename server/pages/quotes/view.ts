// The data from which the quote page is rendered.
import type { FarmPace } from '../../domain/lead-time/lead-time.ts'
import type { QuantityBreak } from '../../domain/pricing/quantity-breaks.ts'
import type { BrowserBundle } from '../assets/browser-bundle.ts'
import type { PageVisitor } from '../base/visitor.ts'
import type { ChangeView } from './change-words.ts'
import type { ChosenOptions } from './options.tsx'
import type { Part } from './part.ts'
import type { PriceView } from './price-lines.tsx'
import type { QuoteRefused } from './refusal.ts'

export type QuoteView = {
  readonly urls: BrowserBundle['urls']
  readonly visitor: PageVisitor
  /** null when the farm's load could not be read: the page then names no day. */
  readonly pace: FarmPace | null
  readonly chosen: ChosenOptions
  readonly country: string
  readonly units: string
  /** A link that is fetched when the visitor asks for it, with the choices that it came with. */
  readonly link?: {
    readonly model: string
    readonly fields: Readonly<Record<string, string>>
  }
  readonly result?: QuoteResult
  readonly status?: number
}

/** The result of a form that was sent without a script. */
export type QuoteResult =
  | {
      readonly kind: 'priced'
      readonly fileName: string
      readonly part: Part
      readonly view: PriceView
      readonly shipsBy: Date | null
      /** PNG; null when there is none. */
      readonly picture: Uint8Array | null
      /** Names the stored file in the next form; null when it was not stored. */
      readonly keptFile: string | null
      /** The larger quantities at which the part becomes cheaper. */
      readonly breaks: readonly QuantityBreak[]
      /** What was changed in the file; null when no change was requested. */
      readonly changes: ChangeView | null
    }
  | { readonly kind: 'refused'; readonly failure: QuoteRefused; readonly keptFile: string | null }
