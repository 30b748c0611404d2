// A generation request with the defaults of contract.md 4.7.
import type { GenerationJobId } from '../../base/ids/generation-job.ts'
import { megabyte, megabytesText } from '../../base/text/megabytes.ts'
import type {
  GenerationImage,
  GenerationMode,
  GenerationOptions,
  ImageType,
  InputMode,
} from '../engine/engine.ts'
import type { PictureSize } from './picture-size.ts'

export type GenerationRequest = {
  readonly mode: GenerationMode
  readonly inputMode: InputMode
  /** The prompt as sent, trimmed, or a label for pictures without a prompt. */
  readonly prompt: string
  /** Whether the prompt comes from the caller instead of being a label. Absent in requests of earlier releases. */
  readonly hasPrompt?: boolean
  readonly style: string | null
  readonly options: GenerationOptions
  /** The generation to retexture; null = a new model. */
  readonly retextureOf: string | null
  /** Longest side of the model to retexture, in mm. */
  readonly earlierMm?: number
  /** Sentences for the caller about cut texts and refused options. */
  readonly notes?: readonly string[]
  /** Whether to send an email when the generation ends. */
  readonly notify?: true
  /** Id of the draft to refine; absent for any other generation. */
  readonly refineOf?: GenerationJobId
  /** Options for the refinement of this draft that do not apply to the draft itself; absent outside sets of drafts. */
  readonly refineWith?: RefinementOptions
  /** Set if the service chose the seed, which distinguishes the drafts of a set. */
  readonly ownSeed?: true
  /** Unknown names; absent if there are none. */
  readonly ignored?: readonly string[]
}

/** Options that make a model finer. */
export type RefinementOptions = Pick<
  GenerationOptions,
  'meshQuality' | 'textureResolution' | 'refinementPass'
>

/** A request with its pictures as local files. The caller removes them. */
export type RequestWithImages = {
  readonly request: GenerationRequest
  readonly images: readonly GenerationImage[]
}

/** An unparsed body, stored for the background run. */
export type RawBody = {
  readonly contentType: string
  readonly source: { readonly path: string } | { readonly text: string }
}

export type FormFile = {
  readonly field: string
  readonly path: string
  readonly fileName: string
  /** The type that the caller stated, in lowercase, without parameters. */
  readonly mimeType: string
  readonly sizeBytes: number
  readonly sha256: string
  /** The type of a picture from storage, which was checked when it was stored. */
  readonly knownType?: ImageType
  /** The first bytes, for type detection. */
  readonly head: Uint8Array
  /** null unless it is a complete PNG, JPEG or WebP. */
  readonly size: PictureSize | null
  /** Whether the file exceeded `maxImageBytes` and was truncated. */
  readonly isTooLarge: boolean
}

export type ParsedBody =
  | { readonly kind: 'json'; readonly value: unknown }
  | {
      readonly kind: 'form'
      /** The first value of each name. */
      readonly fields: ReadonlyMap<string, string>
      /** Parts named `image` and `images` in the temporary folder, in the order sent. */
      readonly files: readonly FormFile[]
      /** Number of further files, which were discarded. */
      readonly filesLeftOut: number
      /** Names of other file parts. */
      readonly otherFiles?: readonly string[]
    }
  | { readonly kind: 'invalid_json' | 'invalid_form' }

export const maxPromptCharacters = 500
export const maxNegativePromptCharacters = 1024
/** The contract sets no limit. A longer style is cut with a note, because no engine accepts a longer prompt. */
export const maxStyleCharacters = 1024
export const maxImageBytes = 10 * megabyte
/** For messages: `10 MB`. */
export const maxImageText = megabytesText(maxImageBytes)
export const multiviewImages = { min: 2, max: 4 } as const
/** Four pictures plus the other fields. */
export const maxBodyBytes = multiviewImages.max * maxImageBytes + 2 * megabyte

/** Parses a body and writes its files to the temporary folder instead of holding them in memory. */
export type ParseBody = (body: RawBody) => Promise<ParsedBody>
