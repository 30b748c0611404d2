// Ports of color detection: decoding pictures and the surfaces of models.
import type { ImageType } from '../generation/engine/engine.ts'
import type { GenerationDeps } from '../generation/run/ports.ts'
import type { LimitDeps } from '../limits/ports.ts'
import type { AddColor } from './count-colors.ts'

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

export type ColorReader = {
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
