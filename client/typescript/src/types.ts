// Names for inputs and outputs, taken from the generated types.
import type { paths } from './schema.ts'

type Form<P extends keyof paths> = paths[P] extends {
  post: { requestBody: { content: { 'multipart/form-data': infer Body } } }
}
  ? Body
  : never
type Json<P extends keyof paths> = paths[P] extends {
  post: { requestBody: { content: { 'application/json': infer Body } } }
}
  ? Body
  : never
type Returned<
  P extends keyof paths,
  M extends 'get' | 'post',
  S extends number,
> = paths[P] extends {
  [K in M]: { responses: { [T in S]: { content: { 'application/json': infer Body } } } }
}
  ? Body
  : never

/** Optional members may also be undefined. */
type Loose<T> = { [K in keyof T]: object extends Pick<T, K> ? T[K] | undefined : T[K] }

/** A path (Node, Bun and Deno) or a File has a name. Other bytes need one, whose extension determines the format. */
export type NamedFile =
  | { readonly file: string | File; readonly fileName?: string | undefined }
  | { readonly file: Blob | Uint8Array | ReadableStream<Uint8Array>; readonly fileName: string }

/** A model of the account that the service already stores. */
type StoredModel = { readonly modelUrl: string; readonly file?: undefined }

type OrderForm = Form<'/api/print/orders'>
type UploadForm = Form<'/api/print-upload'>
type GenerationForm = Form<'/api/generate/start'>
type TextGeneration = Json<'/api/generate/start'>

/** An order: a file or the `modelUrl` of a stored model, print options and the address. */
export type OrderInput = Loose<Omit<OrderForm, 'file' | 'modelUrl' | 'dryRun'>> &
  (NamedFile | StoredModel)
export type Material = NonNullable<OrderForm['material']>
export type Quality = NonNullable<OrderForm['quality']>
export type Country = NonNullable<OrderForm['country']>
export type Units = NonNullable<OrderForm['units']>

/** Response to a submit, with the key with which it was sent. */
export type SubmittedOrder = Returned<'/api/print/orders', 'post', 201> & {
  readonly idempotencyKey: string
  /** Whether this is the response to an earlier request with the same key. */
  readonly replayed: boolean
}

/** Preview of a submit. */
export type DryRun = Returned<'/api/print/orders', 'post', 200>

export type Order = Returned<'/api/print/orders/{code}', 'get', 200>
export type OrderStatus = Order['status']

type PriceBody = Json<'/api/price'>

/** A box and the other inputs of an estimate. */
export type PriceInput = Loose<Pick<PriceBody, 'material' | 'quality' | 'quantity' | 'color'>> & {
  readonly bboxMm: NonNullable<PriceBody['bboxMm']>
}
export type PriceEstimate = Returned<'/api/price', 'post', 200>

/** A stored model with the options of its order. */
export type ModelPriceInput = Loose<Omit<PriceBody, 'bboxMm' | 'modelUrl'>> & {
  readonly modelUrl: string
}
/** `total` is the price of an order. `dimensionsMm` and `unit` are null for a sliced file. */
export type ModelPrice = PriceEstimate &
  Pick<Order, 'dimensionsMm' | 'unit'> & { readonly country?: Country }

export type UploadInput = Loose<Omit<UploadForm, 'file'>> & NamedFile
export type UploadedModel = Returned<'/api/print-upload', 'post', 200>

export type CheckInput = Loose<Omit<Form<'/api/printability'>, 'file'>> & NamedFile
export type PrintabilityReport = Returned<'/api/printability', 'post', 200>

/** PNG, JPEG or WebP: a path, or a Blob with the matching `type`. */
export type Picture = string | Blob

type Options = Pick<
  TextGeneration,
  'mode' | 'style' | 'drafts' | 'notify' | 'imagesOf' | 'advanced'
> & {
  /** Longest side in millimeters. Overrides `advanced.sizeMm`. */
  readonly sizeMm?: number
}

type WithoutPictures = { readonly image?: undefined; readonly images?: undefined }

/** A finished draft refined in `hi_fi`, with its prompt and pictures. */
export type RefineInput = WithoutPictures & {
  /** Id of the draft. */
  readonly refineOf: string
}

/**
 * From words, one picture, a picture changed by words (`inputMode: 'image_text'`), 2 to 4 views of the same object, or
 * a draft (`refineOf`), which needs no other input.
 */
export type GenerateInput =
  | (Loose<Omit<TextGeneration, 'refineOf'> & Pick<Options, 'sizeMm'>> & WithoutPictures)
  | RefineInput
  | (Loose<Options> & {
      readonly image: Picture
      readonly images?: undefined
      readonly prompt?: string | undefined
      readonly inputMode?: 'image' | 'image_text' | undefined
    })
  | (Loose<Options> & {
      /** Front, left, back, right. */
      readonly images: readonly Picture[]
      readonly image?: undefined
      readonly prompt?: string | undefined
    })
export type GenerationForms = GenerationForm
export type RetextureInput = Loose<Json<'/api/retexture'>>
/** Response to a start, with the key with which it was sent. */
export type StartedGeneration = Returned<'/api/generate/start', 'post', 200> & {
  readonly idempotencyKey: string
  /** Whether this is the response to an earlier request with the same key. */
  readonly replayed: boolean
}
export type GenerationJob = Returned<'/api/generate/status', 'get', 200>
export type GenerationResult = NonNullable<GenerationJob['result']>
/** A job that ended with a model. */
export type FinishedGeneration = GenerationJob & {
  readonly status: 'done'
  readonly result: GenerationResult
}

/** Options of a single call. */
export type CallOptions = {
  /** Aborts the call. If a submit or a generation may already have been received, the error is OutcomeUnknownError. */
  readonly signal?: AbortSignal | undefined
  /** Time limit for the whole call including retries, in milliseconds. */
  readonly timeoutMs?: number | undefined
  /** Maximum number of retries, including those while connections are refused. */
  readonly retries?: number | undefined
}

export type UploadOptions = CallOptions & {
  /**
   * Called while the body is sent, starting over with each retry. Browsers do not report upload progress, so there it
   * is called once when the response begins. Errors that it throws are ignored, and the request continues.
   */
  readonly onUploadProgress?: ((progress: UploadProgress) => void) | undefined
}

/** A pause before a retry. */
export type Retry = {
  readonly method: string
  /** Path of the request, without the query. */
  readonly path: string
  /** HTTP status of the response that is not final. null if the connection failed. */
  readonly status: number | null
  /** Length of the pause, in milliseconds. */
  readonly pauseMs: number
}

export type UploadProgress = { readonly sentBytes: number; readonly totalBytes: number }

export type SubmitOptions = UploadOptions & {
  /**
   * Identifies this order, 1 to 255 characters. Generated per call by default. Pass the same key to repeat a call,
   * never to place another order.
   */
  readonly idempotencyKey?: string | undefined
}

export type GenerateOptions = UploadOptions & {
  /**
   * Identifies this generation, 1 to 255 characters. Generated per call by default. Pass the same key to repeat a call,
   * never to start another generation.
   */
  readonly idempotencyKey?: string | undefined
}

export type WatchOptions = {
  /** Ends the loop with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** Delay between reads, in milliseconds. */
  readonly intervalMs?: number | undefined
  /**
   * Time limit for the whole watch, in milliseconds, after which it throws TimeoutError. A read in progress is
   * completed first. No limit by default.
   */
  readonly timeoutMs?: number | undefined
}
