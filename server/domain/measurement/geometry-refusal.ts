// The failure of a mesh that the geometry core could not finish.

import { type MeasurementFailure, measuringBusy, unreadableCodes } from './failure.ts'
import type { GeometryFailure } from './processing.ts'

export const simplifyAdvice = 'Simplify the model and send it again.'

export type GeometryRefusal = Extract<
  MeasurementFailure,
  { kind: 'mesh_unreadable' | 'measuring_unavailable' }
>

/** Error messages for a mesh that exceeded the core's time or memory. */
export type LimitSentences = { readonly timedOut: string; readonly crashed: string }

/** Returns the failure. `limits`: a single sentence if both limits mean the same to the caller. */
export function geometryRefusal(
  outcome: GeometryFailure,
  limits: LimitSentences | string,
): GeometryRefusal {
  switch (outcome.kind) {
    case 'unreadable':
      return { kind: 'mesh_unreadable', reason: outcome.message, code: outcome.code }
    case 'timed_out':
      return {
        kind: 'mesh_unreadable',
        reason: typeof limits === 'string' ? limits : limits.timedOut,
        code: unreadableCodes.timedOut,
      }
    case 'crashed':
      return {
        kind: 'mesh_unreadable',
        reason: typeof limits === 'string' ? limits : limits.crashed,
        code: unreadableCodes.crashed,
      }
    case 'busy':
      return measuringBusy(outcome)
  }
}
