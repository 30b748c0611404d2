// Possible changes of a model, and the checks that do not need to read the model.

import { fail, ok, type Result } from '../base/result.ts'
import { wallRangeMm } from '../measurement/part-changes.ts'
import type { ChangeFailure } from './failure.ts'

/** `x` is the width, `y` the depth and `z` the height. */
export const cutAxes = ['x', 'y', 'z'] as const
export type CutAxis = (typeof cutAxes)[number]

export type Cut =
  /** Cuts into parts that each fit the build volume. */
  | { readonly kind: 'plate' }
  /** Cuts into two parts, `atMm` above the lowest point along the axis. */
  | { readonly kind: 'plane'; readonly axis: CutAxis; readonly atMm: number }

export type ModelChangeRequest = {
  /** Longest side after the change, before a cut; null = unchanged. */
  readonly sizeMm: number | null
  /** Whether to lay the model, or every part of a cut, on the side on which it prints best. */
  readonly orient: boolean
  /** Wall thickness of the hollow model in mm; null = not hollowed. */
  readonly hollowWallMm: number | null
  /** Whether to repair. Every change repairs the mesh; this one alone returns a repaired copy. */
  readonly repair: boolean
  readonly cut: Cut | null
}

/** Longest side in mm. A model above the build volume is cut into parts. */
export const changedSizeRangeMm = { min: 5, max: 2000 } as const

/** Order of checks: size, wall, cut, and whether anything was requested. */
export function checkChange(change: ModelChangeRequest): Result<void, ChangeFailure> {
  const { sizeMm, orient, hollowWallMm, repair, cut } = change
  if (sizeMm !== null && !isWithin(sizeMm, changedSizeRangeMm)) {
    return refuseField('sizeMm', rangeText(changedSizeRangeMm))
  }
  if (hollowWallMm !== null && !isWithin(hollowWallMm, wallRangeMm)) {
    return refuseField('hollowWallMm', rangeText(wallRangeMm))
  }
  if (cut?.kind === 'plane' && !(cut.atMm > 0 && Number.isFinite(cut.atMm))) {
    return refuseField('cut.atMm', 'must be a number of millimeters above 0')
  }
  const isSomething = sizeMm !== null || hollowWallMm !== null || cut !== null
  return isSomething || orient || repair ? ok(undefined) : fail({ kind: 'change_empty' })
}

const isWithin = (value: number, { min, max }: { min: number; max: number }) =>
  value >= min && value <= max

const rangeText = ({ min, max }: { min: number; max: number }) =>
  `must be a number from ${min} to ${max}, in millimeters`

const refuseField = (field: string, rule: string) =>
  fail({ kind: 'change_field_invalid', field, rule } as const)
