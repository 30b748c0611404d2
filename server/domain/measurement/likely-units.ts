// Which unit a file was probably meant in, when the size makes no sense for a printed part.

import { fitsBuildVolume, maxSideMm } from '../catalog/build-volume.ts'
import { type LengthUnit, lengthUnits, mmPerUnit } from '../models/format.ts'
import type { MeshReport } from '../models/report.ts'

export type LikelyUnit = {
  readonly unit: LengthUnit
  /** The size of the part when its numbers are read in that unit. */
  readonly dimensionsMm: readonly [number, number, number]
}

/** A part whose longest side is shorter was probably meant to be larger. */
const suspiciouslySmallMm = 5
/** The longest side that a guess should lead to. */
const sensibleMm = { min: 15, max: maxSideMm }

/** Empty when the size is plausible, or no unit gives a plausible one. The least change of size is first. */
export function likelyUnits({
  unit,
  dimensionsMm,
}: Pick<MeshReport, 'unit' | 'dimensionsMm'>): readonly LikelyUnit[] {
  const longest = Math.max(...dimensionsMm)
  if (longest === 0) return []
  if (longest >= suspiciouslySmallMm && fitsBuildVolume(dimensionsMm)) return []
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
