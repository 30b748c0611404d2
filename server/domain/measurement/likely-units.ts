// Which unit a file was probably meant in, when the size makes no sense for a printed part.

import { fitsBuildVolume, maxSideMm } from '../catalog/build-volume.ts'
import { type LengthUnit, lengthUnits } from '../models/format.ts'
import type { MeshReport } from '../models/report.ts'

export type LikelyUnit = {
  readonly unit: LengthUnit
  /** The size of the part when its numbers are read in that unit. */
  readonly dimensionsMm: readonly [number, number, number]
}

const mmPerUnit: Readonly<Record<string, number>> = {
  um: 0.001,
  mm: 1,
  cm: 10,
  m: 1000,
  in: 25.4,
  ft: 304.8,
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
  const present = mmPerUnit[unit]
  if (present === undefined || longest === 0) return []
  if (longest >= suspiciouslySmallMm && fitsBuildVolume(dimensionsMm)) return []
  return lengthUnits
    .filter((other) => other !== unit)
    .map((other) => ({ unit: other, factor: (mmPerUnit[other] ?? 1) / present }))
    .map(({ unit: other, factor }): LikelyUnit & { factor: number } => {
      const [x, y, z] = dimensionsMm
      return { unit: other, factor, dimensionsMm: [x * factor, y * factor, z * factor] }
    })
    .filter(({ dimensionsMm: sizes }) => {
      const side = Math.max(...sizes)
      return side >= sensibleMm.min && side <= sensibleMm.max && fitsBuildVolume(sizes)
    })
    .toSorted((one, other) => Math.abs(Math.log(one.factor)) - Math.abs(Math.log(other.factor)))
    .map(({ unit: other, dimensionsMm: sizes }) => ({ unit: other, dimensionsMm: sizes }))
}
