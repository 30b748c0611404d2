// The numbers of an order's plates.
import { fail, ok, type Result } from '../../base/result.ts'
import type { FarmFailure } from '../failure.ts'
import type { NewPlate } from '../jobs/job.ts'

export type NumberedPlate = NewPlate & { readonly plate: number }

/**
 * Numbers the plates. A stated number must be free; other plates continue after the last number. `numbers`: existing
 * plate numbers of the order.
 */
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
