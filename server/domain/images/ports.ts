// The port of the image model, which draws and edits pictures. server/adapters/engines/images implements it.
import type { EngineFailure, GenerationImage } from '../generation/engine/engine.ts'
import type { GenerationDeps } from '../generation/run/ports.ts'
import type { LimitDeps } from '../limits/ports.ts'
import type { ReceivedFile } from '../models/received-file.ts'
import type { ImageSize } from './size.ts'

export type ImageOutcome =
  | {
      readonly kind: 'made'
      /** In the temporary folder. The caller removes it. */
      readonly file: ReceivedFile
      /** The vendor's link, valid for less than an hour; null for a sample. */
      readonly url: string | null
    }
  | EngineFailure

/** `demo`: a sample, because no image vendor has a key. */
export const imageSources = ['demo', 'vendor'] as const
export type ImageSource = (typeof imageSources)[number]

export type ImageModel = {
  readonly source: ImageSource
  /** Costs money at the vendor, so it is called once per request. Rejects only when aborted. */
  readonly draw: (request: {
    readonly prompt: string
    readonly size: ImageSize
    readonly signal: AbortSignal
  }) => Promise<ImageOutcome>
  readonly edit: (request: {
    readonly image: GenerationImage
    readonly prompt: string
    readonly signal: AbortSignal
  }) => Promise<ImageOutcome>
  /** Returns type and size of a fully decodable picture; null for any other file. */
  readonly inspect: (path: string) => Promise<{
    readonly mimeType: GenerationImage['mimeType']
    readonly width: number
    readonly height: number
  } | null>
}

export type ImageDeps = Pick<
  GenerationDeps,
  | 'engines'
  | 'engineSwitches'
  | 'languageModel'
  | 'debts'
  | 'images'
  | 'objects'
  | 'visitorFiles'
  | 'temporaryFiles'
  | 'clock'
  | 'log'
> &
  Pick<LimitDeps, 'rateCounters' | 'production'> & { readonly imageModel: ImageModel }
