// Values that steps choose from.
import fc from 'fast-check'
import type { Buyer } from './stage.ts'

export const hostCount = 3

export const host = fc.nat({ max: hostCount - 1 })
export const some = fc.nat({ max: 5 })
export const buyer = fc.oneof(
  { weight: 4, arbitrary: fc.constant('paying' as const) },
  fc.constantFrom<Buyer>('declined', 'cardless'),
)
export const act = <Name extends string>(name: Name) => fc.constant(name)
