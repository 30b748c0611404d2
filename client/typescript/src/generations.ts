// Making models from words and pictures.
import { defined, resultOf } from './call.ts'
import { GenerationFailedError } from './errors.ts'
import { picturePart } from './file-parts.ts'
import { type FieldValue, formOf } from './form.ts'
import type { HelperParts } from './helper-parts.ts'
import type {
  CallOptions,
  FinishedGeneration,
  GenerateInput,
  GenerationJob,
  StartedGeneration,
  UploadOptions,
  WatchOptions,
} from './types.ts'
import { lastOf, watch } from './watch.ts'

export type GenerationHelpers = {
  /**
   * Queues a generation, which spends credits when it runs. Sent again only where it certainly did not arrive or was refused
   * unread, because every start that arrives is a generation of its own: a lost response is OutcomeUnknownError.
   */
  readonly generate: (input: GenerateInput, options?: UploadOptions) => Promise<StartedGeneration>
  readonly getGeneration: (jobId: string, options?: CallOptions) => Promise<GenerationJob>
  /** Yields the job at once and with each new stage or status, and ends when it is done or failed. Reads every 5 seconds. */
  readonly watchGeneration: (
    jobId: string,
    options?: WatchOptions,
  ) => AsyncGenerator<GenerationJob, void, void>
  /** The job with its result. Throws GenerationFailedError when it ends without a model. */
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
    { signal, intervalMs = 5_000 } = {},
  ) =>
    watch({
      read: () => getGeneration(jobId, { signal }),
      hasEnded: ({ status }) => status === 'done' || status === 'error',
      isSame: (one, other) => one.status === other.status && one.stage === other.stage,
      intervalMs: () => intervalMs,
      signal,
    })
  return {
    generate: async (input, options) => {
      needsToken()
      const fetch = fetchWith(options)
      if (input.image === undefined && input.images === undefined) {
        const { image: _, images: __, ...words } = input
        return resultOf(api.POST('/api/generate/start', { body: defined(words), fetch }))
      }
      const form = formOf(await pictureFields(input))
      // The serializer makes the body; the typed one cannot hold options as the strings of a form.
      const called = { body: {}, bodySerializer: () => form, fetch }
      return resultOf(api.POST('/api/generate/start', called))
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

type PictureInput = Exclude<
  GenerateInput,
  { readonly image?: undefined; readonly images?: undefined }
>

/** Flat, as a form has it: the advanced options stand beside the others. */
async function pictureFields(input: PictureInput): Promise<Record<string, FieldValue>> {
  const { prompt, mode, style, drafts, notify, imagesOf, advanced } = input
  const pictures =
    input.images === undefined
      ? { inputMode: input.inputMode ?? 'image', image: await picturePart(input.image) }
      : { inputMode: 'multiview', images: await Promise.all(input.images.map(picturePart)) }
  return { ...pictures, prompt, mode, style, drafts, notify, imagesOf, ...advanced }
}
