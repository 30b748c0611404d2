// Measures a stored model. Downloads its file only when the geometry core needs it: most models are already measured,
// so that no file is read.

import { fail, type Result } from '../base/result.ts'
import { fetchStoredModel } from '../models/fetch-stored-model.ts'
import type { LengthUnit } from '../models/format.ts'
import type { StoredModel } from '../models/ports.ts'
import type { Measurement } from '../models/report.ts'
import { type MeasurePrintableDeps, measurePrintable } from './check-prints.ts'
import { estimateFilament } from './estimate-filament.ts'
import { type MeasurementFailure, measuringBusy } from './failure.ts'
import { type MeasuredPart, type MeasurePartDeps, measurePart } from './measure-part.ts'
import type { MeasurementDeps } from './ports.ts'
import type { SliceSettings } from './slice-settings.ts'

export type MeasureStoredDeps = MeasurePrintableDeps &
  Pick<MeasurementDeps, 'objects' | 'temporaryFiles' | 'runningEstimates'>

type Failure = MeasurementFailure | { readonly kind: 'model_unreadable' }

type StoredFile = Pick<StoredModel, 'uri' | 'sha256' | 'format'>

type Reading = {
  readonly units: LengthUnit | null
  readonly settings: SliceSettings
  readonly signal?: AbortSignal
}

/** Returns the measurement of a model that can be printed at these settings. */
export async function measureStored(
  deps: MeasureStoredDeps,
  { uri, sha256, format }: StoredFile,
  reading: Reading,
): Promise<Result<Measurement, Failure>> {
  return await withLocalCopy(deps, uri, (copied) =>
    measurePrintable(copied, { path: '', sha256, format, ...reading }),
  )
}

/** Like `measureStored`, with the estimate of the part. */
export async function measureStoredPart(
  deps: MeasureStoredDeps,
  { uri, sha256, format }: StoredFile,
  reading: Reading & { readonly estimateBy?: number | undefined },
): Promise<Result<MeasuredPart, Failure>> {
  return await withLocalCopy(deps, uri, (copied) =>
    measurePart(copied, { path: '', sha256, format, ...reading }),
  )
}

/**
 * Like `measureStored`, and also estimates a mesh without a stored estimate. An estimate that gives up causes no
 * failure; a full queue does.
 */
export async function estimateStored(
  deps: MeasureStoredDeps,
  { uri, sha256, format }: StoredFile,
  reading: Reading,
): Promise<Result<Measurement, Failure>> {
  return await withLocalCopy(deps, uri, async (copied) => {
    const measured = await measurePrintable(copied, { path: '', sha256, format, ...reading })
    if (!measured.ok || measured.value.kind === 'sliced' || format === 'gcode') return measured
    const estimate = await estimateFilament(copied, { path: '', sha256, format, ...reading })
    return estimate.kind === 'busy' ? fail(measuringBusy(estimate)) : measured
  })
}

async function withLocalCopy<T>(
  deps: MeasureStoredDeps,
  uri: string,
  read: (copied: MeasurePartDeps) => Promise<Result<T, MeasurementFailure>>,
): Promise<Result<T, Failure>> {
  const copy = localCopy(deps, uri)
  try {
    return await read(copy.deps)
  } catch (error) {
    if (error instanceof ModelMissing) return fail({ kind: 'model_unreadable' })
    throw error
  } finally {
    await copy.remove()
  }
}

class ModelMissing extends Error {
  override readonly name = 'ModelMissing'
}

function localCopy(deps: MeasureStoredDeps, uri: string) {
  let fetched: Promise<string> | null = null
  let isHere = false
  const path = (): Promise<string> => {
    fetched ??= fetchCopy(deps, uri).finally(() => {
      isHere = true
    })
    return fetched
  }
  return {
    deps: {
      ...deps,
      geometry: {
        measure: async (request) =>
          await deps.geometry.measure({ ...request, source: { path: await path() } }),
      },
      meshes: {
        estimate: async (request) => {
          const copy = await path()
          // An estimate may continue after the response has stopped waiting for it.
          const release = deps.temporaryFiles.hold(copy)
          try {
            return await deps.meshes.estimate({ ...request, source: { path: copy } })
          } finally {
            await release()
          }
        },
      },
    } satisfies MeasurePartDeps,
    /** Removes the copy without waiting for a download in progress. */
    remove: async () => {
      const removed = removeCopy(deps, fetched)
      if (isHere) await removed
    },
  }
}

async function removeCopy(
  { temporaryFiles, log }: MeasureStoredDeps,
  fetched: Promise<string> | null,
): Promise<void> {
  const copy = await fetched?.catch(() => null)
  if (typeof copy !== 'string') return
  await temporaryFiles.remove(copy).catch((error: unknown) => {
    log.warn('model.copy_not_removed', { path: copy, error })
  })
}

async function fetchCopy(deps: MeasureStoredDeps, uri: string): Promise<string> {
  const key = deps.objects.parseUri(uri)
  const copy = key === null ? null : await fetchStoredModel(deps, key)
  if (copy === null || !copy.ok) throw new ModelMissing(`there is no model at ${uri}`)
  return copy.value.path
}
