// Question whether a file uses another unit, for the server and the page's script.
import { maxSideMm } from '../../../domain/catalog/build-volume.ts'
import { unitWord } from '../../../domain/models/format.ts'
import type { MeshReport } from '../../../domain/models/report.ts'
import { sizesText } from '../../../domain/models/size-text.ts'

export type ReadSize = Pick<MeshReport, 'unit' | 'dimensionsMm'>

/** Returns the question, which begins with the size as read. */
export function sizeQuestion({ dimensionsMm, unit }: ReadSize, isRefused: boolean): string {
  const size = `${sizesText(dimensionsMm)}, read in ${unitWord(unit)}`
  const isSmall = Math.max(...dimensionsMm) < maxSideMm
  if (!isRefused) return `${size}. Was the file meant in another unit?`
  return `${size}: too ${isSmall ? 'small' : 'large'} to print. Was the file meant in another unit?`
}
