// The question whether a file was meant in another unit, as the server and the page's script ask it.
import { maxSideMm } from '../../domain/catalog/build-volume.ts'
import { unitWord } from '../../domain/models/format.ts'
import type { MeshReport } from '../../domain/models/report.ts'
import { sizesText } from './sizes.ts'

export type ReadSize = Pick<MeshReport, 'unit' | 'dimensionsMm'>

/** Begins with the size as it was read. */
export function sizeQuestion({ dimensionsMm, unit }: ReadSize, isRefused: boolean): string {
  const size = `${sizesText(dimensionsMm)}, read in ${unitWord(unit)}`
  const isSmall = Math.max(...dimensionsMm) < maxSideMm
  if (!isRefused) return `${size}. Was the file meant in another unit?`
  return `${size}: too ${isSmall ? 'small' : 'large'} to print. Was the file meant in another unit?`
}
