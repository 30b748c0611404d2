// Data from which the quote page is rendered.
import type { ShippingPace } from '../../domain/lead-time/ship-date.ts'
import type { QuantityBreak } from '../../domain/pricing/quantity-breaks.ts'
import type { BrowserBundle } from '../assets/browser-bundle.ts'
import type { PageLanguage } from '../base/page-language.tsx'
import type { PageVisitor } from '../base/visitor.ts'
import type { ChangeView } from './changes/change-words.ts'
import type { ChosenOptions } from './options/options.tsx'
import type { Part } from './parts/part.ts'
import type { PriceView } from './price/price-lines.tsx'
import type { QuoteRefused } from './refusals/refusal.ts'

export type QuoteView = {
  readonly urls: BrowserBundle['urls']
  readonly quoteImports: BrowserBundle['quoteImports']
  readonly visitor: PageVisitor
  readonly language: PageLanguage
  /** null if the farm's load could not be read. The page then states no dates. */
  readonly pace: ShippingPace | null
  /** Time until the terms change, in milliseconds. null if no change is scheduled. */
  readonly msUntilTerms: number | null
  readonly chosen: ChosenOptions
  readonly country: string
  readonly units: string
  /** Link to fetch when the visitor requests it, with its choices. */
  readonly link?: {
    readonly model: string
    readonly fields: Readonly<Record<string, string>>
  }
  readonly result?: QuoteResult
  readonly status?: number
}

/** Result of a form that was sent without JavaScript. */
export type QuoteResult =
  | {
      readonly kind: 'priced'
      readonly fileName: string
      readonly part: Part
      readonly view: PriceView
      readonly shipsBy: Date | null
      /** PNG, or null if there is none. */
      readonly picture: Uint8Array | null
      /** Identifies the stored file in the next form. null if it was not stored. */
      readonly keptFile: string | null
      /** Larger quantities at which the part becomes cheaper. */
      readonly breaks: readonly QuantityBreak[]
      /** Changes to the file, or null if none was requested. */
      readonly changes: ChangeView | null
    }
  | { readonly kind: 'refused'; readonly failure: QuoteRefused; readonly keptFile: string | null }
