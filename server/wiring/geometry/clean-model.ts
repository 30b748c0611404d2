// The clean copy that is sliced instead of a caller's file: repaired, in its printing pose, written by the geometry core.

import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import type { Geometry } from '../../../geometry/index.ts'
import type { WithModel } from '../../../slicer-bridge/bridge.ts'
import type { SliceOutcome } from '../../../slicer-bridge/outcome/outcome.ts'
import type { SliceFacts } from '../../../slicer-bridge/queue/predict-duration.ts'
import { retryHintSeconds } from '../../domain/base/time/retry-hints.ts'
import type { TemporaryFiles } from '../../domain/models/ports.ts'
import type { MeshReport } from '../../domain/models/report.ts'
import type { SliceRequest } from '../../domain/slicing/ports.ts'

type CleanModelDeps = {
  readonly geometry: Pick<Geometry, 'process'>
  readonly temporaryFiles: TemporaryFiles
}

export function withCleanModel(
  { geometry, temporaryFiles }: CleanModelDeps,
  request: SliceRequest,
) {
  const withModel: WithModel = async (use, signal) => {
    const made = await makeClean(geometry, request, signal)
    const { expected: estimate } = request
    if (made.kind !== 'clean') return made
    const stlPath = temporaryFiles.path()
    try {
      await writeFile(stlPath, made.stl, { mode: 0o600 })
      const expected = {
        solidCm3: made.solidCm3,
        ...(estimate && {
          estimateCm3: estimate.filamentCm3,
          estimateRangePercent: estimate.rangePercent,
        }),
      }
      return await use({ stlPath, expected })
    } finally {
      await temporaryFiles.remove(stlPath)
    }
  }
  return withModel
}

type Clean = { readonly kind: 'clean'; readonly stl: Uint8Array; readonly solidCm3: number }

/** Makes the model in the file's pose, or on the face on which, according to the core's estimate, the part needs no supports. */
export async function makeClean(
  geometry: Pick<Geometry, 'process'>,
  {
    path,
    format,
    units,
    orient = false,
  }: Pick<SliceRequest, 'path' | 'format' | 'units' | 'orient'>,
  signal: AbortSignal,
): Promise<Clean | SliceOutcome> {
  const source = { source: { path }, format, ...(units && { units }), options: { orient } }
  const outputs = { stl: true, glb: false }
  // High priority, because a slicer's slot is occupied in the meantime.
  const job = { ...source, outputs, signal, priority: 'high' } as const
  const made = await geometry.process(job).catch((error: unknown) => {
    signal.throwIfAborted()
    // A run is shared. The request that provided the file may have ended and removed it.
    if (!existsSync(path)) return { kind: 'gone' } as const
    throw error
  })
  switch (made.kind) {
    case 'processed':
      if (made.stl === null) throw new Error('The geometry core wrote no STL.')
      return { kind: 'clean', stl: made.stl, solidCm3: made.report.printability.volumeCm3 }
    case 'gone':
      return {
        kind: 'unavailable',
        reason: 'model_gone',
        detail: 'the file was removed before the slice started',
      }
    default:
      return sliceFailureOf(made)
  }
}

/** Converts a failure of the geometry core to a failure of the slice. */
export function sliceFailureOf(
  failure: Exclude<Awaited<ReturnType<Geometry['process']>>, { kind: 'processed' }>,
): SliceOutcome {
  switch (failure.kind) {
    case 'unreadable':
      return { kind: 'refused', reason: 'unreadable_model', message: failure.message }
    case 'timed_out':
      return { kind: 'timed_out' }
    case 'crashed':
      return { kind: 'unavailable', reason: 'no_model', detail: failure.reason }
    case 'busy':
      return { kind: 'queue_full', scope: 'queue', retryAfterSeconds: retryHintSeconds.busy }
  }
}

/** Returns the facts from which the bridge predicts the slicer's time. */
export function sliceFactsOf({ dimensionsMm, ...report }: MeshReport): SliceFacts {
  const { triangles, surfaceCm2, volumeCm3, components } = report
  return { heightMm: dimensionsMm[2], triangles, surfaceCm2, volumeCm3, components }
}
