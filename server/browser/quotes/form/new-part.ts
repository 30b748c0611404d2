// A newly added part.

import type { PartState } from '../parts/part-state.ts'
import { optionsOf } from './fields.ts'
import { asInFile } from './shape.ts'

/** Returns a part whose file is not read yet. */
export function newPart({
  id,
  file,
  fields,
}: Pick<PartState, 'id' | 'file' | 'fields'>): PartState {
  return {
    id,
    file,
    units: null,
    ...asInFile,
    isShapeWrong: false,
    overhangBeforeMm2: null,
    changeNote: '',
    fields,
    options: optionsOf(fields),
    finding: { state: 'reading' },
    isAdded: false,
    revision: 0,
    surface: null,
    isReading: true,
    isEstimating: false,
    reading: 0,
  }
}
