// Ports of color detection: decode pictures and surfaces of models.
import type { ImageType } from '../generation/engine/engine.ts'
import type { GenerationDeps } from '../generation/run/ports.ts'
import type { LimitDeps } from '../limits/ports.ts'
import type { AddColor } from './count-colors.ts'
import type { Rgb } from './lab.ts'

export type CountOutcome =
  | { readonly kind: 'counted' }
  | { readonly kind: 'unreadable' }
  /** The picture has more pixels than the decoding limit. */
  | { readonly kind: 'too_many_pixels' }
  /** A model whose surfaces have no color. */
  | { readonly kind: 'colorless' }
  /** The queue is full. */
  | { readonly kind: 'busy' }

export type ColorSource = {
  readonly path: string
  /** Id of the account, or of the request of a signed-out visitor. Each caller has a limit of concurrent runs. */
  readonly caller: string
  readonly signal: AbortSignal
  readonly add: AddColor
}

/** A GLB to paint, and the mapping of its colors to spools. */
export type PaintSource = Pick<ColorSource, 'path' | 'caller' | 'signal'> & {
  /** Returns the index of the spool for a color, with 0 to 255 per channel. */
  readonly spoolOf: (rgb: Rgb) => number
  readonly spools: readonly { readonly name: string; readonly hex: string }[]
}

export type PaintOutcome =
  /** A 3MF in the temporary folder. The caller removes it. */
  | { readonly kind: 'painted'; readonly path: string; readonly sizeBytes: number }
  /** More triangles than the painting limit. */
  | { readonly kind: 'too_large' }
  | Exclude<CountOutcome, { kind: 'counted' }>

export type ColorReader = {
  /** Writes a GLB as a 3MF in which every triangle has the spool of the color at its center. */
  readonly paint: (source: PaintSource) => Promise<PaintOutcome>
  /** Adds the pixels of a picture; transparent pixels are weighted by opacity. */
  readonly countPicture: (
    source: ColorSource & { readonly type: ImageType },
  ) => Promise<CountOutcome>
  /** Adds the surface of a GLB, weighted by area. */
  readonly countModel: (source: ColorSource) => Promise<CountOutcome>
}

export type ColorDeps = Pick<
  GenerationDeps,
  'models' | 'objects' | 'temporaryFiles' | 'log' | 'uploads'
> &
  LimitDeps & { readonly colorReader: ColorReader }
