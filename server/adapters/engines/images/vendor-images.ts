// Pictures by the models on fal that also draw for 3D engines: FLUX schnell from words, FLUX Kontext from a picture and words.

import { setTimeout as sleep } from 'node:timers/promises'
import { megabyte } from '../../../domain/base/text/megabytes.ts'
import type { CallBudget } from '../../../domain/generation/engine/budget.ts'
import type { EngineFailure } from '../../../domain/generation/engine/engine.ts'
import type { ImageModel, ImageOutcome } from '../../../domain/images/ports.ts'
import type { ImageSize } from '../../../domain/images/size.ts'
import type { Downloads } from '../../../domain/models/downloads.ts'
import { inspectPicture } from '../../pictures/inspect-picture.ts'
import { failures } from '../failures.ts'
import { drawEndpoint, editEndpoint } from '../plan-fal.ts'
import type { TaskReading, TaskReference, Vendor } from '../vendor.ts'
import { isRefusal } from '../vendor-health.ts'

export type VendorImageSettings = {
  readonly vendor: Pick<Vendor, 'upload' | 'create' | 'read'>
  readonly downloads: Downloads
  /** Absent means no limit. */
  readonly budget?: CallBudget
  /** For tests. */
  readonly pollMs?: number
}

const defaultPollMs = 1_000
const downloadTimeoutMs = 60_000
const maxBytes = 20 * megabyte

/** fal's names of these sizes. */
const sizeNames: Readonly<Record<ImageSize, string>> = {
  '1024x1024': 'square_hd',
  '1024x768': 'landscape_4_3',
  '768x1024': 'portrait_4_3',
  '512x512': 'square',
}

export function createVendorImages(settings: VendorImageSettings): ImageModel {
  const { vendor } = settings
  return {
    source: 'vendor',
    inspect: inspectPicture,
    draw: ({ prompt, size, signal }) =>
      run(settings, signal, {
        call: drawEndpoint,
        body: { prompt, image_size: sizeNames[size], num_images: 1, output_format: 'png' },
      }),
    edit: async ({ image, prompt, signal }) => {
      const uploaded = await vendor.upload(image, image.mimeType, signal)
      if (uploaded.kind !== 'uploaded') return uploaded
      const body = { image_url: uploaded.reference, prompt, num_images: 1, output_format: 'png' }
      return await run(settings, signal, { call: editEndpoint, body })
    },
  }
}

async function run(
  { vendor, downloads, budget, pollMs = defaultPollMs }: VendorImageSettings,
  signal: AbortSignal,
  step: { readonly call: string; readonly body: Readonly<Record<string, unknown>> },
): Promise<ImageOutcome> {
  const counted = await budget?.take('images')
  if (counted === null) return failures.budgetUsedUp
  const created = await vendor.create(step, signal)
  if (isRefusal(created) && counted !== undefined) await budget?.giveBack(counted)
  if (created.kind === 'refused') return created.failure
  if (created.kind !== 'created') return created
  const done = await awaitFinish(vendor, { call: step.call, id: created.id }, { pollMs, signal })
  if (done.kind !== 'done') return done
  const url = done.products.picture
  if (url === undefined) return nothingMade
  const fetched = await downloads.fetch({
    url,
    hosts: null,
    caller: null,
    maxBytes,
    timeoutMs: downloadTimeoutMs,
    signal,
  })
  return fetched.kind === 'downloaded' ? { kind: 'made', file: fetched.file, url } : notFetched
}

/** Polls until the task is finished. The signal ends the wait. */
async function awaitFinish(
  vendor: VendorImageSettings['vendor'],
  task: TaskReference,
  { pollMs, signal }: { pollMs: number; signal: AbortSignal },
): Promise<Extract<TaskReading, { kind: 'done' }> | EngineFailure> {
  for (;;) {
    const seen = await vendor.read(task, signal)
    if (seen.kind !== 'running' && seen.kind !== 'unclear') return seen
    if (signal.aborted) return failures.noResponse
    await sleep(pollMs, undefined, { signal })
  }
}

const nothingMade: EngineFailure = {
  kind: 'failed',
  message: 'The image model finished without a picture. Change the prompt and try again.',
}
const notFetched: EngineFailure = {
  kind: 'failed',
  message: 'The picture was made but could not be fetched from the image model. Try again.',
}
