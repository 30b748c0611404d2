// What a caller asks for, after the silent defaults of contract.md 4.7.
import type {
  GenerationImage,
  GenerationMode,
  GenerationOptions,
  InputMode,
} from '../engine/engine.ts'
import type { PictureSize } from './picture-size.ts'

export type GenerationRequest = {
  readonly mode: GenerationMode
  readonly inputMode: InputMode
  /** As sent, trimmed; for pictures without one a label. */
  readonly prompt: string
  /** The prompt is the caller's own and no label. Requests of earlier releases do not say. */
  readonly hasPrompt?: boolean
  readonly style: string | null
  readonly options: GenerationOptions
  /** The generation that is painted anew; null = a new model. */
  readonly retextureOf: string | null
  /** Sentences for the caller about what was cut while the request was read. */
  readonly notes?: readonly string[]
}

/** A request with its pictures as local files; whoever asked for it removes them. */
export type RequestWithImages = {
  readonly request: GenerationRequest
  readonly images: readonly GenerationImage[]
}

/** A body as it came, kept for the background run. */
export type RawBody = {
  readonly contentType: string
  readonly source: { readonly path: string } | { readonly text: string }
}

export type FormFile = {
  readonly field: string
  readonly path: string
  readonly fileName: string
  /** As the caller says, lower-case, without parameters. */
  readonly mimeType: string
  readonly sizeBytes: number
  readonly sha256: string
  /** Its first bytes, enough to tell what it is. */
  readonly head: Uint8Array
  /** Null when it is no whole PNG, JPEG or WebP. */
  readonly size: PictureSize | null
  /** It was longer than `maxImageBytes` and has been cut there. */
  readonly tooLarge: boolean
}

export type ParsedBody =
  | { readonly kind: 'json'; readonly value: unknown }
  | {
      readonly kind: 'form'
      /** The first value of each name. */
      readonly fields: ReadonlyMap<string, string>
      /** Of `image` and `images`, in the order sent; in the temporary folder. */
      readonly files: readonly FormFile[]
      /** How many more there were than are kept. */
      readonly filesLeftOut: number
    }
  | { readonly kind: 'invalid_json' | 'invalid_form' }

export const maxPromptCharacters = 500
export const maxNegativePromptCharacters = 1024
/** contract.md 4.7 sets no limit; no engine reads more of a prompt than this. A longer style is cut, with a note. */
export const maxStyleCharacters = 1024
export const maxImageBytes = 10 * 1024 * 1024
export const multiviewImages = { min: 2, max: 4 } as const
/** Four pictures and everything around them. */
export const maxBodyBytes = multiviewImages.max * maxImageBytes + 2 * 1024 * 1024

/** Parses a body without holding files in memory; what it writes lies in the temporary folder. */
export type ParseBody = (body: RawBody) => Promise<ParsedBody>
