// The numbers of an order's plates.
import { fail, ok, type Result } from '../base/result.ts'
import type { FarmFailure } from './failure.ts'
import type { NewPlate } from './jobs/job.ts'

export type NumberedPlate = NewPlate & { readonly plate: number }

/** A stated number must be free; the others continue after the last one. `numbers`: those that the order has. */
export function numberPlates(
  plates: readonly NewPlate[],
  numbers: readonly number[],
): Result<readonly NumberedPlate[], FarmFailure> {
  const stated = plates.flatMap(({ plate }) => (plate === null ? [] : [plate]))
  const taken = new Set(numbers)
  let last = Math.max(0, ...taken, ...stated)
  const numbered: NumberedPlate[] = []
  for (const { plate, ...rest } of plates) {
    if (plate !== null && taken.has(plate)) return fail({ kind: 'plate_taken', plate })
    if (plate === null) last += 1
    const number = plate ?? last
    taken.add(number)
    numbered.push({ ...rest, plate: number })
  }
  return ok(numbered)
}
