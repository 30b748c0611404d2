// Guesses the intended unit of a file if its size is implausible for a printed part.

import { fitsBuildVolume, maxSideMm } from '../catalog/build-volume.ts'
import { type LengthUnit, lengthUnits, mmPerUnit } from '../models/format.ts'
import type { MeshReport } from '../models/report.ts'

export type LikelyUnit = {
  readonly unit: LengthUnit
  /** The size of the part if its numbers are read in that unit. */
  readonly dimensionsMm: readonly [number, number, number]
}

/** A part with a shorter longest side was probably meant to be larger. */
const suspiciouslySmallMm = 10
/** The longest side that a guess should result in is in this range. */
const sensibleMm = { min: 15, max: maxSideMm }

/** `unitSource` is absent if the size does not fit the printer; the unit is then questioned even if it was stated. */
export type ReadUnit = Pick<MeshReport, 'unit' | 'dimensionsMm'> &
  Partial<Pick<MeshReport, 'unitSource'>>

/**
 * Returns the smallest change of size first. Empty if the size is plausible, if it is only small and the file or
 * caller stated the unit, or if no unit gives a plausible size.
 */
export function likelyUnits({
  unit,
  dimensionsMm,
  unitSource = 'default',
}: ReadUnit): readonly LikelyUnit[] {
  const longest = Math.max(...dimensionsMm)
  if (longest === 0) return []
  const isExpected = longest >= suspiciouslySmallMm || unitSource !== 'default'
  if (isExpected && fitsBuildVolume(dimensionsMm)) return []
  const [x, y, z] = dimensionsMm
  const changeOf = (other: LengthUnit) => mmPerUnit[other] / mmPerUnit[unit]
  return lengthUnits
    .filter((other) => other !== unit)
    .flatMap((other): readonly LikelyUnit[] => {
      const factor = changeOf(other)
      const sizes = [x * factor, y * factor, z * factor] as const
      const side = Math.max(...sizes)
      const isSensible = side >= sensibleMm.min && side <= sensibleMm.max && fitsBuildVolume(sizes)
      return isSensible ? [{ unit: other, dimensionsMm: sizes }] : []
    })
    .toSorted((one, other) => sizeOfChange(changeOf(one.unit)) - sizeOfChange(changeOf(other.unit)))
}

/** A factor and its inverse change a size equally. */
const sizeOfChange = (factor: number): number => Math.abs(Math.log(factor))
