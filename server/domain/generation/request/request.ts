// A generation request, with the defaults of contract.md 4.7 applied.
import { megabyte, megabytesText } from '../../base/megabytes.ts'
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
  /** The prompt that was sent, trimmed; a label for pictures without a prompt. */
  readonly prompt: string
  /** Whether the prompt is the caller's and not a label. Absent in requests of earlier releases. */
  readonly hasPrompt?: boolean
  readonly style: string | null
  readonly options: GenerationOptions
  /** The generation to retexture; null = a new model. */
  readonly retextureOf: string | null
  /** Longest side of the model that is retextured, mm. */
  readonly earlierMm?: number
  /** Sentences for the caller about texts that were cut and options that were refused. */
  readonly notes?: readonly string[]
  /** A mail is sent when it has ended. */
  readonly notify?: true
  /** The draft that is refined; absent for any other generation. */
  readonly refineOf?: string
  /** Options for the refinement of this draft, which it is made without; absent outside of sets of drafts. */
  readonly refineWith?: RefinementOptions
  /** The seed was not sent: it tells the drafts of a set apart. */
  readonly ownSeed?: true
  /** Names in it that mean nothing; absent when there are none. */
  readonly ignored?: readonly string[]
}

/** Options that make a model finer. */
export type RefinementOptions = Pick<
  GenerationOptions,
  'meshQuality' | 'textureResolution' | 'refinementPass'
>

/** A request with its pictures as local files, which the caller removes. */
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
  /** The type that the caller stated, in lower case, without parameters. */
  readonly mimeType: string
  readonly sizeBytes: number
  readonly sha256: string
  /** The type of a picture from storage, whose bytes were checked when it was stored. */
  readonly knownType?: ImageType
  /** The first bytes, to detect the type. */
  readonly head: Uint8Array
  /** null unless it is a complete PNG, JPEG or WebP. */
  readonly size: PictureSize | null
  /** The file was larger than `maxImageBytes` and was truncated there. */
  readonly tooLarge: boolean
}

export type ParsedBody =
  | { readonly kind: 'json'; readonly value: unknown }
  | {
      readonly kind: 'form'
      /** The first value of each name. */
      readonly fields: ReadonlyMap<string, string>
      /** Parts named `image` and `images`, in the order sent, in the temporary folder. */
      readonly files: readonly FormFile[]
      /** The number of further files, which were discarded. */
      readonly filesLeftOut: number
      /** Names of other file parts. */
      readonly otherFiles?: readonly string[]
    }
  | { readonly kind: 'invalid_json' | 'invalid_form' }

export const maxPromptCharacters = 500
export const maxNegativePromptCharacters = 1024
/** The contract sets no limit. No engine reads a longer prompt, so a longer style is cut, with a note. */
export const maxStyleCharacters = 1024
export const maxImageBytes = 10 * megabyte
/** For sentences: `10 MB`. */
export const maxImageText = megabytesText(maxImageBytes)
export const multiviewImages = { min: 2, max: 4 } as const
/** Four pictures and the other fields. */
export const maxBodyBytes = multiviewImages.max * maxImageBytes + 2 * megabyte

/** Parses a body without holding files in memory. Writes them to the temporary folder. */
export type ParseBody = (body: RawBody) => Promise<ParsedBody>
