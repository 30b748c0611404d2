// Ports of color detection: decoding pictures and the surfaces of models.
import type { ImageType } from '../generation/engine/engine.ts'
import type { GenerationDeps } from '../generation/run/ports.ts'
import type { LimitDeps } from '../limits/ports.ts'
import type { AddColor } from './count-colors.ts'
import type { Rgb } from './lab.ts'

export type CountOutcome =
  | { readonly kind: 'counted' }
  | { readonly kind: 'unreadable' }
  /** More pixels than are decoded. */
  | { readonly kind: 'too_many_pixels' }
  /** A model whose surfaces name no color. */
  | { readonly kind: 'colorless' }
  /** Too many are waiting already. */
  | { readonly kind: 'busy' }

export type ColorSource = {
  readonly path: string
  /** Account id: each caller has a limit of concurrent runs. */
  readonly caller: string
  readonly signal: AbortSignal
  readonly add: AddColor
}

/** A part of the surface: corners in mm, and what its color is nearest to. */
export type PaintSource = Pick<ColorSource, 'path' | 'caller' | 'signal'> & {
  /** Index of the spool for a color, 0 to 255 for each channel. */
  readonly spoolOf: (rgb: Rgb) => number
  readonly spools: readonly { readonly name: string; readonly hex: string }[]
}

export type PaintOutcome =
  /** A 3MF in the temporary folder; the caller removes it. */
  | { readonly kind: 'painted'; readonly path: string; readonly sizeBytes: number }
  /** More triangles than are painted. */
  | { readonly kind: 'too_large' }
  | Exclude<CountOutcome, { kind: 'counted' }>

export type ColorReader = {
  /** Writes a GLB as a 3MF in which every triangle has the spool of the color at its center. */
  readonly paint: (source: PaintSource) => Promise<PaintOutcome>
  /** Adds the pixels of a picture; transparent ones by their opacity. */
  readonly countPicture: (
    source: ColorSource & { readonly type: ImageType },
  ) => Promise<CountOutcome>
  /** Adds the surface of a GLB by its area. */
  readonly countModel: (source: ColorSource) => Promise<CountOutcome>
}

export type ColorDeps = Pick<
  GenerationDeps,
  'models' | 'objects' | 'temporaryFiles' | 'log' | 'uploads'
> &
  LimitDeps & { readonly colorReader: ColorReader }
