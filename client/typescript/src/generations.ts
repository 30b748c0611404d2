// Generates models from words and pictures.
import { calledOf, omitUndefined, resultOf } from './call.ts'
import { GenerationFailedError } from './errors.ts'
import { picturePart } from './file-parts.ts'
import { type FieldValue, formOf } from './form.ts'
import type { HelperParts } from './helper-parts.ts'
import { checkIdempotencyKey, newIdempotencyKey } from './idempotency-key.ts'
import type {
  CallOptions,
  FinishedGeneration,
  GenerateInput,
  GenerateOptions,
  GenerationJob,
  GenerationResult,
  RetextureInput,
  StartedGeneration,
  WatchOptions,
} from './types.ts'
import { lastOf, watch } from './watch.ts'

export type GenerationHelpers = {
  /**
   * Queues a generation, a set of drafts or a refinement, each of which spends credits. Retries like a submit, always
   * with the same Idempotency-Key, so it starts and spends once. If the outcome remains unknown, OutcomeUnknownError
   * has the key.
   */
  readonly generate: (input: GenerateInput, options?: GenerateOptions) => Promise<StartedGeneration>
  /**
   * Gives a generated model new textures, as a new model, for 1 credit. Waits for the model, up to ten minutes unless
   * `timeoutMs` is set. Retries like `generate`.
   */
  readonly retexture: (
    input: RetextureInput,
    options?: Omit<GenerateOptions, 'onUploadProgress'>,
  ) => Promise<GenerationResult>
  readonly getGeneration: (jobId: string, options?: CallOptions) => Promise<GenerationJob>
  /** Yields the job immediately and on each new stage or status, until it is done or failed. Reads every 5 seconds. */
  readonly watchGeneration: (
    jobId: string,
    options?: WatchOptions,
  ) => AsyncGenerator<GenerationJob, void, void>
  /** Resolves to the job with its result. Throws GenerationFailedError if it ends without a model. */
  readonly waitForGeneration: (jobId: string, options?: WatchOptions) => Promise<FinishedGeneration>
}

export function generationHelpers({ api, credentials, fetchWith }: HelperParts): GenerationHelpers {
  const needsToken = () => {
    if (credentials.extensionToken !== undefined) return
    throw new TypeError(
      'Generations take an extension token and no API key: make one on the account page and pass it to createClient as extensionToken.',
    )
  }
  const getGeneration: GenerationHelpers['getGeneration'] = async (jobId, options) => {
    needsToken()
    return resultOf(
      api.GET('/api/generate/status', { params: { query: { jobId } }, fetch: fetchWith(options) }),
    )
  }
  const watchGeneration: GenerationHelpers['watchGeneration'] = (
    jobId,
    { signal, intervalMs = 5_000, timeoutMs } = {},
  ) =>
    watch({
      read: () => getGeneration(jobId, { signal }),
      hasEnded: ({ status }) => status === 'done' || status === 'error',
      isSame: (one, other) => one.status === other.status && one.stage === other.stage,
      intervalMs: () => intervalMs,
      signal,
      timeoutMs,
      describe: ({ status }) => `Generation ${jobId} is still ${status}`,
    })
  return {
    generate: async (input, options = {}) => {
      needsToken()
      const idempotencyKey = keyOf(options)
      const { data, response } = await calledOf(
        api.POST('/api/generate/start', {
          ...(await bodyOf(input)),
          params: { header: { 'Idempotency-Key': idempotencyKey } },
          fetch: fetchWith(options),
        }),
      )
      return { ...data, idempotencyKey, replayed: response.headers.has('idempotent-replayed') }
    },
    retexture: async (input, options = {}) => {
      needsToken()
      return resultOf(
        api.POST('/api/retexture', {
          body: omitUndefined(input),
          params: { header: { 'Idempotency-Key': keyOf(options) } },
          fetch: fetchWith({ ...options, timeoutMs: options.timeoutMs ?? retextureTimeoutMs }),
        }),
      )
    },
    getGeneration,
    watchGeneration,
    waitForGeneration: async (jobId, options) => {
      const job = (await lastOf(watchGeneration(jobId, options))) ?? (await getGeneration(jobId))
      const { status, result } = job
      if (status === 'done' && result !== undefined) return { ...job, status, result }
      throw new GenerationFailedError(job.message ?? job.error ?? 'It ended without a result.', job)
    },
  }
}

const keyOf = ({ idempotencyKey }: Pick<GenerateOptions, 'idempotencyKey'>): string =>
  checkIdempotencyKey(idempotencyKey ?? newIdempotencyKey())

/** The call waits while a model is generated. */
const retextureTimeoutMs = 600_000

type WithoutPictures = { readonly image?: undefined; readonly images?: undefined }
type PictureInput = Exclude<GenerateInput, WithoutPictures>

async function bodyOf(input: GenerateInput) {
  if ('refineOf' in input) return { body: { refineOf: input.refineOf } }
  if (input.image === undefined && input.images === undefined) {
    const { image: _, images: __, sizeMm, advanced, ...words } = input
    const options = sizeMm === undefined ? advanced : { ...advanced, sizeMm }
    return { body: omitUndefined({ ...words, advanced: options }) }
  }
  const form = formOf(await pictureFields(input))
  // The serializer builds the body, because the typed body cannot hold options as form strings.
  return { body: {}, bodySerializer: () => form }
}

/** Returns flat form fields: the advanced options are on the same level as the others. */
async function pictureFields(input: PictureInput): Promise<Record<string, FieldValue>> {
  const { prompt, mode, style, drafts, notify, imagesOf, advanced, sizeMm } = input
  const pictures =
    input.images === undefined
      ? { inputMode: input.inputMode ?? 'image', image: await picturePart(input.image) }
      : { inputMode: 'multiview', images: await Promise.all(input.images.map(picturePart)) }
  const size = { sizeMm: sizeMm ?? advanced?.sizeMm }
  return { ...pictures, prompt, mode, style, drafts, notify, imagesOf, ...advanced, ...size }
}
