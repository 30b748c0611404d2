// The data from which a page with one stored model is rendered.
import type { StoredModel } from '../../domain/models/ports.ts'
import type { PriceExplanation } from '../../domain/pricing/explain-price.ts'
import type { BrowserBundle } from '../assets/browser-bundle.ts'

export type ModelView = {
  readonly urls: BrowserBundle['urls']
  /** For people: a title or a file name. */
  readonly name: string
  readonly model: StoredModel & { readonly units: string | null }
  /** Address of its picture. */
  readonly picture: string
  /** The price of one part at the usual settings; null when the model cannot be printed. */
  readonly explanation: PriceExplanation | null
  /** Sides of an own model, which may be ordered at another size, mm; null where it may not. */
  readonly sidesMm: readonly [number, number, number] | null
  /** Set for one part of a cut whose other parts are there as well. */
  readonly cut?: { readonly id: string; readonly parts: number }
  /** A generated model may have textures. */
  readonly hasColors?: boolean
  /** The 3D view opens with the page. */
  readonly opens3d: boolean
}
