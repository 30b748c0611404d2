// Data from which a page with one stored model is rendered.
import type { StoredModel } from '../../domain/models/ports.ts'
import type { PriceExplanation } from '../../domain/pricing/explain-price.ts'
import type { BrowserBundle } from '../assets/browser-bundle.ts'

export type ModelView = {
  readonly urls: BrowserBundle['urls']
  /** Display name: a title or a file name. */
  readonly name: string
  readonly model: StoredModel & { readonly units: string | null }
  /** Address of the model's picture. */
  readonly picture: string
  /** Price of one part at the default settings. null if the model cannot be printed. */
  readonly explanation: PriceExplanation | null
  /** Sides of an account's model that may be ordered at another size, in millimeters. null if its size is fixed. */
  readonly sidesMm: readonly [number, number, number] | null
  /** Set for a part of a cut whose other parts are available as well. */
  readonly cut?: { readonly id: string; readonly parts: number }
  /** Whether the model may have textures. Only generated models do. */
  readonly hasColors?: boolean
  /** Time until the terms change, in milliseconds. null if no change is scheduled. */
  readonly msUntilTerms: number | null
  /** Whether the 3D view opens with the page. */
  readonly opens3d: boolean
}
