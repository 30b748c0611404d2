// Draws a picture from a prompt, or edits one as the prompt describes (decisions.md 36). Moderates it like a generation
// and stores it for the account.

import { AccountClosed } from '../accounts/ports.ts'
import type { AccountCaller, AccountId } from '../base/caller.ts'
import { fieldsOf } from '../base/is-object.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { sleep } from '../base/time/sleep.ts'
import { type GenerationImage, imageExtensions } from '../generation/engine/engine.ts'
import { areImagesOn } from '../generation/engine/switches.ts'
import type { GenerationFailure } from '../generation/request/failure.ts'
import { moderate } from '../generation/request/moderate.ts'
import { readPrompt, readRequest } from '../generation/request/read-request.ts'
import { maxImageBytes, type ParsedBody } from '../generation/request/request.ts'
import { checkPlainNames } from '../generation/request/request-names.ts'
import { failureOf } from '../generation/run/ask-engine.ts'
import { withStoredImage } from '../generation/run/with-stored-image.ts'
import { checkDebt } from '../gift-cards/debt.ts'
import { formKeyField } from '../idempotency/form-key.ts'
import { consumeRateLimit, returnRateSlot } from '../limits/consume-rate-limit.ts'
import type { LimitFailure } from '../limits/failure.ts'
import type { ReceivedFile } from '../models/received-file.ts'
import type { ImageFailure } from './failure.ts'
import type { ImageDeps, ImageOutcome, ImageSource } from './ports.ts'
import { defaultImageSize, imageSizes } from './size.ts'

export const imageModelLate = 'The image model did not answer in time.'

export type MadeImage = {
  /** `gs://` URI; the vendor's link if the picture could not be stored. */
  readonly imageUrl: string
  readonly width: number
  readonly height: number
  readonly mimeType: GenerationImage['mimeType']
  readonly persisted: boolean
  readonly source: ImageSource
  /** Unknown names in the request; absent if there are none. */
  readonly ignored?: readonly string[]
}

type ImageResult = Result<MadeImage, ImageFailure | GenerationFailure | LimitFailure>

/** Time limit for the vendor, including its queue. */
export const makeTimeoutMs = 120_000
/** Separate time limit for moderating the result, independent of the vendor's time. */
const lookTimeoutMs = 60_000

/** Order of checks: generation and the image model are on, prompt, size, moderation. */
export async function drawImage(
  deps: ImageDeps,
  caller: AccountCaller,
  request: { readonly prompt: unknown; readonly size: unknown },
): Promise<ImageResult> {
  if (deps.engines.closed) return fail({ kind: 'generation_off' })
  if (!(await areImagesOn(deps))) return fail({ kind: 'images_switched_off' })
  const read = readPrompt(request.prompt)
  if (!read.ok) return read
  const prompt = read.value
  if (prompt === '') return fail({ kind: 'prompt_required' })
  const size = imageSizes.find((each) => each === (request.size ?? defaultImageSize))
  if (size === undefined) return fail({ kind: 'image_size_unknown' })
  return await make(deps, caller, { prompt, images: [] }, (signal) =>
    deps.imageModel.draw({ prompt, size, signal }),
  )
}

/** Order of checks: as in `drawImage`, then prompt, picture, moderation. The caller removes the pictures of the body. */
export async function editImage(
  deps: ImageDeps,
  caller: AccountCaller,
  body: ParsedBody,
): Promise<ImageResult> {
  if (deps.engines.closed) return fail({ kind: 'generation_off' })
  if (!(await areImagesOn(deps))) return fail({ kind: 'images_switched_off' })
  const names = checkPlainNames(namesOf(body), editNames)
  if (!names.ok) return names
  return await withStoredImage(
    deps,
    caller.accountId,
    body,
    async (parsed): Promise<ImageResult> => {
      const read = readRequest(asPictureRequest(parsed))
      if (!read.ok) return read
      const { images } = read.value
      const { prompt } = read.value.request
      const [image] = images
      if (image === undefined) return fail({ kind: 'image_required' })
      const made = await make(deps, caller, { prompt, images }, (signal) =>
        deps.imageModel.edit({ image, prompt, signal }),
      )
      if (!made.ok || names.value.length === 0) return made
      return ok({ ...made.value, ignored: names.value })
    },
  )
}

const editNames = ['image', 'imageUrl', 'prompt']

function namesOf(body: ParsedBody): readonly string[] {
  if (body.kind === 'form') {
    const fields = [...body.fields.keys()].filter((name) => name !== formKeyField)
    return [...fields, ...(body.otherFiles ?? [])]
  }
  const isObject = body.kind === 'json' && typeof body.value === 'object' && body.value !== null
  return isObject && !Array.isArray(body.value) ? Object.keys(body.value) : []
}

/** Reads a picture and its prompt like those of a generation. */
function asPictureRequest(body: ParsedBody): ParsedBody {
  if (body.kind === 'form') {
    const fields = new Map([['inputMode', 'image_text']])
    for (const name of ['prompt', 'imageUrl']) {
      const value = body.fields.get(name)
      if (value !== undefined) fields.set(name, value)
    }
    return { ...body, fields, otherFiles: [] }
  }
  if (body.kind !== 'json') return body
  const { value } = body
  const json: Readonly<Record<string, unknown>> = fieldsOf(value)
  const { prompt } = json
  const fields = new Map([['inputMode', 'image_text']])
  if (typeof prompt === 'string') fields.set('prompt', prompt)
  return { kind: 'form', fields, files: [], filesLeftOut: 0 }
}

type Work = { readonly prompt: string; readonly images: readonly GenerationImage[] }

async function make(
  deps: ImageDeps,
  { accountId, email }: AccountCaller,
  { prompt, images }: Work,
  ask: (signal: AbortSignal) => Promise<ImageOutcome>,
): Promise<ImageResult> {
  const clear = await checkDebt(deps, accountId)
  if (!clear.ok) return clear
  // Does not use the request's signal: a paid picture is stored even if the caller has disconnected.
  const signal = AbortSignal.timeout(makeTimeoutMs)
  const allowed = await moderate(deps, { text: prompt, images }, signal)
  if (!allowed.ok) return allowed
  const slot = await consumeRateLimit(deps, 'images-day', email)
  if (!slot.ok) return slot
  const outcome = await ask(signal).catch((error: unknown) => {
    deps.log.warn('image.not_made', { error })
    return notInTime
  })
  if (outcome.kind !== 'made') {
    await returnRateSlot(deps, 'images-day', email)
    return fail(failureOf(outcome))
  }
  const { file, url } = outcome
  try {
    const picture = file.sizeBytes > maxImageBytes ? null : await deps.imageModel.inspect(file.path)
    if (picture === null) return fail(failureOf(unusable))
    // The vendor is paid, so a discarded picture is charged as well.
    const verdict = await moderatePicture(deps, { ...file, ...picture })
    if (!verdict.ok) return verdict
    const { source } = deps.imageModel
    const uri = await store(deps, accountId, { ...file, ...picture, prompt })
    if (uri !== null) return ok({ imageUrl: uri, ...picture, persisted: true, source })
    if (url === null) return fail({ kind: 'image_not_stored' })
    return ok({ imageUrl: url, ...picture, persisted: false, source })
  } finally {
    await deps.temporaryFiles.remove(file.path)
  }
}

const moderationAttempts = 3
const moderationRetryMs = 2_000

/** Moderates the result if a server moderates pictures. A refused picture, or one without a verdict, is discarded. */
async function moderatePicture(
  deps: Pick<ImageDeps, 'languageModel' | 'log'>,
  picture: ReceivedFile & Pick<GenerationImage, 'mimeType'>,
): Promise<Result<void, GenerationFailure>> {
  if (!deps.languageModel.readsPictures) return ok(undefined)
  const signal = AbortSignal.timeout(lookTimeoutMs)
  for (let left = moderationAttempts; ; left -= 1) {
    const verdict = await moderate(
      deps,
      { text: '', images: [picture], picture: 'result' },
      signal,
    ).catch((error) => {
      deps.log.warn('image.not_looked_at', { error })
      return fail<GenerationFailure>({ kind: 'moderation_unavailable' })
    })
    if (verdict.ok) return verdict
    if (verdict.failure.kind === 'nsfw') return fail({ ...verdict.failure, refused: 'picture' })
    if (left <= 1 || signal.aborted) return fail({ kind: 'result_not_checked', made: 'picture' })
    await sleep(moderationRetryMs)
  }
}

const notInTime = {
  kind: 'failed',
  message: `${imageModelLate} Try again in a few minutes.`,
} as const
const unusable = {
  kind: 'failed',
  message: 'The image model returned a file that is not a usable picture. Try again.',
} as const

type NewImage = Pick<MadeImage, 'mimeType' | 'width' | 'height'> & {
  readonly path: string
  readonly sizeBytes: number
  readonly sha256: string
  readonly prompt: string
}

/** Returns the address; null if storage failed. */
async function store(
  { objects, images, visitorFiles, clock, log }: ImageDeps,
  accountId: AccountId,
  { path, ...image }: NewImage,
): Promise<string | null> {
  const key = `images/${image.sha256}.${imageExtensions[image.mimeType]}`
  const uri = objects.uri(key)
  try {
    await visitorFiles.keep({ uri, sha256: image.sha256 }, clock.now())
    await objects.putFile(key, path, image.mimeType)
    await images.add(accountId, { ...image, uri })
    return uri
  } catch (error) {
    if (error instanceof AccountClosed) throw error
    log.error('image.not_stored', { key, error })
    return null
  }
}
